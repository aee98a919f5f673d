#!/bin/bash
# Builds the fuzzers and runs each for some seconds, or only those that are named:
#
#     run.sh SECONDS [TARGET...]
#
# What was found to reach new code is kept in build/fuzz/corpus, and what broke a promise in
# build/fuzz/found: `build/fuzz/fuzz TARGET FILE` runs that again.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
work=${PNMFX_FUZZ_WORK:-$root/build/fuzz}
seconds=$1
shift

mkdir -p "$work/found"
said=$work/build.log
# Of two sanitizers that `swift build --sanitize` gets, Swift takes the last. gold says a line for
# each of the sanitizers' own symbols.
# shellcheck disable=SC2054
build=(swift build -c release --scratch-path "$work/build" --product fuzz --sanitize=fuzzer
  -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=fuzzer-no-link,address
  -Xswiftc -enable-testing -Xswiftc -g)
"${build[@]}" >"$said" 2>&1 || {
  grep -v 'Cannot export local symbol' "$said" >&2
  exit 1
}
ln -sf "$("${build[@]}" --show-bin-path 2>/dev/null)/fuzz" "$work/fuzz"

[ $# -gt 0 ] || mapfile -t targets < <("$work/fuzz")
[ $# -eq 0 ] || targets=("$@")
# Leaks are looked for at the end of each target, but for what a call leaves to the end of its
# process: what libnetpbm held when it jumped, and copies of arguments.
export LSAN_OPTIONS=suppressions=$PWD/leaks.txt:print_suppressions=0
# The names of functions, by which leaks are told apart, come from Swift's own symbolizer.
ASAN_SYMBOLIZER_PATH=$(dirname "$(readlink -f "$(command -v swift)")")/llvm-symbolizer
export ASAN_SYMBOLIZER_PATH
export ASAN_OPTIONS=quarantine_size_mb=16
export SWIFT_BACKTRACE=enable=no
TIMEFORMAT='%U %S'
status=0
for target in "${targets[@]}"; do
  corpus=$work/corpus/$target
  ./make-seeds.sh "$target" "$corpus"
  log=$work/$target.log
  found=nothing
  spent=$({ time "$work/fuzz" "$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=1024 \
    -malloc_limit_mb=256 -max_len=1024 -use_value_profile=1 -dict=fuzz.dict -detect_leaks=0 -print_funcs=0 \
    -artifact_prefix="$work/found/$target-" -print_final_stats=1 "$corpus" >"$log" 2>&1; } 2>&1) ||
    { found="SOMETHING: see $log"; status=1; }
  echo "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -1) runs" \
    "in $(awk '{ print int($1 + $2) }' <<<"$spent") processor seconds," \
    "$(grep -o 'cov: [0-9]*' "$log" | tail -1 | tr -dc 0-9) edges," \
    "$(sed -n 's/^stat::peak_rss_mb: *//p' "$log" | tail -1) MB: found $found"
done
exit $status
