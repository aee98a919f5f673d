#!/bin/bash
# The scripts of Examples/batch beside each other, on 1000 small pictures and on 20 large
# ones: seconds by the clock, and seconds that processors were busy. Medians of rounds in
# which they take turns. Needs some 100 MB in TMPDIR.
#
#     Benchmarks/batch.sh [folder of executables]      default: build/bin
#     ROUNDS=5
set -euo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "${1:-$here/../build/bin}" && pwd) || { echo "batch.sh: first type make build" >&2; exit 1; }
rounds=${ROUNDS:-5} batch=$here/../Examples/batch
PATH=$bin:$PATH

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
pictures() { # FOLDER COUNT WIDTH HEIGHT: JPEG files with grain, as photographs have
  mkdir "$1"
  pamgradient -maxval=255 '#3a2f6b' '#e0a070' '#205a70' '#f4e8d0' "$3" "$4" >soft.ppm
  pamaddnoise -quiet -type=gaussian -seed=1 soft.ppm 2>/dev/null | pnmtojpeg -quality 90 >one.jpg
  for ((i = 0; i < $2; i++)); do cp one.jpg "$1/$i.jpg"; done
}
pictures small 1000 320 240
pictures large 20 4000 3000

by_one() { JOBS=1 "$batch/files.sh" "$1" out; }
by_files() { "$batch/files.sh" "$1" out; }
by_make() { make -s -f "$batch/files.mk" -j "$(nproc)" IN="$1" OUT=out; }
by_stream() { "$batch/stream.sh" "$1" out; }
median() { sort -g | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }

echo "$(nproc) processors, load $(cut -d ' ' -f 1 /proc/loadavg); medians of $rounds rounds"
TIMEFORMAT='%R %U %S'
for folder in small large; do
  for ((round = 0; round < rounds; round++)); do
    for way in one files make stream; do
      rm -rf out
      { time "by_$way" "$folder" 2>errors; } 2>>"$folder-$way" || { cat errors >&2; exit 1; }
    done
  done
  for way in one files make stream; do
    printf '%-6s %-7s %7.1f s by the clock %7.1f s busy\n' "$folder" "$way" \
      "$(awk '{ print $1 }' "$folder-$way" | median)" \
      "$(awk '{ print $2 + $3 }' "$folder-$way" | median)"
  done
done
echo "load $(cut -d ' ' -f 1 /proc/loadavg)"
