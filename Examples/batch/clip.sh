#!/bin/bash
# A part of an animation, made alone: light sweeps over a picture, which then burns.
#
#     clip.sh FIRST FRAMES PICTURE >STREAM
#
# Each tool of the pipe has the same -first, and so the clock that it would have in
# the whole.
set -euo pipefail

[ $# -eq 3 ] || { echo "usage: clip.sh FIRST FRAMES PICTURE >STREAM" >&2; exit 2; }
glint -first "$1" -frames "$2" "$3" | burnframe -first "$1" -margin 40,20,20,20
