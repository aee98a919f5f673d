# shellcheck shell=bash
# What the recipes share. A recipe sources this file, and then, in this order:
#
#     need TOOL...          the pnmfx tools that it runs
#     result_in FILE [gif]  what its animation goes to; "" for a default; "gif" where it
#                           needs soft opacity, which a GIF has not
#     netpbm FILE           a picture that was given, to standard output
#     animate FPS           encodes what its function frames writes at $fps
#
# There are $recipe, its name, and $here, its folder; from result_in on $work, a
# folder that is gone in the end, and flatten, options for the last of its tools.
export LC_ALL=C # a point in fractions

here=$(readlink -f "$0")
recipe=$(basename "$here" .sh) here=$(dirname "$here")

fail() { echo "$recipe.sh: $*" >&2; exit 1; }
has() { command -v "$1" >/dev/null; }

# Whether a frame can be so many pixels wide.
is_size() { # N
  case $1 in "" | *[!0-9]* | ?????*) return 1 ;; esac
  [ "$1" -ge 16 ] && [ "$1" -le 2048 ]
}

# The end of every recipe's usage.
about_output() { # What it shows with opacity around it; "" for none. Where
  cat <<END
output   .webp .png .gif .mp4 .pam: an animation in the format its name ends in
         (default: $recipe.webp, or what the encoders that are here can do)
END
  [ -z "$1" ] || cat <<END

BACKGROUND=white   what shows around the $1 in ${2:-an MP4, which has no opacity}
END
}

need() { # TOOL...
  local tool
  if [ -d "$here/../build/bin" ]; then PATH=$here/../build/bin:$PATH; fi
  for tool; do
    # Where pnmfx is installed, the short name may be another program's.
    if [ ! -x "$here/../build/bin/$tool" ] && has "pnmfx-$tool"; then
      eval "$tool() { pnmfx-$tool \"\$@\"; }"
    fi
    has "$tool" || fail "no $tool: type make build, or put pnmfx on the PATH"
  done
  has pamdepth || fail "no pamdepth: install Netpbm (Debian: apt-get install netpbm)"
}

# Which encoder: ffmpeg does them all; otherwise the smallest Debian package.
encoder() { # FORMAT: prints the program, fails if it is not here
  local small
  case $1 in
    webp) small=img2webp ;; png) small=apngasm ;; gif) small=gifsicle ;;
    mp4) small=ffmpeg ;; pam) echo cat; return ;;
  esac
  if has ffmpeg; then echo ffmpeg; elif has $small; then echo $small; else return 1; fi
}

result_in() { # FILE [gif]
  local folder package
  output=$1
  if [ -z "$output" ]; then
    for format in webp png gif ""; do
      [ -n "$format" ] || fail "no encoder: apt-get install webp (or apngasm, gifsicle, ffmpeg)"
      if encoder $format >/dev/null; then break; fi
    done
    output=$recipe.$format
  fi
  format=${output##*.}
  format=${format,,}
  case $format in
    webp | pam) package="webp (or ffmpeg)" ;; png) package="apngasm (or ffmpeg)" ;;
    gif) package="gifsicle (or ffmpeg)" ;; mp4) package=ffmpeg ;;
    *) fail "$output: the name must end in .webp, .png, .gif, .mp4 or .pam" ;;
  esac
  encoder=$(encoder "$format") || fail "no encoder for .$format: apt-get install $package"

  flatten=()
  # shellcheck disable=SC2034 # the recipe uses it
  case $format in
    mp4 | "${2-}") flatten=(-background "${BACKGROUND:-white}") ;;
  esac

  folder=$(dirname "$output")
  [ -d "$folder" ] || fail "no folder $folder"
  work=$(mktemp -d)
  part=$folder/.$recipe.$$.$format # beside the result, so that it can be renamed
  trap 'rm -rf "$work" "$part"' EXIT
  trap 'exit 1' HUP INT TERM
}

