#!/bin/bash
# Speed and memory of lighten-blend, beside GraphicsMagick, ImageMagick and a bare copy, with
# what is promised. Needs a C compiler, and some 1200 MB in TMPDIR, or in /dev/shm.
#
#     Benchmarks/lighten.sh [folder of executables]    default: build/bin
#     ROUNDS=21                                        how often each pair is run
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "$(readlink -f "$0")")/common.sh"
rounds=${ROUNDS:-21}
magick=$(imagemagick)

translucent 4000 3000 1 >base.pam
translucent 4000 3000 2 >overlay.pam

opening

# Of the formats that the others read and write, PAM is their fastest.
table() { # TITLE FILE-OF-OURS FILE-OF-THEIRS
  local ours="lighten-blend overlay.pam base.pam > $2"
  heading "12 megapixels RGBA, $1" "the other"
  if command -v gm >/dev/null; then
    compare "beside GraphicsMagick" "$rounds" "<= 0.1" "$ours" \
      "gm composite -compose Lighten overlay.pam base.pam pam:$3"
  fi
  if command -v "$magick" >/dev/null; then
    compare "beside ImageMagick" "$(((rounds + 2) / 3))" - "$ours" \
      "$magick base.pam overlay.pam -compose Lighten -composite pam:$3"
  fi
  compare "beside a bare copy of both pictures" "$rounds" "<= 2" "$ours" \
    "./copy overlay.pam base.pam > $3"
  compare "beside itself with -threads 1" "$rounds" - "$ours" \
    "lighten-blend -threads 1 overlay.pam base.pam > $3"
}
table "files to null device" /dev/null /dev/null
table "files to file" ours theirs
rm -f base.pam overlay.pam ours theirs

translucent 1920 1080 1 >overlay.pam
for seed in 1 2 3 4; do translucent 1920 1080 "$seed"; done >four.pam
for _ in {1..15}; do cat four.pam; done >stream.pam
heading "60 frames of 1080p RGBA, between two pipes" "bare copy"
compare "one overlay for all" "$rounds" "<= 2" \
  "./copy < stream.pam | lighten-blend overlay.pam | ./copy > /dev/null" \
  "./copy < stream.pam | ./copy | ./copy > /dev/null"
compare "an overlay for each" "$rounds" - \
  "./copy < stream.pam | lighten-blend stream.pam | ./copy > /dev/null" \
  "./copy < stream.pam | ./copy | ./copy > /dev/null"

picture 4000 3000 255 1 >overlay.ppm
memory_heading "peak memory, 108 megapixels from a pipe"
memory "an overlay of its kind" 8 "ppmmake #8040c0 12000 9000 | lighten-blend overlay.ppm > /dev/null"
memory "an overlay of another kind, at x 0.5" 8 \
  "ppmmake #8040c0 12000 9000 | lighten-blend -x 0.5 overlay.pam > /dev/null"
closing
