#!/bin/bash
# Speed and memory of the tools, each beside a program of Netpbm's or a bare copy,
# with what is promised. Needs a C compiler (cc or clang) and some 100 MB in TMPDIR.
#
#     Benchmarks/run.sh [folder of executables]        default: build/bin
#     ROUNDS=21 STARTS=400                             how often each pair is run
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "${1:-$here/../build/bin}" && pwd) || { echo "run.sh: first type make build" >&2; exit 1; }
rounds=${ROUNDS:-21} starts=${STARTS:-400}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compiler=${CC:-$(command -v cc || command -v clang)} ||
  { echo "run.sh: no C compiler: apt-get install gcc" >&2; exit 1; }
for program in pairs copy; do
  "$compiler" -O2 -o "$work/$program" "$here/$program.c"
done

PATH=$bin:$PATH
cd "$work" # short names in the command lines

# A photograph's like: soft colors with noise over them.
pamgradient -maxval=255 '#3a2f6b' '#e0a070' '#205a70' '#f4e8d0' 4000 3000 >soft.ppm
pamaddnoise -quiet -type=gaussian -seed=1 soft.ppm >picture.ppm 2>/dev/null ||
  cp soft.ppm picture.ppm
pamstack -quiet -tupletype=RGB_ALPHA picture.ppm <(pgmramp -ellipse 4000 3000) >picture.pam
ppmmake '#8040c0' 2 2 >tiny.ppm
rm soft.ppm

misses=0
verdict() { # RATIO BOUND, or - for none
  if [ "$2" = - ]; then
    echo
  elif awk -v r="$1" -v b="$2" 'BEGIN { exit !(r <= b) }'; then
    echo ok
  else
    echo OVER
    return 1
  fi
}
heading() { printf '\n%-42s %10s %10s %7s %6s\n' "$1" pnmfx "$2" ratio bound; }
compare() { # NAME ROUNDS BOUND LINE LINE
  local a b ratio word
  read -r a b ratio < <(./pairs "$2" "$4" "$5")
  word=$(verdict "$ratio" "$3") || misses=$((misses + 1))
  awk -v n="$1" -v a="$a" -v b="$b" -v r="$ratio" -v m="$3" -v w="$word" \
    'BEGIN { printf "%-42s %7.2f ms %7.2f ms %7.2f %6s%s\n", n, a * 1000, b * 1000, r, m, w == "" ? "" : "  " w }'
}

processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
echo "$processor, $(nproc) processors; medians of pairs that are run in turn"

heading "start-up, a picture of 2 x 2" ppmtopgm
for tool in glint tiltlight tint "alphathreshold -quiet" "mask -shape circle"; do
  compare "$tool" "$starts" 1.15 "$tool tiny.ppm > /dev/null" "ppmtopgm tiny.ppm > /dev/null"
done

heading "12 megapixels RGB, file to null device" ppmtopgm
lights=(glint "glint -position 0.5" tiltlight tint)
for tool in "${lights[@]}"; do
  compare "$tool" "$rounds" 1 "$tool picture.ppm > /dev/null" "ppmtopgm picture.ppm > /dev/null"
done

heading "the same, between two pipes" "bare copy"
for tool in "${lights[@]}"; do
  compare "$tool" "$rounds" 1.5 "./copy < picture.ppm | $tool | ./copy > /dev/null" \
    "./copy < picture.ppm | ./copy | ./copy > /dev/null"
done

# pamthreshold takes RGBA as it is, and thresholds the luminosity; given the opacity
# alone, which pamchannel must first cut out, it does what alphathreshold does.
heading "12 megapixels RGBA, file to null device" pamthreshold
plain="pamthreshold -quiet picture.pam > /dev/null"
opacity="pamchannel -infile picture.pam 3 | pamthreshold -quiet > /dev/null"
cutout="alphathreshold picture.pam > /dev/null"
compare alphathreshold "$rounds" 0.4 "$cutout" "$plain"
compare "alphathreshold; pamchannel before it" "$rounds" 0.4 "$cutout" "$opacity"
compare "alphathreshold -antialias" "$rounds" - "alphathreshold -antialias picture.pam > /dev/null" "$plain"

printf '\n%-42s %10s %28s\n' "peak memory, 108 megapixels from a pipe" pnmfx bound
for tool in glint tiltlight tint "mask -shape roundrect" "alphathreshold -quiet" \
  "alphathreshold -quiet -antialias"; do
  peak=$(./pairs -m "ppmmake #8040c0 12000 9000 | $tool > /dev/null")
  word=$(verdict "$peak" 8192) || misses=$((misses + 1))
  awk -v n="$tool" -v p="$peak" -v w="$word" \
    'BEGIN { printf "%-42s %7.2f MB %25s MB  %s\n", n, p / 1024, 8, w }'
done

echo
if [ $misses -eq 0 ]; then echo "all within their bounds"; else echo "over their bounds: $misses"; fi
