#!/usr/bin/env python3
"""Runs the pairs of commands of coming-from.md, and compares their results.

    Documentation/compare.py [-write]

Each block of commands in the page leaves theirs.ppm or .pam, and ours; the line "Difference:" after it
has the figures. Prints them all; fails if one on the page is another one, or writes them with -write.
The tools, ImageMagick 6, FFmpeg, Netpbm and libvips must be on the PATH.
"""
import os
import re
import subprocess
import sys
import tempfile

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "coming-from.md")


def picture(path):
    """Width, and (red, green, blue, opacity) of each pixel, 0 to 255."""
    command = ["pamdepth", "-quiet", "255", path]
    data = subprocess.run(command, check=True, capture_output=True).stdout
    if data.startswith(b"P7"):
        header, raster = data.split(b"ENDHDR\n", 1)
        fields = dict(line.split(None, 1) for line in header.decode().split("\n")[1:] if line)
        width, depth = int(fields["WIDTH"]), int(fields["DEPTH"])
    else:
        match = re.match(rb"P([56])\s+(\d+)\s+\d+\s+255\s", data)
        width, depth = int(match[2]), 3 if match[1] == b"6" else 1
        raster = data[match.end():]
    planes = [raster[i::depth] for i in range(depth)]
    if depth < 3:
        planes[:1] = planes[:1] * 3
    if len(planes) == 3:
        planes.append(bytes([255]) * len(planes[0]))
    return width, list(zip(*planes))


def difference(theirs, ours):
    """The largest difference and the mean, of what is seen on black or on white, in levels."""
    (width, theirs), (our_width, ours) = theirs, ours
    assert width == our_width and len(theirs) == len(ours), "sizes differ"
    largest = total = 0
    for p, q in zip(theirs, ours):
        for i in range(3):
            black = abs(p[i] * p[3] - q[i] * q[3])
            white = abs((255 - p[i]) * p[3] - (255 - q[i]) * q[3])
            seen = max(black, white) / 255
            largest = max(largest, seen)
            total += seen
    return largest, total / (3 * len(ours))


def main():
    if sys.argv[1:] not in ([], ["-write"]):
        sys.exit(__doc__)
    lines = open(PAGE, encoding="utf-8").read().split("\n")
    heading, block, wrong = "", [], 0
    with tempfile.TemporaryDirectory() as folder:
        for i, line in enumerate(lines):
            if line.startswith("## "):
                heading = line[3:]
            elif line.startswith("    "):
                block.append(line[4:])
            elif block and not line:
                subprocess.run(["bash", "-euo", "pipefail", "-c", "\n".join(block)],
                               cwd=folder, check=True, stdin=subprocess.DEVNULL)
                command, block = block, []
            elif line.startswith("Difference:"):
                sides = {}
                for name in os.listdir(folder):
                    if name.startswith(("theirs.p", "ours.p")) and not name.endswith(".png"):
                        path = os.path.join(folder, name)
                        sides[name.split(".")[0]] = picture(path)
                        os.remove(path)
                figures = "%.1f, mean %.2f" % difference(sides["theirs"], sides["ours"])
                first = next(c for c in reversed(command) if not c.startswith(" "))
                print(f"{figures:18} {heading}: {command[0][:50]} ({first[:40]})")
                if line != f"Difference: {figures}":
                    wrong += 1
                    lines[i] = f"Difference: {figures}"
    if sys.argv[1:]:
        with open(PAGE, "w", encoding="utf-8") as page:
            page.write("\n".join(lines))
    elif wrong:
        sys.exit(f"compare.py: {wrong} figures on the page are other ones: see them with -write")


main()
