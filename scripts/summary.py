#!/usr/bin/env python3
"""Sums up a test run: names what failed and what was skipped, ends with "N passed, N failed, N skipped".

A ctest that left results/<name>.xml (gtest, unit tests of the scripts) counts with each of its cases, any other as one.
A ctest that failed without naming a failed case (crash, time-out) is a failure of its own.
Exit code 0 only if nothing failed, at least one test passed and every folder holds a result.
usage: summary.py [--broken WHAT]… BUILD_DIR…
"""
import argparse
import pathlib
import sys
import xml.etree.ElementTree as ET


class Count:
    def __init__(self):
        self.passed, self.failed, self.skipped = 0, [], []


def skip_reason(case):
    tag = case.find("skipped")
    return (tag.get("message") or tag.text or "").strip().splitlines()[-1:] if tag is not None else []


def add_cases(count, path):
    """Adds the cases of a gtest-like XML file; returns how many failed."""
    failed = 0
    for case in ET.parse(path).iter("testcase"):
        name = f"{path.stem}: {case.get('classname')}.{case.get('name')}"
        if case.find("failure") is not None or case.find("error") is not None:
            count.failed.append(name)
            failed += 1
        elif case.get("status") == "notrun" or case.get("result") == "skipped" or case.find("skipped") is not None:
            count.skipped.append(" ".join([name, *skip_reason(case)]))
        else:
            count.passed += 1
    return failed


def add_build(count, build):
    """Adds all ctests of one build folder."""
    results = build / "results"
    junit = results / "ctest.xml"
    if not junit.exists():
        count.failed.append(f"{build}: no test was run")
        return
    for test in ET.parse(junit).iter("testcase"):
        name, status = test.get("name"), test.get("status")
        cases = results / f"{name}.xml"
        named = 0
        if cases.exists():
            try:
                named = add_cases(count, cases)
            except ET.ParseError:
                count.failed.append(f"{name}: unreadable result")
                continue
        if status in ("fail", "timeout") or (status != "run" and test.find("failure") is not None):
            if named == 0:
                count.failed.append(f"{name}: the test as a whole")
        elif cases.exists():
            continue
        elif status == "run":
            count.passed += 1
        elif status in ("notrun", "disabled"):
            missing = "Not Run" in (skip_message(test)) or "Unable to find" in skip_message(test)
            (count.failed if missing else count.skipped).append(f"{name}: {skip_message(test)}")
        else:
            count.failed.append(f"{name}: {status}")


def skip_message(test):
    tag = test.find("skipped")
    return (tag.get("message") or "").strip() if tag is not None else ""


def main(argv):
    parser = argparse.ArgumentParser()
    parser.add_argument("--broken", action="append", default=[])
    parser.add_argument("builds", nargs="+", type=pathlib.Path)
    options = parser.parse_args(argv[1:])
    count = Count()
    count.failed += options.broken
    for build in options.builds:
        add_build(count, build)
    for word, names in (("SKIPPED", count.skipped), ("FAILED", count.failed)):
        for name in names:
            print(f"{word}  {name}")
    print(f"{count.passed} passed, {len(count.failed)} failed, {len(count.skipped)} skipped")
    return 0 if count.passed and not count.failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv))
