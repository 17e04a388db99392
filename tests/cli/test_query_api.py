"""`arable audit --prometheus` against a server with limits and faults: the same report, or a clear error.

ARABLE_SCHEDULES=1000 runs as many random fault schedules (make soak); ARABLE_SCHEDULE_SEED is the first.
"""
import hashlib
import hmac
import json
import os
import pathlib
import random
import re
import tempfile
import time
import unittest

import query_server
from binary import BinaryTest, audit, gaps, run
from query_server import Engine, Limits, QueryServer

SCHEDULES = int(os.environ.get("ARABLE_SCHEDULES", "8"))
FIRST_SEED = int(os.environ.get("ARABLE_SCHEDULE_SEED", "1"))
WINDOW = ("--window", "1d")
FAST = ("--max-qps", "400")


def figures(report):
    return {key: report[key] for key in ("window", "capacity", "accounting", "waits", "metrics", "workloads", "gpus")}


def json_error(status, kind, text, headers=None):
    return status, headers or {}, f'{{"status":"error","errorType":"{kind}","error":"{text}"}}'.encode(), None


class Faults:
    """Draws a fault for some of the requests; never more than three in a row, so that patience is enough."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.rate = self.random.choice((0.05, 0.2, 0.5))
        self.in_a_row = 2  # the first question meets a server that works or fails once

    def __call__(self, path, fields):
        if self.in_a_row >= 3 or self.random.random() > self.rate:
            self.in_a_row = 0
            return None
        self.in_a_row += 1
        kind = self.random.randrange(8)
        if kind == 0:
            return None, {}, b"", None  # the connection drops
        if kind == 1:
            return 200, {}, None, self.random.random() * 0.95  # half an answer
        if kind == 2:
            return json_error(503, "unavailable", "busy")
        if kind == 3:
            return json_error(429, "", "too many requests")
        if kind == 4:
            return 504, {"Content-Type": "text/html"}, b"<html>gateway timeout</html>", None
        if kind == 5:
            return 502, {}, b"", None
        if kind == 6:
            time.sleep(self.random.random() * 0.05)
            return None
        return json_error(500, "internal", "store gateway restarts")


def aws_signature(secret, method, path, text, headers):
    """Signature version 4 of a received request, after AWS' own description of it."""
    def keyed(key, message):
        return hmac.new(key, message.encode(), hashlib.sha256)

    sent = {name.lower(): value.strip() for name, value in headers.items()}
    scope, signed = re.search(r"Credential=AKID/([^,]*), ?SignedHeaders=([^,]*)", headers["Authorization"]).groups()
    query, body = (text, "") if method == "GET" else ("", text)
    canonical = "\n".join([method, path, "&".join(sorted(query.split("&"))) if query else "",
                           *(f"{name}:{sent[name]}" for name in signed.split(";")), "", signed,
                           hashlib.sha256(body.encode()).hexdigest()])
    date, region, service, end = scope.split("/")
    assert (region, service, end) == ("eu-west-3", "aps", "aws4_request"), scope
    key = ("AWS4" + secret).encode()
    for part in (date, region, service, end):
        key = keyed(key, part).digest()
    digest = hashlib.sha256(canonical.encode()).hexdigest()
    return keyed(key, "\n".join(["AWS4-HMAC-SHA256", sent["x-amz-date"], scope, digest])).hexdigest()


