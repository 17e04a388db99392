"""Walks every table of a report and says where parts do not add up to their total."""
import collections

HELD_OR_ACTIVE = ("held.starting", "held.empty", "held.loaded", "active.stalled", "active.bandwidth",
                  "active.headroom", "productive")
CURABLE = ("held.empty", "held.loaded", "active.headroom")


class Walk:
    """Collects what does not add up, with the place in the report."""

    def __init__(self, report):
        self.report = report
        self.faults = []
        self.tables = 0

    def equal(self, place, parts, total):
        """The integers `parts` add up to `total` exactly."""
        self.tables += 1
        if sum(parts) != total:
            self.faults.append(f"{place}: parts add up to {sum(parts)}, the total is {total}")

    def most(self, place, part, whole):
        self.tables += 1
        if not 0 <= part <= whole:
            self.faults.append(f"{place}: {part} is no part of {whole}")

    def shares(self, place, rows, whole):
        for row in rows:
            wanted = row["gpu_ms"] / whole if whole else None
            if row["share"] != wanted:
                self.faults.append(f"{place}: share {row['share']} of {row['gpu_ms']} in {whole}")


def split_of(curable):
    return curable["as_is_ms"], curable["after_edit_ms"], curable["forbidden_ms"]


def accounting(walk):
    report = walk.report
    paid = report["capacity"]["gpu_ms"]
    walk.equal("accounting", [row["gpu_ms"] for row in report["accounting"]], paid)
    walk.shares("accounting", report["accounting"], paid)
    for row in report["accounting"]:
        place = f"accounting {row['class']} curable"
        total = row["gpu_ms"] if row["class"] in CURABLE else 0
        if row["class"] == "held.starting":  # cured by nothing, or split like the rest of its claim
            walk.most(place, sum(split_of(row["curable"])), row["gpu_ms"])
        else:
            walk.equal(place, split_of(row["curable"]), total)
    products = [row["gpus"] for row in report["capacity"]["by_product"]]
    walk.equal("capacity.by_product", products, report["capacity"]["gpus"])
    productive = next(row["gpu_ms"] for row in report["accounting"] if row["class"] == "productive")
    walk.equal("computing.high_ms", [report["computing"]["high_ms"]], productive)
    walk.most("computing.low_ms", report["computing"]["low_ms"], productive)


def rows_of_classes(walk):
    report = walk.report
    by_class = {row["class"]: row["gpu_ms"] for row in report["accounting"]}
    for table in ("gpus", "workloads"):
        for row in report[table]:
            walk.equal(f"{table} {row['name']}", row["classes"].values(), row["gpu_ms"])
    summed = collections.Counter()
    for row in report["gpus"]:
        summed.update(row["classes"])
    if report["gpus"]:
        for name, total in by_class.items():
            walk.equal(f"gpus, class {name}", [summed[name]], total)
        walk.equal("gpus", [row["gpu_ms"] for row in report["gpus"]], report["capacity"]["gpu_ms"])
        walk.equal("gpus counted", [len(report["gpus"])], report["capacity"]["gpus"])
        walk.equal("nodes counted", [len({(row["cluster"], row["node"]) for row in report["gpus"]})],
                   report["capacity"]["nodes"])


def week(walk):
    report = walk.report
    walk.equal("hours of the week", [len(report["week"])], 0 if report["window"]["instant"] else 168)
    if not report["week"]:
        return
    places = [(row["weekday"], row["hour"]) for row in report["week"]]
    if places != [(day, hour) for day in range(7) for hour in range(24)]:
        walk.faults.append("week: not every hour once, in order")
    summed = collections.Counter()
    for row in report["week"]:
        summed.update(row["classes"])
    for row in report["accounting"]:
        walk.equal(f"week, class {row['class']}", [summed[row["class"]]], row["gpu_ms"])


def workloads(walk):
    report = walk.report
    by_class = {row["class"]: row["gpu_ms"] for row in report["accounting"]}
    if not report["gpus"]:
        return
    summed, cured = collections.Counter(), collections.Counter()
    for row in report["workloads"]:
        summed.update(row["classes"])
        cured.update(row["curable"])
        walk.most(f"workloads {row['name']} curable", sum(split_of(row["curable"])), row["gpu_ms"])
    for name in HELD_OR_ACTIVE:
        walk.equal(f"workloads, class {name}", [summed[name]], by_class[name])
    for part in ("as_is_ms", "after_edit_ms", "forbidden_ms"):
        total = sum(row["curable"][part] for row in report["accounting"])
        walk.equal(f"workloads, {part}", [cured[part]], total)
    walk.equal("edits", [row["gpu_ms"] for row in report["edits"]], cured["after_edit_ms"])
    walk.equal("forbidden", [row["gpu_ms"] for row in report["forbidden"]], cured["forbidden_ms"])


