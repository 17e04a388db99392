"""arable plan --demand: capacity questions, answered with proof."""
import collections
import json
import unittest

import binary

try:
    import jsonschema
except ImportError:
    jsonschema = None

H100 = {"product": "H100-SXM5-80GB", "gpus_per_node": 8, "cpu_milli": 192000, "memory_mib": 2000000, "price_per_hour": 98.32}
A100 = {"product": "A100-SXM4-80GB", "gpus_per_node": 8, "cpu_milli": 96000, "memory_mib": 1100000, "price_per_hour": 40.96}
ITEMS = [{"name": "embed", "count": 30, "profile": "1g.10gb", "cpu_milli": 4000, "host_memory_mib": 16000},
         {"name": "chat", "count": 6, "memory_mib": 30000, "sm_fraction": 0.3, "cpu_milli": 8000, "trust": "a"},
         {"name": "train", "count": 2, "gpus": 8, "cpu_milli": 90000}]


class Plans(binary.BinaryTest):
    def ask(self, fleet, items, *arguments, code=0):
        file = self.file("demand.json", json.dumps({"schema": "arable.demand/v1", "fleet": fleet, "items": items}))
        done = binary.run("plan", "--demand", file, *arguments)
        self.assertEqual(done.code, code, done.err)
        return done

    def plan(self, fleet, items):
        return json.loads(self.ask(fleet, items, "--format", "json").out)

    def test_everything_is_placed_within_what_its_node_has(self):
        plan = self.plan([H100, A100], ITEMS)
        counts = collections.Counter(p["item"] for p in plan["placements"])
        self.assertEqual(counts, {"embed": 30, "chat": 6, "train": 2})
        self.assertEqual(plan["refused"], [])
        cpu, shared, cut = collections.Counter(), collections.Counter(), collections.defaultdict(set)
        needs = {item["name"]: item for item in ITEMS}
        for p in plan["placements"]:
            cpu[p["node"]] += needs[p["item"]].get("cpu_milli", 0)
            if p["share"]:
                shared[p["node"], p["gpu"]] += p["share"]["mem_mib"]
            if p["profile"]:
                self.assertNotIn(p["start"], cut[p["node"], p["gpu"]])
                cut[p["node"], p["gpu"]].add(p["start"])
        self.assertTrue(all(used <= (192000 if node.startswith("H100") else 96000) for node, used in cpu.items()))
        self.assertLessEqual(max(shared.values()), 81920)
        self.assertFalse(set(shared) & set(cut))
        nodes = {p["node"] for p in plan["placements"]}
        self.assertEqual(plan["as_is"]["nodes"], len(nodes))
        price = sum(98.32 if node.startswith("H100") else 40.96 for node in nodes)
        self.assertAlmostEqual(plan["as_is"]["money_per_hour"], price, places=6)
        self.assertLessEqual(plan["bound"]["money_per_hour"], price + 1e-9)

    def test_the_same_seed_gives_the_same_plan(self):
        self.assertEqual(self.ask([H100, A100], ITEMS, "--format", "json").out,
                         self.ask([H100, A100], ITEMS, "--format", "json").out)

    def test_it_says_what_is_proven_and_what_is_not(self):
        text = self.ask([A100], [{"name": "train", "count": 10, "gpus": 1}]).out
        self.assertIn("It takes 2 nodes with 16 GPUs, for 81.92 an hour.", text)
        self.assertIn("Nothing less would do: that is proven.", text)
        text = self.ask([dict(A100, nodes=1)], [{"name": "train", "count": 10, "gpus": 1}]).out
        self.assertIn("2 of train: all nodes that there are are full", text)
        self.assertIn("Nothing is proven", text)
        french = self.ask([A100], [{"name": "train", "count": 10, "gpus": 1}], "--lang", "fr").out
        self.assertIn("c’est prouvé", french)

    def test_what_cannot_be_read_is_refused_by_its_place(self):
        for fleet, items, words in (([H100], [{"name": "a"}], "items[0].count is missing"),
                                    ([{"product": "L4", "gpus_per_node": -1}], [], "fleet[0].gpus_per_node"),
                                    ([H100], [{"count": 1, "sm_fraction": 1.5}], "items[0].sm_fraction"),
                                    ([H100], [{"count": 1, "colour": "red"}], "items[0].colour is not known")):
            with self.subTest(words):
                done = self.ask(fleet, items, code=1)
                self.assertIn(words, done.err)
                self.assertIn("demand.json", done.err)

    @unittest.skipIf(jsonschema is None, "the package python3-jsonschema is not installed (scripts/setup test)")
    def test_question_and_answer_are_valid(self):
        def schema(name):
            return json.loads((binary.ROOT / "api" / f"{name}.schema.json").read_text())

        jsonschema.validate({"schema": "arable.demand/v1", "fleet": [H100, A100], "items": ITEMS}, schema("demand"))
        for fleet, items in (([H100, A100], ITEMS), ([], ITEMS), ([dict(H100, price_per_hour=None)], [])):
            jsonschema.validate(self.plan(fleet, items), schema("plan"))


if __name__ == "__main__":
    unittest.main()
