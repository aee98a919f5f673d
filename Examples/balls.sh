#!/bin/bash
# Seven balls of color are thrown out from the middle and come back, for ever, each
# a tenth of a second after the one before, behind a pane of frosted glass. Where
# they overlap, the lighter color shows. See usage below.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=recipe.sh
. "$(dirname "$(readlink -f "$0")")/recipe.sh"

usage() {
  cat <<'END'
usage: balls.sh [-size N] [output]

-size N  the frame, N x N pixels (16 to 2048; default 480)
END
  about_output ""
}
wrong() { usage >&2; exit 2; }

size=480
case ${1-} in
  -h | -help | --help) usage; exit 0 ;;
  -size) size=${2-}; shift 2 || wrong ;;
  -?*) wrong ;;
esac
[ $# -le 1 ] || wrong
is_size "$size" || wrong

need lighten-blend mask frost
result_in "${1-}"

# WebP of whole frames. Otherwise its encoder leaves out what changes little from
# one frame to the next, and in soft color that adds up to edges of boxes.
ffmpeg() { command ffmpeg "${@/#libwebp_anim/libwebp}"; }
img2webp() { command img2webp -kmin 0 -kmax 1 "$@"; }

# Lengths are in 480ths of the frame. The balls have a gradient each, from a lighter
# top to a color.
ppmmake black "$size" "$size" >"$work/field"
across=$(((size + 1) / 3)) # 160, to the nearest pixel
gradients=('#ff7970 #ff453a' '#ffbb4a #ff9f0a' '#ffe24a #ffd60a' '#69df87 #30d158'
  '#4aa7ff #0a84ff' '#d289f6 #bf5af2' '#ff6e8c #ff375f')
for i in "${!gradients[@]}"; do
  read -r top bottom <<<"${gradients[i]}"
  pamgradient "$top" "$top" "$bottom" "$bottom" $across $across |
    mask -shape circle >"$work/ball$i"
done

# Lays ball I on each picture of a stream. The first goes to the right, the others
# follow clockwise: a second to their places on a circle of radius 80, a second back.
# From 0.6 s on all are on their way, and so they are when the clock starts.
ball() { # I [OPTION or FILE...]
  lighten-blend -fps "$fps" -time 2 -center \
    -x "$(way "$1" cos)" -y "$(way "$1" sin)" "$work/ball$1" "${@:2}"
}
way() { # I cos|sin
  awk -v i="$1" -v axis="$2" -v size="$size" 'BEGIN {
    a = i * 2 * atan2(0, -1) / 7
    far = size / 6 * (axis == "cos" ? cos(a) : sin(a))
    printf "loop,ease-in-out:0@%g,%.6f@%g,0@%g", i / 10, far, i / 10 + 1, i / 10 + 2
  }'
}

# Two seconds, after which everything is where it was. Fifty pictures a second are
# what GIF, PNG and WebP can all write.
frames() {
  ball 0 -frames $((2 * fps)) "$work/field" |
    ball 1 | ball 2 | ball 3 | ball 4 | ball 5 | ball 6 |
    frost -radius "$(awk "BEGIN { print 22.5 * $size / 480 }")"
}
animate 50
