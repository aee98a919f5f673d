#!/bin/bash
# Draws an icon as a mask, white on black with smooth edges, and writes it to
# standard output as a square PGM, 300 pixels wide or as many as are asked for:
#
#     icons.sh NAME [size] > icon.pgm
#
# The icons are bell, bubble, cloud and square. Each keeps to the middle two
# thirds of its frame. A few lines of awk describe the shapes, pamtris paints
# them at a multiple of the size, and pamscale brings them down, and so smooths.
set -euo pipefail

usage() { echo "usage: icons.sh bell|bubble|cloud|square [size, 16 to 2048]" >&2; exit 2; }
[ $# -eq 1 ] || [ $# -eq 2 ] || usage
case $1 in bell | bubble | cloud | square) ;; *) usage ;; esac
size=${2:-300}
case $size in *[!0-9]* | ?????*) usage ;; esac
{ [ "$size" -ge 16 ] && [ "$size" -le 2048 ]; } || usage

for tool in pamtris pamscale pamchannel pamtopnm pamdepth; do
  command -v $tool >/dev/null ||
    { echo "icons.sh: no $tool: install Netpbm (Debian: apt-get install netpbm)" >&2; exit 1; }
done

zoom=8
[ "$size" -le 1024 ] || zoom=4 # pamtris stops at 8192

# The shapes, in 300ths of the frame. Later ones cover earlier ones.
awk -v icon="$1" -v unit="$((size * zoom))" '
  function at(x, y) { print "vertex", int(x * unit / 300 + 0.5), int(y * unit / 300 + 0.5), 0 }

  function disc(x, y, r) { ellipse(x, y, r, r, 0, 2) }

  # From one angle to another, in half turns clockwise from the right.
  function ellipse(x, y, rx, ry, from, to,    i, a) {
    print "mode fan"; at(x, y)
    for (i = 0; i <= 128; i++) {
      a = (from + (to - from) * i / 128) * PI
      at(x + rx * cos(a), y + ry * sin(a))
    }
  }

  # A square whose corners are drawn in, as those of app icons are.
  function squircle(x, y, r, power,    i, c, s) {
    print "mode fan"; at(x, y)
    for (i = 0; i <= 256; i++) {
      c = cos(i * PI / 128); s = sin(i * PI / 128)
      at(x + r * sign(c) * abs(c) ^ (2 / power), y + r * sign(s) * abs(s) ^ (2 / power))
    }
  }
  function sign(a) { return a < 0 ? -1 : 1 }
  function abs(a) { return a < 0 ? -a : a }

  # What lies between a Bezier curve, right of the middle, and its mirror image.
  function vase(middle, x0, y0, x1, y1, x2, y2, x3, y3,    i, t, s, x, y) {
    print "mode strip"
    for (i = 0; i <= 64; i++) {
      t = i / 64; s = 1 - t
      x = s * s * s * x0 + 3 * s * s * t * x1 + 3 * s * t * t * x2 + t * t * t * x3
      y = s * s * s * y0 + 3 * s * s * t * y1 + 3 * s * t * t * y2 + t * t * t * y3
      at(middle - x, y); at(middle + x, y)
    }
  }

  # What lies between two curves that start apart and end in one point.
  function horn(x0, y0, x1, y1, u0, v0, u1, v1, x, y,    i, t, s) {
    print "mode strip"
    for (i = 0; i <= 64; i++) {
      t = i / 64; s = 1 - t
      at(s * s * x0 + 2 * s * t * x1 + t * t * x, s * s * y0 + 2 * s * t * y1 + t * t * y)
      at(s * s * u0 + 2 * s * t * u1 + t * t * x, s * s * v0 + 2 * s * t * v1 + t * t * y)
    }
  }

  function rectangle(x, y, w, h) {
    print "mode strip"; at(x, y); at(x + w, y); at(x, y + h); at(x + w, y + h)
  }

  BEGIN {
    PI = atan2(0, -1)
    print "attribs 255"
    if (icon == "bell") {
      disc(150, 66, 15)
      vase(150, 0, 64, 38, 64, 59, 92, 61, 128)
      vase(150, 61, 128, 63, 166, 70, 182, 87, 199)
      vase(150, 87, 199, 97, 209, 94, 220, 80, 220)
      ellipse(150, 231, 27, 24, 0, 1)
    }
    if (icon == "bubble") {
      ellipse(150, 142, 98, 80, 0, 2)
      horn(90, 190, 96, 224, 160, 205, 116, 246, 64, 242)
      print "attribs 0"
      disc(106, 142, 12); disc(150, 142, 12); disc(194, 142, 12)
    }
    if (icon == "cloud") {
      disc(95, 178, 44); disc(142, 136, 58); disc(203, 172, 50)
      rectangle(95, 160, 108, 62)
    }
    if (icon == "square") squircle(150, 150, 90, 5)
    print "print"
  }' | pamtris -width=$((size * zoom)) -height=$((size * zoom)) -grayscale |
  pamchannel -tupletype GRAYSCALE 0 | pamtopnm | pamscale -quiet -linear -reduce=$zoom
