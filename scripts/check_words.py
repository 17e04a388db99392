#!/usr/bin/env python3
"""Checks that every sentence for users has its French, and that French is kept of nothing else.

A sentence is the first literal of text("…") and wording("…"), the two of plural(n, "…", "…") and that of
translatable("…") in src/, tests aside. The French stands in src/report/french*.cpp as Entry{"english", "french"}.
Both must have the same placeholders; French signs have their no-break spaces. Templates without a letter need no entry.
usage: check_words.py [ROOT]
"""
import pathlib
import re
import sys

COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|(?<![0-9])\'(?:[^\'\\\n]|\\.)\'', re.S)
STRING = re.compile(r'\s*"((?:[^"\\\n]|\\.)*)"')
CALL = re.compile(r"(?<![\w.>])(?:report::|arable::)?(text|plural|translatable|wording)\(")
ENTRY = re.compile(r"\bEntry\{")
HOLE = re.compile(r"\{(\d*)\}")
ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)")
WIDE = "\u00a0\u202f"
# What French typography and our own rules do not allow.
BLUNDERS = {
    r"(?<![" + WIDE + r"\s(])[;!?»](?![\w/=])": "a no-break space belongs before",
    r" [;:!?»%]": "an ordinary space stands before",
    r"(?<=[a-zàâçéèêëîïôûùüÿœ])'(?=[a-zàâçéèêëîïôûùüÿœ])": "a straight apostrophe",
    r"« ": "an ordinary space stands after",
}
PLAIN = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "'": "'"}


def without_comments(source):
    return COMMENT.sub(lambda m: m[0] if m[0][0] in "\"'" else re.sub(r"[^\n]", " ", m[0]), source)


def unescaped(literal):
    return ESCAPE.sub(lambda m: chr(int(m[1][1:], 16)) if m[1][0] == "u" and len(m[1]) == 5 else PLAIN.get(m[1], m[1]),
                      literal)


def literal_at(source, at):
    """The adjacent literals from `at` on as one, and where they end; None where there is none."""
    parts = []
    while match := STRING.match(source, at):
        parts.append(unescaped(match[1]))
        at = match.end()
    return ("".join(parts), at) if parts else (None, at)


def next_argument(source, at):
    """After the comma that ends the argument at `at`, brackets and literals skipped; None at the call's end."""
    depth = 0
    while at < len(source):
        if string := STRING.match(source, at):
            at = string.end()
            continue
        sign = source[at]
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            if depth == 0:
                return None
            depth -= 1
        elif sign == "," and depth == 0:
            return at + 1
        at += 1
    return None


def templates(source):
    """(line, template) of every sentence in C++ source."""
    source = without_comments(source)
    for call in CALL.finditer(source):
        line = source.count("\n", 0, call.start()) + 1
        at = call.end()
        if call[1] == "plural":
            at = next_argument(source, at)
        for _ in range(2 if call[1] == "plural" else 1):
            words, end = literal_at(source, at) if at is not None else (None, None)
            if words is None:
                break
            yield line, words
            at = next_argument(source, end)


def entries(source):
    """(line, english, french) of a catalogue."""
    source = without_comments(source)
    for entry in ENTRY.finditer(source):
        english, end = literal_at(source, entry.end())
        at = next_argument(source, end) if english is not None else None
        french, _ = literal_at(source, at) if at is not None else (None, None)
        if french is not None:
            yield source.count("\n", 0, entry.start()) + 1, english, french


def holes(template):
    """Which values it shows, in order of their numbers."""
    names = HOLE.findall(template.replace("{{", "").replace("}}", ""))
    return {int(name) if name else place for place, name in enumerate(names)}


def blunders(french):
    bare = HOLE.sub("0", french)
    for pattern, what in BLUNDERS.items():
        if found := re.search(pattern, bare):
            yield f"{what} '{found[0].strip()}'"


def faults(root):
    used = {}
    for folder in ("src",):
        for path in sorted((root / folder).rglob("*.*")):
            if path.suffix not in (".cpp", ".h") or path.stem.endswith("_test") or path.name.startswith("french"):
                continue
            for line, words in templates(path.read_text(encoding="utf-8")):
                used.setdefault(words, f"{path.relative_to(root)}:{line}")
    known = {}
    for path in sorted((root / "src/report").glob("french*.cpp")):
        for line, english, french in entries(path.read_text(encoding="utf-8")):
            place = f"{path.relative_to(root)}:{line}"
            if english in known:
                yield f"{place}: a second time: {english}"
            known[english] = french
            if english not in used:
                yield f"{place}: nobody says: {english}"
            if holes(english) != holes(french):
                yield f"{place}: other placeholders than: {english}"
            for blunder in blunders(french):
                yield f"{place}: {blunder} in: {french}"
    for words, place in used.items():
        if words not in known and re.search(r"[^\W\d_]", HOLE.sub("", words)):
            yield f"{place}: no French of: {words}"


def main(argv):
    root = pathlib.Path(argv[1]) if len(argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    found = list(faults(root))
    print("\n".join(found) if found else "check_words: every sentence has its French")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
