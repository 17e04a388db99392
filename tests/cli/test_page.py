"""The HTML report in a real browser: axe finds nothing, nothing is asked for elsewhere, it fits from 360 pixels to paper."""
import itertools
import pathlib
import unittest

import binary
import chromium

AXE = pathlib.Path(__file__).parent / "axe" / "axe.min.js"
RULES = """axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
  .then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.target + ' ' + n.failureSummary).slice(0, 3).join('; ')))"""
SCREENS = (("desktop", 1280, 900), ("phone", 360, 740), ("zoomed to 400 %", 320, 256))


def estate(kind, gpus="16"):
    return ("--estate", kind, "--gpus", gpus, "--window", "3d", "--step", "10m", "--quiet")


AUDITS = {
    "five-percent": estate("five-percent"),
    "batch-queue": estate("batch-queue"),
    "mig": estate("mig"),
    "instant": ("--metrics", binary.CAPTURES / "dcgm-runai-samples/a100_mig_4_active_workloads.prom", "--quiet"),
    "pools": ("--pool-table", *sorted((binary.CAPTURES / "helios-earth-vc").glob("vc*.csv.gz")), "--quiet"),
}


@unittest.skipIf(chromium.PROGRAM is None, "the package chromium is not installed (scripts/setup test)")
class Page(binary.BinaryTest):
    def setUp(self):
        super().setUp()
        self.browser = chromium.Browser(self.folder / "profile")
        self.addCleanup(self.browser.__exit__)

    def page(self, arguments, language="en"):
        path = self.folder / f"audit-{language}.html"
        outcome = binary.run("audit", *arguments, "--format", "html", "--lang", language, "--output", path)
        self.assertIn(outcome.code, (0, 3), outcome.err)
        return path.as_uri()

    def faults(self):
        self.browser.run(AXE.read_text(encoding="utf-8") + ";0")
        return self.browser.run(RULES)

    def test_axe_finds_nothing(self):
        every = list(itertools.product(("en", "fr"), (False, True), SCREENS[:2]))
        for name, arguments in AUDITS.items():
            # One audit in every way, the others in two that share nothing.
            for language, dark, (screen, width, height) in every if name == "five-percent" else (every[0], every[-1]):
                with self.subTest(f"{name}, {language}, {'dark' if dark else 'light'}, {screen}"):
                    self.browser.look(width, height, dark)
                    self.browser.open(self.page(arguments, language))
                    self.browser.run("document.querySelectorAll('details').forEach(d => d.open = true)")
                    self.assertEqual(self.faults(), [])

    def test_axe_finds_nothing_on_paper(self):
        self.browser.look(media="print")
        self.browser.open(self.page(AUDITS["five-percent"]))
        self.assertEqual(self.faults(), [])

    def test_nothing_is_asked_for_elsewhere(self):
        for name, arguments in AUDITS.items():
            with self.subTest(name):
                url = self.page(arguments)
                asked, said = self.browser.open(url)
                self.assertEqual([address for address in asked if address != url and not address.startswith("data:")], [])
                self.assertEqual(said, [])
                self.assertEqual(self.browser.run("document.scripts.length"), 0)

    def test_only_tables_scroll_sideways(self):
        for name, arguments in AUDITS.items():
            url = self.page(arguments, "fr")
            for screen, width, height in SCREENS:
                with self.subTest(f"{name}, {screen}"):
                    self.browser.look(width, height)
                    self.browser.open(url)
                    wide = self.browser.run("document.documentElement.scrollWidth")
                    self.assertLessEqual(wide, width)

    def test_pictures_are_there_and_have_words(self):
        self.browser.look(360, 740)
        self.browser.open(self.page(AUDITS["five-percent"]))
        empty = self.browser.run("""[...document.querySelectorAll('svg:not(.defs)')].filter(
            s => s.getBoundingClientRect().width < 10 || s.getBoundingClientRect().height < 8).map(s => s.outerHTML.slice(0, 90))""")
        self.assertEqual(empty, [])
        unnamed = self.browser.run("""[...document.querySelectorAll('svg')].filter(s => s.getAttribute('aria-hidden') !== 'true'
            && !(s.getAttribute('role') === 'img' && s.getAttribute('aria-label').length > 10)).length""")
        self.assertEqual(unnamed, 0)
        fills = self.browser.run("""[...new Set([...document.querySelectorAll('.stack rect, .cards path, .fall rect')].map(
            r => getComputedStyle(r).fill))]""")
        self.assertNotIn("rgb(0, 0, 0)", fills)  # the colour of what has none
        self.assertGreater(len(fills), 5)

    def test_themes_differ_and_paper_is_light(self):
        url = self.page(AUDITS["mig"])
        grounds = []
        for options in ({"dark": False}, {"dark": True}, {"dark": True, "media": "print"}):
            self.browser.look(**options)
            self.browser.open(url)
            grounds.append(self.browser.run("getComputedStyle(document.body).backgroundColor"))
        self.assertEqual(grounds[0], "rgb(255, 255, 255)")
        self.assertNotEqual(grounds[1], grounds[0])
        self.assertEqual(grounds[2], grounds[0])

    def test_it_prints(self):
        self.browser.look(media="print")
        self.browser.open(self.page(AUDITS["five-percent"]))
        paper = self.browser.paper()
        self.assertTrue(paper.startswith(b"%PDF-"))
        self.assertLess(paper.count(b"/Type /Page\n") + paper.count(b"/Type /Page "), 40)


if __name__ == "__main__":
    unittest.main()
