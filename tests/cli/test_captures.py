"""Every capture is audited by the binary: what the files say by hand is what the report says."""
import unittest

import binary
import tables

END = "2026-01-01T00:00:00Z"  # for scrapes, which carry no time of their own
NOBODY = "(holder not known)"
H100, A100, T4 = "H100-SXM5-80GB", "A100-SXM4-40GB", "T4-16GB"
WORKER = "dynamo-workload/vllm-agg-0-vllmdecodeworker-s65j5"

# file, product of its GPUs, nodes, (layout, last known holders) of each GPU
METRICS = {
    "dcgm-aicr/h100_8gpu_dynamo_vllm.prom": (H100, ["gpu-node-1"], [("exclusive", WORKER)] + [("exclusive", "")] * 7),
    "dcgm-cncf-conformance/ericsson_t4.prom": (T4, ["cp-bm14r7"], [("exclusive", "")]),
    "dcgm-cncf-conformance/kops_l4_idle.prom": ("L4-24GB", ["i-030791dc5a37cd257"], [("exclusive", "")]),
    "dcgm-cncf-conformance/upcloud_l40s.prom": ("L40S-48GB", ["gpu1-wl8sg"], [("exclusive", "")]),
    "dcgm-cncf-conformance/vks_grid_a100_10c_vgpu.prom":
        ("GRID A100-10C", ["conformance-test-np1-qcqc8-bpdtl-wv2gs"], [("exclusive", "")]),
    "dcgm-nvidia-docs/a100_whole_and_mig_1g5gb.prom": (None, ["ub20-a100-k8s"], [("MIG 1g.5gb", "")]),
    "dcgm-nvidia-docs/blank_sentinel_memory_temp.prom": (None, ["unknown"], [("exclusive", "")]),
    "dcgm-runai-samples/a100_mig_4_active_workloads.prom":
        (A100, ["nvidia-dcgm-exporter-tl46n"], [("MIG 2g.10gb + 3x 1g.5gb", "")]),
    "dcgm-runai-samples/a100_mig_active_2x1g5gb_2g10gb.prom":
        (A100, ["nvidia-dcgm-exporter-q28k4"], [("MIG 2g.10gb + 2x 1g.5gb", "")]),
    "dcgm-runai-samples/a100_mig_disabled_empty_scrape1.prom":
        (A100, ["nvidia-dcgm-exporter-drqwq"], [("exclusive", "")]),
    "dcgm-runai-samples/a100_mig_disabled_empty_scrape2.prom":
        (A100, ["nvidia-dcgm-exporter-drqwq"], [("exclusive", "")]),
    "dcgm-runai-samples/a100_mig_enabled_empty.prom": (A100, ["nvidia-dcgm-exporter-wwvv9"], [("exclusive", "")]),
    "dcgm-runai-samples/a100_mig_idle_1g5gb_allocated.prom":
        (A100, ["nvidia-dcgm-exporter-m48cc"], [("MIG 1g.5gb", "")]),
    "dcgm-runai-samples/t4_fraction_1_workload.prom":
        (T4, ["nvidia-dcgm-exporter-s228n"], [("exclusive", NOBODY), ("exclusive", "")]),
    "kube-state-metrics/ksm_node_exposition_gpu.prom": (None, ["127.0.0.1"],  # one of four is allocatable
                                                     [("exclusive", NOBODY)] + [("exclusive", "")] * 3),
    "kube-state-metrics/ksm_pod_exposition_gpu.prom": (None, [], []),
    "nvidia-smi-captures/linux-x86_64__nvidia-h100-80gb-hbm3__590.48.01__idle.metrics":
        (H100, ["unknown"], [("exclusive", "")]),
    "nvidia-smi-captures/linux-x86_64__nvidia-h100-80gb-hbm3__590.48.01__load.metrics":
        (H100, ["unknown"], [("exclusive", "")]),
    "nvidia-smi-captures/linux-x86_64__nvidia-h100-mig__590.48.01__idle.metrics":
        (H100, ["unknown"], [("MIG without instances", "")]),
    "nvidia-smi-captures/linux-x86_64__nvidia-h100-mig__590.48.01__load.metrics":
        (H100, ["unknown"], [("MIG without instances", "")]),
    "nvidia-smi-captures/linux-x86_64__nvidia-h200__590.48.01__idle.metrics":
        ("H200-SXM5-141GB", ["unknown"], [("exclusive", "")]),
    "nvidia-smi-captures/linux-x86_64__nvidia-h200__590.48.01__load.metrics":
        ("H200-SXM5-141GB", ["unknown"], [("exclusive", "")]),
    "nvidia-smi-captures/linux-x86_64__nvidia-l40s__595.80__idle.metrics":
        ("L40S-48GB", ["unknown"], [("exclusive", "")]),
    "nvidia-smi-captures/linux-x86_64__nvidia-l40s__595.80__load.metrics":
        ("L40S-48GB", ["unknown"], [("exclusive", "")]),
    "sglang-metrics/sglang_llama3.1-8b_overloaded.prom": (None, [], []),
    "triton-metrics/triton_trtllm.prom": (None, [], []),
    "vllm-metrics/aibrix_vllm_v0_qwen2.5-coder-1.5b.prom": (None, [], []),
    "vllm-metrics/kops_vllm_qwen2.5-0.5b_idle.prom": (None, [], []),
}

