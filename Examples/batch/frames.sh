#!/bin/bash
# An animation by clip.sh, in parts of 30 frames on many machines, with GNU parallel:
#
#     frames.sh PICTURE FRAMES RESULT HOST,HOST...
#
# PICTURE is PNM or PAM, and RESULT a stream of frames, to the byte the one that
# clip.sh 0 FRAMES PICTURE makes. Hosts are as in hosts.sh. The parts are kept in
# RESULT.FRAMES until all are there: called again, the script makes those that miss.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")

[ $# -eq 4 ] ||
  { echo "usage: frames.sh PICTURE FRAMES RESULT HOST,HOST..." >&2; exit 2; }
mkdir -p "$3.$2"
picture=$(realpath "$1") frames=$2 parts=$(realpath "$3.$2")
name=${picture##*/}
size=30
firsts=() files=()
for ((first = 0; first < frames; first += size)); do
  firsts+=("$first $((frames - first < size ? frames - first : size))")
  files+=("$parts/$first.part")
done

parallel --colsep ' ' --sshlogin "$4" --workdir ... --cleanup \
  --transferfile "$here/./clip.sh" --transferfile "${picture%/*}/./$name" \
  --return "$parts/./{1}.part" \
  --joblog "$parts/log" --resume-failed --retries 3 --halt soon,fail=1 \
  ./clip.sh '{1} {2}' "$(printf %q "$name")" '>{1}.part' ::: "${firsts[@]}" || {
  echo "frames.sh: some parts are not done; call it again to go on" >&2
  exit 1
}
cat "${files[@]}" >"$parts/whole"
mv -f "$parts/whole" "$3"
rm -r "$parts"
