#!/bin/bash
# Every picture of a folder through effect.sh, several at a time:
#
#     files.sh FOLDER RESULTS
#     JOBS=8                        how many (default: as many as there are processors)
#
# If a picture fails, the others are still done, and the exit status is not 0.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")

[ $# -eq 2 ] || { echo "usage: files.sh FOLDER RESULTS" >&2; exit 2; }
mkdir -p "$2"
"$here/pictures.sh" "$1" |
  xargs -0 -r -P "${JOBS:-$(nproc)}" -I '{}' "$here/effect.sh" "$1/{}" "$2/{}"
