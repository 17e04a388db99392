"""What the first screen says of inputs that lack something: in words, with units, and never a zero for what is not known."""
import json
import re
import unittest

import bad_files
import binary
from test_tables import sentences

HELIOS = sorted((binary.CAPTURES / "helios-earth-vc").glob("vc*.csv.gz"))
ESTATE = ("--gpus", "8", "--window", "1d", "--step", "10m", "--quiet")

GPU = 'gpu="0",UUID="GPU-1",modelName="NVIDIA A100-SXM4-80GB",Hostname="n1"'
POD = ',namespace="ml",pod="chat-1",container="server"'


def scrapes(names, minutes, labels=GPU + POD, interval=60):
    """OpenMetrics text: one sample of each metric every `interval` seconds."""
    lines = []
    for name, value in names.items():
        lines.append(f"# TYPE {name} gauge")
        lines += [f"{name}{{{labels}}} {value} {1767225600 + at}" for at in range(0, minutes * 60, interval)]
    return "\n".join(lines) + "\n# EOF\n"


FULL = {"DCGM_FI_PROF_GR_ENGINE_ACTIVE": 0.5, "DCGM_FI_PROF_SM_ACTIVE": 0.2, "DCGM_FI_DEV_FB_USED": 20000,
        "DCGM_FI_DEV_FB_FREE": 60000}


