#!/bin/bash
# Long streams and large pictures through every tool: the peak memory of each beside that of a
# shorter stream, or of a picture as wide but of a quarter of the height. It must not grow.
#
#     Tests/Endurance/run.sh [folder of executables]    default: build/bin
#     PICTURES=100000 SECONDS_OF_VIDEO=3600 SIDE=32768  how many, how long, how large
#     TOOLS="glint blur"                                only these
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
bin=$(cd "${1:-$root/build/bin}" && pwd) || { echo "run.sh: first type make build" >&2; exit 1; }
pictures=${PICTURES:-100000} video=${SECONDS_OF_VIDEO:-3600} side=${SIDE:-32768}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compiler=${CC:-$(command -v cc || command -v clang)} ||
  { echo "run.sh: no C compiler: apt-get install gcc" >&2; exit 1; }
"$compiler" -O2 -o "$work/pairs" "$root/Benchmarks/pairs.c"
read -ra tools <<<"${TOOLS:-$(sed -n '/^let tools = \[/,/^\]/s/^ *"\([^"]*\)".*/\1/p' \
  "$root/Package.swift" | tr '\n' ' ')}"

PATH=$bin:$PATH
cd "$work" # short names in the command lines

ppmmake '#8040c0' 5 4 >small.ppm
ppmmake '#8040c0' 64 36 >frame.ppm
pamstack -quiet -tupletype=RGB_ALPHA frame.ppm <(pgmramp -ellipse 64 36) >overlay.pam
repeated() { # FILE TIMES
  # shellcheck disable=SC2046
  printf "$1 %.0s" $(seq "$2") | xargs cat
}
repeated small.ppm $((pictures / 100)) >few
repeated small.ppm "$pictures" >many
repeated frame.ppm 5400 >minutes # three of them

# A tool and what it must be told.
call() {
  case $1 in
    lighten-blend) echo "lighten-blend -x 3 overlay.pam" ;;
    mask) echo "mask -shape roundrect" ;;
    *) echo "$1" ;;
  esac
}

grown=0
measure() { # WHAT SHORTER LONGER TOOL: the second and third write what the tool reads
  local tool short long start=$SECONDS
  tool=$(call "$4")
  short=$(./pairs -m "$2 | $tool > /dev/null")
  long=$(./pairs -m "$3 | $tool > /dev/null")
  local verdict=flat
  # A page here and there may be touched late.
  if ((long > short + short / 10 + 256)); then verdict=GROWS grown=$((grown + 1)); fi
  printf '%-34s %-15s %7d KiB %7d KiB  %-5s %5d s\n' \
    "$1" "$4" "$short" "$long" "$verdict" $((SECONDS - start))
}

printf '%-34s %-15s %11s %11s\n' "" "" "shorter" "longer"
for tool in "${tools[@]}"; do
  measure "$pictures pictures of 5 x 4" "cat few" "cat many" "$tool"
done
for tool in "${tools[@]}"; do
  measure "$video s of 64 x 36 at 30 a second" "cat minutes" \
    "cat $(printf 'minutes %.0s' $(seq $((video / 180))))" "$tool"
done
for tool in "${tools[@]}"; do
  measure "one of $side x $side" "ppmmake #8040c0 $side $((side / 4))" \
    "ppmmake #8040c0 $side $side" "$tool"
done
exit $((grown > 0))
