"""Every figure of the text, JSON and HTML reports agrees, in English and in French."""
import re
import unittest

import binary
import page
from test_tables import KINDS, ROW, TOTAL, WORKLOAD, hours_text, number, section, sentences

ESTATE = ("--gpus", "8", "--window", "2d", "--step", "10m", "--quiet")
HELIOS = sorted((binary.CAPTURES / "helios-earth-vc").glob("vc*.csv.gz"))
GROUPS = {"computing": ("productive",),
          "active": ("active.stalled", "active.bandwidth", "active.headroom"),
          "idle": ("held.starting", "held.empty", "held.loaded"),
          "free": ("free.ghost", "free.fragmented", "free.stranded", "free.constrained", "free.no-demand"),
          "unclaimed": ("used.unclaimed",),
          "out": ("unavailable", "unusable.mig"),
          "unknown": ("unknown",)}
CURABLE = ("as_is_ms", "after_edit_ms", "forbidden_ms")


def grouped(classes):
    return {group: sum(classes.get(name, 0) for name in names) for group, names in GROUPS.items()}


class Reports:
    """The same audit four times."""

    def __init__(self, *arguments):
        self.json = binary.audit(*arguments)
        self.text = self.printed(*arguments)
        self.html = self.printed(*arguments, "--format", "html")
        self.page = page.parsed(self.html)
        self.french = page.parsed(self.printed(*arguments, "--format", "html", "--lang", "fr"))

    @staticmethod
    def printed(*arguments):
        outcome = binary.run("audit", *arguments)
        if outcome.code not in (0, 3):
            raise AssertionError(f"exit code {outcome.code}: {outcome.err}")
        return outcome.out


