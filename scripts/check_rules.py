#!/usr/bin/env python3
"""Checks rules of the house that a regular expression can see.

- a missing measurement is never zero: no value_or(0) in the rooms that read and judge measurements
- no file or folder with a name that says nothing (util, helper, manager, …)
- headers have #pragma once and no `using namespace`; no unfinished work in comments
usage: check_rules.py [ROOT]
"""
import pathlib
import re
import sys

NEVER_ZERO_ROOMS = ("sources", "diagnose", "fit", "prom")
ZERO = re.compile(r"value_or\(\s*(?:[\w:]+[{(]\s*)?[-+]?0(?:\.0*)?[uUlLfFzZ]*\s*[})]?\s*\)")
EMPTY_NAMES = {"util", "utils", "helper", "helpers", "manager", "common", "misc", "data", "impl", "info"}
USING = re.compile(r"^\s*using\s+namespace\b", re.M)
UNFINISHED = re.compile(r"(?://|/\*|#)\s*(?:TODO|FIXME|XXX|HACK)\b")


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def text_faults(name, text):
    """Faults of one file under src/ or cmd/; name is its path from the root."""
    parts = pathlib.PurePath(name).parts
    if parts[0] == "src" and parts[1] in NEVER_ZERO_ROOMS and not name.endswith("_test.cpp"):
        for match in ZERO.finditer(text):
            yield f"{name}:{line_of(text, match.start())}: {match[0]}: missing is never zero"
    for match in UNFINISHED.finditer(text):
        yield f"{name}:{line_of(text, match.start())}: finish it, or open an issue"
    if name.endswith(".h"):
        if "#pragma once" not in text:
            yield f"{name}:1: #pragma once is missing"
        for match in USING.finditer(text):
            yield f"{name}:{line_of(text, match.start())}: using namespace in a header"


def name_faults(name):
    path = pathlib.PurePath(name)
    for word in path.parent.parts + (path.stem.removesuffix("_test"),):
        if word in EMPTY_NAMES:
            yield f"{name}: the name `{word}` says nothing"


def main(argv):
    root = pathlib.Path(argv[1]) if len(argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    found = []
    for folder in ("src", "cmd"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                name = str(path.relative_to(root))
                found += [*name_faults(name), *text_faults(name, path.read_text(encoding="utf-8"))]
    print("\n".join(found) if found else "check_rules: the rules hold")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