# file: product, GPUs, layout, the log's own time (absent in schema v10: then --end)
LOGS = {
    "nvidia-smi-xml-aicr-8xh100/gpu.xml": (H100, 8, "exclusive", "2025-04-14T12:55:43Z"),
    "nvidia-smi-xml-telegraf/a100-sxm4-v12.xml": ("A100-SXM4-80GB", 1, "MIG 4x 1g.20gb", "2023-08-04T11:44:40Z"),
    "nvidia-smi-xml-telegraf/a10g.xml": ("A10G-24GB", 1, "exclusive", "2023-04-24T16:11:51Z"),
    "nvidia-smi-xml-telegraf/gtx-1070-ti.xml": ("GeForce GTX 1070 Ti", 1, "exclusive", END),
    "nvidia-smi-xml-telegraf/quadro-p2000-v12.xml": ("Quadro-P2000-5GB", 1, "exclusive", "2023-09-20T09:37:38Z"),
    "nvidia-smi-xml-telegraf/rtx-3080-v12.xml": ("RTX-3080-10GB", 1, "exclusive", "2023-07-20T17:00:50Z"),
    "nvidia-smi-xml-telegraf/rtx-3080-v13.xml": ("RTX-3080-10GB", 1, "exclusive", "2026-04-10T10:23:01Z"),
    "nvidia-smi-xml-telegraf/rtx-3090-v12.xml": ("RTX-3090-24GB", 1, "exclusive", "2024-05-03T11:54:37Z"),
    "nvidia-smi-xml-telegraf/tesla-t4.xml": (T4, 1, "exclusive", "2023-04-24T16:22:39Z"),
}

# file: product, nodes, GPUs, the latest time that an object names
OBJECTS = {
    "a100_node_mig_3_instances.yaml": (A100, ["qa-mig-worker-gpu-a100"], 1),
    "a100_node_mig_4_instances.yaml": (A100, ["qa-mig-worker-gpu-a100"], 1),
    "t4_node_fraction_1_workload.yaml": (T4, ["qa-mig-worker-gpu-1"], 2),
    "fractional_pod.yaml": (None, [], 0),
    "fractional_pod_reservation.yaml": (None, [], 0),
    "pod_mig_1g-5gb.yaml": (None, [], 0),
}

# One picture: every GPU of these has exactly one class for the whole cell.
CLASSES = {
    "dcgm-cncf-conformance/kops_l4_idle.prom": ["unknown"],
    "dcgm-cncf-conformance/ericsson_t4.prom": ["used.unclaimed"],  # 4,521 MiB in use, no pod label
    "nvidia-smi-captures/linux-x86_64__nvidia-h100-80gb-hbm3__590.48.01__load.metrics": ["used.unclaimed"],
    "nvidia-smi-captures/linux-x86_64__nvidia-h100-80gb-hbm3__590.48.01__idle.metrics": ["unknown"],
    "dcgm-aicr/h100_8gpu_dynamo_vllm.prom": ["free.no-demand", "unknown"],  # no memory metric: held, but how is unknown
    "kube-state-metrics/ksm_node_exposition_gpu.prom": ["unavailable", "unknown"],
}


class Captures(unittest.TestCase):
    def check(self, report, product, nodes, gpus):
        self.assertEqual(report["capacity"]["gpus"], gpus)
        self.assertTrue(report["window"]["instant"])
        self.assertEqual({gpu["product"] for gpu in report["gpus"]}, {product} if gpus else set())
        if nodes is not None:
            self.assertEqual(sorted({gpu["node"] for gpu in report["gpus"]}), nodes)
        self.assertEqual(binary.gaps(report, "unknown-metric"), [])
        self.assertEqual(tables.walked(report).faults, [])

    def test_metrics(self):
        for file, (product, nodes, gpus) in METRICS.items():
            with self.subTest(file):
                report = binary.audit("--metrics", binary.CAPTURES / file, "--end", END)
                self.check(report, product, nodes, len(gpus))
                self.assertEqual([(gpu["layout"], gpu["holders"]) for gpu in report["gpus"]], gpus)
                if file in CLASSES:
                    classes = [row["class"] for row in report["accounting"] if row["gpu_ms"]]
                    self.assertEqual(classes, CLASSES[file])
                    self.assertTrue(all(len(gpu["classes"]) == 1 for gpu in report["gpus"]))

    def test_every_metrics_capture_is_in_the_table(self):
        files = [path for pattern in ("dcgm-*/*.prom", "kube-state-metrics/*.prom", "nvidia-smi-captures/*.metrics",
                                      "*-metrics/*.prom") for path in binary.CAPTURES.glob(pattern)]
        self.assertEqual({str(path.relative_to(binary.CAPTURES)) for path in files}, set(METRICS))

    def test_driver_logs(self):
        for file, (product, gpus, layout, time) in LOGS.items():
            with self.subTest(file):
                end = ["--end", END] if time == END else []
                report = binary.audit("--nvidia-smi", f"n1={binary.CAPTURES / file}", *end)
                self.check(report, product, ["n1"], gpus)
                self.assertEqual({gpu["layout"] for gpu in report["gpus"]}, {layout})
                self.assertEqual(report["window"]["start"][:16], time[:16])

    def test_objects(self):
        for file, (product, nodes, gpus) in OBJECTS.items():
            with self.subTest(file):
                report = binary.audit("--objects", binary.CAPTURES / "k8s-objects-runai" / file)
                self.check(report, product, nodes, gpus)
                self.assertNotIn("exporter labels", " ".join(report["claim_sources"]))

    def test_scrapes_of_one_moment_from_several_nodes(self):
        files = [binary.CAPTURES / file for file in METRICS if file.startswith("dcgm-cncf")]
        report = binary.audit("--metrics", *files, "--end", END)
        self.assertEqual((report["capacity"]["nodes"], report["capacity"]["gpus"]), (4, 4))
        self.assertTrue(report["window"]["instant"])
        self.assertEqual(tables.walked(report).faults, [])


if __name__ == "__main__":
    unittest.main()
