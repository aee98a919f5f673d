#!/bin/bash
# One JPEG or PNG through an effect, to a file in the same format:
#
#     effect.sh PICTURE RESULT
#
# RESULT is whole, or as it was. The other scripts of this folder call this one or
# source it, so that an effect of your own is put in one place: the function effect.
set -euo pipefail

# From a stream of pictures to another. One thread each, as several pictures are
# worked on at a time.
effect() {
  tint -threads 1 -color '#ffe2b8' |
    mask -threads 1 -shape roundrect -radius 24 -background white
}

decode() { # PICTURE: it, as Netpbm has it
  case ${1,,} in
    *.png) pngtopam -quiet -alphapam <"$1" ;;
    *) jpegtopnm -quiet <"$1" ;;
  esac
}

# In the format of PICTURE; a JPEG keeps its EXIF, with the date and which side is up.
encode() { # PICTURE
  case ${1,,} in
    *.png) pamtopng -quiet ;;
    *) pnmtojpeg -quiet -quality 90 -exif=<(jpegtopnm -quiet -exif=- <"$1") ;;
  esac
}

[ "${BASH_SOURCE[0]}" = "$0" ] || return 0 # the rest is not for who sources this

[ $# -eq 2 ] || { echo "usage: effect.sh PICTURE RESULT" >&2; exit 2; }
picture=$1 result=$2

part=$result.$HOSTNAME-$$.part # beside the result, so that it can be renamed
trap 'rm -f -- "$part"' EXIT
trap 'exit 1' HUP INT TERM
decode "$picture" | effect | encode "$picture" >"$part" ||
  { echo "effect.sh: no result from $picture" >&2; exit 1; }
mv -f -- "$part" "$result"
