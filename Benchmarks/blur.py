#!/usr/bin/env python3
"""Speed, error and memory of blur beside other programs that blur, with what is promised.

    Benchmarks/blur.py [folder of executables]        default: build/bin
    ROUNDS=7                                          how often each program is run

Needs numpy and scipy. Programs that are not here are left out: ffmpeg, vips, gm, convert-im6,
gmic, and for OpenCV and Pillow their Python modules. All run in turn, within one run of this
script; medians are shown. Errors are against the exact Gaussian in float64 with the border
repeated, on a small picture: greatest and mean, in levels of 255, four radii or more from the
border where there is such a place, else everywhere.
"""
import importlib.util, os, shutil, statistics, subprocess, sys, tempfile, time
import numpy as np
from scipy.ndimage import convolve1d

here = os.path.dirname(os.path.abspath(__file__))
bin_ = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "../build/bin"))
rounds = int(os.environ.get("ROUNDS", "7"))
slow = 2.0  # seconds from which a program is run once only
misses = 0


def picture(width, height, depth=3, maxval=255):
    """Soft waves, noise, and hard edges."""
    random = np.random.RandomState(1)
    y, x = np.mgrid[0:height, 0:width]
    a = (127 + 80 * np.sin(x / 37) + 40 * np.cos(y / 23 + x / 91))[..., None] + 20 * np.arange(depth)
    a = a + random.randint(-20, 20, (height, width, depth))
    a[height // 6 : height // 3, width // 5 : width // 2] = 255
    a[height // 2 : height // 2 + 9] = 0
    return np.clip(a, 0, 255) * maxval / 255


def write(name, a, maxval=255):
    height, width, depth = a.shape
    with open(name, "wb") as f:
        if depth == 4:
            f.write(b"P7\nWIDTH %d\nHEIGHT %d\nDEPTH 4\nMAXVAL %d\nTUPLTYPE RGB_ALPHA\nENDHDR\n" % (width, height, maxval))
        else:
            f.write(b"P6\n%d %d\n%d\n" % (width, height, maxval))
        f.write(a.astype(">u2" if maxval > 255 else "u1").tobytes())


def read(name):
    """An 8-bit PPM."""
    data = open(name, "rb").read()
    fields = data.split(maxsplit=4)
    width, height = int(fields[1]), int(fields[2])
    return np.frombuffer(data[-width * height * 3 :], "u1").reshape(height, width, 3).astype(float)


def exact(a, radius):
    reach = int(np.ceil(8 * radius))
    taps = np.exp(-0.5 * (np.arange(-reach, reach + 1) / radius) ** 2)
    taps /= taps.sum()
    return convolve1d(convolve1d(a, taps, axis=0, mode="nearest"), taps, axis=1, mode="nearest")


def has_module(name):
    return importlib.util.find_spec(name) is not None


def programs(kind):
    """Name: command for IN, OUT and RADIUS."""
    python = sys.executable
    found = {"pnmfx": f"{bin_}/blur -radius RADIUS IN > OUT"}
    if shutil.which("ffmpeg"):
        alpha = "format=gbrapf32,premultiply=inplace=1,gblur=sigma=RADIUS,unpremultiply=inplace=1,format=rgba"
        chain = alpha if kind == "rgba" else "gblur=sigma=RADIUS"
        codec = "pam" if kind == "rgba" else "ppm"
        found["ffmpeg gblur"] = f"ffmpeg -v error -y -f {codec}_pipe -i IN -vf {chain} -f image2pipe -c:v {codec} OUT"
    if shutil.which("vips") and kind != "rgba":
        found["vips"] = "vips gaussblur IN OUT RADIUS"
        if kind == "rgb":
            found["vips, min-ampl 0.01"] = "vips gaussblur IN OUT RADIUS --min-ampl 0.01"
    if shutil.which("gm"):
        found["gm"] = "gm convert IN -blur 0xRADIUS OUT"
    if shutil.which("convert-im6"):
        found["ImageMagick"] = "convert-im6 IN -blur 0xRADIUS OUT"
    if shutil.which("gmic") and kind == "rgb":
        found["gmic"] = "gmic -v -1 IN -blur RADIUS -o OUT,uchar"
    if has_module("cv2") and kind != "rgba":
        found["OpenCV"] = (
            f"{python} -c \"import cv2; cv2.imwrite('OUT', cv2.GaussianBlur("
            "cv2.imread('IN', cv2.IMREAD_UNCHANGED), (0, 0), RADIUS, borderType=cv2.BORDER_REPLICATE))\""
        )
    if has_module("PIL") and kind == "rgb":
        found["Pillow"] = (
            f"{python} -c \"from PIL import Image, ImageFilter; Image.open('IN').filter("
            "ImageFilter.GaussianBlur(RADIUS)).save('OUT')\""
        )
    return found


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, shell=True, check=True, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def medians(commands):
    times = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            if not times[name] or times[name][0] < slow:
                times[name].append(seconds(command))
    return {name: statistics.median(t) for name, t in times.items()}


def verdict(isMet):
    global misses
    misses += not isMet
    return "ok" if isMet else "OVER"


def fill(command, source, target, radius):
    return command.replace("IN", source).replace("OUT", target).replace("RADIUS", f"{radius:g}")


def error(command, radius, small):
    try:
        subprocess.run(fill(command, "small.ppm", "small-out.ppm", radius), shell=True, check=True, stderr=subprocess.DEVNULL)
        difference = np.abs(read("small-out.ppm") - exact(small, radius))
    except Exception:
        return "-"
    border = int(4 * radius)
    if 2 * border < min(small.shape[:2]):
        difference = difference[border : small.shape[0] - border, border : small.shape[1] - border]
    return f"{difference.max():5.1f} {difference.mean():5.2f}"


def table(kind, name, radii, bounds, small):
    own = {}
    for radius in radii:
        commands = programs(kind)
        found = medians({n: fill(c, name, "out" + name[-4:], radius) for n, c in commands.items()})
        own[radius] = found.pop("pnmfx")
        print(f"\n{kind}, 12 megapixels, file to file, radius {radius:g}")
        line = error(commands["pnmfx"], radius, small) if kind == "rgb" else ""
        print(f"  {'pnmfx':22}{own[radius] * 1000:9.1f} ms          {line}")
        for other, t in sorted(found.items(), key=lambda item: item[1]):
            line = error(commands[other], radius, small) if kind == "rgb" else ""
            print(f"  {other:22}{t * 1000:9.1f} ms {t / own[radius]:7.1f}  {line}")
        if found:
            ratio = min(found.values()) / own[radius]
            print(f"  the fastest takes {ratio:.1f} times as long; bound {bounds[radius]}  {verdict(ratio >= bounds[radius])}")
    return own


def main():
    os.chdir(folder)
    write("big.ppm", picture(4000, 3000))
    write("big.pam", picture(4000, 3000, 4))
    write("deep.ppm", picture(4000, 3000, 3, 65535), 65535)
    small = np.floor(picture(480, 320))
    write("small.ppm", small)
    compiler = shutil.which("cc") or shutil.which("clang")
    for program in ("copy", "pairs"):
        source = os.path.join(here, program + ".c")
        subprocess.run([compiler, "-O2", "-o", program, source], check=True)

    table("rgb", "big.ppm", [1, 2, 5, 20, 100], {1: 2, 2: 2, 5: 3.5, 20: 6, 100: 6}, small)
    far = medians({r: fill(programs("rgb")["pnmfx"], "big.ppm", "out.ppm", r) for r in (5, 300)})
    print(f"\nradius 300: {far[300] * 1000:.1f} ms, radius 5: {far[5] * 1000:.1f} ms  {verdict(far[300] <= far[5] * 1.05)}")
    table("rgba", "big.pam", [2, 20], {2: 1, 20: 1}, small)
    table("rgb16", "deep.ppm", [2, 20], {2: 1, 20: 1}, small)

    print("\nbetween two pipes, beside a bare copy in its place")
    for radius, bound in ((2, 2.5), (5, 2), (20, 1.5), (100, 1.5)):
        found = medians({
            "pnmfx": f"./copy < big.ppm | {bin_}/blur -radius {radius} | ./copy > /dev/null",
            "copy": "./copy < big.ppm | ./copy | ./copy > /dev/null",
        })
        ratio = found["pnmfx"] / found["copy"]
        print(f"  radius {radius:<4} {found['pnmfx'] * 1000:6.1f} / {found['copy'] * 1000:5.1f} ms = {ratio:.2f}; bound {bound}  {verdict(ratio <= bound)}")

    print("\npeak memory")
    for text, line, bound in (
        ("radius 500, edge clamp, 4000 wide", f"{bin_}/blur -radius 500 -edge clamp big.ppm > /dev/null", 24),
        ("radius 20, 108 megapixels from a pipe", f"ppmmake gray 12000 9000 | {bin_}/blur -radius 20 > /dev/null", 48),
    ):
        peak = int(subprocess.run(["./pairs", "-m", line], check=True, capture_output=True).stdout) / 1024
        print(f"  {text:40}{peak:6.1f} MB; bound {bound}  {verdict(peak <= bound)}")
    print("\nall within their bounds" if misses == 0 else f"\n{misses} over their bounds")


with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
    main()
