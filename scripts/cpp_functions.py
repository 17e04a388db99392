"""Finds the functions of a C++ file and their length, without a compiler.

Good enough for code formatted by clang-format: literals, comments and preprocessor lines are blanked first, then
braces are followed. A function counts from the first line of its signature to its closing brace.
"""
import re

LITERALS = re.compile(
    r'R"([^()\s\\]*)\((?:.|\n)*?\)\1"'  # raw string
    r'|//[^\n]*|/\*(?:.|\n)*?\*/'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'"
)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
ATTRIBUTE = re.compile(r"\[\[[^\]]*\]\]")
TYPE_HEAD = re.compile(r"^(?:(?:inline|static|typedef|constexpr)\s+)*(class|struct|union|enum|namespace|extern)\b")
MEMBER_INITIALISERS = re.compile(r"\)\s*(?:noexcept\s*)?:(?!:)")
AFTER_SIGNATURE = re.compile(r"\b(?:const|noexcept|override|final|mutable|try)$")
LAMBDA = re.compile(r"\]\s*\((?:[^()]|\([^()]*\))*\)\s*(?:mutable\s*)?(?:noexcept\s*)?(?:->\s*[\w:<>&*,\s]+)?$")


def blank(text):
    """The text with literals, comments and directives replaced by blanks of the same shape."""

    def spaces(match):
        word = match.group(0)
        kept = re.sub(r"[^\n]", " ", word)
        return '"' + kept[1:] if word[0] in "\"R'" else kept

    text = LITERALS.sub(spaces, text)
    return DIRECTIVE.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)


def without_template(head):
    """The head of a declaration without leading `template <…>` and attributes."""
    head = ATTRIBUTE.sub("", head).strip()
    while head.startswith("template"):
        depth = parens = 0
        for i, char in enumerate(head):
            parens += (char == "(") - (char == ")")
            if parens == 0:
                depth += (char == "<") - (char == ">" and head[i - 1] != "-")
            if char == ">" and parens == depth == 0:
                head = head[i + 1 :].strip()
                break
        else:
            break
    return head


def kind_of_brace(head, parens, scope):
    """What a `{` after this head opens: 'scope' (namespace, class), 'function' or 'other' (an initialiser)."""
    head = without_template(head)
    if LAMBDA.search(head) and scope != "function":
        return "function"
    if scope != "scope" or parens:
        return "other"
    match = TYPE_HEAD.match(head)
    if match:
        return "other" if match[1] == "enum" else "scope"
    if ")" not in head or head.endswith("=") or re.match(r"(?:inline\s+)?concept\b", head):
        return "other"
    if MEMBER_INITIALISERS.search(head) and re.search(r"[\w>]$", head) and not AFTER_SIGNATURE.search(head):
        return "other"  # a_{a} among the initialisers of a constructor
    return "function"


def functions(text):
    """Yields (first line, length in lines, head) for each function outside other functions."""
    stack = [("scope", 0, "", 0)]
    head, head_line, parens, line = "", 0, 0, 1
    for char in blank(text):
        if char == "\n":
            line += 1
        if char == "{":
            kind = kind_of_brace(head, parens, stack[-1][0])
            is_lambda = kind == "function" and stack[-1][0] == "other"
            stack.append((kind, line if is_lambda else head_line or line, head, parens))
            if kind != "other":
                head, head_line, parens = "", 0, 0
            else:
                head += char
        elif char == "}":
            kind, start, opened_by, outer_parens = stack.pop() if len(stack) > 1 else stack[0]
            if kind == "function":
                if stack[-1][0] != "function":
                    yield start, line - start + 1, " ".join(opened_by.split())
            parens = outer_parens
            if kind == "other" or (kind == "function" and stack[-1][0] == "other"):
                head, head_line = (opened_by if kind == "function" else head) + char, start
            else:
                head, head_line = "", 0
        elif char == ";" and parens == 0:
            head, head_line = "", 0
        elif stack[-1][0] != "function":
            parens += (char == "(") - (char == ")")
            if not char.isspace() and not head.strip():
                head, head_line = "", line
            head += char
            if head.strip() in ("public:", "private:", "protected:"):
                head, head_line = "", 0
