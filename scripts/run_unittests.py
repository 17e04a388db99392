#!/usr/bin/env python3
"""Runs the Python tests of a folder and writes one XML case each for summary.py.

usage: run_unittests.py FOLDER RESULT.xml [PATTERN]
PATTERN chooses files, test*.py when it is not given.
"""
import pathlib
import sys
import unittest
import xml.etree.ElementTree as ET


class Recorder(unittest.TextTestResult):
    """Keeps every case with its outcome."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.root = ET.Element("testsuite")

    def record(self, test, tag=None, message=""):
        classname, _, name = test.id().rpartition(".")
        case = ET.SubElement(self.root, "testcase", classname=classname, name=name)
        if tag:
            ET.SubElement(case, tag, message=message)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.record(test)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.record(test, "failure", str(err[1]))

    def addError(self, test, err):
        super().addError(test, err)
        self.record(test, "error", str(err[1]))

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.record(test, "skipped", reason)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.record(subtest, "failure", str(err[1]))


def main(argv):
    suite = unittest.defaultTestLoader.discover(argv[1], pattern=argv[3] if len(argv) > 3 else "test*.py")
    result = unittest.TextTestRunner(resultclass=Recorder, verbosity=1).run(suite)
    path = pathlib.Path(argv[2])
    path.parent.mkdir(parents=True, exist_ok=True)
    ET.ElementTree(result.root).write(path)
    return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv))
