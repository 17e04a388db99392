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


if __name__ == "__main__":
    unittest.main()
