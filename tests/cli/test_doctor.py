"""arable doctor: which inputs are there, which are not, what that costs, and the setting that would give them."""
import json
import unittest

import binary

try:
    import jsonschema
    from test_schema import validator
except ImportError:
    jsonschema = None

C = binary.CAPTURES
COUNTERS = [C / "dcgm-exporter-counters" / name for name in ("default-counters.csv", "dcp-metrics-included.csv")]


def doctor(*inputs):
    done = binary.run("doctor", *inputs, "--quiet", "--format", "json")
    if done.code != 0:
        raise AssertionError(f"exit code {done.code}: {done.err}")
    return json.loads(done.out)


def states(checkup):
    return {check["id"]: check["state"] for check in checkup["checks"]}


def check_of(checkup, name):
    return next(check for check in checkup["checks"] if check["id"] == name)


class Doctor(binary.BinaryTest):
    def metrics(self, *lines):
        return self.file("metrics.prom", "\n".join(lines) + "\n")

    def cards(self, nodes, sm_on=()):
        """Two cards a node over an hour, engine activity on all, SM activity on the nodes in `sm_on`."""
        lines = []
        for minute in range(0, 61):
            stamp = 1_793_491_200_000 + minute * 60_000
            for node in nodes:
                for gpu in range(2):
                    labels = (f'gpu="{gpu}",UUID="GPU-{node}-{gpu}",hostname="{node}",'
                              f'modelName="NVIDIA A100-SXM4-80GB",namespace="ml",pod="pod-{node}-{gpu}"')
                    lines.append(f"DCGM_FI_PROF_GR_ENGINE_ACTIVE{{{labels}}} 0.5 {stamp}")
                    lines.append(f"DCGM_FI_DEV_FB_USED{{{labels}}} 40000 {stamp}")
                    if node in sm_on:
                        lines.append(f"DCGM_FI_PROF_SM_ACTIVE{{{labels}}} 0.25 {stamp}")
        return self.metrics(*lines)

    def test_a_whole_estate_lacks_next_to_nothing(self):
        found = states(doctor("--estate", "five-percent", "--gpus", "8", "--window", "2d", "--step", "10m"))
        for name in ("gpu-activity", "sm-activity", "gpu-memory", "dram-activity", "owners", "readiness", "waiting",
                     "node-labels", "prices", "history"):
            self.assertEqual(found[name], "there", name)

    def test_what_an_audit_finds_can_be_seen(self):
        estate = ("--estate", "five-percent", "--gpus", "8", "--window", "2d", "--step", "10m")
        found = {finding["kind"] for finding in binary.audit(*estate)["findings"]}
        for check in doctor(*estate)["checks"]:
            self.assertFalse(found & set(check["findings"]), check["id"])

    def test_an_empty_list_of_launches_is_given(self):
        metrics = self.cards(["n1"])
        empty = self.file("nodeclaims.json", '{"kind": "List", "apiVersion": "v1", "items": []}')
        self.assertEqual(states(doctor("--metrics", metrics))["node-launches"], "missing")
        self.assertEqual(states(doctor("--metrics", metrics, "--objects", empty))["node-launches"], "there")

    def test_old_names_are_the_same_inputs(self):
        found = states(doctor("--metrics", C / "dcgm-cncf-conformance/ericsson_t4.prom"))
        for name in ("gpu-activity", "gpu-memory", "dram-activity", "tensor-activity", "pcie-traffic", "power"):
            self.assertEqual(found[name], "there", name)
        for name in ("sm-activity", "owners", "prices"):
            self.assertEqual(found[name], "missing", name)

    def test_of_one_instant_there_is_no_history(self):
        checkup = doctor("--metrics", C / "dcgm-aicr/h100_8gpu_dynamo_vllm.prom")
        self.assertEqual(states(checkup)["history"], "missing")
        self.assertTrue(checkup["window"]["instant"])
        self.assertIn("retention", check_of(checkup, "history")["setting"])

    def test_without_pod_labels_nobody_holds_a_card(self):
        checkup = doctor("--metrics", C / "dcgm-nvidia-docs/a100_whole_and_mig_1g5gb.prom")
        owners = check_of(checkup, "owners")
        self.assertEqual(owners["state"], "missing")
        self.assertEqual(owners["setting"], "DCGM_EXPORTER_KUBERNETES=true")
        self.assertIn("claimed-empty", owners["findings"])

    def test_without_profiling_metrics_activity_is_missing_and_its_time_in_doubt(self):
        labels = 'gpu="0",UUID="GPU-a",hostname="n1",modelName="NVIDIA A100-SXM4-80GB",namespace="ml",pod="p"'
        lines = [f"{name}{{{labels}}} {value} {1_793_491_200_000 + i * 60_000}" for i in range(61)
                 for name, value in (("DCGM_FI_DEV_GPU_UTIL", 50), ("DCGM_FI_DEV_FB_USED", 40000))]
        checkup = doctor("--metrics", self.metrics(*lines))
        activity = check_of(checkup, "gpu-activity")
        self.assertEqual((activity["state"], activity["covered"], activity["of"]), ("missing", 0, 1))
        self.assertGreater(activity["gpu_ms_in_doubt"], 3_000_000)
        self.assertEqual(checkup["checks"][0]["state"], "missing")

    def test_coverage_differs_by_node(self):
        checkup = doctor("--metrics", self.cards(("n1", "n2", "n3"), sm_on=("n1",)))
        self.assertEqual(states(checkup)["gpu-activity"], "there")
        activity = check_of(checkup, "sm-activity")
        self.assertEqual((activity["state"], activity["covered"], activity["of"]), ("partly", 2, 6))
        self.assertEqual(activity["without"], ["n2", "n3"])
        # Four cards for an hour at half their engine: between 0.3 x and 1 x of it.
        self.assertAlmostEqual(activity["gpu_ms_in_doubt"] / 3.6e6, 4 * 0.5 * 0.7, delta=0.1)
        text = binary.run("doctor", "--metrics", self.folder / "metrics.prom", "--quiet").out
        self.assertIn("2 of 6 GPUs", text)
        self.assertIn("not on n2, n3", text)

    def test_servers_alone_lack_the_cards(self):
        checkup = doctor("--metrics", C / "vllm-metrics/kops_vllm_qwen2.5-0.5b_idle.prom")
        self.assertEqual(checkup["capacity"]["gpus"], 0)
        self.assertEqual(states(checkup)["gpu-activity"], "missing")

    def test_a_pool_table_alone_lacks_everything_but_waiting(self):
        table = "time,pool,total,running,pending\n" + "".join(
            f"2026-01-01T{hour:02}:00:00Z,prod,8,{hour % 8},{hour % 3}\n" for hour in range(24))
        found = states(doctor("--pool-table", self.file("pool.csv", table)))
        self.assertEqual(found["waiting"], "there")
        self.assertEqual(found["gpu-activity"], "missing")

    def test_settings_of_counters_are_lines_of_the_exporters_own_files(self):
        known = {" ".join(line.lstrip("# ").replace(" ,", ",").split())
                 for file in COUNTERS for line in file.read_text().splitlines()}
        checkup = doctor("--metrics", C / "vllm-metrics/kops_vllm_qwen2.5-0.5b_idle.prom")
        lines = [check["setting"] for check in checkup["checks"] if (check["setting"] or "").startswith("DCGM_FI_")]
        self.assertGreaterEqual(len(lines), 8)
        for line in lines:
            self.assertEqual(line.count(","), 2, f"{line}: the exporter wants two commas")
            if "CLOCK_THROTTLE_REASONS" not in line:  # in neither file
                self.assertIn(" ".join(line.split()), known)

    def test_text_is_as_wide_as_asked_but_for_settings(self):
        for width in ("60", "80", "120"):
            out = binary.run("doctor", "--metrics", C / "dcgm-aicr/h100_8gpu_dynamo_vllm.prom", "--quiet",
                             env={"COLUMNS": width}).out
            self.assertNotIn("\x1b", out)
            wide = [line for line in out.splitlines() if len(line) > int(width) and not line.startswith("        ")]
            self.assertEqual(wide, [], width)

    @unittest.skipIf(jsonschema is None, "the package python3-jsonschema is not installed (scripts/setup test)")
    def test_checkups_are_valid(self):
        for inputs in (("--estate", "mig", "--gpus", "8", "--window", "1d", "--step", "10m"),
                       ("--metrics", C / "dcgm-aicr/h100_8gpu_dynamo_vllm.prom"),
                       ("--metrics", C / "vllm-metrics/kops_vllm_qwen2.5-0.5b_idle.prom")):
            with self.subTest(inputs):
                faults = [f"{f.json_path}: {f.message[:200]}" for f in validator("doctor").iter_errors(doctor(*inputs))]
                self.assertEqual(faults[:5], [])

    def test_nothing_to_read_is_wrong_use(self):
        done = binary.run("doctor")
        self.assertEqual(done.code, 2)
        self.assertIn("arable doctor --help", done.err)


if __name__ == "__main__":
    unittest.main()