class Agreement(binary.BinaryTest):
    def agree(self, *arguments):
        reports = Reports(*arguments)
        instant = reports.json["window"]["instant"]
        self.accounting(reports, instant)
        self.waits(reports, instant)
        self.buy(reports)
        self.first_screen(reports)
        self.steps(reports)
        self.workloads(reports, instant)
        self.week(reports)
        self.gpus(reports)
        self.metrics(reports)
        self.limits(reports)
        self.french(reports)
        return reports

    def bar(self, reports, heading, attribute, rows, key, total_ms, scale=1.0):
        """One waterfall against the bar of the text and the amounts of the JSON."""
        found = {row[attribute]: row for row in reports.page.all("tr", attribute)}
        total = found.pop({"data-class": "paid", "data-cause": "waited"}[attribute])
        self.assertEqual({name: int(row["data-ms"]) for name, row in found.items()},
                         {row[key]: row["gpu_ms"] for row in rows if row["gpu_ms"]})
        self.assertEqual(int(total["data-ms"]), total_ms)
        figures = {name: [cell.words() for cell in row.all("td")[1:]] for name, row in found.items()}
        lines = section(reports.text, heading)
        shown = {match[1]: [match[2], match[3] + " %"] for match in map(ROW.match, lines) if match}
        self.assertEqual(figures, shown)
        last = TOTAL.match(lines[-1])
        self.assertEqual([cell.words() for cell in total.all("td")[1:]], [last[2], last[3] + " %"])
        self.assertEqual(number(last[2]), hours_text(total_ms * scale))
        for name, row in found.items():
            self.assertEqual(row.one("th").words(), name)

    def accounting(self, reports, instant):
        paid = reports.json["capacity"]["gpu_ms"]
        if not paid:
            self.assertEqual(reports.page.all("tr", "data-class"), [])
            return
        cell = (3_600_000 * reports.json["capacity"]["gpus"] / paid) if instant else 1
        self.bar(reports, "Where the GPU", "data-class", reports.json["accounting"], "class", paid, cell)

    def waits(self, reports, instant):
        waits = reports.json["waits"]
        if instant or not waits.get("gpu_ms"):
            self.assertEqual(reports.page.all("tr", "data-cause"), [])
            return
        self.bar(reports, "Why work waited", "data-cause", waits["by_cause"], "cause", waits["gpu_ms"])
        shown = [(row["data-wait"], int(row["data-ms"])) for row in reports.page.all("tr", "data-wait")]
        self.assertEqual(shown, [(wait["name"], wait["gpu_ms"]) for wait in waits["list"]][:len(shown)])
        for row in reports.page.all("tr", "data-wait"):
            self.assertEqual(number(row.all("td")[1].words()), hours_text(int(row["data-ms"])))

    def buy(self, reports):
        rows = reports.page.all("tr", "data-added")
        wanted = reports.json["buy"] if rows else []
        self.assertEqual([(row["data-product"], int(row["data-added"]), int(row["data-ms"])) for row in rows],
                         [(point["product"] or "", point["added"], point["wait_gpu_ms_removed"]) for point in wanted])
        waits = reports.json["waits"]
        self.assertEqual(bool(rows), bool(reports.json["buy"] and waits.get("gpu_ms")
                                          and not reports.json["window"]["instant"]))
        for row in rows:
            self.assertEqual(number(row.all("td")[0].words()), hours_text(int(row["data-ms"])))
        for row in reports.page.all("tr", "data-instead"):
            self.assertEqual(int(row["data-ms"]), waits[row["data-instead"] + "_ms"])

    def first_screen(self, reports):
        told = sentences(reports.text)
        shown = {part["data-sentence"]: part.one("p").words() for part in reports.page.all(having="data-sentence")}
        self.assertEqual(shown, {letter: words for letter, (words, _) in told.items()})
        for tile in reports.page.all(having="data-tile"):
            value = tile.one("dd").words()
            if value == "not known":
                continue
            letter = {"real": "b", "fallow": "d"}.get(tile["data-tile"], "a")
            said = told[letter][0].replace(" to ", " – ")
            self.assertTrue(value in said or (value == "0 %" and "Nothing waited" in said), (value, said))

    def steps(self, reports):
        shown = {p["data-step"]: (p.words(), int(p["data-ms"])) for p in reports.page.all("p", "data-step")}
        self.assertEqual(shown, {step["step"]: (" ".join(step["verdict"].split()), step["gpu_ms"])
                                 for step in reports.json["steps"]})
        known = {finding["id"]: finding for finding in reports.json["findings"]}
        for card in reports.page.all("li", "data-finding"):
            finding = known[card["data-finding"]]
            self.assertEqual(int(card["data-ms"]), sum(finding["gpu_ms"].values()))
            parts = {p.attributes.get("class"): p.words() for p in card.all("p")}
            self.assertEqual(parts["statement"], " ".join(finding["statement"].split()))
            self.assertEqual(parts["remedy"], f"{finding['remedy']['owner']}: {finding['remedy']['action']}")
            self.assertIn(f"{round(finding['confidence'] * 100)} % sure", parts["amount"])
            self.assertIn(card["data-finding"], " ".join(reports.text.split()) + str(known))
            amount = re.search(rf" {re.escape(finding['id'])} \(([\d,.]+) GPU", " ".join(reports.text.split()))
            if amount:
                self.assertTrue(parts["amount"].startswith(amount[1] + " GPU"), (parts, amount[1]))
            command = [code.words() for pre in card.all("pre") for code in pre.all("code")]
            self.assertEqual(command, [finding["remedy"]["command"]] if finding["remedy"]["command"] else [])
            rows = card.one("tbody").all("tr")
            self.assertEqual([(row.one("code").words(), row.all("td")[2].words()) for row in rows],
                             [(" ".join(e["selector"].split()), f"{e['n']:,}") for e in finding["evidence"]])

    def workloads(self, reports, instant):
        rows = reports.page.all("tr", "data-workload")
        wanted = reports.json["workloads"][:len(rows)]
        self.assertEqual(len(rows), min(50, len(reports.json["workloads"])))
        told = [match.groups() for match in map(WORKLOAD.match, section(reports.text, "Workloads that leave")) if match]
        for at, (row, workload) in enumerate(zip(rows, wanted)):
            self.assertEqual(int(row["data-ms"]), workload["gpu_ms"])
            cells = [cell.words() for cell in row.all("td")]
            self.assertEqual(number(cells[1]) * 1000, workload["gpus_milli"])
            self.assertEqual(sum(map(number, cells[3:7])), number(cells[2]))
            if at < len(told):
                self.assertEqual(tuple(cells[2:7]), told[at])
            if not instant:
                self.assertEqual([number(cell) for cell in cells[8:11]],
                                 [hours_text(workload["curable"][part]) for part in CURABLE])

    def week(self, reports):
        week = [grouped(row["classes"]) for row in reports.json["week"]]
        maps = reports.page.all("table", "data-group")
        self.assertEqual(bool(maps), bool(week and reports.json["capacity"]["gpu_ms"]))
        for table in maps:
            cells = table.one("tbody").all("td")
            self.assertEqual(len(cells), 168)
            for cell, hour in zip(cells, week):
                part, whole = hour[table["data-group"]], sum(hour.values())
                if whole == 0:
                    self.assertEqual(cell.words(), "–")
                    continue
                self.assertEqual((int(cell["data-ms"]), int(cell["data-of"])), (part, whole))
                self.assertEqual(int(cell.words()), (200 * part + whole) // (2 * whole))

    def gpus(self, reports):
        nodes = {}
        for gpu in reports.json["gpus"]:
            name = f"{gpu['cluster']}/{gpu['node']}" if gpu["cluster"] else gpu["node"]
            sums = nodes.setdefault(name, dict.fromkeys(GROUPS, 0) | {"gpus": 0})
            sums["gpus"] += 1
            for group, ms in grouped(gpu["classes"]).items():
                sums[group] += ms
        shown = {item["data-node"]: item for item in reports.page.all("li", "data-node")}
        self.assertEqual(sorted(shown), sorted(nodes))
        for name, item in shown.items():
            sums = nodes[name]
            self.assertEqual([int(ms) for ms in item["data-ms"].split()], [sums[group] for group in GROUPS])
            self.assertEqual(int(item["data-gpus"]), sums["gpus"])
            said = page.numbers(item.all("span")[-1].words())
            exact = [100 * sums[group] / sum(sums[g] for g in GROUPS) for group in GROUPS if sums[group]]
            self.assertEqual(len(said), len(exact), item.words())
            for rounded, share in zip(said, exact):
                self.assertAlmostEqual(float(rounded), share, delta=0.101)

    def metrics(self, reports):
        for row in reports.page.all("tr", "data-level"):
            wanted = next(m for m in reports.json["metrics"][row["data-level"]] if m["name"] == row["data-name"])
            self.assertEqual(int(row["data-ms"]), wanted["gpu_ms"])
            cells = [cell.words() for cell in row.all("td")]
            used = wanted["memory"]["used_share"]
            self.assertEqual(cells[2], "–" if used is None else f"{used * 100:.1f} %")

    def limits(self, reports):
        gaps = [int(heading["data-gaps"]) for heading in reports.page.all("h3", "data-gaps")]
        self.assertEqual(gaps, [len(reports.json["gaps"])] if reports.json["gaps"] else [])
        words = reports.page.words()
        for said in reports.json["cannot_say"]:
            self.assertIn(" ".join(said.split()), words)

    def french(self, reports):
        """The same figures in every row, cell, sentence and card."""
        for having in ("data-class", "data-cause", "data-wait", "data-added", "data-instead", "data-tile", "data-workload",
                       "data-level", "data-node", "data-sentence", "data-step", "data-finding", "data-group"):
            english, french = reports.page.all(having=having), reports.french.all(having=having)
            self.assertEqual([e.attributes for e in english if e.tag != "td"],
                             [e.attributes for e in french if e.tag != "td"])
            for one, other in zip(english, french):
                self.assertEqual(page.figures(one), page.figures(other, "fr"),
                                 (one.words(), other.words()))

    def test_queue_history_without_metrics(self):
        self.agree("--pool-table", *HELIOS, "--quiet")

    def test_one_instant_of_real_metrics(self):
        for file in ("dcgm-aicr/h100_8gpu_dynamo_vllm.prom", "dcgm-runai-samples/a100_mig_4_active_workloads.prom"):
            with self.subTest(file):
                reports = self.agree("--metrics", binary.CAPTURES / file, "--quiet")
                self.assertTrue(reports.json["window"]["instant"])
                self.assertNotIn("GPU-hours", reports.page.one("section").words())

    def test_objects_and_the_drivers_own_logs(self):
        self.agree("--objects", binary.CAPTURES / "k8s-objects-runai/a100_node_mig_4_instances.yaml", "--quiet")
        self.agree("--nvidia-smi", binary.CAPTURES / "nvidia-smi-xml-telegraf/a100-sxm4-v12.xml", "--quiet")

    def test_nothing_found(self):
        pod = '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","namespace":"n","creationTimestamp":"2026-11-01T00:00:00Z"}}'
        reports = self.agree("--objects", self.file("none.json", pod), "--quiet")
        self.assertIn("No GPU was found", reports.page.words())


def one(kind):
    return lambda self: self.agree("--estate", kind, *ESTATE)


for each in KINDS:
    setattr(Agreement, "test_" + each.replace("-", "_"), one(each))


class Page(binary.BinaryTest):
    def test_the_same_command_gives_the_same_bytes(self):
        arguments = ("--estate", "inference", *ESTATE, "--format", "html")
        self.assertEqual(Reports.printed(*arguments), Reports.printed(*arguments, "--threads", "1"))

    def test_a_thousand_gpus_stay_below_a_megabyte(self):
        for language in ("en", "fr"):
            text = Reports.printed("--estate", "five-percent", "--gpus", "1000", "--window", "1d", "--step", "10m", "--quiet",
                                   "--format", "html", "--lang", language)
            self.assertLess(len(text.encode()), 1_000_000)
            self.assertGreaterEqual(sum(int(node["data-gpus"]) for node in page.parsed(text).all("li", "data-node")), 1000)

    def test_hostile_names_stay_words(self):
        name = '<script>alert(1)</script><img src=x onerror=alert(1)>\u202e'
        rows = "".join(f'DCGM_FI_PROF_GR_ENGINE_ACTIVE{{gpu="0",UUID="GPU-1",Hostname="{name}",namespace="{name}",'
                       f'pod="{name}"}} 0.0{at}\n' for at in range(1))
        text = Reports.printed("--metrics", self.file("bad.prom", "# TYPE DCGM_FI_PROF_GR_ENGINE_ACTIVE gauge\n" + rows),
                               "--cluster", name, "--quiet", "--format", "html")
        root = page.parsed(text)
        self.assertEqual(root.all("script") + root.all("img"), [])
        self.assertNotIn("\u202e", text)
        self.assertIn("<script>alert(1)</script>", root.words())

    def test_a_format_or_language_that_is_none_of_ours_is_refused(self):
        for wrong in (("--format", "pdf"), ("--lang", "de")):
            outcome = binary.run("audit", "--estate", "mig", *wrong)
            self.assertEqual(outcome.code, 2)
            self.assertIn(wrong[1], outcome.err)


if __name__ == "__main__":
    unittest.main()
