#!/bin/bash
# An icon melts into another, and back, for ever: a blur that swells and shrinks
# again, and a threshold that keeps the edge hard. At the height of the blur, when
# neither icon can be told, one is swapped for the other. See usage below.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=recipe.sh
. "$(dirname "$(readlink -f "$0")")/recipe.sh"

usage() {
  cat <<'END'
usage: morph.sh [-hard] [-size N] [-color C] [iconA iconB [photo [output]]]

-hard    swap the icons from one frame to the next, rather than fade over 0.12 s
-size N  the frame, N x N pixels (16 to 2048; default 300)
-color C of the shape, where no photo is given (default: a gradient)
icon     bell, bubble, cloud or square (default: bubble bell); or a picture, which
         goes into the middle two thirds: the shape is what is opaque, or, if all
         is, what is dark on a light ground or light on a dark one
photo    what shows through the shape, cut to a square; none or "": a color

Pictures are PNM, PAM, PNG or JPEG; "-" is standard input.
END
  about_output shape
}
wrong() { usage >&2; exit 2; }

swap=fade size=300 color=
while :; do
  case ${1-} in
    -h | -help | --help) usage; exit 0 ;;
    -hard) swap=hard; shift ;;
    -size) size=${2-}; shift 2 || wrong ;;
    -color) color=${2-}; shift 2 || wrong ;;
    -?*) wrong ;;
    *) break ;;
  esac
done
case $# in 0 | 2 | 3 | 4) ;; *) wrong ;; esac
is_size "$size" || wrong
photo=${3-}

need blur alphathreshold mask
result_in "${4-}"

# An icon as a mask: white on black, in the middle two thirds of the frame. Of 16
# bits, since a wide blur climbs by less than one of 256 steps from pixel to pixel.
icon() { # NAME or FILE
  local fit=$((size * 2 / 3))
  case $1 in
    bell | bubble | cloud | square)
      "$here/icons.sh" "$1" "$size" | pamdepth -quiet 65535 ;;
    *)
      netpbm "$1" >"$work/icon"
      outline || fail "cannot read $1"
      case $(level max "$work/outline") in 0.[0-2]*) fail "$1 shows no shape" ;; esac
      pamdepth -quiet 65535 "$work/outline" >"$work/deep"
      pamscale -quiet -filter=mitchell -xyfit $fit $fit "$work/deep" >"$work/fitting"
      pnmpad -quiet -black -width "$size" -height "$size" "$work/fitting" ;;
  esac
}
level() { pamsumm "-$1" -normalize -brief "$2"; } # min or max, FILE

# What is opaque, or, if everything is, what stands out from the top left corner.
outline() {
  pamtopng -quiet "$work/icon" >"$work/png" &&
    pngtopam -quiet -alpha "$work/png" >"$work/outline" || return 1
  case $(level min "$work/outline") in 1.*) ;; *) return ;; esac
  pngtopam -quiet "$work/png" | ppmtoppm -quiet | ppmtopgm -quiet >"$work/gray"
  pamcut -quiet -width 1 -height 1 "$work/gray" >"$work/corner"
  case $(level max "$work/corner") in
    0.[0-4]*) mv "$work/gray" "$work/outline" ;;
    *) pnminvert "$work/gray" >"$work/outline" ;;
  esac
}
icon "${1:-bubble}" >"$work/fade0"
icon "${2:-bell}" >"$work/fade6"
for step in 1 2 3 4 5; do
  ppmmix "$(awk "BEGIN { print $step / 6 }")" "$work/fade0" "$work/fade6" | ppmtopgm >"$work/fade$step"
done

# What shows through: the middle of the photo, or a color.
if [ -n "$photo" ]; then
  netpbm "$photo" >"$work/photo"
  pamscale -quiet -xyfill "$size" "$size" "$work/photo" >"$work/filling" || fail "cannot read $photo"
  pamfile -size "$work/filling" >"$work/extent"
  read -r width height <"$work/extent"
  pamcut -left $(((width - size) / 2)) -top $(((height - size) / 2)) \
    -width "$size" -height "$size" "$work/filling"
elif [ -n "$color" ]; then
  ppmmake "$color" "$size" "$size"
else
  pamgradient '#ffa02e' '#ff2d78' '#e0329e' '#3f5bff' "$size" "$size"
fi >"$work/picture"

# Fifty pictures a second, which GIF, PNG and WebP can all write: 30 rest, 28 melt,
# 30 rest, 28 melt back. The height of the blur is at pictures 44 and 102.
stills() {
  awk -v swap=$swap 'BEGIN {
    for (n = 0; n < 116; n++) {
      step = n < 73 ? n - 41 : 105 - n
      if (swap == "hard") step = n >= 44 && n < 102 ? 6 : 0
      print "fade" (step < 0 ? 0 : step > 6 ? 6 : step)
    }
  }' | (cd "$work" && xargs cat)
}
radius=$(awk "BEGIN { print 20 * $size / 300 }")
frames() {
  stills | blur -fps "$fps" -radius "loop:0@0,0@0.6,$radius@0.88,0@1.16" |
    alphathreshold -luma -min 0.3 -antialias | mask "${flatten[@]}" - "$work/picture"
}
animate 50
