#!/usr/bin/env python3
"""Prints google-benchmark results beside the committed baseline: rate or time, and the ratio (above 1 is better).

usage: compare_bench.py [--record] BASELINE.json RESULT.json…
"""
import argparse
import json
import pathlib
import sys


def figures(paths):
    """{"file/benchmark": {"value": …, "unit": …}}: a rate where the benchmark counts something, else milliseconds."""
    found = {}
    for path in paths:
        for row in json.loads(path.read_text(encoding="utf-8"))["benchmarks"]:
            name = f"{path.stem}/{row['name']}"
            if "bytes_per_second" in row:
                found[name] = {"value": row["bytes_per_second"] / 1e6, "unit": "MB/s"}
            elif "items_per_second" in row:
                found[name] = {"value": row["items_per_second"] / 1e6, "unit": "M items/s"}
            elif "real_time" in row:
                scale = {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3}[row["time_unit"]]
                found[name] = {"value": row["real_time"] * scale, "unit": "ms"}
    return found


def ratio(old, new):
    """How many times better; None when the two cannot be compared."""
    if old is None or old["unit"] != new["unit"] or not old["value"] or not new["value"]:
        return None
    return old["value"] / new["value"] if new["unit"] == "ms" else new["value"] / old["value"]


def main(argv):
    parser = argparse.ArgumentParser()
    parser.add_argument("--record", action="store_true")
    parser.add_argument("baseline", type=pathlib.Path)
    parser.add_argument("results", nargs="+", type=pathlib.Path)
    options = parser.parse_args(argv[1:])
    base = json.loads(options.baseline.read_text(encoding="utf-8")) if options.baseline.exists() else {}
    new = figures(options.results)
    for name, figure in sorted(new.items()):
        better = ratio(base.get(name), figure)
        beside = f"{better:6.2f} x the baseline" if better else "   not in the baseline"
        print(f"{name:45} {figure['value']:12.1f} {figure['unit']:10} {beside}")
    if options.record:
        text = json.dumps({**base, **new}, indent=1, sort_keys=True)
        options.baseline.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
