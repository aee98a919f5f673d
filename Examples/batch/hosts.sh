#!/bin/bash
# Every picture of a folder through effect.sh, on many machines, with GNU parallel:
#
#     hosts.sh FOLDER RESULTS HOST,HOST...
#
# A host is what ssh takes without asking for a password; it has bash, rsync, Netpbm
# and pnmfx on its path, and gets as many pictures at a time as it has processors.
# What fails is tried three times, on other hosts first. If a fifth of the pictures
# failed, no more are begun. RESULTS/.run remembers what is done: called again, the
# script does the rest, and removes it when all is done.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")

[ $# -eq 3 ] || { echo "usage: hosts.sh FOLDER RESULTS HOST,HOST..." >&2; exit 2; }
mkdir -p "$2/.run"
pictures=$(realpath "$1") results=$(realpath "$2")
folder=${pictures##*/} run=$results/.run

# The log counts pictures, so a list goes with it.
[ -e "$run/list" ] || {
  "$here/pictures.sh" "$pictures" >"$run/list.part"
  mv "$run/list.part" "$run/list"
}
mapfile -d '' -t names <"$run/list"

# What stands after /./ is the path in a folder of the job's own on the host. Parallel
# quotes names for the shell of the host, which rsync must hand to it as they are.
export RSYNC_OLD_ARGS=1
status=0
parallel -0 --arg-file "$run/list" --sshlogin "$3" --workdir ... --cleanup \
  --transferfile "$here/./effect.sh" \
  --transferfile "${pictures%/*}/./$folder/{}" --return "$results/./{}" \
  --joblog "$run/log" --resume-failed --retries 3 --halt soon,fail=20% \
  ./effect.sh "$(printf %q "$folder")/{}" {} || status=$?

# A result that was lost on its way back is no failure to parallel: out of the log.
missing=0
for i in "${!names[@]}"; do
  if ! [ "$results/${names[i]}" -nt "$run/list" ]; then
    missing=$((missing + 1))
    sed -i "/^$((i + 1))\t/d" "$run/log"
  fi
done
if [ $status -ne 0 ] || [ $missing -gt 0 ]; then
  echo "hosts.sh: $missing of ${#names[@]} pictures are not done; call it again to go on" >&2
  exit 1
fi
rm -r "$run"
