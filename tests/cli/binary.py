"""Runs the built binary; its path is in the environment variable ARABLE."""
import collections
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CAPTURES = ROOT / "tests" / "captures"
TIMEOUT = 240  # seconds; only a hang comes near it

Outcome = collections.namedtuple("Outcome", "code out err")


def run(*arguments, stdin=b"", env=None):
    """Runs `arable ARGUMENTS`; the outcome's texts are decoded strictly: what we print is always UTF-8."""
    done = subprocess.run([os.environ["ARABLE"], *map(str, arguments)], input=stdin, capture_output=True,
                          timeout=TIMEOUT, check=False, env={**os.environ, **(env or {})})
    return Outcome(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def audit(*arguments, codes=(0, 3), **options):
    """The report of `arable audit ARGUMENTS --format json`; fails on any other exit code than `codes`."""
    outcome = run("audit", *arguments, "--format", "json", **options)
    if outcome.code not in codes:
        raise AssertionError(f"exit code {outcome.code}: {outcome.err}")
    return json.loads(outcome.out)


class BinaryTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="arable-cli-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, content):
        """Writes a file of the test's folder: text or bytes."""
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path


def gaps(report, kind=None):
    return [gap for gap in report["gaps"] if kind is None or gap["kind"] == kind]
