"""Bare Debian systems in folders under build/roots, made once by debootstrap."""
import os
import pathlib
import shutil
import subprocess
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
ROOTS = REPOSITORY / "build" / "roots"
TIMEOUT = 600


def make(suite):
    """The folder of a bare system; SkipTest where it cannot be made."""
    if os.geteuid() != 0:
        raise unittest.SkipTest("bare roots need root")
    if not shutil.which("debootstrap"):
        raise unittest.SkipTest("debootstrap is not installed (scripts/setup dist)")
    folder = ROOTS / suite
    if not (folder / "bin").exists():
        ROOTS.mkdir(parents=True, exist_ok=True)
        making = ROOTS / f"{suite}.making"
        shutil.rmtree(making, ignore_errors=True)
        done = subprocess.run(["debootstrap", "--variant=minbase", suite, making], capture_output=True, text=True,
                              check=False, timeout=TIMEOUT)
        if done.returncode != 0:
            raise unittest.SkipTest(f"debootstrap {suite} failed: {done.stdout[-300:]}")
        making.rename(folder)
    return folder


class Root:
    """A bare system to run commands in. Nothing is mounted: no /proc, no network but loopback is needed."""

    def __init__(self, suite):
        self.folder = make(suite)

    def path(self, inside):
        return self.folder / str(inside).lstrip("/")

    def run(self, *command, codes=(0,), env=None):
        done = subprocess.run(["chroot", self.folder, *map(str, command)], capture_output=True, check=False, timeout=TIMEOUT,
                              stdin=subprocess.DEVNULL, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", **(env or {})})
        out, err = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
        if done.returncode not in codes:
            raise AssertionError(f"{command}: exit code {done.returncode}\n{out[-2000:]}\n{err[-2000:]}")
        return out, err

    def files(self):
        """Every path but the records that dpkg keeps of what it did."""
        found = subprocess.run(["find", self.folder, "-xdev", "-printf", "%P\n"], capture_output=True, text=True, check=True)
        return {path for path in found.stdout.splitlines() if not path.startswith(("var/lib/dpkg/", "var/log/"))}
