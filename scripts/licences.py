#!/usr/bin/env python3
"""Gathers the licences of everything that went into a binary, from what the linker and the compiler say they read.

usage: licences.py BUILD_FOLDER LINK_MAP STATIC_LIBRARIES OUTPUT_FOLDER

Archives and objects come from the link map, headers from ninja's record of dependencies. Each file belongs to a Debian
package (its /usr/share/doc/PACKAGE/copyright is copied) or to a folder of STATIC_LIBRARIES (scripts/static_libraries).
A file that belongs to nobody is an error. Licence texts that those files name are copied as well.
"""
import pathlib
import re
import subprocess
import sys

LINKED = re.compile(r"(?:^|[\s(])(/\S+?\.(?:a|o))(?=[\s(:)]|$)", re.M)
NAMED = re.compile(r"/usr/share/common-licenses/([A-Za-z0-9][A-Za-z0-9.+-]*[A-Za-z0-9])")
COMMON = pathlib.Path("/usr/share/common-licenses")


def linked_files(link_map):
    """Absolute paths of archives and objects in a link map of GNU ld or mold."""
    return {pathlib.Path(path).resolve() for path in LINKED.findall(link_map)}


def included_files(deps):
    """Absolute paths in the answer of `ninja -t deps`."""
    return {pathlib.Path(line.strip()).resolve() for line in deps.splitlines() if line.startswith("    /")}


def owner_in(folder, path):
    return path.relative_to(folder).parts[0] if path.is_relative_to(folder) else None


def packages_of(paths):
    """{package: [path]} by dpkg's lists; raises ValueError when a file has no package."""
    lists = {}
    for path in paths:
        lists.setdefault(str(path), None)
    found = subprocess.run(["dpkg-query", "-S", *lists], capture_output=True, text=True, check=False)
    owners = {}
    for line in found.stdout.splitlines():
        names, _, path = line.partition(": ")
        if path in lists and not names.startswith("diversion"):
            lists[path] = names.split(", ")[0].partition(":")[0]
    for path, package in lists.items():
        if package is None:
            raise ValueError(f"{path} belongs to no package")
        owners.setdefault(package, []).append(path)
    return owners


def version_of(package):
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}\n", package], capture_output=True, text=True, check=True)
    return done.stdout.split("\n")[0]


def write(output, parts):
    """parts: {name: (version, copyright text, what was used)}."""
    output.mkdir(parents=True, exist_ok=True)
    named = set()
    for name, (_, text, _) in parts.items():
        (output / f"{name}.txt").write_text(text, encoding="utf-8")
        named |= set(NAMED.findall(text))
    for name in sorted(named):
        if (COMMON / name).exists():
            (output / f"{name}.licence.txt").write_bytes((COMMON / name).read_bytes())
    lines = ["Parts of other projects in this binary: archives and objects that were linked, headers that were included.",
             "Each has its licence beside this file; the general licences that they name are the files *.licence.txt.", ""]
    lines += [f"{name} {version}: {used}" for name, (version, _, used) in sorted(parts.items())]
    (output / "INDEX.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def used_of(paths):
    archives = sorted({pathlib.Path(path).name for path in paths if str(path).endswith((".a", ".o"))})
    headers = sum(1 for path in paths if not str(path).endswith((".a", ".o")))
    texts = ([", ".join(archives)] if archives else []) + ([f"{headers} headers"] if headers else [])
    return "; ".join(texts)


def main(argv):
    build, link_map, static, output = (pathlib.Path(path).resolve() for path in argv[1:])
    deps = subprocess.run(["ninja", "-C", str(build), "-t", "deps"], capture_output=True, text=True, check=True).stdout
    root = pathlib.Path(__file__).resolve().parent.parent
    files = linked_files(link_map.read_text(encoding="utf-8", errors="replace")) | included_files(deps)
    own, system = {}, set()
    for path in files:
        if name := owner_in(static, path):
            own.setdefault(name, []).append(path)
        elif not path.is_relative_to(build) and not path.is_relative_to(root):
            system.add(path)
    parts = {}
    for name, paths in own.items():
        parts[name] = ((static / name / "version").read_text(encoding="utf-8").strip(),
                       (static / name / "copyright").read_text(encoding="utf-8"), used_of(paths))
    for package, paths in packages_of(system).items():
        text = pathlib.Path(f"/usr/share/doc/{package}/copyright").read_text(encoding="utf-8", errors="replace")
        parts[package] = (version_of(package), text, used_of(paths))
    write(output, parts)
    print(f"licences: {len(parts)} parts in {output}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
