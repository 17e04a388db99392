"""arable snapshot: the same report from one small file, and clear words about files that are none."""
import json
import os
import pathlib
import pty
import subprocess
import unittest

import binary


class Snapshots(binary.BinaryTest):
    ESTATE = ("--estate", "mig", "--gpus", "8", "--window", "1d")

    def snapshot(self, *options, name="s.json.zst"):
        path = self.folder / name
        done = binary.run("snapshot", *self.ESTATE, *options, "--output", path)
        self.assertEqual(done.code, 0, done.err)
        return path

    def test_the_report_is_the_same(self):
        path = self.snapshot()
        self.assertEqual(binary.audit("--snapshot", path), binary.audit(*self.ESTATE))

    def test_standard_output_and_files_of_inputs(self):
        done = binary.run("generate", "--kind", "stranded", "--gpus", "8", "--length", "1d", "--scrape", "5m",
                          self.folder / "estate")
        self.assertEqual(done.code, 0, done.err)
        files = sorted((self.folder / "estate").iterdir())
        inputs = ["--metrics", self.folder / "estate" / "metrics.txt.zst", "--prices", self.folder / "estate" / "prices.csv",
                  "--objects", *(f for f in files if f.suffix == ".json" and f.name != "truth.json")]
        packed = subprocess.run([os.environ["ARABLE"], "snapshot", *map(str, inputs)], capture_output=True, check=True,
                                timeout=binary.TIMEOUT).stdout
        self.assertEqual(packed[:4], b"\x28\xb5\x2f\xfd")
        path = self.file("s.json.zst", packed)
        self.assertEqual(binary.audit("--snapshot", path), binary.audit(*inputs))

    def test_a_terminal_is_refused(self):
        theirs, ours = pty.openpty()
        done = subprocess.run([os.environ["ARABLE"], "snapshot", *self.ESTATE], stdout=ours, stderr=subprocess.PIPE,
                              check=False, timeout=binary.TIMEOUT)
        os.close(ours)
        os.close(theirs)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"a snapshot is not for terminals", done.stderr)

    def test_other_inputs_and_windows_are_refused_beside_it(self):
        path = self.snapshot()
        for extra in (("--metrics", path), ("--objects", path), ("--estate", "mig"), ("--window", "2d"), ("--step", "5m"),
                      ("--end", "2026-11-02T00:00:00Z"), ("--cluster-label", "x")):
            with self.subTest(extra):
                self.assertEqual(binary.run("audit", "--snapshot", path, *extra).code, 2)

    def test_prices_replace_its_own(self):
        path = self.snapshot()
        prices = self.file("p.csv", "instance_type,price_per_hour,gpus,currency\nnone,1,1,EUR\n")
        self.assertGreater(binary.audit("--snapshot", path)["worth"]["priced_nodes"], 0)
        self.assertEqual(binary.audit("--snapshot", path, "--prices", prices)["worth"]["priced_nodes"], 0)

    def test_prices_are_read_as_without_a_snapshot(self):
        path = self.snapshot()
        first = self.file("a.csv", "instance_type,price_per_hour,gpus,currency\nnone,1,1,EUR\nother,1,1,EUR\nbad,,1,EUR\n")
        second = self.file("b.csv", "instance_type,price_per_hour,gpus,currency\nnone,2,1,EUR\n")
        report = binary.audit("--snapshot", path, "--prices", first, "--prices", second,
                              "--prices", self.file("c.csv", "no prices\n"))
        notes = {pathlib.Path(note["name"]).name: (note["records"], note["dropped"])
                 for note in report["sources"] if note["kind"] == "prices"}
        self.assertEqual(notes, {"a.csv": (2, 1), "b.csv": (1, 0)})
        self.assertTrue([gap for gap in report["gaps"] if gap["kind"] == "conflict" and "another price" in gap["message"]])
        self.assertTrue([gap for gap in report["gaps"] if gap["subject"].endswith("c.csv")])

    def test_a_redacted_one_has_the_same_sums(self):
        plain, hidden = binary.audit(*self.ESTATE), binary.audit("--snapshot", self.snapshot("--redact"))
        self.assertEqual([row["gpu_ms"] for row in plain["accounting"]], [row["gpu_ms"] for row in hidden["accounting"]])
        self.assertNotEqual(plain["gpus"][0]["node"], hidden["gpus"][0]["node"])

    def test_damage_is_named(self):
        good = self.snapshot().read_bytes()
        for name, content, says in (("cut", good[:len(good) // 2], "cut"), ("empty", b"", "ends too early"),
                                    ("html", b"<html>\n", "names no schema"),
                                    ("other", b'{"schema":"arable.snapshot/v7"}\n', "arable.snapshot/v7"),
                                    ("report", json.dumps({"schema": "arable.report/v1"}).encode() + b"\n", "arable.report/v1")):
            with self.subTest(name):
                done = binary.run("audit", "--snapshot", self.file(name, content))
                self.assertEqual(done.code, 1, done.err)
                self.assertEqual(done.out, "")
                self.assertIn(name, done.err)
        self.assertEqual(binary.run("audit", "--snapshot", self.folder / "absent").code, 1)


if __name__ == "__main__":
    unittest.main()
