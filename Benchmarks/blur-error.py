#!/usr/bin/env python3
"""How far a blurred picture is from the exact one.

    blur-error.py RADIUS PICTURE BLURRED

Prints the greatest and the mean difference, first of the pixels at least four radii
inside the border (or two dashes if there are none), then of all. They are in levels of
the maxval, from the Gaussian in double precision with the border repeated, unrounded.
Where there is opacity, colors are compared as they are seen: multiplied by it.
"""
import sys
import numpy as np


def read(name):
    """Samples of a PPM or PAM as float64, rows x columns x planes, and the maxval."""
    with open(name, "rb") as file:
        magic, fields = file.readline().strip(), []
        if magic == b"P7":
            header = {}
            while (line := file.readline().strip()) != b"ENDHDR":
                key, _, value = line.partition(b" ")
                header[key] = value
            fields = [int(header[key]) for key in (b"WIDTH", b"HEIGHT", b"MAXVAL")]
            depth = int(header[b"DEPTH"])
        else:
            depth = {b"P5": 1, b"P6": 3}[magic]
            while len(fields) < 3:
                fields += [int(word) for word in file.readline().partition(b"#")[0].split()]
        width, height, maxval = fields
        raster = np.frombuffer(file.read(), "u1" if maxval < 256 else ">u2")
    return raster.reshape(height, width, depth).astype(float), maxval


def blur_matrix(count, radius):
    """Row i holds the weights by which sample i of a line is made."""
    offsets = np.arange(-int(np.ceil(8 * radius)), int(np.ceil(8 * radius)) + 1)
    weights = np.exp(-0.5 * (offsets / radius) ** 2)
    weights /= weights.sum()
    matrix = np.zeros((count, count))
    for i in range(count):
        np.add.at(matrix[i], np.clip(i + offsets, 0, count - 1), weights)
    return matrix


def as_seen(samples, maxval):
    if samples.shape[2] == 4:
        samples[..., :3] *= samples[..., 3:] / maxval
    return samples


def main():
    radius = float(sys.argv[1])
    (picture, maxval), (blurred, its_maxval) = read(sys.argv[2]), read(sys.argv[3])
    if picture.shape != blurred.shape or maxval != its_maxval:
        sys.exit(f"blur-error.py: {sys.argv[3]} is of another kind than {sys.argv[2]}")
    height, width, _ = picture.shape
    exact = np.einsum("ij,jkc->ikc", blur_matrix(height, radius), as_seen(picture, maxval), optimize=True)
    exact = np.einsum("ij,kjc->kic", blur_matrix(width, radius), exact, optimize=True)
    difference = np.abs(as_seen(blurred, maxval) - exact)
    border = int(np.ceil(4 * radius))
    inside = difference[border : height - border, border : width - border]
    print(f"{inside.max():.1f} {inside.mean():.2f}" if inside.size else "- -", end=" ")
    print(f"{difference.max():.1f} {difference.mean():.2f}")


main()
