#!/bin/bash
# A rare card: light springs across it from the top left past the bottom right
# corner, and the side that is tilted up brightens. Two seconds that repeat
# without a seam. See usage below.
set -euo pipefail

usage() {
  cat <<'END'
usage: rarecard.sh [picture [output]]

picture  PNM, PAM, PNG or JPEG; "-" is standard input; none or "" draws a card
output   .webp .png .gif .mp4 .pam: an animation in the format its name ends in
         (default: rarecard.webp, or what the encoders that are here can do)

BACKGROUND=white   what shows around the card in an MP4, which has no opacity
END
}
fail() { echo "rarecard.sh: $*" >&2; exit 1; }
has() { command -v "$1" >/dev/null; }

case ${1-} in -h | -help | --help) usage; exit 0 ;; esac
[ $# -le 2 ] || { usage >&2; exit 2; }
picture=${1-} output=${2-}
here=$(cd "$(dirname "$0")" && pwd)
if [ -d "$here/../build/bin" ]; then PATH=$here/../build/bin:$PATH; fi

for tool in glint tiltlight mask; do
  has $tool || fail "no $tool: type make build, or put pnmfx on the PATH"
done
has pamdepth || fail "no pamdepth: install Netpbm (Debian: apt-get install netpbm)"

# Which encoder: ffmpeg does them all; otherwise the smallest Debian package.
encoder() { # FORMAT: prints the program, fails if it is not here
  local small
  case $1 in
    webp) small=img2webp ;; png) small=apngasm ;; gif) small=gifsicle ;;
    mp4) small=ffmpeg ;; pam) echo cat; return ;;
  esac
  if has ffmpeg; then echo ffmpeg; elif has $small; then echo $small; else return 1; fi
}
if [ -z "$output" ]; then
  for format in webp png gif ""; do
    [ -n "$format" ] || fail "no encoder: apt-get install webp (or apngasm, gifsicle, ffmpeg)"
    if encoder $format >/dev/null; then break; fi
  done
  output=rarecard.$format
fi
format=${output##*.}
format=${format,,}
case $format in
  webp) package=webp ;; png) package=apngasm ;; gif) package=gifsicle ;; mp4) package=ffmpeg ;;
  pam) package= ;;
  *) fail "$output: the name must end in .webp, .png, .gif, .mp4 or .pam" ;;
esac
encoder=$(encoder "$format") || fail "no encoder for .$format: apt-get install $package (or ffmpeg)"

folder=$(dirname "$output")
[ -d "$folder" ] || fail "no folder $folder"
work=$(mktemp -d)
part=$folder/.rarecard.$$.$format # beside the result, so that it can be renamed
trap 'rm -rf "$work" "$part"' EXIT
trap 'exit 1' HUP INT TERM

# The picture, as Netpbm has it.
if [ -z "$picture" ]; then
  "$here/cardart.sh" >"$work/card"
else
  if [ "$picture" = - ]; then
    cat >"$work/given"
    picture=$work/given
  fi
  if [ ! -r "$picture" ] || [ -d "$picture" ]; then fail "cannot read $picture"; fi
  case $(head -c 3 <"$picture" | od -An -tx1 | tr -d ' \n') in
    89504e) pngtopam -quiet -alphapam <"$picture" ;;
    ffd8ff) jpegtopnm -quiet <"$picture" ;;
    503[1-7]*) cat <"$picture" ;;
    *) fail "$picture is not PNM, PAM, PNG or JPEG" ;;
  esac >"$work/card" || fail "cannot read $picture"
fi
size=$(pamfile -size "$work/card") || fail "cannot read $picture"

# Corners of radius 8 on a card of 300 pixels.
radius=$(echo "$size" | awk 'NR == 1 { print 8 * ($1 < $2 ? $1 : $2) / 300 }')

# The light: one spring across in two seconds, faded in and out at the seam,
# where it would jump from corner to corner. The tilt: one turn, which keeps the
# raised side away from the light as it goes by.
fps=30 frames=60
flatten=()
if [ "$format" = mp4 ]; then flatten=(-background "${BACKGROUND:-white}"); fi
frames() {
  glint -fps $fps -frames $frames -speed 0.5 -width 0.25 \
    -strength loop,ease-in-out:0@0,0.5@0.2,0.5@1.1,0@2 "$work/card" |
    tiltlight -fps $fps -strength 0.45 \
      -x loop,ease-in-out:-0.9@-0.85,0.9@0.15,-0.9@1.15 \
      -y loop,ease-in-out:0.9@-0.35,-0.9@0.65,0.9@1.65 |
    mask -fps $fps -shape roundrect -corner continuous -radius "$radius" "${flatten[@]}"
}

# Frames as files, for the encoders that take no stream. A thirtieth of a second
# is not a whole number of milliseconds, so every third frame is a little longer.
split() { frames | pamdepth -quiet 255 | pamsplit -quiet -padname=3 - "$work/%d.pam"; }

by_ffmpeg() {
  local options
  case $format in
    webp) options=(-c:v libwebp_anim -q:v 85 -loop 0 -f webp) ;;
    png) options=(-c:v apng -pred mixed -plays 0 -f apng) ;;
    gif) options=(-filter_complex
      '[0]split[a][b];[a]palettegen=reserve_transparent=1[p];[b][p]paletteuse' -loop 0 -f gif) ;;
    mp4) options=(-vf 'pad=ceil(iw/2)*2:ceil(ih/2)*2' -c:v libx264 -crf 16 -pix_fmt yuv420p
      -movflags +faststart -f mp4) ;;
  esac
  frames | pamdepth -quiet 255 |
    ffmpeg -nostdin -v error -y -f image2pipe -c:v pam -framerate $fps -i - "${options[@]}" "$part"
}
by_img2webp() {
  split
  local arguments=() i=0 file
  for file in "$work"/*.pam; do
    arguments+=(-d $((i++ % 3 == 2 ? 34 : 33)) -lossy -q 85 "$file")
  done
  img2webp -loop 0 "${arguments[@]}" -o "$part" >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; return 1; }
}
by_apngasm() {
  split
  local file
  for file in "$work"/*.pam; do pamtopng -quiet "$file" >"${file%.pam}.png"; done
  apngasm "$part" "$work"/*.png 1 $fps -z0 >"$work/log" 2>&1 || { cat "$work/log" >&2; return 1; }
}
by_gifsicle() {
  split
  # One palette for all frames, so that nothing flickers; opacity is yes or no.
  local file name arguments=() i=0
  for file in "$work"/*.pam; do pamtopnm -quiet "$file" | ppmtoppm -quiet >"${file%.pam}.ppm"; done
  pnmcat -quiet -tb "$work"/*[05].ppm | pnmcolormap -quiet 255 >"$work/palette" 2>"$work/log"
  for file in "$work"/*.pam; do
    name=${file%.pam}
    pamtopng -quiet "$file" | pngtopam -quiet -alpha >"$name.opacity"
    pnmremap -quiet -floyd -norandom -mapfile="$work/palette" "$name.ppm" |
      pamstack -quiet -tupletype RGB_ALPHA - "$name.opacity" | pamtogif -quiet >"$name.gif"
    arguments+=(--delay $((i++ % 3 == 2 ? 4 : 3)) "$name.gif")
  done
  gifsicle -O3 --loop "${arguments[@]}" >"$part"
}
by_cat() { frames >"$part"; }

"by_$encoder" || fail "$encoder could not make $output"
mv -f "$part" "$output"
echo "rarecard.sh: $output"
