#!/bin/bash
# Speed, memory and error of blur, beside other programs that blur, with what is promised.
# Uses those that it finds of ffmpeg, vips, gm (GraphicsMagick), ImageMagick, gmic, and
# of OpenCV and Pillow for python3; numpy measures the errors. Needs a C compiler, and
# some 600 MB in TMPDIR, or in /dev/shm.
#
#     Benchmarks/blur.sh [folder of executables]       default: build/bin
#     ROUNDS=11                                        how often each pair is run, at most
#     BUDGET=8 LIMIT=40                                seconds for one pair's rounds, for one run
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "$(readlink -f "$0")")/common.sh"
rounds=${ROUNDS:-11} budget=${BUDGET:-8} limit=${LIMIT:-40}

# The executable itself, since a shim would count as the program's start.
python=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null || true)
has() {
  case $1 in
    cv2 | PIL | numpy) [ -n "$python" ] && "$python" -c "import $1" 2>/dev/null ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

cat >opencv.py <<'END'
import cv2, sys
picture = cv2.imread(sys.argv[1], cv2.IMREAD_UNCHANGED)
picture = cv2.GaussianBlur(picture, (0, 0), float(sys.argv[3]), borderType=cv2.BORDER_REPLICATE)
cv2.imwrite(sys.argv[2], picture)
END
cat >pillow.py <<'END'
import sys
from PIL import Image, ImageFilter
Image.open(sys.argv[1]).filter(ImageFilter.GaussianBlur(float(sys.argv[3]))).save(sys.argv[2])
END
magick=
for program in magick convert-im6 convert; do
  if has $program && $program -version | grep -q '^Version: ImageMagick'; then magick=$program; break; fi
done

# Sets peers, and the command line of each.
declare -A lines
peer() { # NAME PROGRAM LINE, with IN, OUT and RADIUS in it
  if has "$2"; then
    peers+=("$1")
    lines[$1]=$3
  else
    missing+=("$1")
  fi
}
find_peers() { # rgb, rgb16 or rgba
  peers=() missing=() lines=()
  local ffmpeg="ffmpeg -v error -nostdin -y -f" type=uchar
  if [ "$1" = rgba ]; then
    for format in gbrap gbrapf32; do
      peer "ffmpeg gblur, $format" ffmpeg "$ffmpeg pam_pipe -i IN -vf format=$format,premultiply=inplace=1,gblur=sigma=RADIUS,unpremultiply=inplace=1,format=rgba -f image2pipe -c:v pam OUT"
    done
    peer "OpenCV (fringes)" cv2 "$python opencv.py IN OUT RADIUS"
    peer "GraphicsMagick (fringes)" gm "gm convert IN -blur 0xRADIUS OUT"
    peer ImageMagick "${magick:-magick}" "$magick IN -blur 0xRADIUS OUT"
    return
  fi
  peer "ffmpeg gblur" ffmpeg "$ffmpeg ppm_pipe -i IN -vf gblur=sigma=RADIUS -f image2pipe -c:v ppm OUT"
  peer "vips gaussblur" vips "vips gaussblur IN OUT RADIUS"
  peer "vips, min-ampl 0.005" vips "vips gaussblur IN OUT RADIUS --min-ampl 0.005"
  peer OpenCV cv2 "$python opencv.py IN OUT RADIUS"
  [ "$1" = rgb16 ] || peer Pillow PIL "$python pillow.py IN OUT RADIUS"
  [ "$1" = rgb ] || type=ushort
  peer "G'MIC" gmic "gmic -v -1 IN -blur RADIUS -o OUT,$type"
  peer GraphicsMagick gm "gm convert IN -blur 0xRADIUS OUT"
  peer ImageMagick "${magick:-magick}" "$magick IN -blur 0xRADIUS OUT"
}

