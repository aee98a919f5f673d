#!/bin/bash
# Every picture of a folder through effect.sh, on many machines, with GNU parallel:
#
#     hosts.sh FOLDER RESULTS HOST,HOST...
#
# A host is what ssh takes without asking for a password; it has bash, rsync, Netpbm
# and pnmfx on its path, and gets as many pictures at a time as it has processors.
# When a fifth of the pictures failed, no more are begun. RESULTS/.run remembers what
# is done: called again, the script does the rest, and removes it in the end.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
# shellcheck source-path=SCRIPTDIR source=over-hosts.sh
. "$here/over-hosts.sh"

[ $# -eq 3 ] || { echo "usage: hosts.sh FOLDER RESULTS HOST,HOST..." >&2; exit 2; }
mkdir -p "$2/.run"
pictures=$(realpath "$1") results=$(realpath "$2")
folder=${pictures##*/} run=$results/.run

if ! [ -e "$run/list" ]; then
  "$here/pictures.sh" "$pictures" >"$run/list.part"
  mv "$run/list.part" "$run/list"
fi
mapfile -d '' -t names <"$run/list"
# shellcheck disable=SC2034 # over_hosts uses it
files=("${names[@]/#/$results/}")

# What stands after /./ is the path on the host.
over_hosts "$3" "$run" files --halt soon,fail=20% \
  --transferfile "$here/./effect.sh" --transferfile "${pictures%/*}/./$folder/{}" \
  --return "$results/./{}" ./effect.sh "$(printf %q "$folder")/{}" {}
rm -r "$run"
