"""Reads the HTML report: elements by attribute, and the words that a reader sees."""
import html.parser
import re

VOID = {"meta", "link", "br", "img"}
NUMBER = {"en": re.compile(r"\d[\d,]*(?:\.\d+)?"), "fr": re.compile("\\d[\\d\u202f]*(?:,\\d+)?")}


class Element:
    def __init__(self, tag, attributes):
        self.tag, self.attributes, self.children = tag, dict(attributes), []

    def __getitem__(self, name):
        return self.attributes[name]

    def walk(self):
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def all(self, tag=None, having=None):
        """Elements below, of a tag or with an attribute, in order."""
        return [e for e in self.walk() if e is not self and (tag is None or e.tag == tag)
                and (having is None or having in e.attributes)]

    def one(self, tag=None, having=None):
        found = self.all(tag, having)
        if not found:
            raise KeyError(f"no {tag or ''}[{having or ''}] in {self.tag} {self.attributes}")
        return found[0]

    def words(self, without=("what",)):
        """The text below, blanks as one; without parts of these classes and titles of pictures."""
        return " ".join("".join(self.texts(without)).split())

    def texts(self, without=()):
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag != "title" and child.attributes.get("class") not in without:
                yield from child.texts(without)


class _Builder(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag, attrs):
        self.open[-1].children.append(Element(tag, attrs))
        if tag not in VOID:
            self.open.append(self.open[-1].children[-1])

    def handle_startendtag(self, tag, attrs):
        self.open[-1].children.append(Element(tag, attrs))

    def handle_endtag(self, tag):
        if self.open[-1].tag != tag:
            raise ValueError(f"</{tag}> closes <{self.open[-1].tag}> at {self.getpos()}")
        self.open.pop()

    def handle_data(self, data):
        self.open[-1].children.append(data)


def parsed(text):
    builder = _Builder()
    builder.feed(text)
    builder.close()
    if len(builder.open) != 1:
        raise ValueError(f"never closed: {[e.tag for e in builder.open[1:]]}")
    return builder.root


def figures(element, language="en"):
    """The figures of each piece of text below, sorted."""
    return sorted(figure for piece in element.texts() for figure in numbers(piece, language))


def numbers(words, language="en"):
    """The figures in a text, written as English writes them without thousands marks."""
    found = NUMBER[language].findall(words)
    if language == "fr":
        return [n.replace("\u202f", "").replace(",", ".") for n in found]
    return [n.replace(",", "") for n in found]
