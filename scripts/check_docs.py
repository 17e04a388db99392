#!/usr/bin/env python3
"""Checks that documentation names only files that exist.

Looks at links and at paths in `backticks` of every Markdown file; a path may start at the root, at src/ or beside the page.
Code blocks are not read. Room READMEs have at most 30 lines.
usage: check_docs.py [ROOT]
"""
import pathlib
import re
import sys

FENCE = re.compile(r"^(```|~~~).*?^\1", re.M | re.S)
TICKED = re.compile(r"`([\w.-]+(?:/[\w.+-]+)+/?)`")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
EXTENSION = re.compile(r"\.(?:h|cpp|py|md|json|ya?ml|cmake|prom|txt|csv|xml|dict|gz|in)$|/$")
# What the build or a run leaves behind, and paths of other systems.
ELSEWHERE = re.compile(r"^(?:build|dist|api|apps|nvidia\.com|resource\.k8s\.io|kueue\.x-k8s\.io)/")
README_LINES = 30


def pages(root):
    yield from sorted(root.glob("*.md"))
    for folder in ("docs", "src", "cmd", "bench", "tests/fuzz", "tests/scenarios"):
        yield from sorted((root / folder).rglob("*.md"))


def named_paths(text):
    text = FENCE.sub(lambda m: "\n" * m[0].count("\n"), text)
    for match in TICKED.finditer(text):
        if EXTENSION.search(match[1]) and not ELSEWHERE.match(match[1]):
            yield text.count("\n", 0, match.start()) + 1, match[1]
    for match in LINK.finditer(text):
        if not re.match(r"[a-z]+:", match[1]):
            yield text.count("\n", 0, match.start()) + 1, match[1]


def page_faults(root, page):
    text = page.read_text(encoding="utf-8")
    name = page.relative_to(root)
    if page.name == "README.md" and name.parts[0] == "src" and text.count("\n") > README_LINES:
        yield f"{name}: {text.count(chr(10))} lines, a room's README has at most {README_LINES}"
    for line, path in named_paths(text):
        if not any((base / path).exists() for base in (root, root / "src", page.parent)):
            yield f"{name}:{line}: {path} does not exist"


def main(argv):
    root = pathlib.Path(argv[1]) if len(argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    found = [fault for page in pages(root) for fault in page_faults(root, page)]
    print("\n".join(found) if found else "check_docs: every path that the pages name exists")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
