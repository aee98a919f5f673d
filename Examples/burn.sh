#!/bin/bash
# A picture burns away, from the bottom to the top, as paper does, with room for the
# flames around it: whole for half a second, on fire for four, and gone for half a
# second more. See usage below.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=recipe.sh
. "$(dirname "$(readlink -f "$0")")/recipe.sh"

usage() {
  cat <<'END'
usage: burn.sh [-seed N] [-size N] [picture [output]]

-seed N  which of many fires (default 0)
-size N  a larger picture is made to fit into N x N pixels (16 to 2048; default 480)
picture  PNM, PAM, PNG or JPEG; "-" is standard input; none or "" draws a card
END
  about_output fire 'an MP4 or GIF, which are opaque here'
}
wrong() { usage >&2; exit 2; }

seed=0 size=480
while :; do
  case ${1-} in
    -h | -help | --help) usage; exit 0 ;;
    -seed) seed=${2-}; shift 2 || wrong ;;
    -size) size=${2-}; shift 2 || wrong ;;
    -?*) wrong ;;
    *) break ;;
  esac
done
[ $# -le 2 ] || wrong
is_size "$size" || wrong
case $seed in "" | *[!0-9]*) wrong ;; esac
picture=${1-}

need burnframe
result_in "${2-}" gif

if [ -z "$picture" ]; then
  "$here/cardart.sh"
else
  netpbm "$picture"
fi >"$work/whole"
pamfile -size "$work/whole" >"$work/extent" || fail "cannot read $picture"
read -r width height <"$work/extent"

if [ "$width" -gt "$size" ] || [ "$height" -gt "$size" ]; then
  pamscale -quiet -xyfit "$size" "$size" "$work/whole" >"$work/fitting"
else
  mv "$work/whole" "$work/fitting"
fi

# The room around, in 300ths of the picture's height: flames and smoke want most above.
pamfile -size "$work/fitting" >"$work/extent"
read -r _ height <"$work/extent"
share() { echo $(($1 * height / 300)); }
margin=$(share 120),$(share 30),$(share 15),$(share 30)

frames() {
  burnframe -fps "$fps" -time -0.5 -frames $((5 * fps)) -seed "$seed" -margin "$margin" \
    "${flatten[@]}" "$work/fitting"
}
animate 30
