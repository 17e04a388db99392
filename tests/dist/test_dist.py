"""What `make dist` made, in bare roots of Debian 12 and 13: it starts, audits, asks servers, installs and goes without trace."""
import functools
import http.server
import json
import pathlib
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import bare_root
from bare_root import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "tests" / "cli"))
import query_server  # noqa: E402

DIST = REPOSITORY / "dist"
CAPTURE = REPOSITORY / "tests" / "captures" / "dcgm-runai-samples"
# What is certainly in the binary; the list in the package is made from the link map.
PARTS = {"curl", "fmtlib", "libcli11-dev", "libexpected-dev", "libpugixml-dev", "libssl-dev",
         "libstdc++-12-dev", "libyaml-cpp-dev", "libzstd-dev", "nlohmann-json3-dev", "rapidjson-dev", "simdjson", "zlib1g-dev"}
EXPOSITION = re.compile(r"\.(txt|prom)$")


def only(pattern):
    found = sorted(DIST.glob(pattern))
    assert len(found) == 1, f"{pattern} in dist/: {found}; run make dist"
    return found[0]


def capture_file():
    return next(path for path in sorted(CAPTURE.rglob("*")) if EXPOSITION.search(path.name))


@functools.cache
def estate():
    """A small generated history, as text."""
    with tempfile.TemporaryDirectory() as folder:
        arable = REPOSITORY / "build" / "dist" / "cmd" / "arable" / "arable"
        subprocess.run([arable, "generate", "--kind", "training", "--gpus", "8", "--length", "1d", "--scrape", "30m", "--plain",
                        "--quiet", folder], check=True, capture_output=True)
        return (pathlib.Path(folder) / "metrics.txt").read_bytes()


