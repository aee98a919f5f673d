#!/bin/bash
# Draws a trading card and writes it to standard output as a PPM, 300 x 420
# pixels times an optional scale:
#
#     cardart.sh [scale] > card.ppm
#
# Everything is drawn by Netpbm: pamtris paints the shapes, which a few lines
# of awk describe, at four times the size; ppmdraw writes; pamarith and
# pamcomp put the layers together; pamscale brings them down, and so smooths.
set -euo pipefail

usage() { echo "usage: cardart.sh [scale]" >&2; exit 2; }
[ $# -le 1 ] || usage
scale=${1:-1}
case $scale in 1 | 2 | 3 | 4) ;; *) usage ;; esac

for tool in pamtris pgmramp pamarith pamcomp ppmdraw pamscale; do
  command -v $tool >/dev/null ||
    { echo "cardart.sh: no $tool: install Netpbm (Debian: apt-get install netpbm)" >&2; exit 1; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work"

zoom=4
[ "$scale" -le 2 ] || zoom=2 # pamtris stops at 8192
unit=$((scale * zoom))
width=$((300 * unit)) height=$((420 * unit))

# The shapes, in card units. A color is rrggbb; ink() takes it times a factor.
# A vertex has the last color given, and pamtris blends from one to the next.
cat >shapes.awk <<'AWK'
function random() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
function between(a, b) { return a + (b - a) * random() }

function digit(s, i) { return index("0123456789abcdef", substr(s, i, 1)) - 1 }
function level(s, i, k) { return int((digit(s, i) * 16 + digit(s, i + 1)) * k) }
function ink(c, k) { print "attribs", level(c, 1, k), level(c, 3, k), level(c, 5, k) }
function color(c) { ink(c, 1) }
function at(x, y) { print "vertex", int(x * unit), int(y * unit), 0 }

function triangle(x1, y1, x2, y2, x3, y3, c, k) {
  print "mode triangles"; ink(c, k ? k : 1)
  at(x1, y1); at(x2, y2); at(x3, y3)
}

# The width of the card, from one height to another.
function band(y1, c1, y2, c2) {
  print "mode strip"
  color(c1); at(0, y1); at(300, y1)
  color(c2); at(0, y2); at(300, y2)
}

function disc(x, y, r, middle, k, rim, krim,    i) {
  print "mode fan"
  ink(middle, k); at(x, y); ink(rim, krim)
  for (i = 0; i <= 48; i++) at(x + r * cos(i * PI / 24), y + r * sin(i * PI / 24))
}

function ring(x, y, r, thick, c, k, turn,    i, a) {
  print "mode strip"
  for (i = 0; i <= 96; i++) {
    a = i * PI / 48; ink(c, k * (1 + 0.5 * cos(2 * a + turn)))
    at(x + r * cos(a), y + r * sin(a)); at(x + (r + thick) * cos(a), y + (r + thick) * sin(a))
  }
}

# A star of n points in two tones, as if cut from metal.
function star(x, y, outer, inner, n, turn, light, dark,    i, a, b, px, py) {
  b = PI / n
  for (i = 0; i < n; i++) {
    a = turn + i * 2 * PI / n; px = x + outer * sin(a); py = y - outer * cos(a)
    print "mode triangles"
    ink(light, 1); at(x, y); ink(light, 0.95); at(px, py)
    ink(light, 0.8); at(x + inner * sin(a - b), y - inner * cos(a - b))
    ink(dark, 1.2); at(x, y); ink(dark, 1); at(px, py)
    ink(dark, 0.75); at(x + inner * sin(a + b), y - inner * cos(a + b))
  }
}

# A rectangle with round corners, in one color with a sheen across the middle.
function panel(x, y, w, h, r, c, sheen,    i, a, n, px, py, k) {
  print "mode fan"; color(sheen); at(x + w / 2, y + h / 2)
  for (i = 0; i <= 64; i++) {
    a = i * PI / 32; n = int((i % 64) / 16)
    px = (n == 0 || n == 3 ? x + w - r : x + r) + r * cos(a)
    py = (n < 2 ? y + h - r : y + r) + r * sin(a)
    k = (px - x + py - y) / (w + h)
    color(k < 0.3 || k > 0.7 ? c : sheen); at(px, py)
  }
}

# Gold: bands of light and dark across the diagonal.
function gold(    n, i, p, stops) {
  n = split("5b3a12 f7d98a 9a6a24 fff3c4 b47d2c 6a4516 e9c573 fff0b8 8a5a1c c9973f 5b3a12", stops)
  print "mode strip"
  for (i = 1; i <= n; i++) {
    p = (i - 1) / (n - 1) * 720
    color(stops[i]); at(p, 0); at(p - 420, 420)
  }
}

# A mountain in facets, lit from the left; snow, if any, on its head.
function mountain(x, y, w, lit, shade, snow,    h, fx) {
  h = SHORE - y; fx = x + w * between(-0.12, 0.12)
  triangle(x, y, x - w, SHORE, fx, SHORE, lit)
  triangle(x, y, fx, SHORE, x + w, SHORE, shade)
  triangle(x - w * 0.45, y + h * 0.45, x - w, SHORE, x - w * 0.25, SHORE, shade)
  triangle(x + w * 0.4, y + h * 0.4, x + w * 0.05, SHORE, x + w * 0.62, SHORE, lit)
  if (snow == "") return
  fx = x + (fx - x) * 0.3
  triangle(x, y, x - w * 0.3, y + h * 0.3, fx, y + h * 0.375, snow)
  triangle(x, y, fx, y + h * 0.375, x + w * 0.3, y + h * 0.3, snow, 0.62)
  triangle(x - w * 0.165, y + h * 0.165, x - w * 0.3, y + h * 0.3, x - w * 0.15, y + h * 0.36, snow)
}

function tree(x, h, c,    i, w, top) {
  for (i = 0; i < 4; i++) {
    w = h * (0.12 + 0.06 * i); top = SHORE + 1 - h * (1 - 0.2 * i)
    print "mode triangles"
    ink(c, 1.5 - 0.1 * i); at(x, top)
    ink(c, 1); at(x - w, top + h * 0.38); ink(c, 0.55); at(x + w, top + h * 0.38)
  }
}

BEGIN {
  PI = atan2(0, -1); seed = 20260
  SHORE = 292 # where the water begins
  CX = 150; CY = 128 # the middle of the emblem

  if (layer == "sky") {
    band(0, "070b26", 70, "16174a"); band(70, "16174a", 150, "43246f")
    band(150, "43246f", 215, "9a3a80"); band(215, "9a3a80", 262, "ea6f6a")
    band(262, "ea6f6a", SHORE, "ffc27a"); band(SHORE, "ffc27a", 420, "ffc27a")
  }
  if (layer == "stars")
    for (i = 0; i < 190; i++) {
      x = between(0, 300); y = 225 * random() ^ 1.3
      k = between(0.25, 0.9) * (1 - y / 260); r = between(0.8, 1.9)
      c = random() < 0.3 ? "ffd9b0" : random() < 0.5 ? "c0d8ff" : "ffffff"
      disc(x, y, r, c, k, c, 0)
    }
  if (layer == "rays")
    for (i = 0; i < 32; i++) {
      a = i * PI / 16; b = i % 2 ? 0.045 : 0.075; r = i % 2 ? 170 : 250
      print "mode triangles"
      ink("ffd59a", i % 2 ? 0.2 : 0.32); at(CX, CY); ink("ff8fb0", 0)
      at(CX + r * sin(a - b), CY - r * cos(a - b)); at(CX + r * sin(a + b), CY - r * cos(a + b))
    }
  if (layer == "rings") {
    ring(CX, CY, 62, 1, "ffe3b0", 0.6, 0.8); ring(CX, CY, 71, 0.5, "ffe3b0", 0.4, 2)
    ring(CX, CY, 80, 1, "ffe3b0", 0.6, 0.8)
  }
  if (layer == "emblem") {
    star(CX, CY, 42, 15, 8, PI / 8, "c77b3c", "6b3524")
    star(CX, CY, 58, 17, 4, PI / 4, "f0b456", "96502a")
    star(CX, CY, 92, 15, 4, 0, "fff1c2", "d08c3a")
    disc(CX, CY, 7.5, "fff8e2", 1, "b8702c", 1); disc(CX, CY, 5.5, "ffffff", 1, "ffe7a8", 1)
  }
  if (layer == "land") {
    mountain(44, 222, 78, "b0557f", "6b346f"); mountain(262, 214, 84, "b0557f", "6b346f")
    mountain(150, 232, 90, "a04d7c", "5f2f6c")
    mountain(96, 196, 66, "7d3f7c", "3c2259", "ffd9d0")
    mountain(208, 186, 76, "7d3f7c", "38205a", "ffd9d0")
    mountain(18, 238, 64, "55306e", "2a1a4d"); mountain(150, 250, 58, "5d3270", "2d1b50")
    mountain(288, 236, 62, "55306e", "271848")
    for (i = 0; i < 62; i++) {
      x = i * 5 - 4 + between(-2, 2); d = (x - CX) / 150
      tree(x, 9 + 17 * d * d * between(0.5, 1.1) + between(0, 5), "1d1440")
    }
  }
  # Light on the water: streaks that widen towards the viewer.
  if (layer == "ripples")
    for (i = 0; i < 110; i++) {
      d = random() ^ 1.5; y = SHORE + 2 + 120 * d; h = 0.55 + 0.7 * d
      x = CX + between(-1, 1) * (14 + 75 * d); w = between(4, 20) * (0.5 + d)
      k = between(0.1, 0.55) * (1 - 0.5 * d) * (1 - ((x - CX) / 100) ^ 2)
      print "mode fan"
      ink("ffd9a0", k); at(x, y); ink("ffb080", 0)
      at(x - w, y); at(x, y - h); at(x + w, y); at(x, y + h); at(x - w, y)
    }
  if (layer == "gold") gold()
  if (layer == "lining") panel(9.4, 9.4, 281.2, 401.2, 10.4, "1a1030", "0c0820")
  if (layer == "window") panel(11, 11, 278, 398, 9, "ffffff", "ffffff")
  if (layer == "rim") panel(28, 350, 244, 42, 8, "ffffff", "ffffff")
  if (layer == "plate") panel(29.2, 351.2, 241.6, 39.6, 7, "2a1650", "140b30")
  if (layer == "marks") {
    for (i = 0; i < 5; i++) star(CX - 20 + 10 * i, 383, 4, 1.7, 5, 0, "fff1c2", "d08c3a")
    star(42, 371, 8, 2, 4, 0, "fff1c2", "d08c3a"); star(258, 371, 8, 2, 4, 0, "fff1c2", "d08c3a")
  }
  print "print"
}
AWK

layer() { # NAME: paints a layer, with opacity
  awk -v unit=$unit -v layer="$1" -f shapes.awk |
    pamtris -width=$width -height=$height -rgb >"$1.pam"
}
light() { # NAME: a layer that is to be added; black is nothing
  layer "$1"
  pamchannel -tupletype RGB -infile "$1.pam" 0 1 2 >"$1.add"
}
stencil() { # NAME: the opacity of a layer
  layer "$1"
  pamchannel -tupletype GRAYSCALE -infile "$1.pam" 3 >"$1.pgm"
}
glow() { # RADIUS GAMMA COLOR: a glow around the emblem
  local r=$(($1 * unit))
  pgmramp -ellipse $((2 * r)) $((2 * r)) | pnmgamma -ungamma "$2" | pgmtoppm "black-$3" |
    pamcomp -xoff=$((150 * unit - r)) -yoff=$((128 * unit - r)) - black.ppm
}
words() { # X Y HEIGHT THICKNESS TEXT: ppmdraw's thin strokes, often enough to be thick
  awk -v unit=$unit -v x="$1" -v y="$2" -v h="$3" -v t="$4" -v text="$5" 'BEGIN {
    r = t * unit / 2
    for (i = -int(r); i <= r; i++)
      for (j = -int(r); j <= r; j++)
        if (i * i + j * j <= r * r)
          printf "text %d %d %d 0 \"%s\";\n", x * unit + i, y * unit + j, h * unit, text
  }' >script
  ppmdraw -scriptfile script black.ppm | ppmtopgm
}

