"""What the binary writes is valid by the schemas in api/, and the schemas are strict enough to refuse what it must not."""
import copy
import json
import unittest

import binary

try:
    import jsonschema
except ImportError:
    jsonschema = None

METRICS = {
    "dcgm": "dcgm-aicr/h100_8gpu_dynamo_vllm.prom",
    "mig": "dcgm-runai-samples/a100_mig_4_active_workloads.prom",
    "vllm": "vllm-metrics/kops_vllm_qwen2.5-0.5b_idle.prom",
    "kube_state_metrics": "kube-state-metrics/ksm_node_exposition_gpu.prom",
}


def schema_of(name):
    return json.loads((binary.ROOT / "api" / f"{name}.schema.json").read_text())


def validator(name):
    schema, report = schema_of(name), schema_of("report")
    jsonschema.Draft202012Validator.check_schema(schema)
    if "$defs" not in schema:  # its parts are the report's
        text = json.dumps(schema).replace(report["$id"] + "#/", "#/")
        schema = {**json.loads(text), "$defs": report["$defs"]}
    return jsonschema.Draft202012Validator(schema)


@unittest.skipIf(jsonschema is None, "the package python3-jsonschema is not installed (scripts/setup test)")
class Schemas(binary.BinaryTest):
    def valid(self, name, value):
        faults = [f"{fault.json_path}: {fault.message[:200]}" for fault in validator(name).iter_errors(value)]
        self.assertEqual(faults[:5], [])

    def test_reports_of_captures(self):
        for what, file in METRICS.items():
            with self.subTest(what):
                self.valid("report", binary.audit("--metrics", binary.CAPTURES / file))

    def test_reports_of_objects_and_of_the_driver(self):
        self.valid("report", binary.audit(
            "--objects", binary.CAPTURES / "k8s-objects-runai/a100_node_mig_4_instances.yaml",
            "--prices", binary.CAPTURES / "gpu-prices/gpu_instance_prices.csv"))
        self.valid("report", binary.audit("--nvidia-smi", binary.CAPTURES / "nvidia-smi-xml-telegraf/a100-sxm4-v12.xml"))

    def test_report_of_a_queue_history(self):
        table = "time,pool,total,running,pending\n" + "".join(
            f"2026-01-01T{hour:02}:00:00Z,prod,8,{hour % 8},{hour % 3}\n" for hour in range(24))
        self.valid("report", binary.audit("--pool-table", self.file("pool.csv", table)))

    def test_report_and_truth_of_generated_estates(self):
        for kind in ("five-percent", "mig", "autoscaled"):
            with self.subTest(kind):
                self.valid("report", binary.audit("--estate", kind, "--gpus", "8", "--window", "1d", "--step", "10m"))
        done = binary.run("generate", "--kind", "stranded", "--gpus", "8", "--length", "1d", "--scrape", "1h",
                          self.folder / "estate")
        self.assertEqual(done.code, 0, done.err)
        self.valid("truth", json.loads((self.folder / "estate" / "truth.json").read_text()))

    def test_the_schema_refuses_what_a_report_must_not_hold(self):
        report = binary.audit("--metrics", binary.CAPTURES / METRICS["dcgm"])
        check = validator("report")
        for spoil in (lambda r: r.update(extra=1),
                      lambda r: r.pop("gaps"),
                      lambda r: r["accounting"].pop(),
                      lambda r: r["accounting"][0].update({"class": "idle"}),
                      lambda r: r["capacity"].update(gpu_ms=-1),
                      lambda r: r["capacity"].update(gpu_ms=0.5),
                      lambda r: r["gpus"][0]["classes"].update({"idle": 1}),
                      lambda r: r["window"].update(start="yesterday"),
                      lambda r: r["steps"].reverse(),
                      lambda r: r["waits"].update(known="no")):
            wrong = copy.deepcopy(report)
            spoil(wrong)
            self.assertFalse(check.is_valid(wrong))


if __name__ == "__main__":
    unittest.main()
