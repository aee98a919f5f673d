#!/bin/bash
# The names of the JPEG and PNG files in a folder, in order, each with a null byte
# after it, so that any name will do:
#
#     pictures.sh FOLDER
set -euo pipefail

[ $# -eq 1 ] || { echo "usage: pictures.sh FOLDER" >&2; exit 2; }
cd "$1"
find . -maxdepth 1 -xtype f \( -iname '*.jpg' -o -iname '*.jpeg' -o -iname '*.png' \) \
  -printf '%f\0' | LC_ALL=C sort -z
