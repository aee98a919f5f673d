# shellcheck shell=bash
# What the benchmarks have in common. Each sources this; then it is in an empty folder,
# in memory if /dev/shm is there, with the programs pairs and copy, and with the tools
# of its first argument, or of build/bin, before all others.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
name=$(basename "$0")
bin=$(cd "${1:-$here/../build/bin}" && pwd) || { echo "$name: first type make build" >&2; exit 1; }
PATH=$bin:$PATH

scratch=${TMPDIR:-/dev/shm}
[ -w "$scratch" ] || scratch=/tmp
work=$(mktemp -d "$scratch/pnmfx-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
compiler=${CC:-$(command -v cc || command -v clang)} ||
  { echo "$name: no C compiler: apt-get install gcc" >&2; exit 1; }
for program in pairs copy; do
  "$compiler" -O2 -o "$work/$program" "$here/$program.c"
done
cd "$work" || exit # short names in the command lines

misses=0
judge() { # VALUE "<= BOUND" or ">= BOUND" or -: sets word to ok, over, under or nothing
  word=
  [ "$2" = - ] && return
  if awk -v v="$1" -v b="${2#?= }" -v least="${2%= *}" \
    'BEGIN { exit !(least == ">" ? v >= b : v <= b) }'; then
    word=ok
  else
    case $2 in '>'*) word=under ;; *) word=over ;; esac
    misses=$((misses + 1))
  fi
}

load() { cut -d ' ' -f 1 /proc/loadavg; }

opening() {
  echo "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors," \
    "load $(load); medians of pairs that are run in turn"
}

closing() {
  printf '\nload at the end: %s; ' "$(load)"
  if [ $misses -eq 0 ]; then echo "all within their bounds"; else echo "not within their bounds: $misses"; fi
}

heading() { # TITLE NAME-OF-OTHER
  printf '\n%-44s %10s %10s %7s %8s\n' "$1" pnmfx "$2" ratio bound
}

compare() { # NAME ROUNDS BOUND LINE-OF-OURS LINE-OF-THEIRS
  local a b ratio
  read -r a b ratio _ < <(./pairs "$2" "$4" "$5")
  judge "$ratio" "$3"
  awk -v n="$1" -v a="$a" -v b="$b" -v r="$ratio" -v m="$3" -v w="$word" \
    'BEGIN { printf "%-44s %7.2f ms %7.2f ms %7.2f %8s  %s\n", n, a * 1000, b * 1000, r, m, w }'
}

memory_heading() { printf '\n%-44s %10s %25s\n' "$1" pnmfx bound; }

memory() { # NAME MB LINE
  local peak
  peak=$(./pairs -m "$3")
  peak=$(awk -v p="$peak" 'BEGIN { printf "%.2f", p / 1024 }')
  judge "$peak" "<= $2"
  printf '%-44s %7.2f MB %19s %5s MB  %s\n' "$1" "$peak" "" "<= $2" "$word"
}

# Stands for a photograph: soft colors, noise, and letters with hard edges.
picture() { # WIDTH HEIGHT MAXVAL SEED
  local letters=$(($1 / 80 + 1))
  pamgradient "-maxval=$3" '#3a2f6b' '#e0a070' '#205a70' '#f4e8d0' "$1" "$2" >soft
  pamaddnoise -quiet -type=gaussian "-seed=$4" soft >noisy 2>/dev/null || cp soft noisy
  pbmtext -nomargins "pnmfx $4" | pamenlarge $letters | pamdepth -quiet "$3" |
    pgmtoppm black-white | pamcomp -quiet -align=center -valign=middle - noisy | pamtopnm
  rm soft noisy
}

# Its opacity takes every value.
translucent() { # WIDTH HEIGHT SEED
  pgmramp -ellipse "$1" "$2" >soft-opacity
  pamaddnoise -quiet -type=gaussian "-seed=$3" soft-opacity >opacity 2>/dev/null || cp soft-opacity opacity
  picture "$1" "$2" 255 "$3" | pamstack -quiet -tupletype=RGB_ALPHA - opacity
  rm soft-opacity opacity
}
