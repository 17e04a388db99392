#!/usr/bin/env python3
"""Checks that every #include obeys the table of floors in cmake/rooms.cmake.

A room includes itself, `base` and the rooms it knows; its tests also the rooms named under TEST_LIBRARIES.
Headers up to floor 5 include nothing else from outside but the standard library, fmt and tl::expected.
usage: check_layers.py [ROOT]
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
ROW = re.compile(r'"(\d+) ([a-z_]+)((?: [a-z_]+)*)"')
STANDARD = re.compile(r"[a-z_0-9]+")
TOP_OF_LIGHT_HEADERS = 5
LIGHT_THIRD_PARTY = re.compile(r"fmt/|tl/expected\.hpp$")


def read_table(text):
    """The rooms as {name: (floor, set of known rooms)}."""
    body = text.split("set(ARABLE_ROOMS", 1)[1].split("\n)", 1)[0]
    return {m[2]: (int(m[1]), set(m[3].split()) | {"base"}) for m in ROW.finditer(body)}


def table_faults(table):
    """Rows that contradict the floors: a room may know rooms of lower floors only."""
    for room, (floor, knows) in sorted(table.items()):
        for other in sorted(knows - {room}):
            if other not in table:
                yield f"cmake/rooms.cmake: {room} knows {other}, which is no room"
            elif table[other][0] >= floor:
                yield f"cmake/rooms.cmake: {room} (floor {floor}) may not know {other} (floor {table[other][0]})"


def test_rooms(cmake_text):
    """Names under TEST_LIBRARIES in a room's CMakeLists.txt."""
    found = set()
    for part in re.findall(r"TEST_LIBRARIES([^)A-Z]*)", cmake_text):
        found |= set(part.split())
    return found


def include_fault(kind, path, allowed, is_light):
    """What is wrong with one include, or None. A light file is a header that many files include."""
    if kind == "<":
        if is_light and not STANDARD.fullmatch(path) and not LIGHT_THIRD_PARTY.match(path):
            return f"<{path}> in a header: third-party headers stand in .cpp files only"
        return None
    if "/" not in path or ".." in path:
        return f'"{path}": write the path from src/, as in "room/file.h"'
    room = path.split("/", 1)[0]
    if room not in allowed:
        return f'"{path}": this room does not know {room}'
    return None


def file_faults(name, text, allowed, floor):
    """Faults of one file as messages with file and line."""
    is_light = name.endswith(".h") and floor <= TOP_OF_LIGHT_HEADERS
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        fault = match and include_fault(match[1], match[2], allowed, is_light)
        if fault:
            yield f"{name}:{number}: {fault}"


def folder_faults(root, folder, floor, allowed, allowed_in_tests):
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".h", ".cpp"):
            rooms = allowed_in_tests if path.name.endswith("_test.cpp") else allowed
            yield from file_faults(str(path.relative_to(root)), path.read_text(encoding="utf-8"), rooms, floor)


def faults(root):
    table = read_table((root / "cmake/rooms.cmake").read_text(encoding="utf-8"))
    yield from table_faults(table)
    for folder in sorted(p for p in (root / "src").glob("*") if p.is_dir()):
        room = folder.name
        if room not in table:
            yield f"src/{room}: not in cmake/rooms.cmake"
            continue
        allowed = table[room][1] | {room}
        build = folder / "CMakeLists.txt"
        more = test_rooms(build.read_text(encoding="utf-8")) if build.exists() else set()
        yield from folder_faults(root, folder, table[room][0], allowed, allowed | more)
    command = {"arable", "app", "base"}
    yield from folder_faults(root, root / "cmd", 8, command, command)


def main(argv):
    root = pathlib.Path(argv[1]) if len(argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    found = list(faults(root))
    print("\n".join(found) if found else "check_layers: every include obeys cmake/rooms.cmake")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