# A picture as Netpbm has it.
netpbm() { # FILE, or "-" for standard input
  local picture=$1
  if [ "$picture" = - ]; then
    cat >"$work/given"
    picture=$work/given
  fi
  if [ ! -r "$picture" ] || [ -d "$picture" ]; then fail "cannot read $picture"; fi
  case $(head -c 3 <"$picture" | od -An -tx1 | tr -d ' \n') in
    89504e) pngtopam -quiet -alphapam <"$picture" ;;
    ffd8ff) jpegtopnm -quiet <"$picture" ;;
    503[1-7]*) cat <"$picture" ;;
    *) fail "$picture is not PNM, PAM, PNG or JPEG" ;;
  esac || fail "cannot read $picture"
}

animate() { # FPS
  fps=$1
  "by_$encoder" || fail "$encoder could not make $output"
  mv -f "$part" "$output"
  echo "$recipe.sh: $output"
}

# Frames as files, for the encoders that take no stream.
split() { frames | pamdepth -quiet 255 | pamsplit -quiet -padname=3 - "$work/%d.pam"; }

# How long picture i shows, in Nths of a second that add up: a thirtieth of a
# second is 33 milliseconds, and every third one 34.
delay() { echo $(((i + 1) * $1 / fps - i * $1 / fps)); } # N

by_ffmpeg() {
  local options
  case $format in
    webp) options=(-c:v libwebp_anim -q:v 85 -loop 0 -f webp) ;;
    png) options=(-c:v apng -pred mixed -plays 0 -f apng) ;;
    gif) options=(-filter_complex
      '[0]split[a][b];[a]palettegen=reserve_transparent=1[p];[b][p]paletteuse' -loop 0 -f gif) ;;
    mp4) options=(-vf 'pad=ceil(iw/2)*2:ceil(ih/2)*2' -c:v libx264 -crf 16 -pix_fmt yuv420p
      -movflags +faststart -f mp4) ;;
  esac
  frames | pamdepth -quiet 255 |
    ffmpeg -nostdin -v error -y -f image2pipe -c:v pam -framerate "$fps" -i - "${options[@]}" "$part"
}
by_img2webp() {
  split || return 1
  local arguments=() i=0 file
  for file in "$work"/*.pam; do
    arguments+=(-d "$(delay 1000)" -lossy -q 85 "$file")
    i=$((i + 1))
  done
  img2webp -loop 0 "${arguments[@]}" -o "$part" >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; return 1; }
}
by_apngasm() {
  split || return 1
  local file
  for file in "$work"/*.pam; do pamtopng -quiet "$file" >"${file%.pam}.png" || return 1; done
  apngasm "$part" "$work"/*.png 1 "$fps" -z0 >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; return 1; }
}
by_gifsicle() {
  split || return 1
  # One palette for all frames, so that nothing flickers. Opacity is yes or no, and
  # what it uncovers must be disposed of.
  local file name arguments=() i=0
  for file in "$work"/*.pam; do pamtopnm -quiet "$file" | ppmtoppm -quiet >"${file%.pam}.ppm"; done
  pnmcat -quiet -tb "$work"/*[05].ppm | pnmcolormap -quiet 255 >"$work/palette" 2>"$work/log"
  for file in "$work"/*.pam; do
    name=${file%.pam}
    pamtopng -quiet "$file" | pngtopam -quiet -alpha >"$name.opacity"
    pnmremap -quiet -floyd -norandom -mapfile="$work/palette" "$name.ppm" |
      pamstack -quiet -tupletype RGB_ALPHA - "$name.opacity" | pamtogif -quiet >"$name.gif" || return 1
    arguments+=(--delay "$(delay 100)" "$name.gif")
    i=$((i + 1))
  done
  gifsicle -O3 --loop --disposal background "${arguments[@]}" >"$part"
}
by_cat() { frames >"$part"; }
