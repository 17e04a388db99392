"""Every table of the report adds up, in JSON and as shown; each sentence of the first screen names what proves it."""
import decimal
import json
import re
import unittest

import binary
import tables

KINDS = ("inference", "training", "notebooks", "batch-queue", "mig", "shared", "stranded", "fragmented", "autoscaled",
         "five-percent")
ESTATE = ("--gpus", "8", "--window", "1d", "--step", "10m", "--quiet")
HOUR = 3_600_000

ROW = re.compile(r"^  \S (\S+) +([\d,.]+) +([\d.]+) %")
TOTAL = re.compile(r"^    (\S+) +([\d,.]+) +([\d.]+) %$")
WORKLOAD = re.compile(r"^  .{20,} +([\d,.]+) +([\d,.]+) +([\d,.]+) +([\d,.]+) +([\d,.]+) +(?:\d+ %|-)$")


def number(text):
    return decimal.Decimal(text.replace(",", ""))


def section(text, heading):
    """The lines below a heading, up to the next empty line."""
    _, found, rest = text.partition("\n" + heading)
    return rest.split("\n\n")[0].splitlines()[1:] if found else []


def hours_text(ms):
    unit = HOUR if ms >= 1000 * HOUR else HOUR // 10
    whole = (ms + unit // 2) // unit
    return number(str(whole)) if unit == HOUR else number(str(whole)) / 10


def sentences(text):
    """letter -> (words, evidence) of the first screen."""
    found = {}
    for part in re.split(r"\n(?=[a-e]  )", text.split("\n\n")[0]):
        words = " ".join(part.split())
        match = re.fullmatch(r"([a-e]) (.*) \[([^\]]*(?:\[\][^\]]*)*)\]", words)
        if match:
            found[match.group(1)] = match.group(2), match.group(3)
    return found


def has_key(report, path):
    """Whether a path such as "accounting[].curable" leads somewhere."""
    here = [report]
    for step in path.split("."):
        name = step.removesuffix("[]")
        if not all(isinstance(value, dict) and name in value for value in here):
            return False
        here = [value[name] for value in here]
        if step.endswith("[]"):
            here = [item for value in here for item in value]
    return True


class EstateTables(unittest.TestCase):
    """One audit a kind of estate and format."""

    def walk(self, kind):
        report = binary.audit("--estate", kind, *ESTATE)
        text = binary.run("audit", "--estate", kind, *ESTATE).out
        walk = tables.walked(report)
        self.assertEqual(walk.faults, [])
        self.assertGreater(walk.tables, 100)
        self.check_bar(text, "Where the GPU-hours went", report["accounting"], "class", report["capacity"]["gpu_ms"])
        if report["waits"]["gpu_ms"]:
            self.check_bar(text, "Why work waited", report["waits"]["by_cause"], "cause", report["waits"]["gpu_ms"])
        self.check_workloads(text)
        self.check_first_screen(text, report)

    def check_bar(self, text, heading, rows, key, total_ms):
        lines = section(text, heading)
        shown = [match.groups() for match in map(ROW.match, lines) if match]
        total = TOTAL.match(lines[-1])
        self.assertIsNotNone(total, lines)
        self.assertEqual(sorted(name for name, _, _ in shown), sorted(row[key] for row in rows if row["gpu_ms"]))
        self.assertEqual(sum(number(hours) for _, hours, _ in shown), number(total.group(2)))
        self.assertEqual(sum(number(share) for _, _, share in shown), 100)
        self.assertEqual(number(total.group(2)), hours_text(total_ms))

    def check_workloads(self, text):
        lines = section(text, "Workloads that leave most unused")
        rows = [match.groups() for match in map(WORKLOAD.match, lines) if match]
        self.assertGreaterEqual(len(rows), min(4, len(lines) - 2))
        for claimed, *parts in rows:
            self.assertEqual(sum(map(number, parts)), number(claimed), rows)

    def check_first_screen(self, text, report):
        found = sentences(text)
        self.assertEqual(sorted(found), ["a", "b", "c", "d", "e"], text[:1500])
        for letter, (words, evidence) in found.items():
            for path in evidence.split(", "):
                self.assertTrue(has_key(report, path), f"{letter}: {path} is not in the report; {words}")
        hours = re.match(r"Of ([\d,.]+) GPU-hours \((\d+) GPUs", found["a"][0])
        self.assertEqual(number(hours.group(1)), hours_text(report["capacity"]["gpu_ms"]))
        self.assertEqual(int(hours.group(2)), report["capacity"]["gpus"])


def one(kind):
    return lambda self: self.walk(kind)


for each in KINDS:
    setattr(EstateTables, "test_" + each.replace("-", "_"), one(each))


class Walker(unittest.TestCase):
    """The walker itself must be able to fail."""

    def test_a_millisecond_too_many_is_seen(self):
        report = binary.audit("--estate", "batch-queue", *ESTATE)
        for spoil in (lambda r: r["accounting"][3].update(gpu_ms=r["accounting"][3]["gpu_ms"] + 1),
                      lambda r: r["gpus"][0]["classes"].update({"held.loaded": 10**9}),
                      lambda r: r["workloads"][0]["curable"].update(as_is_ms=10**12),
                      lambda r: r["waits"]["by_cause"][0].update(gpu_ms=-1),
                      lambda r: r["metrics"]["pool"][0].update(gpu_ms=1),
                      lambda r: r["week"].reverse(),
                      lambda r: r["week"][30]["classes"].update({"unavailable": 10**9})):
            wrong = json.loads(json.dumps(report))
            spoil(wrong)
            self.assertNotEqual(tables.walked(wrong).faults, [])


if __name__ == "__main__":
    unittest.main()
