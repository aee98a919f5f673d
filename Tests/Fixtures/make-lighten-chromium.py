#!/usr/bin/env python3
"""Writes lighten-chromium.txt: what others make of two translucent layers under "lighten".

    make-lighten-chromium.py >lighten-chromium.txt

Needs chromium, ImageMagick 6 and Netpbm's pngtopam. Each line has a base, an overlay, and three
results of the one over the other, all as straight red, green, blue and opacity in levels of 255:

1. a page of Chromium's with `mix-blend-mode: lighten` within an isolated group, on a transparent
   page: pixels of a screenshot (8 bits, held premultiplied by Chromium);
2. a drawing of Chromium's (SVG) with the same, on a canvas of half-precision numbers;
3. ImageMagick's `-compose Lighten`, in 16 bits.
"""

import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

CHROMIUM = "chromium"
CONVERT = "/usr/bin/convert-im6.q16"
OPACITIES = [0, 1, 13, 64, 128, 200, 254, 255]
SIDE = 8  # pixels of the page for one pair


def make_pairs():
    source = random.Random(4)

    def layer(opacity):
        return [source.choice([0, 255] + [source.randrange(256)] * 6) for _ in range(3)] + [opacity]

    return [(layer(b), layer(s)) for b in OPACITIES for s in OPACITIES]


def chromium(folder, page, *options):
    path = folder / "page.html"
    path.write_text(page)
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
               "--force-color-profile=srgb", "--virtual-time-budget=10000", *options, path.as_uri()]
    return subprocess.run(command, check=True, capture_output=True).stdout.decode()


def pam_samples(data):
    header, raster = data.split(b"ENDHDR\n", 1)
    fields = dict(line.split(" ", 1) for line in header.decode().splitlines()[1:])
    assert fields["TUPLTYPE"] == "RGB_ALPHA"
    size = 1 if int(fields["MAXVAL"]) < 256 else 2
    samples = [int.from_bytes(raster[i:i + size], "big") for i in range(0, len(raster), size)]
    return int(fields["WIDTH"]), int(fields["MAXVAL"]), samples


def css(layer):
    return "#" + bytes(layer).hex()


def from_page(folder, pairs):
    groups = "".join(
        f'<div class=group style="left:{i * SIDE}px"><div style="background:{css(base)}"></div>'
        f'<div style="background:{css(overlay)};mix-blend-mode:lighten"></div></div>'
        for i, (base, overlay) in enumerate(pairs))
    page = (f"<!doctype html><style>div {{ position: absolute; width: {SIDE}px; height: {SIDE}px }}"
            f".group {{ top: 0; isolation: isolate }}</style>{groups}")
    picture = folder / "page.png"
    chromium(folder, page, "--default-background-color=00000000", f"--screenshot={picture}",
             f"--window-size={SIDE * len(pairs)},{SIDE * 20}")
    command = ["pngtopam", "-alphapam", picture]
    data = subprocess.run(command, check=True, capture_output=True).stdout
    width, maxval, samples = pam_samples(data)
    assert width == SIDE * len(pairs) and maxval == 255
    places = [(SIDE // 2 * width + i * SIDE + SIDE // 2) * 4 for i in range(len(pairs))]
    return [samples[place:place + 4] for place in places]


def from_canvas(folder, pairs):
    def rect(layer, x, style):
        return (f'<rect x="{x}" width="1" height="1" fill="{css(layer[:3])}" '
                f'fill-opacity="{layer[3] / 255!r}" style="{style}"/>')

    groups = "".join(
        f'<g style="isolation:isolate">{rect(base, i, "")}'
        f'{rect(overlay, i, "mix-blend-mode:lighten")}</g>'
        for i, (base, overlay) in enumerate(pairs))
    width = len(pairs)
    page = f"""<!doctype html><body><script>
        (async () => {{
          const image = new Image();
          image.src = 'data:image/svg+xml,' + encodeURIComponent(
            '<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="1">{groups}</svg>');
          await image.decode();
          const canvas = document.createElement('canvas');
          canvas.width = {width};
          canvas.height = 1;
          const context = canvas.getContext('2d', {{ colorType: 'float16' }});
          context.drawImage(image, 0, 0);
          const pixels = context.getImageData(0, 0, {width}, 1, {{ pixelFormat: 'rgba-float16' }});
          const kind = pixels.data.constructor.name;
          document.body.innerHTML = `<pre>${{kind}} ${{Array.from(pixels.data).join(' ')}}</pre>`;
        }})();</script>"""
    text = chromium(folder, page, "--dump-dom")
    words = re.search("<pre>Float16Array (.*)</pre>", text).group(1).split()
    levels = [round(float(word) * 255, 2) for word in words]
    assert len(levels) == 4 * len(pairs)
    return [levels[i:i + 4] for i in range(0, len(levels), 4)]


def from_magick(folder, pairs):
    for number, name in enumerate(["base.pam", "overlay.pam"]):
        header = (f"P7\nWIDTH {len(pairs)}\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\n"
                  "TUPLTYPE RGB_ALPHA\nENDHDR\n")
        raster = b"".join(bytes(pair[number]) for pair in pairs)
        (folder / name).write_bytes(header.encode() + raster)
    command = [CONVERT, folder / "base.pam", folder / "overlay.pam", "-compose", "Lighten",
               "-composite", "-depth", "16", "pam:-"]
    data = subprocess.run(command, check=True, capture_output=True).stdout
    width, maxval, samples = pam_samples(data)
    assert width == len(pairs) and maxval == 65535
    levels = [round(sample / 257, 2) for sample in samples]
    return [levels[i:i + 4] for i in range(0, len(levels), 4)]


def version(command):
    text = subprocess.run([command, "-version"], check=True, capture_output=True).stdout.decode()
    return " ".join(text.splitlines()[0].removeprefix("Version: ").split()[:2])


def main():
    pairs = make_pairs()
    with tempfile.TemporaryDirectory() as name:
        results = [make(Path(name), pairs) for make in (from_page, from_canvas, from_magick)]
    print("# Made by make-lighten-chromium.py, which says what the columns are.")
    print(f"# {version(CHROMIUM)}; {version(CONVERT)}")
    for columns in zip(*zip(*pairs), *results):
        print(" | ".join(" ".join(f"{value:g}" for value in column) for column in columns))


if __name__ == "__main__":
    sys.exit(main())
