#!/bin/bash
# Two discs meet, merge and part again, for ever, as drops of oil do: a blur
# makes them reach for each other, and a threshold keeps the edge hard. See usage
# below.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=recipe.sh
. "$(dirname "$(readlink -f "$0")")/recipe.sh"

usage() {
  cat <<'END'
usage: metaballs.sh [-size N] [output]

-size N  the frame, N pixels wide (16 to 2048; default 300)
END
  about_output discs
}
wrong() { usage >&2; exit 2; }

size=300
case ${1-} in
  -h | -help | --help) usage; exit 0 ;;
  -size) size=${2-}; shift 2 || wrong ;;
  -?*) wrong ;;
esac
[ $# -le 1 ] || wrong
is_size "$size" || wrong

need blur alphathreshold mask
result_in "${1-}"

# The discs' diameters, their ways from left to right and back, and the blur are in
# 300ths of the frame's width.
scaled() { awk "BEGIN { print $1 * $size / 300 }"; }
disc() { pgmmake 1 $(($1 * size / 300)) $(($1 * size / 300)) | mask -shape circle; }
way() { # FROM TO
  echo "loop,ease-in-out:$(scaled "$1")@0,$(scaled "$2")@1.2,$(scaled "$1")@2.4"
}

height=$((size * 3 / 5))
pgmmake -maxval 65535 1 "$size" $height >"$work/paper"
pamgradient '#19d3c5' '#6a5cff' '#19a8ff' '#ff3d9a' "$size" $height >"$work/color"
disc 92 >"$work/large"
disc 64 >"$work/small"

# Black discs on white paper, which multiply where they meet. What the blur leaves
# darker than 0.7 is the shape.
frames() {
  mask -invert -fps "$fps" -frames $((fps * 12 / 5)) -center -x "$(way 70 -70)" "$work/large" "$work/paper" |
    mask -invert -fps "$fps" -center -x "$(way -96 96)" -background black "$work/small" |
    blur -radius "$(scaled 20)" | alphathreshold -luma -min 0 -max 0.7 -antialias |
    mask "${flatten[@]}" - "$work/color"
}
animate 50
