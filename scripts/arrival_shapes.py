#!/usr/bin/env python3
"""Derives src/estate/shape_table.inc from ServeGen client chunks (window start s, mean rate, CV, fit, shape, scale).

Each weekly trace (600 s windows) becomes 168 hourly rates relative to its mean, in percent, at most 400.
usage: arrival_shapes.py FOLDER > src/estate/shape_table.inc
"""
import csv
import gzip
import pathlib
import sys

HOURS = 168
CHUNKS = ("14", "17", "27", "29", "38", "5", "26", "20")


def hourly(path):
    sums, counts = [0.0] * HOURS, [0] * HOURS
    with gzip.open(path, "rt", encoding="ascii") as rows:
        for row in csv.reader(rows):
            hour = int(float(row[0]) // 3600) % HOURS
            sums[hour] += float(row[1])
            counts[hour] += 1
    rates = [s / c if c else 0.0 for s, c in zip(sums, counts)]
    mean = sum(rates) / HOURS
    return [min(400, round(100 * r / mean)) for r in rates] if mean > 0 else None


def main(argv):
    print("// Derived by scripts/arrival_shapes.py from ServeGen language/m-small chunks (Apache-2.0, see NOTICE).")
    for chunk in CHUNKS:
        rates = hourly(pathlib.Path(argv[1]) / f"language__m-small__chunk-{chunk}-trace.csv.gz")
        if rates is None:
            continue
        print(f"{{  // chunk {chunk}")
        for day in range(0, HOURS, 24):
            print("    " + ", ".join(str(r) for r in rates[day:day + 24]) + ",")
        print("},")


if __name__ == "__main__":
    main(sys.argv)
