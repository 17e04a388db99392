#!/usr/bin/env python3
"""Checks the sizes of the house: header <= 200 lines, source <= 400, test <= 500, function <= 60.

Prints the medians, which should be near 120.
usage: check_sizes.py [ROOT]
"""
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from cpp_functions import functions  # noqa: E402

LIMITS = {"header": 200, "source": 400, "test": 500, "script": 400}
FUNCTION_LIMIT = 60
FOLDERS = ("src", "cmd", "tests", "bench", "scripts")


def kind_of(path):
    """header, source, test, script, or None for what has no limit."""
    if path.suffix == ".h":
        return "header"
    if path.suffix == ".cpp":
        return "test" if path.name.endswith("_test.cpp") else "source"
    return "script" if path.suffix == ".py" else None


def file_faults(name, kind, text):
    lines = text.count("\n")
    if lines > LIMITS[kind]:
        yield f"{name}: {lines} lines, a {kind} has at most {LIMITS[kind]}"
    if kind != "script":
        for line, length, head in functions(text):
            if length > FUNCTION_LIMIT:
                yield f"{name}:{line}: function of {length} lines, at most {FUNCTION_LIMIT}: {head[:80]}"


def files(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and kind_of(path) and "captures" not in path.parts:
                yield path


def main(argv):
    root = pathlib.Path(argv[1]) if len(argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    found, sizes = [], {}
    for path in files(root):
        text = path.read_text(encoding="utf-8")
        sizes.setdefault(kind_of(path), []).append(text.count("\n"))
        found += file_faults(str(path.relative_to(root)), kind_of(path), text)
    print("\n".join(found))
    for kind, counts in sorted(sizes.items()):
        print(f"{kind}: {len(counts)} files, median {statistics.median(counts):.0f}, largest {max(counts)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
