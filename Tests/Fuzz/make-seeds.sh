#!/bin/bash
# The inputs that a fuzzer starts from:
#
#     make-seeds.sh TARGET FOLDER
set -euo pipefail

target=$1
folder=$2
mkdir -p "$folder"

seed() { # NAME FORMAT: printf's format
  # shellcheck disable=SC2059
  printf -- "$2" >"$folder/seed-$1"
}

pam() { # WIDTH HEIGHT DEPTH MAXVAL TYPE RASTER
  printf 'P7\\nWIDTH %s\\nHEIGHT %s\\nDEPTH %s\\nMAXVAL %s\\nTUPLTYPE %s\\nENDHDR\\n%s' "$@"
}

bits='P4 9 2\n\252\000\125\200'
plain_bits='P1 3 2\n011100\n'
gray='P5 3 2 255\n\000\100\200\377\020\177'
plain_gray='P2 3 2 99\n0 12 99\n7 8 9\n'
deep_gray='P5 2 2 65535\n\000\001\377\377\200\000\022\064'
color='P6 2 2 255\n\377\000\000\000\377\000\000\000\377\100\100\100'
plain_color='P3 1 2 7\n1 2 3\n4 5 6\n'
gray_alpha=$(pam 2 2 2 255 GRAYSCALE_ALPHA '\001\377\100\200\377\000\020\040')
color_alpha=$(pam 2 2 4 255 RGB_ALPHA '\001\002\003\377\100\100\100\200\377\000\377\000\020\040\060\100')
deep_color_alpha=$(pam 1 1 4 1000 RGB_ALPHA '\003\350\000\001\000\002\001\000')
bilevel=$(pam 2 1 1 1 BLACKANDWHITE '\001\000')
bilevel_alpha=$(pam 2 1 2 1 BLACKANDWHITE_ALPHA '\001\001\001\000')
pictures=("$bits" "$plain_bits" "$gray" "$plain_gray" "$deep_gray" "$color" "$plain_color"
  "$gray_alpha" "$color_alpha" "$deep_color_alpha" "$bilevel" "$bilevel_alpha")

calls() { # the options of a tool, one call a line
  case $1 in
    alphathreshold) printf '%s\n' '' '-min 0.2 -max 0.8' '-luma -antialias' '-keep -soft 0.1' \
      '-color #f80 -background #fff' '-luma -min 0@0,0.9@1 -fps 2' ;;
    blur) printf '%s\n' '' '-radius 0.4' '-radius 3' '-radius 0@0,20@0.28,0@0.56' '-xradius 40' \
      '-yradius 7 -edge clamp' '-edge mirror' '-edge normalize' '-region 1,0,1,2' \
      '-edge transparent -background #08f' '-sigma 900' ;;
    burnframe) printf '%s\n' '-burnt 0.5' '-time 1' '-style classic -burnt 0.4' \
      '-margin 3,2,1,0 -burnt 0.3' '-scale 0.1 -seed 7 -time 2' '-background #000 -burnt 0.7' \
      '-sparks 500 -smoke 90 -time 0.5' '-char 40 -burnt 0@0,1@2 -frames 2' ;;
    frost) printf '%s\n' '' '-radius 2' '-amount 1 -saturation 0' '-region 0,0,2,1' \
      '-curve 0,1,0,1 -background #fff' '-amount 0@0,1@1' ;;
    glint) printf '%s\n' '' '-position 0.5' '-speed 2 -time 0.3' '-width 0.01 -strength -1' \
      '-color #f80' '-position spring:0@0,1@1 -frames 2' ;;
    lighten-blend) printf '%s\n' '' '-x 1 -y -1' '-center' '-opacity 0.5' '-opacity 0@0,1@1' ;;
    mask) printf '%s\n' '' '-invert' '-x 1' '-center -background #123456' ;;
    tiltlight) printf '%s\n' '' '-x 0.3 -y -0.8' '-strength 3' '-color #08f' '-x loop:0@0,1@1' ;;
    tint) printf '%s\n' '' '-color #f80' '-color rgbi:1/0.5/0' '-strength 0.3' ;;
  esac
}

tool_seeds() {
  local n=0 call
  local border='\n----\n'
  while IFS= read -r call; do
    local first=${pictures[n % ${#pictures[@]}]} second=${pictures[(n + 5) % ${#pictures[@]}]}
    case $target in
      lighten-blend | mask) seed "$n" "$call\n$first$border$second$first" ;;
      *) seed "$n" "$call\n$first$second" ;;
    esac
    n=$((n + 1))
  done < <(calls "$target")
  local picture
  for picture in "${pictures[@]}"; do
    case $target in
      lighten-blend | mask) seed "$n" "\n$picture$border$picture" ;;
      burnframe) seed "$n" "-burnt 0.5\n$picture" ;;
      *) seed "$n" "\n$picture" ;;
    esac
    n=$((n + 1))
  done
  case $target in
    lighten-blend) seed accumulate "-accumulate\n$gray$color_alpha" ;;
    mask)
      seed shape "-shape roundrect -radius 1\n$color"
      seed circle "-shape circle -invert\n$gray_alpha"
      seed corner "-shape roundrect -corner circular -radius 0@0,2@1\n$bits$gray"
      seed capsule "-shape capsule -background #fff -plain\n$plain_color" ;;
    tiltlight) seed log "-time 0.5\nt,x,y\n0,0,-1\n1,1,0\n$border$color" ;;
  esac
  seed plain "-plain\n$gray"
  seed twice "-first 3 -fps 30000/1001 -frames 3\n$color"
}

case $target in
  reader)
    n=0
    for picture in "${pictures[@]}"; do
      seed "$n" "$picture"
      seed "comment-$n" "${picture/ /\\n# comment\\n}"
      seed "pair-$n" "$picture${pictures[(n + 1) % ${#pictures[@]}]}"
      n=$((n + 1))
    done ;;
  options)
    n=0
    for tool in alphathreshold blur burnframe frost glint lighten-blend mask tiltlight tint; do
      k=0
      while IFS= read -r call; do
        seed "$tool-$k" "\\$(printf %03o "$n")${call// /\\n}\n-quiet\na.ppm"
        k=$((k + 1))
      done < <(calls "$tool")
      seed "$tool-common" "\\$(printf %03o "$n")-fps=30000/1001\n--time\n-3\n-fra\n2\n-th=4\n--\n-x"
      n=$((n + 1))
    done ;;
  track)
    seed 0 '\0000.5'
    seed 1 '\0010@0,1@0.5,0.25@2'
    seed 2 '\002loop,spring:0@0,900@1,3@1.5'
    seed 3 '\003ease-in-out:1@-3,2@1e3'
    seed 4 '\000step:-1e300@0,1e300@1'
    seed 5 '\000ease-in,loop:1@0,2@1'
    seed 6 '\000linear:1@0' ;;
  csv)
    seed 0 't,x,y\n0,0,-1\n1,1,0\n'
    seed 1 '\357\273\277Y;T\r\n'
    seed 2 '"T", x ,name,"y"\r\n0,1,"a ""quoted"" name, with\nlines",2\r\n\r\n0.5,-1,,3\r\n'
    seed 3 'y,x,t\n1e300,-1e300,0\n-1e300,1e300,1' ;;
  *) tool_seeds ;;
esac
