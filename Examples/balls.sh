#!/bin/bash
# Seven balls of colour, thrown out from the middle and back, each a tenth of a
# second after the one before, blended by the lighter of each pair and seen
# through frosted glass. Two seconds that repeat without a seam. See usage below.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=recipe.sh
. "$(dirname "$(readlink -f "$0")")/recipe.sh"

usage() {
  cat <<'END'
usage: balls.sh [-size N] [output]

-size N  the field, N x N pixels (16 to 2048; default 480)
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

# The top and the bottom of each ball's gradient.
balls=('#ff7970 #ff453a' '#ffbb4a #ff9f0a' '#ffe24a #ffd60a' '#69df87 #30d158'
  '#4aa7ff #0a84ff' '#d289f6 #bf5af2' '#ff6e8c #ff375f')

for i in "${!balls[@]}"; do
  read -r top bottom <<<"${balls[i]}"
  pamgradient "$top" "$top" "$bottom" "$bottom" $((size / 3)) $((size / 3)) |
    mask -shape circle >"$work/ball$i"
done

# Where ball I is, to the right of the middle (AXIS 0) or below it (1): out by a
# sixth of the field in a second, and back.
way() { # I AXIS
  awk "BEGIN {
    far = $size / 6 * ($2 ? sin(8 * atan2(1, 1) * $1 / 7) : cos(8 * atan2(1, 1) * $1 / 7))
    printf \"loop,ease-in-out:0@%g,%.6f@%g,0@%g\", $1 / 10, far, 1 + $1 / 10, 2 + $1 / 10
  }"
}

# From two seconds on all balls are on their way, and the picture repeats.
frames() {
  local clock=(-time 2 -fps "$fps")
  blend() { # I, and options
    lighten-blend -center -x "$(way "$1" 0)" -y "$(way "$1" 1)" "${clock[@]}" "${@:2}" "$work/ball$1"
  }
  ppmmake black "$size" "$size" | blend 0 -frames $((2 * fps)) |
    blend 1 | blend 2 | blend 3 | blend 4 | blend 5 | blend 6 |
    frost -radius "$(awk "BEGIN { print 22.5 * $size / 480 }")"
}
animate 30