def certificate(folder):
    """A certificate of 127.0.0.1 that signs itself, and its key."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
                    "subjectAltName=IP:127.0.0.1", "-keyout", folder / "key.pem", "-out", folder / "ca.pem"], check=True,
                   capture_output=True)
    return folder / "ca.pem", folder / "key.pem"


class InBareRoot:
    suite = ""

    @classmethod
    def setUpClass(cls):
        start = time.monotonic()
        cls.root = bare_root.Root(cls.suite)
        print(f"\n{cls.suite}: root ready after {time.monotonic() - start:.0f} s", end="")
        cls.opt = cls.root.path("/opt/arable-test")
        shutil.rmtree(cls.opt, ignore_errors=True)
        cls.opt.mkdir(parents=True)
        cls.addClassCleanup(shutil.rmtree, cls.opt, ignore_errors=True)
        subprocess.run(["tar", "-xzf", only("*.tar.gz"), "-C", cls.opt, "--strip-components=1"], check=True)
        shutil.copy(capture_file(), cls.opt / "capture.txt")
        (cls.opt / "metrics.txt").write_bytes(estate())

    def arable(self, *arguments, **options):
        return self.root.run("/opt/arable-test/bin/arable", *arguments, **options)

    def report(self, *arguments):
        return json.loads(self.arable("audit", *arguments, "--format", "json", "--quiet", codes=(0, 3))[0])

    def serve(self, tls=None):
        server = query_server.QueryServer(query_server.Engine(query_server.load(self.opt / "metrics.txt")))
        self.addCleanup(server.close)
        if tls is None:
            return server.url
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*map(str, tls))
        secure = http.server.ThreadingHTTPServer(("127.0.0.1", 0), server.http.RequestHandlerClass)
        secure.socket = context.wrap_socket(secure.socket, server_side=True)
        thread = threading.Thread(target=secure.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(secure.server_close)
        self.addCleanup(secure.shutdown)
        return f"https://127.0.0.1:{secure.server_address[1]}"

    def test_version_says_what_is_in_it(self):
        out, _ = self.arable("--version")
        self.assertRegex(out, r"^arable \d+\.\d+\.\d+\ncommit:    [0-9a-f]{40}(\+changes)?\n")
        self.assertIn("libraries: linked in: ", out)
        self.assertRegex(out, r"OpenSSL 3\.\d+\.\d+")

    def test_nothing_tells_where_it_was_built(self):
        self.assertNotIn(str(REPOSITORY).encode(), (self.opt / "bin" / "arable").read_bytes())

    def test_the_demo_runs(self):
        start = time.monotonic()
        out, _ = self.root.run("/opt/arable-test/share/doc/arable/examples/demo")
        print(f"\n{self.suite}: demo {time.monotonic() - start:.1f} s", end="")
        self.assertIn("2. A real month of 16 queues", out)
        self.assertIn("GPU-hours", out)
        self.assertIn("Nothing was changed", out)

    def test_a_capture_gives_the_report_that_it_gives_outside(self):
        inside = self.report("--metrics", "/opt/arable-test/capture.txt", "--end", "2026-01-01T00:00:00Z")
        outside = json.loads(subprocess.run(
            [REPOSITORY / "build/dist/cmd/arable/arable", "audit", "--metrics", self.opt / "capture.txt", "--end",
             "2026-01-01T00:00:00Z", "--format", "json", "--quiet"], capture_output=True, check=False).stdout)
        self.assertGreater(inside["capacity"]["gpus"], 0)
        for key in ("accounting", "capacity", "gpus", "metrics", "waits", "window"):
            self.assertEqual(inside[key], outside[key])

    def test_a_server_gives_the_report_of_the_file(self):
        of_file = self.report("--metrics", "/opt/arable-test/metrics.txt", "--window", "1d")
        of_server = self.report("--prometheus", self.serve(), "--window", "1d", "--max-qps", "400")
        for key in ("accounting", "capacity", "gpus", "waits", "window"):
            self.assertEqual(of_server[key], of_file[key])

    def test_https_needs_an_authority_and_says_so(self):
        with tempfile.TemporaryDirectory() as folder:
            files = certificate(pathlib.Path(folder))
            url = self.serve(files)
            shutil.copy(files[0], self.opt / "ca.pem")
        _, err = self.arable("audit", "--prometheus", url, "--quiet", codes=(1, 2))
        self.assertIn("has no certificates of authorities", err)
        self.assertIn("install ca-certificates, or give the authority's file with --ca-file", err)
        report = self.report("--prometheus", url, "--ca-file", "/opt/arable-test/ca.pem", "--window", "1d", "--max-qps", "400")
        self.assertEqual(report["accounting"],
                         self.report("--metrics", "/opt/arable-test/metrics.txt", "--window", "1d")["accounting"])

    def test_every_part_has_its_licence(self):
        folder = self.opt / "share/doc/arable/licences"
        rows = re.findall(r"^(\S+) (\S+): (.+)$", (folder / "INDEX.txt").read_text(), re.M)
        self.assertLessEqual(PARTS, {name for name, _, _ in rows})
        for name, _, _ in rows:
            text = (folder / f"{name}.txt").read_text(errors="replace")
            self.assertRegex(text, r"(?i)licen[cs]e")
            for named in re.findall(r"/usr/share/common-licenses/([\w.+-]*\w)", text):
                self.assertTrue((folder / f"{named}.licence.txt").exists(), f"{name} names {named}")

    def test_the_package_installs_and_leaves_nothing(self):
        before = self.root.files()
        shutil.copy(only("*.deb"), self.opt / "arable.deb")
        self.addCleanup(self.root.run, "dpkg", "--purge", "arable", codes=(0, 1))
        self.root.run("dpkg", "--install", "/opt/arable-test/arable.deb")
        installed = self.root.files() - before
        for path in ("usr/bin/arable", "usr/share/man/man1/arable.1.gz", "usr/share/man/man1/arable-audit.1.gz",
                     "usr/share/bash-completion/completions/arable", "usr/share/doc/arable/copyright",
                     "usr/share/doc/arable/licences/INDEX.txt"):
            self.assertIn(path, installed)
        self.assertEqual(self.root.run("arable", "--version"), self.arable("--version"))
        self.assertIn("Nothing was changed", self.root.run("/usr/share/doc/arable/examples/demo")[0])
        self.root.run("dpkg", "--purge", "arable")
        self.assertEqual(self.root.files() - before, {"opt/arable-test/arable.deb"})
        self.assertEqual(before - self.root.files(), set())


class Debian12(InBareRoot, unittest.TestCase):
    suite = "bookworm"


class Debian13(InBareRoot, unittest.TestCase):
    suite = "trixie"


if __name__ == "__main__":
    unittest.main()