class QueryApiTest(BinaryTest):
    @classmethod
    def setUpClass(cls):
        cls.estate = tempfile.TemporaryDirectory(prefix="arable-cli-")
        cls.addClassCleanup(cls.estate.cleanup)
        folder = pathlib.Path(cls.estate.name)
        made = run("generate", "--kind", "training", "--gpus", "8", "--length", "1d", "--scrape", "30m", "--plain", "--quiet",
                   folder)
        assert made.code == 0, made.err
        cls.metrics = folder / "metrics.txt"
        cls.store = query_server.load(cls.metrics)
        cls.of_file = audit("--metrics", cls.metrics, *WINDOW)

    def serve(self, limits=None, fault=None, store=None):
        server = QueryServer(Engine(store or self.store, limits), fault)
        self.addCleanup(server.close)
        return server

    def expect_same(self, report):
        self.assertEqual(figures(report), figures(self.of_file))

    def expect_failure(self, code, *arguments, says=()):
        outcome = run("audit", *arguments)
        self.assertEqual(outcome.code, code, outcome.err)
        for text in says:
            self.assertIn(text, outcome.err)
        return outcome

    def test_the_server_gives_the_report_of_the_file(self):
        server = self.serve()
        report = audit("--prometheus", server.url, *WINDOW, *FAST)
        self.expect_same(report)
        self.assertEqual(sorted(source["kind"] for source in report["sources"] if source["name"].startswith("http")),
                         ["metrics", "prometheus"])

    def test_a_window_within_the_samples_is_that_of_the_file_too(self):
        self.assertLess(self.of_file["window"]["start"], "2026-11-01T10:00:00Z")
        self.assertGreater(self.of_file["window"]["end"], "2026-11-01T22:00:00Z")
        within = ("--window", "12h", "--end", "2026-11-01T22:00:00Z")
        server = self.serve()
        report = audit("--prometheus", server.url, *within, *FAST)
        self.assertEqual(report["window"]["end"], "2026-11-01T22:00:00Z")
        self.assertEqual(figures(report), figures(audit("--metrics", self.metrics, *within)))

    def test_limits_of_prometheus_mimir_and_thanos_change_nothing(self):
        most = max(len(series) for series in self.store.values())
        for limits in (Limits(samples=400), Limits("mimir", longest=7200), Limits("thanos", series=most // 2)):
            with self.subTest(limits.kind):
                server = self.serve(limits)
                self.expect_same(audit("--prometheus", server.url, *WINDOW, *FAST))

    def test_random_fault_schedules_give_the_same_report(self):
        for seed in range(FIRST_SEED, FIRST_SEED + SCHEDULES):
            with self.subTest(seed=seed):
                server = QueryServer(Engine(self.store), Faults(seed))
                try:
                    outcome = run("audit", "--prometheus", server.url, *WINDOW, *FAST, "--format", "json", "--output",
                                  self.folder / "report.json")
                    self.expect_pace(server.times, 400)
                    if outcome.code == 1:  # a clear error is the only other way out
                        self.assertRegex(outcome.err, r"http://127\.0\.0\.1:\d+.*asked \d+ times")
                        continue
                    self.assertIn(outcome.code, (0, 3), outcome.err)
                    report = json.loads((self.folder / "report.json").read_text())
                    self.assertFalse([gap for gap in gaps(report) if "not read" in gap["message"]])
                    self.expect_same(report)
                finally:
                    server.close()

    def expect_pace(self, times, qps):
        """In no second more than allowed; the server sees requests a little later than they were sent."""
        first = 0
        for last, at in enumerate(times):
            while at - times[first] > 1.0:
                first += 1
            self.assertLessEqual(last - first + 1, qps * 1.05 + 2)

    def test_questions_keep_their_distance(self):
        server = self.serve()
        audit("--prometheus", server.url, *WINDOW, "--max-qps", "40")
        self.expect_pace(server.times, 40)
        self.assertGreaterEqual(server.times[-1] - server.times[0], (len(server.times) - 1) / 40 - 0.1)

    def test_a_metric_that_cannot_be_had_is_named(self):
        lost = "DCGM_FI_PROF_SM_ACTIVE"
        assert lost in self.store

        def fault(_, fields):
            query = fields.get("query", [""])[0]
            return json_error(500, "internal", "boom") if query.startswith(lost) else None

        server = self.serve(fault=fault)
        report = audit("--prometheus", server.url, *WINDOW, *FAST)
        found = [gap for gap in gaps(report, "missing-samples") if gap["subject"] == lost]
        self.assertTrue(found)
        self.assertRegex(found[0]["message"], r"not read from 2026-\S+ to 2026-\S+: the server answers 500")

    def test_a_partial_answer_is_named(self):
        server = self.serve()
        good = server.engine.answer

        def partial(path, fields):
            body = good(path, fields)
            if path == "/api/v1/query":
                body["isPartial"] = True
            return body

        server.engine.answer = partial
        report = audit("--prometheus", server.url, *WINDOW, *FAST)
        self.assertTrue([gap for gap in gaps(report, "missing-samples") if "partial" in gap["message"]])

    def test_an_interrupted_reading_goes_on_where_it_was(self):
        kept = self.folder / "answers"
        server = self.serve()
        asking = ("--prometheus", server.url, *WINDOW, *FAST, "--resume", kept)
        self.expect_same(audit(*asking[:-2]))
        in_all = len(server.requests)
        server.requests.clear()
        server.fault = lambda *_: (None, {}, b"", None) if len(server.requests) > in_all // 2 else None
        self.expect_failure(1, *asking, "--quiet", says=("asked",))
        before = {request[:2] for request in server.requests[:in_all // 2]}
        server.requests.clear()
        server.fault = None
        self.expect_same(audit(*asking))
        self.assertTrue(server.requests)
        self.assertFalse(before & {request[:2] for request in server.requests})
        self.assertEqual(len(before) + len(server.requests), in_all)
        server.requests.clear()
        self.expect_same(audit(*asking))
        self.assertFalse(server.requests)  # all of it is there
        self.assertEqual(kept.stat().st_mode & 0o077, 0)
        self.expect_failure(1, *asking, "--match", 'job="a"', says=("answers", "another reading", "another file"))
        other_user = server.url.replace("http://", "http://b:s3cret@")
        refused = self.expect_failure(1, "--prometheus", other_user, *asking[2:], says=("another reading", "user b"))
        self.assertNotIn("s3cret", refused.err)

    def test_renewed_aws_keys_go_on_with_the_reading(self):
        keys = {"AWS_ACCESS_KEY_ID": "ASIA1", "AWS_SECRET_ACCESS_KEY": "s3cret", "AWS_SESSION_TOKEN": "one"}
        server = self.serve()
        asking = ("--prometheus", server.url, *WINDOW, *FAST, "--aws-sigv4", "eu-west-3", "--resume", self.folder / "aws")
        self.expect_same(audit(*asking, env=keys))
        server.requests.clear()
        self.expect_same(audit(*asking, env={**keys, "AWS_ACCESS_KEY_ID": "ASIA2", "AWS_SESSION_TOKEN": "two"}))
        self.assertFalse(server.requests)

    def test_two_clusters_are_an_error_that_names_them(self):
        two = {name: [series._replace(labels={**series.labels, "cluster": cluster})
                      for cluster in ("east", "west") for series in all_series]
               for name, all_series in self.store.items()}
        server = self.serve(store=two)
        self.expect_failure(1, "--prometheus", server.url, *WINDOW, *FAST, says=("east", "west", "--cluster-label cluster"))
        one = audit("--prometheus", server.url, *WINDOW, *FAST, "--match", 'cluster="west"')
        self.assertEqual(one["capacity"]["gpu_ms"], self.of_file["capacity"]["gpu_ms"])
        both = audit("--prometheus", server.url, *WINDOW, *FAST, "--cluster-label", "cluster")
        self.assertEqual(both["capacity"]["gpu_ms"], 2 * self.of_file["capacity"]["gpu_ms"])

    def test_a_token_is_sent_renewed_and_never_shown(self):
        token = self.file("token", "s3cret-1\n")
        server = self.serve()
        asked = []

        def fault(*_):
            sent = server.requests[-1][2].get("Authorization")
            asked.append(sent)
            if len(asked) == 10:
                token.write_text("s3cret-2\n")
            good = "Bearer s3cret-1" if len(asked) < 10 else "Bearer s3cret-2"
            return None if sent == good else json_error(401, "", "expired")

        server.fault = fault
        self.expect_same(audit("--prometheus", server.url, *WINDOW, *FAST, "--bearer-token-file", token,
                               "--header", "X-Scope-OrgID: team"))
        self.assertEqual(set(asked), {"Bearer s3cret-1", "Bearer s3cret-2"})
        self.assertEqual({request[2].get("X-Scope-OrgID") for request in server.requests}, {"team"})
        server.fault = lambda *_: json_error(401, "", "no")
        address = server.url.replace("http://", "http://me:s3cret@")
        refused = self.expect_failure(1, "--prometheus", address, *WINDOW, says=("credentials",))
        self.assertNotIn("s3cret", refused.err + refused.out)

    def test_aws_requests_are_signed_as_aws_says(self):
        server = self.serve()
        keys = {"AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "s3cret", "AWS_SESSION_TOKEN": "session"}
        report = audit("--prometheus", server.url, *WINDOW, *FAST, "--aws-sigv4", "eu-west-3", env=keys)
        self.expect_same(report)
        self.assertEqual({request[3] for request in server.requests}, {"GET", "POST"})
        for path, text, headers, method in server.requests:
            self.assertEqual(headers["Authorization"].rpartition("Signature=")[2],
                             aws_signature("s3cret", method, path, text, headers), f"{method} {path}")
        outcome = run("audit", "--prometheus", server.url, "--aws-sigv4", "eu-west-3",
                      env={name: "" for name in keys})
        self.assertEqual(outcome.code, 2)
        self.assertIn("AWS_ACCESS_KEY_ID", outcome.err)

    def test_what_is_no_query_api_is_told(self):
        page = self.serve(fault=lambda *_: (200, {"Content-Type": "text/html"}, b"<html>Sign in</html>", None))
        self.expect_failure(1, "--prometheus", page.url, *WINDOW, says=("web page", page.url))
        other = self.serve(fault=lambda *_: (404, {}, b"404 page not found", None))
        self.expect_failure(1, "--prometheus", other.url, *WINDOW, says=("no query API",))
        moved = self.serve(fault=lambda *_: (302, {"Location": "http://login.example/x?state=s3cret"}, b"", None))
        outcome = self.expect_failure(1, "--prometheus", moved.url, *WINDOW, says=("login.example",))
        self.assertNotIn("s3cret", outcome.err)
        gone = self.serve()
        gone.http.server_close()
        self.expect_failure(1, "--prometheus", gone.url, *WINDOW, says=("cannot connect", gone.url))
        empty = self.serve(store={"up": self.store["kube_node_info"]})
        self.expect_failure(1, "--prometheus", empty.url, *WINDOW, says=("no series that an audit reads",))

    def test_usage_errors_name_their_option(self):
        self.expect_failure(2, "--prometheus", "http://127.0.0.1:1", "--max-qps", "0", says=("--max-qps",))
        self.expect_failure(1, "--prometheus", "ftp://x", says=("--prometheus",))
        self.expect_failure(1, "--prometheus", "http://127.0.0.1:1", "--match", "x", says=("--match",))


if __name__ == "__main__":
    unittest.main()
