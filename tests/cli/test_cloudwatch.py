"""`arable audit --cloud-metrics`: the same hours as by hand, and words for what an answer lacks."""
import datetime
import json
import unittest

import binary

START = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
NODE = "ClusterName=prod NodeName={} InstanceType=p4d.24xlarge GpuDevice=nvidia{}"


def result(label, values, period=300, status="Complete", identity="node"):
    """The newest first, as CloudWatch gives them."""
    times = [(START + datetime.timedelta(seconds=period * i)).isoformat() for i in range(len(values))]
    return {"Id": identity, "Label": label, "Timestamps": times[::-1], "Values": values[::-1], "StatusCode": status}


def card(node, index, percent, used):
    """Results of one card: `percent` a list of utilisations, `used` bytes."""
    place = NODE.format(node, index)
    return [result(f"node_gpu_utilization {place}", percent), result(f"node_gpu_memory_used {place}", [used] * len(percent)),
            result(f"node_gpu_memory_total {place}", [40 << 30] * len(percent))]


class Cloudwatch(binary.BinaryTest):
    def answer(self, results, name="cloudwatch.json", **more):
        return self.file(name, json.dumps({"MetricDataResults": results, **more}))

    def pods(self):
        pod = {"apiVersion": "v1", "kind": "Pod",
               "metadata": {"name": "chat-7f-x2", "namespace": "ml", "uid": "u1", "creationTimestamp": "2025-12-31T00:00:00Z"},
               "spec": {"nodeName": "n1", "containers": [{"name": "server", "resources": {"limits": {"nvidia.com/gpu": "1"}}}]},
               "status": {"phase": "Running", "startTime": "2025-12-31T00:00:00Z"}}
        return self.file("pods.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [pod]}))

    @staticmethod
    def classes(report):
        return {row["class"]: row["gpu_ms"] for row in report["accounting"] if row["gpu_ms"]}

    def test_idle_and_claimed_cards(self):
        # nvidia0: two hours at 50 %, held by a pod; nvidia1: two hours of nothing.
        results = card("n1", 0, [50.0] * 25, 20 << 30) + card("n1", 1, [0.0] * 25, 0)
        results.append(result("container_gpu_utilization ClusterName=prod Namespace=ml FullPodName=chat-7f-x2 "
                              "ContainerName=server GpuDevice=nvidia0", [50.0] * 25, identity="container"))
        report = binary.audit("--cloud-metrics", self.answer(results), "--objects", self.pods(), "--end",
                              "2026-01-01T02:00:00Z", "--window", "2h", "--step", "5m")
        self.assertEqual(report["capacity"]["gpus"], 2)
        hour = 3_600_000
        classes = self.classes(report)
        self.assertEqual(sum(classes.values()), 4 * hour)
        self.assertEqual(classes["free.no-demand"], 2 * hour)
        self.assertEqual(sum(ms for name, ms in classes.items() if name.startswith(("active", "productive"))), 2 * hour)
        self.assertEqual([source["records"] for source in report["sources"] if source["kind"] == "cloudwatch"], [7 * 25])

    def test_the_alias_and_a_file_of_queries(self):
        queries = self.file("queries.json", json.dumps([{"Id": "m1", "MetricStat": {
            "Metric": {"Namespace": "ContainerInsights", "MetricName": "node_gpu_utilization",
                       "Dimensions": [{"Name": "NodeName", "Value": "n1"}, {"Name": "GpuDevice", "Value": "nvidia0"}]},
            "Period": 300, "Stat": "Average"}}]))
        answer = self.answer([result("gpu", [10.0] * 13, identity="m1")])
        report = binary.audit("--cloudwatch", answer, queries, "--step", "5m")
        self.assertEqual(report["capacity"]["gpus"], 1)

    def test_unknown_names_are_counted_and_named(self):
        results = card("n1", 0, [5.0] * 13, 1 << 30)
        results.append(result("frobnication_of_gpus " + NODE.format("n1", 0), [1.0] * 13))
        report = binary.audit("--cloud-metrics", self.answer(results), "--step", "5m")
        unknown = binary.gaps(report, "unknown-metric")
        self.assertTrue(any("frobnication_of_gpus" in gap["message"] + gap["subject"] for gap in unknown), unknown)

    def test_an_answer_without_labels_is_told_what_to_do(self):
        outcome = binary.run("audit", "--cloud-metrics", self.answer([result("prod n1 nvidia0", [5.0] * 3)]))
        self.assertEqual(outcome.code, 1)
        self.assertIn("do not say which metric and dimensions they are", outcome.err)
        self.assertIn("docs/cloudwatch.md", outcome.err)

    def test_pages_that_are_missing_are_a_gap(self):
        results = card("n1", 0, [5.0] * 13, 1 << 30)
        results[0]["StatusCode"] = "PartialData"
        report = binary.audit("--cloud-metrics", self.answer(results, NextToken="more"), "--step", "5m")
        texts = " ".join(gap["message"] for gap in binary.gaps(report, "truncated"))
        self.assertIn("CloudWatch says PartialData", texts)
        self.assertIn("more pages (NextToken)", texts)

    def test_other_files_are_refused(self):
        for name, content in {"empty": "", "page": "<html>", "json": "{}", "cut": "{\"MetricDataRes"}.items():
            with self.subTest(name):
                outcome = binary.run("audit", "--cloud-metrics", self.file(name, content))
                self.assertEqual(outcome.code, 1, outcome.err)
                self.assertIn(name, outcome.err)


if __name__ == "__main__":
    unittest.main()
