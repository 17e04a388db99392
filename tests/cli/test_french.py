"""The report in French: no English is left in it, and every figure of it is that of the English one."""
import collections
import json
import re
import unittest

import bad_files
import binary

KINDS = ("autoscaled", "batch-queue", "five-percent", "fragmented", "inference", "mig", "notebooks", "shared", "stranded",
         "training")
SMALL = ("--gpus", "8", "--window", "2d", "--step", "10m")
END = ("--end", "2026-01-01T00:00:00Z")
CAPTURES = (
    ("--metrics", "dcgm-aicr/h100_8gpu_dynamo_vllm.prom", *END),
    ("--metrics", "dcgm-runai-samples/a100_mig_4_active_workloads.prom", *END),
    ("--metrics", "dcgm-nvidia-docs/blank_sentinel_memory_temp.prom", *END),
    ("--metrics", "kube-state-metrics/ksm_pod_exposition_gpu.prom", *END),
    ("--pool-table", "helios-earth-vc/vc3sl.csv.gz"),
)
# Words that stand in nearly every English sentence and in no French one.
ENGLISH = re.compile(r"(?<![\w./-])(?:the|of|was|were|and|with|is|are|not|for|that|its|it|they|which|from|by|how|who)"
                     r"(?![\w/-])", re.I)
NUMBER = re.compile(r"\d+(?:\.\d+)?")



def plain(text):
    """Without line breaks, colours and the bars."""
    lines = [line for line in text.splitlines() if re.search(r"\w", line) and not re.fullmatch(r"  (\S)\1*\S*", line)]
    return re.sub(r"[ \n]+", " ", "\n".join(lines))


def english_figures(text):
    return collections.Counter(NUMBER.findall(re.sub(r"(?<=\d),(?=\d{3}\b)", "", plain(text))))


def french_figures(text):
    text = re.sub("(?<=\\d)\u202f(?=\\d{3}\\b)", "", plain(text))
    return collections.Counter(NUMBER.findall(re.sub(r"(?<=\d),(?=\d)", ".", text)))


class French(binary.BinaryTest):
    def both(self, *arguments):
        texts = []
        for language in ("en", "fr"):
            outcome = binary.run("audit", *arguments, "--lang", language, "--quiet", env={"COLUMNS": "120"})
            self.assertIn(outcome.code, (0, 3), outcome.err)
            texts.append(outcome.out)
        return texts

    def compare(self, *arguments):
        english, french = self.both(*arguments)
        keys = re.sub(r"\[[^\]]*\]", "", plain(french))
        left = [line for line in re.split(r"(?<=[.:]) ", keys) if ENGLISH.search(line)]
        self.assertEqual(left, [])
        self.assertEqual(english_figures(english), french_figures(french))
        self.assertIn("Diagnostic en quatre étapes", french)
        for line in french.splitlines():
            self.assertNotRegex(line, r"\w [;:!?»%](?!\w)", "a sign without its no-break space")
            self.assertLessEqual(len(line), 120)

    def test_generated_estates(self):
        for kind in KINDS:
            with self.subTest(kind=kind):
                self.compare("--estate", kind, *SMALL)

    def test_captures(self):
        for option, name, *more in CAPTURES:
            with self.subTest(name=name):
                self.compare(option, binary.CAPTURES / name, *more)

    def test_figures_have_a_comma_and_narrow_spaces(self):
        english, french = self.both("--estate", "five-percent", "--gpus", "40", "--window", "7d", "--step", "1h")
        hours = re.search(r"Of (\d+),(\d+) GPU-hours", english)
        self.assertIn(f"Sur {hours[1]}\u202f{hours[2]} heures-GPU", french)
        share = re.search(r"(\d+)\.(\d) % was free", " ".join(english.split()))
        self.assertIn(f"{share[1]},{share[2]}\u00a0% était libre", plain(french))

    def test_names_stay_as_they_are(self):
        report = binary.audit("--estate", "mig", *SMALL, "--lang", "fr")
        text = self.both("--estate", "mig", *SMALL)[1]
        for row in report["accounting"]:
            if row["gpu_ms"] > 0:
                self.assertIn(f" {row['class']} ", text)
        self.assertIn(report["workloads"][0]["name"], text)

    def test_json_is_english_whatever_the_language(self):
        texts = [binary.run("audit", "--estate", "mig", *SMALL, "--format", "json", "--lang", language).out
                 for language in ("en", "fr")]
        self.assertEqual(texts[0], texts[1])
        json.loads(texts[0])

    def test_environment_does_not_choose_the_language(self):
        metrics = self.file("metrics.txt", bad_files.GOOD)
        texts = [binary.run("audit", "--metrics", metrics, *END, "--quiet", env=env).out
                 for env in ({"LANG": "fr_FR.UTF-8", "LC_ALL": "fr_FR.UTF-8"}, {"LANG": "C", "LC_ALL": "C"})]
        self.assertEqual(texts[0], texts[1])

    def test_another_language_is_wrong_usage(self):
        outcome = binary.run("audit", "--estate", "mig", "--lang", "de")
        self.assertEqual(outcome.code, 2)
        self.assertIn("--lang", outcome.err)


if __name__ == "__main__":
    unittest.main()
