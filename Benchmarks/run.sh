#!/bin/bash
# Speed and memory of the tools, each beside a program of Netpbm's or a bare copy,
# with what is promised. Needs a C compiler, and some 200 MB in TMPDIR, or in /dev/shm.
#
#     Benchmarks/run.sh [folder of executables]        default: build/bin
#     ROUNDS=21 STARTS=400                             how often each pair is run
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "$(readlink -f "$0")")/common.sh"
rounds=${ROUNDS:-21} starts=${STARTS:-400}

picture 4000 3000 255 1 >picture.ppm
translucent 4000 3000 1 >picture.pam
ppmmake '#8040c0' 2 2 >tiny.ppm

opening

heading "start-up, a picture of 2 x 2" ppmtopgm
for tool in glint tiltlight tint "alphathreshold -quiet" "mask -shape circle" \
  "lighten-blend tiny.ppm"; do
  compare "$tool" "$starts" "<= 1.15" "$tool tiny.ppm > /dev/null" "ppmtopgm tiny.ppm > /dev/null"
done
for tool in blur frost; do
  compare "$tool" "$starts" - "$tool tiny.ppm > /dev/null" "ppmtopgm tiny.ppm > /dev/null"
done

heading "12 megapixels RGB, file to null device" ppmtopgm
lights=(glint "glint -position 0.5" tiltlight tint)
for tool in "${lights[@]}"; do
  compare "$tool" "$rounds" "<= 1" "$tool picture.ppm > /dev/null" "ppmtopgm picture.ppm > /dev/null"
done

heading "the same, between two pipes" "bare copy"
for tool in "${lights[@]}"; do
  compare "$tool" "$rounds" "<= 1.5" "./copy < picture.ppm | $tool | ./copy > /dev/null" \
    "./copy < picture.ppm | ./copy | ./copy > /dev/null"
done

# pamthreshold takes RGBA as it is, and thresholds the luminosity; given the opacity
# alone, which pamchannel must first cut out, it does what alphathreshold does.
heading "12 megapixels RGBA, file to null device" pamthreshold
plain="pamthreshold -quiet picture.pam > /dev/null"
opacity="pamchannel -infile picture.pam 3 | pamthreshold -quiet > /dev/null"
cutout="alphathreshold picture.pam > /dev/null"
compare alphathreshold "$rounds" "<= 0.4" "$cutout" "$plain"
compare "alphathreshold; pamchannel before it" "$rounds" "<= 0.4" "$cutout" "$opacity"
compare "alphathreshold -antialias" "$rounds" - "alphathreshold -antialias picture.pam > /dev/null" "$plain"

memory_heading "peak memory, 108 megapixels from a pipe"
for tool in glint tiltlight tint "mask -shape roundrect" "alphathreshold -quiet" \
  "alphathreshold -quiet -antialias"; do
  memory "$tool" 8 "ppmmake #8040c0 12000 9000 | $tool > /dev/null"
done
closing
