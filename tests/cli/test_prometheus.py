"""The same truth from a real Prometheus as from a file: Debian's `prometheus`, started here on a loopback port."""
import json
import shutil
import socket
import subprocess
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

from binary import BinaryTest, audit, gaps, run
from query_server import QueryServer, Refusal

WINDOW = ("--window", "7d")


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def exact(report):
    """What must agree to the millisecond."""
    keys = ("window", "capacity", "accounting", "waits", "metrics", "workloads", "gpus")
    return {key: report[key] for key in keys}


@unittest.skipUnless(shutil.which("prometheus") and shutil.which("promtool"), "needs Debian's package prometheus")
class PrometheusTest(BinaryTest):
    def setUp(self):
        super().setUp()
        made = run("generate", "--kind", "training", "--gpus", "8", "--length", "7d", "--scrape", "30m", "--plain",
                   "--quiet", self.folder / "estate")
        self.assertEqual(made.code, 0, made.err)
        self.metrics = self.folder / "estate" / "metrics.txt"
        subprocess.run(["promtool", "tsdb", "create-blocks-from", "--quiet", "--max-block-duration=240h", "openmetrics",
                        self.metrics, self.folder / "blocks"], check=True, capture_output=True, timeout=300)
        self.url = self.start()

    def start(self):
        config = self.file("prometheus.yml", "global: {scrape_interval: 1h}\n")
        port = free_port()
        server = subprocess.Popen(["prometheus", f"--config.file={config}", f"--storage.tsdb.path={self.folder / 'blocks'}",
                                   "--storage.tsdb.retention.time=20y", f"--web.listen-address=127.0.0.1:{port}",
                                   "--log.level=error"], stderr=subprocess.DEVNULL)
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        url = f"http://127.0.0.1:{port}"
        for _ in range(600):
            try:
                with urllib.request.urlopen(url + "/-/ready", timeout=5):
                    return url
            except (urllib.error.URLError, OSError):
                self.assertIsNone(server.poll(), "prometheus ended")
                time.sleep(0.1)
        self.fail("prometheus did not become ready")

    def test_the_server_gives_the_report_of_the_file_and_steps_come_near(self):
        of_file = audit("--metrics", self.metrics, *WINDOW)
        asked = run("audit", "--prometheus", self.url, *WINDOW, "--max-qps", "500", "--format", "json")
        self.assertIn("will ask", asked.err)
        of_server = audit("--prometheus", self.url, *WINDOW, "--max-qps", "500")
        self.assertGreater(sum(row["gpu_ms"] for row in of_file["accounting"]), 0)
        self.assertEqual(exact(of_server), exact(of_file))
        self.assertEqual([gap for gap in gaps(of_server) if gap["subject"].startswith("http")], [])

        # A server that refuses range vectors, in front of the same samples.
        steps = QueryServer(Forward(self.url))
        self.addCleanup(steps.close)
        near = audit("--prometheus", steps.url, *WINDOW, "--max-qps", "500")
        self.assertTrue([gap for gap in gaps(near, "assumption") if "approximate" in gap["message"]])
        paid = of_file["capacity"]["gpu_ms"]
        of_class = {row["class"]: row["gpu_ms"] for row in near["accounting"]}
        for row in of_file["accounting"]:
            self.assertLessEqual(abs(of_class.get(row["class"], 0) - row["gpu_ms"]), paid / 100, row["class"])


class Forward:
    """Sends all questions on but those for range vectors."""

    def __init__(self, url):
        self.url = url

    def answer(self, path, fields):
        query = fields.get("query", [""])[0]
        if path == "/api/v1/query" and query.endswith("s]"):
            raise Refusal(400, "bad_data", 'invalid parameter "query": invalid expression type "range vector"')
        text = urllib.parse.urlencode(fields, doseq=True)
        post = path.startswith("/api/v1/query")
        request = urllib.request.Request(self.url + path + ("" if post else "?" + text), text.encode() if post else None)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)


if __name__ == "__main__":
    unittest.main()
