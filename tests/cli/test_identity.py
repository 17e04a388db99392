"""Which cards there were, how they were cut, and who held them: small inputs, worked out by hand."""
import json
import unittest

import binary
import tables

START = 1_764_000_000  # seconds


def series(name, labels, value, begin, end, every=30):
    """Samples of one value at every `every` seconds of [begin, end) minutes."""
    text = ",".join(f'{key}="{label}"' for key, label in labels.items())
    return "".join(f"{name}{{{text}}} {value} {(START + t) * 1000}\n"
                   for t in range(begin * 60, end * 60, every))


def card(uuid, node="n1", **labels):
    return {"gpu": labels.pop("gpu", "0"), "UUID": f"GPU-{uuid}", "modelName": "NVIDIA A100-SXM4-40GB", "Hostname": node,
            **labels}


def busy(labels, begin, end, mib=30000, active=0.8):
    return (series("DCGM_FI_DEV_FB_USED", labels, mib, begin, end) +
            series("DCGM_FI_PROF_GR_ENGINE_ACTIVE", labels, active, begin, end) +
            series("DCGM_FI_PROF_SM_ACTIVE", labels, active, begin, end))


def minutes(report):
    return {row["class"]: row["gpu_ms"] / 60000 for row in report["accounting"] if row["gpu_ms"]}


def said(report, words):
    return [gap for gap in report["gaps"] if words in gap["message"]]


