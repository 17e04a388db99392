"""arable explain: stories are valid by their schema, agree with the report, and misspelt names are answered."""
import json
import unittest

import binary

try:
    import jsonschema
    from test_schema import validator
except ImportError:
    jsonschema = None

ESTATE = ("--estate", "five-percent", "--gpus", "8", "--window", "2d", "--step", "10m", "--quiet")
SMI = ("--nvidia-smi", binary.CAPTURES / "nvidia-smi-xml-telegraf/a100-sxm4-v12.xml", "--quiet")


def explain(kind, name, *inputs, form="json"):
    done = binary.run("explain", kind, name, *inputs, "--format", form)
    if done.code != 0:
        raise AssertionError(f"exit code {done.code}: {done.err}")
    return json.loads(done.out) if form == "json" else done.out


class Explain(binary.BinaryTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.report = binary.audit(*ESTATE)
        gpu, workload, wait = cls.report["gpus"][0], cls.report["workloads"][0], cls.report["waits"]["list"][0]
        cls.subjects = {"gpu": gpu["name"], "node": gpu["node"], "pod": gpu["holders"].split(", ")[0],
                        "workload": f"{workload['namespace']}/{workload['name']}",
                        "finding": cls.report["findings"][0]["id"], "wait": wait["name"]}
        cls.stories = {kind: explain(kind, name, *ESTATE) for kind, name in cls.subjects.items()}

    @unittest.skipIf(jsonschema is None, "the package python3-jsonschema is not installed (scripts/setup test)")
    def test_stories_of_all_kinds_are_valid(self):
        for kind, story in {**self.stories, "instant": explain("gpu", "0000", *SMI)}.items():
            with self.subTest(kind):
                faults = [f"{f.json_path}: {f.message[:200]}" for f in validator("story").iter_errors(story)]
                self.assertEqual(faults[:5], [])

    def test_figures_are_those_of_the_report(self):
        gpu, workload, finding = self.report["gpus"][0], self.report["workloads"][0], self.report["findings"][0]
        self.assertEqual(self.stories["gpu"]["classes"], gpu["classes"])
        self.assertEqual(self.stories["gpu"]["gpu_ms"], gpu["gpu_ms"])
        self.assertEqual(self.stories["workload"]["classes"], workload["classes"])
        self.assertEqual(self.stories["workload"]["money"], workload["money"])
        self.assertEqual(self.stories["finding"]["findings"], [finding])
        self.assertEqual(self.stories["wait"]["waits"]["list"], [self.report["waits"]["list"][0]])
        on_node = [g for g in self.report["gpus"] if g["node"] == self.subjects["node"]]
        self.assertEqual(self.stories["node"]["gpu_ms"], sum(g["gpu_ms"] for g in on_node))

    def test_parts_add_up(self):
        for kind, story in self.stories.items():
            with self.subTest(kind):
                self.assertEqual(sum(story["classes"].values()), story["gpu_ms"])
                if story["waits"]["known"]:
                    self.assertEqual(sum(c["gpu_ms"] for c in story["waits"]["by_cause"]), story["waits"]["gpu_ms"])
                for row in story["chart"]:
                    for one, two in zip(row["spans"], row["spans"][1:]):
                        self.assertLessEqual(one["end"], two["start"])

    def test_names_may_be_shortened_while_they_stay_unique(self):
        uuid, node = self.subjects["gpu"], self.subjects["node"]
        for name in (uuid[:13], "GPU-" + uuid.upper(), f"{node}/0"):
            with self.subTest(name):
                self.assertEqual(explain("gpu", name, *ESTATE)["name"], uuid)
        self.assertEqual(explain("pod", self.subjects["pod"].split("/")[1], *ESTATE)["name"], self.subjects["pod"])

    def test_a_name_that_fits_none_or_several_is_answered(self):
        uuid = self.subjects["gpu"]
        wrong = uuid[:-1] + ("0" if uuid[-1] != "0" else "1")
        done = binary.run("explain", "gpu", wrong, *ESTATE)
        self.assertEqual((done.code, done.out), (1, ""))
        self.assertRegex(done.err, rf"did you mean \S+/\d+ \({uuid}\)")
        done = binary.run("explain", "gpu", self.subjects["node"] + "/", *ESTATE)
        self.assertEqual((done.code, done.out), (1, ""))
        self.assertIn("fits several: ", done.err)

    def test_wrong_use_is_exit_code_2(self):
        for arguments in (("explain",), ("explain", "gpu"), ("explain", "cat", "x", *SMI), ("explain", "gpu", "x"),
                          ("explain", "gpu", "x", *SMI, "--step", "never")):
            with self.subTest(arguments):
                self.assertEqual(binary.run(*arguments).code, 2)

    def test_text_keeps_to_the_width_and_needs_no_colour(self):
        for width in ("60", "80", "120"):
            for kind, name in self.subjects.items():
                done = binary.run("explain", kind, name, *ESTATE, env={"COLUMNS": width})
                self.assertNotIn("\x1b", done.out)
                # A word that is longer than the page is not cut.
                wide = [line for line in done.out.splitlines() if len(line) > int(width) and len(line.split()) > 3]
                with self.subTest(kind=kind, width=width):
                    self.assertEqual(wide, [])

    def test_of_one_instant_shares_are_told_and_hours_are_not(self):
        text = explain("gpu", "0000", *SMI, form="text")
        self.assertIn("Where its 1.0 GPUs were", text)
        self.assertNotIn("GPU-hours", text)


if __name__ == "__main__":
    unittest.main()