CARDS = {"cpu": "64", "memory": "512Gi", "pods": "110", "nvidia.com/gpu": "4"}
NODE = {"kind": "Node", "apiVersion": "v1", "metadata": {"name": "n1", "creationTimestamp": "2026-01-01T00:00:00Z"},
        "status": {"capacity": CARDS, "allocatable": CARDS,
                   "conditions": [{"type": "Ready", "status": "True", "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}
PENDING = {"kind": "Pod", "apiVersion": "v1",
           "metadata": {"namespace": "ml", "name": "wide", "creationTimestamp": "2026-01-01T00:00:00Z"},
           "spec": {"containers": [{"name": "c", "resources": {"limits": {"nvidia.com/gpu": "8"}}}]},
           "status": {"phase": "Pending", "conditions": [
               {"type": "PodScheduled", "status": "False", "reason": "Unschedulable",
                "lastTransitionTime": "2026-01-01T00:00:00Z",
                "message": "0/1 nodes are available: 1 Insufficient nvidia.com/gpu."}]}}


class FirstScreen(binary.BinaryTest):
    def screen(self, *arguments, codes=(0, 3)):
        outcome = binary.run("audit", *arguments, "--quiet")
        self.assertIn(outcome.code, codes, outcome.err)
        found = {letter: words for letter, (words, _) in sentences(outcome.out).items()}
        self.assertEqual(sorted(found), ["a", "b", "c", "d", "e"], outcome.out)
        for words in found.values():
            self.assertNotRegex(words, r"\b1 (GPUs|nodes|owners|edits|gaps|clusters)\b")
            self.assertNotRegex(words, r"\b0 of 0\b|any of 0|all 0| - of |\d{4,} GPU|nan")
        return found, outcome.out

    def metrics(self, names, minutes, **options):
        return self.file("metrics.txt", scrapes(names, minutes, **options))

    def test_no_gpu(self):
        found, _ = self.screen("--objects", self.file("cpu.json", bad_files.FILES["cpu_node.json"]))
        self.assertIn("No GPU was found in the input", found["a"])
        self.assertIn("What sharing could cure is not known", found["c"])
        self.assertIn("nothing to put a price on", found["d"])
        self.assertIn("how any GPU was used", found["e"])
        self.assertIn("arable audit --metrics FILE", found["e"])

    def test_one_gpu_for_six_hours(self):
        found, text = self.screen("--metrics", self.metrics(FULL, 360))
        self.assertRegex(found["a"], r"^Of 6\.0 GPU-hours \(1 GPU × 5 h 59 min, 1 cluster, raw samples every 1 min\) 20\.0 % computed")
        self.assertIn("How long work waited is not known: no input lists pods or queues", found["b"])
        self.assertIn("the price is unknown for the only node", found["d"])
        self.assertIn("--objects pods.json", found["e"])
        self.assertIn("The input covers only 5 h 59 min of the 30 d asked for", " ".join(text.split()))

    def test_one_instant(self):
        found, text = self.screen("--metrics", self.metrics(FULL, 1))
        self.assertRegex(found["a"], r"^At 2026-01-01T00:00:00Z, of 1 GPU \(1 cluster\): 20\.0 % computed")
        self.assertIn("Whether any work waits is not known", found["b"])
        self.assertIn("promtool tsdb dump-openmetrics", found["e"])
        self.assertNotIn("GPU-hours", re.sub(r"\[.*?\]", "", found["a"] + found["c"] + found["d"]))
        self.assertIn("Where the GPUs were (GPUs)", text)

    def test_a_dump_tells_what_waits(self):
        dump = self.file("dump.json", json.dumps({"kind": "List", "apiVersion": "v1", "items": [NODE, PENDING]}))
        found, text = self.screen("--objects", dump)
        words = " ".join(text.split())
        self.assertIn("At that moment 1 pod or gang waited for 8 GPUs (ml/wide)", found["b"])
        self.assertIn("ml/wide asks for 8 GPUs", words)
        self.assertIn("the cluster says: Unschedulable: 0/1 nodes are available: 1 Insufficient nvidia.com/gpu.", words)
        self.assertNotIn("no input says what waited", words)
        for kind in ("pod", "wait"):
            story = " ".join(binary.run("explain", kind, "ml/wide", "--objects", dump).out.split())
            self.assertIn("Unschedulable: 0/1 nodes are available: 1 Insufficient nvidia.com/gpu.", story)
        checks = json.loads(binary.run("doctor", "--objects", dump, "--format", "json").out)["checks"]
        self.assertEqual({c["id"]: c["state"] for c in checks}["waiting"], "there")
        pending, = binary.audit("--objects", dump)["waits"]["pending"]
        self.assertEqual((pending["name"], pending["count"], pending["resource"]), ("ml/wide", 8, "nvidia.com/gpu"))

    def test_nobody_is_said_not_to_wait_where_it_is_not_known(self):
        free = {"DCGM_FI_PROF_GR_ENGINE_ACTIVE": 0, "DCGM_FI_DEV_FB_USED": 0}
        other = self.file("free.txt", scrapes(free, 1, labels=GPU.replace("GPU-1", "GPU-2").replace('"0"', '"1"')))
        _, text = self.screen("--metrics", self.metrics(FULL, 1), other)
        self.assertIn("whether anybody waited is not known from these inputs", " ".join(text.split()))

    def test_metrics_without_pod_labels(self):
        found, text = self.screen("--metrics", self.metrics(FULL, 360, labels=GPU))
        self.assertIn("was in use by nobody known", found["a"])
        self.assertIn("What sharing could cure is not known: who used the GPUs is not in the input", found["c"])
        self.assertIn("DCGM_EXPORTER_KUBERNETES=true", found["e"])
        self.assertIn("kubectl get nodes,pods -A -o json > pods.json", found["e"])
        self.assertRegex(" ".join(text.split()), r"1 allocation: (\S+ % of the paid time was in use, by whom|Not judged)")

    def test_no_sm_activity(self):
        names = {name: value for name, value in FULL.items() if "SM" not in name}
        found, text = self.screen("--metrics", self.metrics(names, 360))
        self.assertRegex(found["a"], r"15\.0 % to 50\.0 % computed")
        self.assertIn("computing is a range", " ".join(text.split()))

    def test_no_activity_at_all(self):
        found, text = self.screen("--metrics", self.metrics({"DCGM_FI_DEV_FB_USED": 20000}, 360))
        self.assertNotIn("computed", found["a"])
        self.assertIn("did what no input tells", found["a"])
        self.assertIn("to learn what the GPUs did", found["e"])
        self.assertIn("2 memory: Not judged: no input says what the GPUs did", " ".join(text.split()))

    def test_prices(self):
        found, _ = self.screen("--estate", "mig", *ESTATE)
        self.assertRegex(found["d"], r"^[\d,.]+ USD was paid; [\d,.]+ USD of it bought time in which nothing computed")

    def test_pool_tables(self):
        found, text = self.screen("--pool-table", *HELIOS)
        self.assertRegex(found["a"], r"^Of 616,320 GPU-hours \(856 GPUs × 30 d, 1 cluster\) [\d.]+ % was running jobs")
        self.assertRegex(found["b"], r"held back by a quota or a limit")
        self.assertIn("a pool table names no nodes", found["d"])
        self.assertIn("to learn what the running jobs did", found["e"])
        words = " ".join(text.split())
        self.assertIn("inferred from totals", words)
        for sure in re.findall(r"fragmentation/\S+ \([^)]*?(\d+) % sure\)", words):
            self.assertLessEqual(int(sure), 50)

    def test_edits_name_their_owners(self):
        report = binary.audit("--estate", "notebooks", *ESTATE)
        found, _ = self.screen("--estate", "notebooks", *ESTATE)
        first = report["edits"][0]
        self.assertIn(f"{first['owner']}: {first['edit']}", found["c"])
        owners = len({edit["owner"] for edit in report["edits"]})
        edits = len(report["edits"])
        self.assertRegex(found["c"], f"after {edits} edits? by {owners} owners?")
        self.assertIn(report["forbidden"][0]["meaning"], found["c"])

    def test_findings_name_remedy_and_owner(self):
        report = binary.audit("--estate", "five-percent", *ESTATE)
        words = " ".join(self.screen("--estate", "five-percent", *ESTATE)[1].split())
        for finding in report["findings"]:
            if f" {finding['id']} (" not in words:
                continue
            self.assertIn(" ".join(finding["statement"].split()), words)
            self.assertIn(f"→ {finding['remedy']['owner']}: {finding['remedy']['action']}", words)


class Widths(binary.BinaryTest):
    def text(self, columns):
        return binary.run("audit", "--estate", "five-percent", *ESTATE, env={"COLUMNS": columns}).out

    def test_columns_is_honoured_when_piped(self):
        texts = {width: self.text(str(width)) for width in (60, 80, 100, 120, 200)}
        for width, text in texts.items():
            longest = max(len(line) for line in text.splitlines())
            self.assertLessEqual(longest, width)
            self.assertGreater(longest, width - 25)
        # Above the tables everything but the bars is the same: no word is cut away.
        words = {}
        for width, text in texts.items():
            lines = text[:text.index("Workloads that leave")].splitlines()
            bar = re.compile(r"^  ((\S)\2*)+$")
            words[width] = " ".join(line for line in lines if not (bar.match(line) and len(line) > width // 2)).split()
        self.assertEqual(words[80], words[200])

    def test_nonsense_in_columns_is_ignored(self):
        usual = binary.run("audit", "--estate", "mig", *ESTATE, env={"COLUMNS": ""}).out
        for columns in ("0", "-5", "wide", "1e9", "99999999999999999999"):
            self.assertEqual(binary.run("audit", "--estate", "mig", *ESTATE, env={"COLUMNS": columns}).out, usual)


if __name__ == "__main__":
    unittest.main()
