"""arable compare: reports and snapshots side by side."""
import json
import unittest

import binary

try:
    import jsonschema
except ImportError:
    jsonschema = None


class Comparisons(binary.BinaryTest):
    BEFORE = ("--estate", "five-percent", "--gpus", "16", "--window", "1d", "--step", "5m")
    AFTER = ("--estate", "five-percent", "--gpus", "16", "--window", "2d", "--step", "5m", "--seed", "2")

    def report(self, name, estate):
        return self.file(name, binary.run("audit", *estate, "--format", "json").out)

    def snapshot(self, name, estate):
        path = self.folder / name
        done = binary.run("snapshot", *estate, "--output", path)
        self.assertEqual(done.code, 0, done.err)
        return path

    def compare(self, *files):
        done = binary.run("compare", *files, "--format", "json", "--max-gaps", "100%")
        self.assertEqual(done.code, 0, done.err)
        return json.loads(done.out)

    def test_reports_and_snapshots_say_the_same(self):
        a, b = self.report("a.json", self.BEFORE), self.report("b.json", self.AFTER)
        comparison = self.compare(a, b)
        self.assertEqual(comparison, self.compare(self.snapshot("a.zst", self.BEFORE), b))
        self.assertEqual(comparison, self.compare(a, self.snapshot("b.zst", self.AFTER)))
        for side, report in (("before", a), ("after", b)):
            report = json.loads(report.read_text())
            self.assertEqual([row[f"{side}_ms"] for row in comparison["classes"]],
                             [row["gpu_ms"] for row in report["accounting"]])
            self.assertAlmostEqual(sum(row[f"{side}_share"] for row in comparison["classes"]), 1)
        self.assertTrue(any("differ in length" in text for text in comparison["cautions"]))

    def test_text_in_french(self):
        a, b = self.report("a.json", self.BEFORE), self.report("b.json", self.AFTER)
        text = binary.run("compare", a, b, "--lang", "fr", "--max-gaps", "100%").out
        for english in ("before", "after", "GPU-hours", "points.*change", "more in"):
            self.assertNotRegex(text, english)
        self.assertNotRegex(text, r"\d\.\d(?!\d)")
        self.assertRegex(text, "h-GPU avant")

    def test_the_same_twice_has_changed_nothing(self):
        a = self.report("a.json", self.BEFORE)
        comparison = self.compare(a, a)
        self.assertTrue(all(row["share_change"] == 0 for row in comparison["classes"]))
        self.assertTrue(all(f["change"] == "still" for f in comparison["findings"]))
        self.assertEqual(comparison["realised"]["lost_share"], 0)

    @unittest.skipIf(jsonschema is None, "the package python3-jsonschema is not installed (scripts/setup test)")
    def test_the_document_is_valid_and_the_schema_strict(self):
        schema = json.loads((binary.ROOT / "api" / "comparison.schema.json").read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        check = jsonschema.Draft202012Validator(schema)
        comparison = self.compare(self.report("a.json", self.BEFORE), self.report("b.json", self.AFTER))
        self.assertEqual([fault.message for fault in check.iter_errors(comparison)], [])
        for spoil in (lambda c: c.update(extra=1), lambda c: c.pop("cautions"), lambda c: c["classes"].pop(),
                      lambda c: c["classes"][0].update(before_ms=-1), lambda c: c["findings"].append({"id": 1})):
            wrong = json.loads(json.dumps(comparison))
            spoil(wrong)
            self.assertFalse(check.is_valid(wrong))

    def test_text_shows_shares_that_add_up(self):
        done = binary.run("compare", self.report("a.json", self.BEFORE), self.report("b.json", self.AFTER),
                          "--max-gaps", "100%", env={"COLUMNS": "100"})
        self.assertEqual(done.code, 0, done.err)
        table = done.out.split("Where the GPU-hours went")[1].split("\n\n")[0].splitlines()[2:]
        rows = [line.split() for line in table if "%" in line and "<" not in line]
        self.assertTrue(any(row[0] == "all" for row in rows))
        if not any("<" in line for line in table):
            self.assertAlmostEqual(sum(float(row[3]) for row in rows if row[0] != "all"), 100.0, places=6)
        self.assertTrue(all(len(line) <= 100 for line in done.out.splitlines()))

    def test_what_cannot_be_compared_is_said(self):
        a = self.report("a.json", self.BEFORE)
        for name, content in (("text", b"hello"), ("empty", b""), ("list", b"[]"),
                              ("cut", a.read_bytes()[:5000]), ("other", b'{"schema":"arable.plan/v1"}')):
            with self.subTest(name):
                done = binary.run("compare", a, self.file(name, content))
                self.assertEqual(done.code, 1)
                self.assertIn(name, done.err)
        self.assertEqual(binary.run("compare", a).code, 2)
        self.assertEqual(binary.run("compare", a, self.folder / "absent").code, 1)


if __name__ == "__main__":
    unittest.main()
