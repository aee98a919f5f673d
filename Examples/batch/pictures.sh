#!/bin/bash
# The names of the JPEG and PNG files in a folder, in order, each with a null byte
# after it, so that any name will do:
#
#     pictures.sh FOLDER
set -euo pipefail

[ $# -eq 1 ] || { echo "usage: pictures.sh FOLDER" >&2; exit 2; }
cd "$1" 2>/dev/null || { echo "pictures.sh: cannot enter $1" >&2; exit 1; }
mapfile -d '' -t names < <(
  find . -maxdepth 1 -xtype f \( -iname '*.jpg' -o -iname '*.jpeg' -o -iname '*.png' \) \
    -printf '%f\0' | LC_ALL=C sort -z
)
[ ${#names[@]} -gt 0 ] || { echo "pictures.sh: no JPEG or PNG in $1" >&2; exit 1; }
printf '%s\0' "${names[@]}"
