#!/bin/bash
# A rare card: light springs across it from the top left past the bottom right
# corner, and the side that is tilted up brightens. Two seconds that repeat
# without a seam. See usage below.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=recipe.sh
. "$(dirname "$(readlink -f "$0")")/recipe.sh"

usage() {
  cat <<'END'
usage: rarecard.sh [picture [output]]

picture  PNM, PAM, PNG or JPEG; "-" is standard input; none or "" draws a card
END
  about_output card
}
case ${1-} in -h | -help | --help) usage; exit 0 ;; esac
[ $# -le 2 ] || { usage >&2; exit 2; }
picture=${1-}

need glint tiltlight mask
result_in "${2-}"

if [ -z "$picture" ]; then
  "$here/cardart.sh"
else
  netpbm "$picture"
fi >"$work/card"
size=$(pamfile -size "$work/card") || fail "cannot read $picture"

# Corners of radius 8 on a card of 300 pixels.
radius=$(echo "$size" | awk 'NR == 1 { print 8 * ($1 < $2 ? $1 : $2) / 300 }')

# The light: one spring across in two seconds, faded in and out at the seam,
# where it would jump from corner to corner. The tilt: one turn, which keeps the
# raised side away from the light as it goes by.
frames() {
  glint -fps "$fps" -frames $((2 * fps)) -speed 0.5 -width 0.25 \
    -strength loop,ease-in-out:0@0,0.5@0.2,0.5@1.1,0@2 "$work/card" |
    tiltlight -fps "$fps" -strength 0.45 \
      -x loop,ease-in-out:-0.9@-0.85,0.9@0.15,-0.9@1.15 \
      -y loop,ease-in-out:0.9@-0.35,-0.9@0.65,0.9@1.65 |
    mask -fps "$fps" -shape roundrect -corner continuous -radius "$radius" "${flatten[@]}"
}
animate 30
