#!/bin/bash
# Every picture of a folder as one stream, through one pipeline: the effect's clock
# runs on from picture to picture, and it may use those before.
#
#     stream.sh FOLDER RESULTS
#
# If a picture fails, there are no results after it.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
# shellcheck source-path=SCRIPTDIR source=effect.sh
. "$here/effect.sh"

[ $# -eq 2 ] || { echo "usage: stream.sh FOLDER RESULTS" >&2; exit 2; }
mapfile -d '' -t names < <("$here/pictures.sh" "$1")
[ ${#names[@]} -gt 0 ] || exit 1

mkdir -p "$2"
work=$(mktemp -d "$2/.stream.XXXXXX") # beside the results, so that they can be renamed
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# The stream, cut into its pictures: 0, 1, 2 ...
for name in "${names[@]}"; do
  decode "$1/$name" || { echo "stream.sh: cannot read $1/$name" >&2; exit 1; }
done | effect | pamsplit -quiet - "$work/%d"

for i in "${!names[@]}"; do
  encode "$1/${names[i]}" <"$work/$i" >"$work/result"
  mv -f "$work/result" "$2/${names[i]}"
  rm "$work/$i"
done
