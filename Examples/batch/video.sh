#!/bin/bash
# A video through a pipeline, with FFmpeg on both ends. The sound is copied as it is,
# and the frame rate kept, fractions like 30000/1001 too.
#
#     video.sh VIDEO RESULT
#
# RESULT is whole, or as it was; its name ends as its format does (.mp4, .mov, .mkv).
set -euo pipefail

fail() { echo "video.sh: $*" >&2; exit 1; }
[ $# -eq 2 ] || { echo "usage: video.sh VIDEO RESULT" >&2; exit 2; }
video=$1 result=$2

# From a stream of frames to another; $rate is for tools that have a clock.
effect() {
  tint -color '#ffe2b8' | glint -fps "$rate" -position loop:-0.3@0,1.3@2,1.3@5
}

rate=$(ffprobe -v error -select_streams v:0 -show_entries stream=r_frame_rate \
  -of default=nokey=1:noprint_wrappers=1 "$video" | head -n 1)
[ -n "$rate" ] || fail "no video in $video"

part=${result%.*}.$$.part.${result##*.} # beside the result, so that it can be renamed
trap 'rm -f "$part"' EXIT
trap 'exit 1' HUP INT TERM

# Frames between are RGB. On the way back, FFmpeg must be told to use the matrix of
# HD video, and to say so, or players show other colors.
ffmpeg -nostdin -v error -i "$video" -map 0:v:0 -r "$rate" -f image2pipe -c:v ppm - |
  effect |
  ffmpeg -nostdin -v error -y -f image2pipe -c:v ppm -framerate "$rate" -i - \
    -i "$video" -map 0:v -map '1:a?' -c:a copy -map_metadata 1 -map_chapters 1 \
    -vf 'pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p' \
    -color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv \
    -c:v libx264 -crf 16 "$part" ||
  fail "no result from $video"
mv -f "$part" "$result"