filled() { # LINE IN OUT RADIUS
  local line=${1//IN/$2}
  line=${line//OUT/$3}
  echo "${line//RADIUS/$4}"
}

# The error of a line on the smaller picture, in four columns.
has numpy && measures=yes || measures=
error() { # LINE EXTENSION RADIUS
  local words
  read -ra words < <(filled "$1" "small.$2" "small-out.$2" "$3")
  if [ "$measures" ] && "${words[@]}" >small-out 2>/dev/null; then
    [ -e "small-out.$2" ] || mv small-out "small-out.$2"
    read -ra words < <("$python" "$here/blur-error.py" "$3" "small.$2" "small-out.$2" || echo - - - -)
  else
    words=(- - - -)
  fi
  rm -f "small-out.$2"
  printf '%8s %7s %8s %7s' "${words[@]}"
}

# All peers at one radius, each in pairs with ours.
table() { # TITLE rgb|rgb16|rgba EXTENSION RADIUS BOUND
  local ours="blur -edge clamp -radius $4" name line a b ratio count least='' fastest=''
  printf '\n%-30s %10s %10s %8s   %16s %16s\n' "$1, radius $4" theirs pnmfx theirs/ "error inside" "anywhere"
  find_peers "$2"
  printf '%-61s   %s\n' pnmfx "$(error "$ours IN" "$3" "$4")"
  for name in "${peers[@]}"; do
    line=$(filled "${lines[$name]}" "big.$3" "out.$3" "$4")
    if read -r a b ratio _ _ _ count < <(./pairs -b "$budget" -l "$limit" "$rounds" "$line" "$ours big.$3 > ours.$3" 2>why); then
      awk -v n="$name" -v a="$a" -v b="$b" -v r="$ratio" -v e="$(error "${lines[$name]}" "$3" "$4")" -v c="$count" -v all="$rounds" \
        'BEGIN { printf "%-30s %7.1f ms %7.1f ms %8.2f   %s%s\n", n, a * 1000, b * 1000, r, e, c < all ? "   rounds: " c : "" }'
      if [ -z "$least" ] || awk -v r="$ratio" -v l="$least" 'BEGIN { exit !(r < l) }'; then
        least=$ratio fastest=$name
      fi
    elif [ -s why ]; then
      printf '%-30s left out: %s\n' "$name" "$(tail -n 1 why)"
    else
      printf '%-30s left out: takes more than %s seconds\n' "$name" "$limit"
    fi
    rm -f "out.$3"
  done
  if [ "$least" ]; then
    judge "$least" ">= $5"
    printf '%-51s %9.2f   bound %s  %s\n' "the fastest, $fastest" "$least" ">= $5" "$word"
  fi
  if [ ${#missing[@]} -gt 0 ]; then echo "not here:$(printf ' %s;' "${missing[@]}")"; fi
}

picture 4000 3000 255 1 >big.ppm
picture 1200 1000 255 1 >small.ppm
translucent 4000 3000 1 >big.pam
translucent 1200 1000 1 >small.pam

opening
cat <<'END'
Error: greatest and mean difference from the exact Gaussian with the border repeated, in
levels, on a picture of 1200 x 1000 with hard edges; inside is four radii from the border.
END
[ "$measures" ] || echo "Without numpy for python3 no errors are measured."

for radius in "1 2" "2 2" "5 3.5" "20 6" "100 6"; do
  table "12 MP RGB" rgb ppm "${radius% *}" "${radius#* }"
done

heading "radius 300 beside radius 5, file to file" "radius 5"
compare "blur -radius 300" "$rounds" "<= 1" "blur -radius 300 big.ppm > out.ppm" "blur -radius 5 big.ppm > ours.ppm"

for radius in 2 5 20 100; do table "12 MP RGBA" rgba pam $radius 1; done

picture 4000 3000 65535 1 >big.ppm
picture 1200 1000 65535 1 >small.ppm
for radius in 2 5 20 100; do table "12 MP RGB, 16 bits" rgb16 ppm $radius 1; done

picture 4000 3000 255 1 >big.ppm
heading "12 megapixels RGB, between two pipes" "bare copy"
for radius in "1 -" "2 <= 2.5" "5 <= 2" "20 <= 1.5" "100 <= 1.5" "300 <= 1.5"; do
  compare "blur -radius ${radius%% *}" "$rounds" "${radius#* }" \
    "./copy < big.ppm | blur -radius ${radius%% *} | ./copy > /dev/null" \
    "./copy < big.ppm | ./copy | ./copy > /dev/null"
done

memory_heading "peak memory"
memory "-radius 500 -edge clamp, 4000 x 3000" 24 "blur -radius 500 -edge clamp big.ppm > /dev/null"
memory "-radius 20, 12000 x 9000 from a pipe" 48 "ppmmake #8040c0 12000 9000 | blur -radius 20 > /dev/null"
closing