def waits(walk):
    found = walk.report["waits"]
    if not found["known"]:
        return
    walk.equal("waits.by_cause", [row["gpu_ms"] for row in found["by_cause"]], found["gpu_ms"])
    walk.shares("waits.by_cause", found["by_cause"], found["gpu_ms"])
    summed = collections.Counter()
    for wait in found["list"]:
        walk.equal(f"waits {wait['name']}", [row["gpu_ms"] for row in wait["by_cause"]], wait["gpu_ms"])
        walk.shares(f"waits {wait['name']}", wait["by_cause"], wait["gpu_ms"])
        summed.update({row["cause"]: row["gpu_ms"] for row in wait["by_cause"]})
    for row in found["by_cause"]:
        walk.equal(f"waits, cause {row['cause']}", [summed[row["cause"]]], row["gpu_ms"])
    by_cause = {row["cause"]: row["gpu_ms"] for row in found["by_cause"]}
    walk.most("waits.healed_by_moves_ms", found["healed_by_moves_ms"], by_cause["fragmented"])
    for part in ("unconstrained_ms", "returning_ms", "sharing_ms"):
        walk.most(f"waits.{part}", found[part], found["gpu_ms"])
    for point in walk.report["buy"]:
        walk.most(f"buy +{point['added']} {point['product']}", point["wait_gpu_ms_removed"], found["gpu_ms"])


def metrics(walk):
    report = walk.report
    levels = report["metrics"]
    paid = report["capacity"]["gpu_ms"]
    for level, rows in levels.items():
        for row in rows:
            place = f"metrics.{level} {row['name']}"
            compute = row["compute"]
            walk.most(place + " known", compute["known_ms"], row["gpu_ms"])
            walk.most(place + " computing", compute["computing_ms"], compute["known_ms"])
            walk.most(place + " computing, low", compute["computing_low_ms"], compute["computing_ms"])
    if not report["gpus"]:
        return
    for level in ("estate", "pool", "gpu"):
        walk.equal(f"metrics.{level}", [row["gpu_ms"] for row in levels[level]], paid)
        for key in ("computing_ms", "computing_low_ms", "known_ms"):
            walk.equal(f"metrics.{level} {key}", [row["compute"][key] for row in levels[level]],
                       levels["estate"][0]["compute"][key])
    claimed = sum(row["gpu_ms"] for row in report["workloads"])
    for level in ("namespace", "workload"):
        walk.equal(f"metrics.{level}", [row["gpu_ms"] for row in levels[level]], claimed)
    if report["waits"]["known"] and not report["window"]["instant"]:
        walk.equal("metrics.estate wait", [levels["estate"][0]["queue"]["wait_gpu_ms"]], report["waits"]["gpu_ms"])


def steps_and_findings(walk):
    report = walk.report
    names = [step["step"] for step in report["steps"]]
    if names != ["allocation", "memory", "placement", "application"]:
        walk.faults.append(f"steps: {names}")
    known = {finding["id"]: finding for finding in report["findings"]}
    walk.equal("findings with an id of their own", [len(known)], len(report["findings"]))
    # Findings about the telemetry itself belong to no step.
    told = [finding for finding in report["findings"] if finding["kind"] != "stuck-counter"]
    walk.equal("findings in steps", [len(step["findings"]) for step in report["steps"]], len(told))
    for step in report["steps"]:
        walk.most(f"steps {step['step']}", step["gpu_ms"], max(report["capacity"]["gpu_ms"],
                                                              report["waits"].get("gpu_ms", 0)))
        for name in step["findings"]:
            if known.get(name, {}).get("step") != step["step"]:
                walk.faults.append(f"steps {step['step']}: finding {name} is not in findings[] as of this step")
    for finding in report["findings"]:
        walk.most(f"findings {finding['id']} curable", sum(split_of(finding["curable"])),
                  sum(finding["gpu_ms"].values()))


def worth(walk):
    found = walk.report["worth"]
    if found["paid"] or found["unpriced_nodes"]:
        walk.equal("worth, nodes", [found["priced_nodes"], found["unpriced_nodes"]],
                   walk.report["capacity"]["nodes"])
        walk.equal("worth, GPU time", [found["priced_gpu_ms"], found["unpriced_gpu_ms"]],
                   walk.report["capacity"]["gpu_ms"])
    paid = {money["currency"]: money["micros"] for money in found["paid"]}
    for part in ("fallow", "curable_as_is", "curable_after_edit"):
        for money in found[part]:
            walk.most(f"worth.{part}", money["micros"], paid.get(money["currency"], 0))


def walked(report):
    """All tables of a report. `.faults` says what does not add up, `.tables` how many sums were checked."""
    walk = Walk(report)
    for table in (accounting, rows_of_classes, week, workloads, waits, metrics, steps_and_findings, worth):
        table(walk)
    return walk