class Identity(binary.BinaryTest):
    def audit(self, metrics, *objects, codes=(0, 3), arguments=()):
        files = ["--metrics", self.file("m.prom", metrics)] if metrics else []
        for i, items in enumerate(objects):
            files += ["--objects", self.file(f"o{i}.json", json.dumps({"kind": "List", "apiVersion": "v1",
                                                                      "items": items}))]
        report = binary.audit(*files, *arguments, codes=codes)
        self.assertEqual(tables.walked(report).faults, [])
        return report

    def test_a_card_that_was_cut_within_the_window(self):
        whole = busy(card("a", namespace="ml", pod="train"), 0, 120)
        first = busy(card("a", GPU_I_ID="1", GPU_I_PROFILE="3g.20gb", namespace="ml", pod="chat"), 120, 240, 9000)
        other = busy(card("a", GPU_I_ID="2", GPU_I_PROFILE="3g.20gb"), 120, 240, 10, 0)
        report = self.audit(whole + first + other)
        held = {row["name"]: row["gpu_ms"] for row in report["workloads"]}
        self.assertEqual(held["ml/train"] if "ml/train" in held else held["train"], 120 * 60000)
        self.assertEqual(report["capacity"]["gpus"], 1)
        self.assertIn("MIG 2x 3g.20gb", report["gpus"][0]["layout"])
        self.assertTrue(said(report, "1 card changed layout"))
        # 98 of 108 SMs are in reach of instances, and only while the card is cut: 119.5 min x 10/108.
        self.assertAlmostEqual(minutes(report)["unusable.mig"], 119.5 * 10 / 108, delta=0.1)

    def test_one_card_under_the_names_of_three_exporter_pods(self):
        metrics = (busy(card("a", "dcgm-exporter-x"), 0, 60) + busy(card("a", "dcgm-exporter-b"), 50, 100) +
                   busy(card("a", "dcgm-exporter-c"), 101, 180))
        report = self.audit(metrics)
        self.assertEqual(report["capacity"]["gpus"], 1)
        self.assertAlmostEqual(report["capacity"]["gpu_ms"] / 60000, 179.5, delta=0.1)
        self.assertEqual(report["gpus"][0]["product"], "A100-SXM4-40GB")

    def test_a_card_without_a_single_reading_is_there(self):
        good = busy(card("a"), 0, 60)
        for value in ("NaN", "9223372036854775794", "-5"):
            with self.subTest(value):
                bad = series("DCGM_FI_DEV_FB_USED", card("b", gpu="1"), value, 0, 60)
                report = self.audit(good + bad)
                self.assertEqual(report["capacity"]["gpus"], 2)
                self.assertAlmostEqual(minutes(report)["unknown"], 59.5, delta=0.1)
                alone = self.audit(bad)
                self.assertEqual(alone["capacity"]["gpus"], 1)
                self.assertEqual(list(minutes(alone)), ["unknown"])

    def node(self, name, capacity="2"):
        return {"apiVersion": "v1", "kind": "Node",
                "metadata": {"name": name, "creationTimestamp": "2025-11-01T00:00:00Z", "uid": name},
                "status": {"capacity": {"nvidia.com/gpu": capacity}, "allocatable": {"nvidia.com/gpu": capacity},
                           "conditions": [{"type": "Ready", "status": "True",
                                           "lastTransitionTime": "2025-11-01T00:00:00Z"}]}}

    def pod(self, name, node="", gpus="1", ns="ml", phase="Running"):
        bound = {"type": "PodScheduled", "status": "True" if node else "False",
                 "lastTransitionTime": "2025-11-20T00:00:00Z"}
        return {"apiVersion": "v1", "kind": "Pod",
                "metadata": {"name": name, "namespace": ns, "uid": name, "creationTimestamp": "2025-11-20T00:00:00Z"},
                "spec": {"nodeName": node, "containers": [{"name": "c", "image": "i", "resources": {
                    "limits": {"nvidia.com/gpu": gpus}}}]},
                "status": {"phase": phase, "conditions": [bound]}}

    def idle(self, *nodes):
        return "".join(busy(card(f"{node}-{i}", node, gpu=str(i)), 0, 60, 10, 0) for node in nodes for i in (0, 1))

    def test_a_dump_of_some_nodes_or_namespaces(self):
        proxy = self.pod("proxy", "n1", "0", "kube-system")
        proxy["metadata"]["ownerReferences"] = [{"kind": "DaemonSet", "name": "proxy", "uid": "ds", "controller": True}]
        report = self.audit(self.idle("n1", "n2"), [self.node("n1"), self.node("n2"), self.pod("job", "n1", "2"),
                                                    proxy])
        self.assertNotIn("free.no-demand", minutes(report))
        self.assertAlmostEqual(minutes(report)["unknown"], 2 * 59.5, delta=1)
        self.assertTrue(said(report, "--all-namespaces"))

    def test_a_dump_that_may_be_of_one_namespace(self):
        report = self.audit(self.idle("n1", "n2"), [self.node("n1"), self.node("n2"), self.pod("job", "n1", "2")])
        self.assertIn("free.no-demand", minutes(report))
        self.assertTrue(said(report, "--all-namespaces"))

    def test_a_dump_of_all_namespaces(self):
        system = [self.pod(f"plugin-{node}", node, "0", "kube-system") for node in ("n1", "n2")]
        report = self.audit(self.idle("n1", "n2"),
                            [self.node("n1"), self.node("n2"), self.pod("job", "n1", "2"), *system])
        self.assertIn("free.no-demand", minutes(report))
        self.assertFalse(said(report, "--all-namespaces"))

    def test_requests_and_counts_that_cannot_be_read(self):
        report = self.audit(self.idle("n1"), [self.node("n1"), self.pod("odd", "n1", "two")])
        self.assertTrue(any("ml/odd" in gap["subject"] for gap in report["gaps"]))
        report = self.audit("", [self.node("n1", "many"), self.node("n2")])
        self.assertTrue(said(report, "many of nvidia.com/gpu is no amount"))

    def test_a_pod_that_asks_for_more_than_there_can_be(self):
        objects = [self.node("n1"), self.pod("plugin", "n1", "0", "kube-system"),
                   self.pod("huge", "", str(2 ** 30), phase="Pending")]
        report = self.audit(self.idle("n1"), objects)
        waits = [wait["name"] for wait in report["waits"]["list"]]
        self.assertTrue(any("huge" in name for name in waits), waits)

    def test_replicas_are_no_cards(self):
        metrics = "".join(busy(card(f"c{i}", gpu=str(i)), 0, 60) for i in range(4))
        report = self.audit(metrics, [self.node("n1", "40")])
        self.assertEqual(report["capacity"]["gpus"], 4)
        self.assertNotIn("free.no-demand", minutes(report))

    def test_mig_mode_with_memory_in_use_and_no_instance_printed(self):
        report = binary.audit("--metrics", binary.CAPTURES / "nvidia-smi-captures" /
                              "linux-x86_64__nvidia-h100-mig__590.48.01__load.metrics", "--end", "2026-01-01T00:00:00Z")
        self.assertEqual({row["class"] for row in report["accounting"] if row["gpu_ms"]} - {"unusable.mig"},
                         {"used.unclaimed"})

    def test_one_series_with_two_values_at_one_time(self):
        line = series("DCGM_FI_DEV_FB_USED", card("a"), 100, 0, 60)
        report = self.audit(line + line.replace("} 100 ", "} 30000 ").split("\n")[0] + "\n")
        self.assertTrue(said(report, "1 samples repeat a series and time with another value"))

    def test_two_clusters_in_one_input(self):
        report = self.audit(busy(card("a", cluster="east"), 0, 60) + busy(card("b", cluster="west"), 0, 60))
        self.assertTrue(said(report, "east, west"))


if __name__ == "__main__":
    unittest.main()
