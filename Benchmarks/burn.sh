#!/bin/bash
# Speed and memory of burnframe at 1920 x 1080 in color with opacity, beside melt's filter
# burningtv and FFmpeg's dissolve by noise, where those are here. Needs a C compiler, and
# some 500 MB in TMPDIR, or in /dev/shm.
#
#     Benchmarks/burn.sh [folder of executables]       default: build/bin
#     ROUNDS=5                                         how often each pair is run
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "$(readlink -f "$0")")/common.sh"
rounds=${ROUNDS:-5}

picture 1920 1080 255 1 >picture.ppm
pgmmake 1 1920 1080 | pamstack -quiet -tupletype=RGB_ALPHA picture.ppm - >opaque.pam
translucent 1920 1080 1 >translucent.pam
pnmtopng -quiet picture.ppm >picture.png
pgmmake 1 12000 9000 >tall-opacity
ppmmake '#8040c0' 12000 9000 | pamstack -quiet -tupletype=RGB_ALPHA - tall-opacity >tall.pam
rm tall-opacity

rate() { awk "BEGIN { printf \"%.1f\", $1 / $2 }"; } # PICTURES SECONDS

speed() { # NAME PICTURES BOUND OPTIONS...
  local one two ratio processor
  local line="burnframe ${*:4} -frames $2 -threads"
  read -r one two ratio processor _ < <(./pairs "$rounds" "$line 1 > /dev/null" "$line 2 > /dev/null")
  judge "$(rate "$2" "$two")" "$3"
  printf '%-40s %8s %8s %7.2f %8.1f %8s  %s\n' "$1" "$(rate "$2" "$one")" "$(rate "$2" "$two")" \
    "$ratio" "$(awk "BEGIN { print $processor * 1000 / $2 }")" "$3" "$word"
}

beside() { # NAME PROGRAM LINE: 120 pictures, in pairs with $ours
  local a b ratio processors
  if ! command -v "$2" >/dev/null; then
    echo "$1: left out, there is no $2 here"
  elif read -r a b ratio _ _ processors _ < <(./pairs "$rounds" "$ours" "$3" 2>why); then
    printf '%-40s %8s %8s %7.2f %8.2f %8s\n' "$1" "$(rate 120 "$a")" "$(rate 120 "$b")" \
      "$ratio" "$processors" "$(./pairs -m "$3" 2>why | awk '{ printf "%.0f MB", $1 / 1024 }')"
  else
    echo "$1: left out: $(grep . why | tail -n 1)"
  fi
}

opening
printf '\n%-40s %8s %8s %7s %8s %8s\n' "1920 x 1080, pictures a second" "1 thread" "2" "1/2" "ms each" bound
speed "flame, the whole of it, 120 pictures" 120 ">= 30" opaque.pam
speed "flame, its busiest second" 30 ">= 30" -first 6 opaque.pam
speed "flame, half burnt, standing" 30 ">= 30" -burnt 0.5 opaque.pam
speed "flame, the whole of it, translucent" 120 ">= 30" translucent.pam
speed "classic, the whole of it, 60 pictures" 60 ">= 30" -style classic opaque.pam
speed "classic, its first second" 30 ">= 30" -style classic opaque.pam
echo "ms each: processor time of a picture, with one thread"

printf '\n%-40s %8s %8s %7s %8s %8s\n' "beside others, pictures a second" pnmfx theirs time/ proc/ theirs
ours="burnframe -frames 120 opaque.pam > /dev/null"
beside "melt burningtv" melt "melt -profile atsc_1080p_30 -silent pixbuf:picture.png in=0 out=119 -filter burningtv -consumer avformat:/dev/null f=rawvideo vcodec=rawvideo pix_fmt=rgba an=1 real_time=-1 terminate_on_pause=1 < /dev/null"
beside "ffmpeg xfade=dissolve" ffmpeg "ffmpeg -v error -nostdin -f image2 -loop 1 -framerate 30 -i opaque.pam -f lavfi -i color=black@0:size=1920x1080:rate=30,format=rgba -filter_complex [0]format=rgba[a];[a][1]xfade=transition=dissolve:duration=4:offset=0 -frames:v 120 -f null -"

memory_heading "peak memory"
memory "flame, 1920 x 1080" 12 "burnframe -frames 60 opaque.pam > /dev/null"
memory "classic, 1920 x 1080" 12 "burnframe -style classic -frames 60 opaque.pam > /dev/null"
for style in flame classic; do
  memory "$style, 12000 x 9000 from a file" 32 "burnframe -style $style -burnt 0.5 tall.pam > /dev/null"
done
closing