ppmmake black $width $height >black.ppm

# The sky, and light in it.
layer sky && light stars && light rays && light rings
glow 190 2.4 '#7a3470' >halo.pam
glow 84 2.2 '#c89a6c' >core.pam
pamchannel -tupletype RGB -infile sky.pam 0 1 2 |
  pamarith -add - stars.add | pamarith -add - halo.pam | pamarith -add - rays.add |
  pamarith -add - core.pam | pamarith -add - rings.add >heaven.pam

# The emblem, and the land before it.
layer emblem && layer land
pamcomp emblem.pam heaven.pam | pamcomp land.pam - >scene.pam

# The lake: the scene upside down, darker and bluer, with light on it.
shore=$((292 * unit)) depth=$((128 * unit))
light ripples
ppmmake '#8890d8' $width $depth >water.ppm
pamcut -top $((shore - 2 * depth)) -height $((2 * depth)) scene.pam |
  pamflip -tb | pamscale -width $width -height $depth | pamarith -multiply - water.ppm |
  pamcomp -yoff=$shore - scene.pam | pamarith -add - ripples.add >picture.pam

# The picture in its frame, the plate on it, and what stands on the plate.
layer gold && layer lining && stencil window && stencil rim && layer plate && layer marks
words 87 373 14 1.7 'NORTH STAR' >words.pgm
ppmmake '#ffe6a6' $width $height >ink.ppm
pamcomp lining.pam gold.pam | pamcomp -alpha=window.pgm picture.pam - |
  pamcomp -alpha=rim.pgm gold.pam - | pamcomp -opacity=0.94 plate.pam - |
  pamcomp marks.pam - | pamcomp -alpha=words.pgm ink.ppm - |
  pamscale -quiet -reduce=$zoom | pamchannel -tupletype RGB 0 1 2 | pamtopnm
