#!/bin/bash
# The ways of Examples/batch to do 1000 small pictures and 20 large ones: seconds by the
# clock, and seconds that processors were busy. Medians of rounds in which they take turns.
# Needs a gigabyte in TMPDIR.
#
#     Benchmarks/batch.sh [folder of executables]      default: build/bin
#     ROUNDS=5
set -euo pipefail
export LC_ALL=C
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "$(readlink -f "$0")")/common.sh"
rounds=${ROUNDS:-5} batch=$here/../Examples/batch

copies() { # FOLDER COUNT WIDTH HEIGHT
  local i
  mkdir "$1"
  picture "$3" "$4" 255 1 | pnmtojpeg -quality 90 >one.jpg
  for ((i = 0; i < $2; i++)); do cp one.jpg "$1/$i.jpg"; done
}
copies small 1000 320 240
copies large 20 4000 3000

by_one() { JOBS=1 "$batch/files.sh" "$1" out; }
by_files() { "$batch/files.sh" "$1" out; }
by_make() { make -s -f "$batch/files.mk" -j "$(nproc)" IN="$1" OUT=out; }
by_stream() { "$batch/stream.sh" "$1" out; }
ways=(one files make stream)

median() { sort -g | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }
TIMEFORMAT='%R %U %S'
echo "$(nproc) processors, load $(load); medians of $rounds rounds"
for folder in small large; do
  for ((round = 0; round < rounds; round++)); do
    for way in "${ways[@]}"; do
      rm -rf out
      { time "by_$way" "$folder" 2>errors; } 2>>"$folder-$way" || { cat errors >&2; exit 1; }
    done
  done
  for way in "${ways[@]}"; do
    printf '%-6s %-7s %7.1f s by the clock %7.1f s busy\n' "$folder" "$way" \
      "$(awk '{ print $1 }' "$folder-$way" | median)" \
      "$(awk '{ print $2 + $3 }' "$folder-$way" | median)"
  done
done
echo "load $(load) at the end"
