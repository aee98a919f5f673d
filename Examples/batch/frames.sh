#!/bin/bash
# An animation by clip.sh, in parts of 30 frames on many machines, with GNU parallel:
#
#     frames.sh PICTURE FRAMES RESULT HOST,HOST...
#
# PICTURE is PNM or PAM, and RESULT a stream of frames, to the byte the one that
# clip.sh 0 FRAMES PICTURE makes. Hosts are as for hosts.sh. RESULT.FRAMES has the parts
# until all are there: called again, the script makes those that are missing.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
# shellcheck source-path=SCRIPTDIR source=over-hosts.sh
. "$here/over-hosts.sh"

[ $# -eq 4 ] ||
  { echo "usage: frames.sh PICTURE FRAMES RESULT HOST,HOST..." >&2; exit 2; }
mkdir -p "$3.$2"
picture=$(realpath "$1") frames=$2 parts=$(realpath "$3.$2")
name=${picture##*/}

size=30 jobs=() files=()
for ((first = 0; first < frames; first += size)); do
  jobs+=("$first $((frames - first < size ? frames - first : size))")
  files+=("$parts/$first.part")
done
[ -e "$parts/list" ] || printf '%s\0' "${jobs[@]}" >"$parts/list"

over_hosts "$4" "$parts" files --colsep ' ' --halt soon,fail=1 \
  --transferfile "$here/./clip.sh" --transferfile "${picture%/*}/./$name" \
  --return "$parts/./{1}.part" \
  ./clip.sh '{1} {2}' "$(printf %q "$name")" '>{1}.part'
cat "${files[@]}" >"$parts/whole"
mv -f "$parts/whole" "$3"
rm -r "$parts"
