"""Bad input, one row each: exit code, message on standard error, gap in the report, and what is still used."""
import json
import os
import re
import subprocess
import unittest

import bad_files
import binary

# arguments ("@x" is a file of bad_files), exit code, what standard error says, gaps (kind, subject, message), GPUs
AUDITS = {
    "one GPU": ("--metrics @good.prom", 0, "^$", [("too-short", "window", "1 h 59 min")], 1),
    "truncated gzip": ("--metrics @cut.prom.gz", 0, "cut.prom.gz: gzip: the stream ends too early .*used",
                       [("truncated", "cut.prom.gz", "ends too early")], 2),
    "absurdly long line": ("--metrics @long.prom", 0, r"long.prom: 1 of 721 lines .*line 361 \(byte [\d,]+\).*limit",
                           [("unreadable", "long.prom", "line 361")], 2),
    "invalid UTF-8": ("--metrics @utf8.prom", 0, "^$", [("broken-reading", "utf8.prom", "UTF-8")], 3),
    "no sample in a line": ("--metrics @nonsense.prom", 0, r"nonsense.prom: 1 of 721 lines .*line 361 \(byte [\d,]+\)",
                            [("unreadable", "nonsense.prom", "line 361")], 2),
    "every series twice": ("--metrics @twice.prom", 0, "^$", [("duplicate", "metrics", "360 samples")], 1),
    "one series in two files": ("--metrics @good.prom @twice.prom", 0, "^$",
                                [("duplicate", "metrics", "720 samples")], 1),
    "time going backwards": ("--metrics @backwards.prom", 0, "^$", [], 1),
    "seconds in Prometheus text": ("--metrics @seconds.prom", 0, "^$",
                                   [("assumption", "seconds.prom", "360 timestamps .*unit")], 1),
    "seconds in OpenMetrics": ("--metrics @openmetrics.prom", 0, "^$", [], 1),
    "both units in one file": ("--metrics @both_units.prom", 0, "^$",
                               [("assumption", "both_units.prom", "180 timestamps .*unit")], 1),
    "NaN": ("--metrics @nan.prom", 0, "^$", [("broken-reading", "metrics", "60 samples are NaN")], 1),
    "sentinels": ("--metrics @sentinel.prom", 0, "^$", [("broken-reading", "DCGM_FI_DEV_FB_USED", "blank")], 1),
    "counters resetting": ("--metrics @resets.prom", 0, "^$", [], 1),
    "unknown MIG profile": ("--metrics @profile.prom", 0, "^$", [("unknown-product", "MIG profile", "9g.99gb")], 1),
    "unknown product": ("--metrics @product.prom", 0, "^$", [("unknown-product", "Z9000", "table does not have")], 1),
    "unknown metric names": ("--metrics @unknown_metrics.prom", 0, "^$",
                             [("unknown-metric", "", "my_gpu_thing")], 1),
    "more unknown than agreed": ("--metrics @dark.prom", 3, "GPU time is unknown, more than --max-gaps 5%", [], 2),
    "more unknown, and agreed": ("--metrics @dark.prom --max-gaps 60%", 0, "^$", [], 2),
    "no GPU at all": ("--objects @cpu_node.json", 0, "^$", [], 0),
    "empty file beside a good one": ("--metrics @good.prom @empty.prom", 3, "empty.prom: no sample",
                                     [("unreadable-input", "empty.prom", "no sample")], 1),
    "binary file beside a good one": ("--metrics @good.prom @binary.prom", 3, "binary.prom: line 1: ",
                                      [("unreadable-input", "binary.prom", "line 1")], 1),
    "directory beside a good one": ("--metrics @good.prom @.", 3, "cannot read .*Is a directory",
                                    [("unreadable-input", "", "Is a directory")], 1),
    "missing file beside a good one": ("--metrics @good.prom @nowhere.prom", 3, "cannot open .*nowhere.prom",
                                       [("unreadable-input", "nowhere.prom", "No such file")], 1),
    "cut dump beside metrics": ("--metrics @good.prom --objects @cut.json", 3, "cut.json: .*too early",
                                [("unreadable-input", "cut.json", "too early")], 1),
    "metrics given as objects": ("--metrics @good.prom --objects @second.prom", 3, "second.prom: ",
                                 [("unreadable-input", "second.prom", "")], 1),
    "samples of 1970 and 2099": ("--metrics @ages.prom", 0, "^$",
                                 [("broken-reading", "ages.prom", "1 samples at 1970-01-01.*DCGM_FI_DEV_FB_USED"),
                                  ("broken-reading", "ages.prom", "1 samples at 2099-01-01"),
                                  ("too-short", "window", "1 h 59 min")], 1),
    "a scrape beside a history": ("--metrics @good.prom @untimed.prom --max-gaps 100%", 0, "^$",
                                  [("assumption", "untimed.prom", "1 sample carries no time .*2026-01-01T01:58:00Z"),
                                   ("too-short", "window", "1 h 59 min")], 2),
    "a pod of 2099": ("--metrics @good.prom --objects @future.json", 0, "future.json: 1 times",
                      [("broken-reading", "future.json", "Pod ml/p20: 2099-01-01T00:00:00Z"),
                       ("too-short", "window", "1 h 59 min")], 1),
    "logs of several nodes hours apart": ("--nvidia-smi @smi-1.xml @smi-2.xml @smi-3.txt --max-gaps 100%", 0, "^$",
                                          [("assumption", "nvidia-smi", "3 nodes .* up to 3 h apart")], 3),
    "a pool without a name": ("--pool-table @nameless.csv --max-gaps 100%", 0, "^$",
                              [("assumption", "nameless.csv", "1 rows name no pool")], 8),
    "more running than there are": ("--pool-table @over.csv --max-gaps 100%", 0, "^$",
                                    [("conflict", "over.csv", "2 rows run more GPUs")], 4),
    "end after the data": ("--metrics @good.prom --end 2026-01-01T03:00:00Z --max-gaps 100%", 0, "^$",
                           [("too-short", "window", "3 h")], 1),
    "prices without a price": ("--metrics @good.prom --prices @prices.csv", 3, "prices.csv: no row has a price",
                               [("unreadable-input", "prices.csv", "no row has a price")], 1),
}

# arguments, exit code, what standard error says; nothing goes to standard output
FAILURES = {
    "no command": ("", 2, r"no command was given; commands are: audit, (\w+, )*completion; arable --help"),
    "unknown command": ("frobnicate", 2, "there is no command 'frobnicate'; commands are: audit"),
    "mistyped command": ("audti", 2, "there is no command 'audti', did you mean audit[?]"),
    "unknown option before the command": ("--wrong", 2, "there is no option '--wrong'"),
    "no input": ("audit", 2, "arable audit needs an input: give --prometheus, --metrics.*arable audit --help"),
    "prices alone": ("audit --prices @prices.csv", 2, "arable audit needs an input"),
    "unknown option": ("audit --metrics @good.prom --wrong", 2,
                       "there is no option --wrong; arable audit --help lists all options"),
    "mistyped option": ("audit --metric @good.prom", 2, "there is no option --metric, did you mean --metrics[?]"),
    "mistyped option with its value": ("audit --objets=x", 2, "no option --objets, did you mean --objects[?]"),
    "a file without an option": ("audit @good.prom", 2, "good.prom: a file needs an option before it.*--metrics FILE"),
    "no number": ("audit --estate mig --seed x", 2, "--seed.*arable audit --help"),
    "fewer than one GPU": ("audit --estate mig --gpus -4", 2, "--gpus"),
    "a seed without an estate": ("audit --metrics @good.prom --seed 3", 2, "--seed requires --estate"),
    "a number of GPUs without an estate": ("audit --metrics @good.prom --gpus 8", 2, "--gpus requires --estate"),
    "a token without a server": ("audit --metrics @good.prom --bearer-token-file @x", 2,
                                 "--bearer-token-file requires --prometheus"),
    "a pace without a server": ("audit --metrics @good.prom --max-qps 2", 2, "--max-qps requires --prometheus"),
    "option without its value": ("audit --metrics", 2, "--metrics"),
    "no duration": ("audit --metrics @good.prom --window 5x", 2, "--window: '5x' is not a duration"),
    "negative duration": ("audit --metrics @good.prom --window=-5d", 2, "--window: '-5d' is not a duration"),
    "step out of range": ("audit --metrics @good.prom --step 2h", 2, "--step: '2h' is no duration between 1s and 1h"),
    "no step": ("audit --metrics @good.prom --step 0s", 2, "--step: '0s' is no duration between 1s and 1h"),
    "no threads": ("audit --metrics @good.prom --threads 0", 2, "--threads: Value 0 not in range .*1 .*4096"),
    "help of no command": ("frobnicate --help", 2, "there is no command 'frobnicate'"),
    "too short a history": ("generate --length 1h @x", 2, "--length: '1h'.* 1 to 400 days"),
    "metrics as objects": ("audit --objects @second.prom", 1, "second.prom: .*; it looks like what --metrics takes"),
    "objects as metrics": ("audit --metrics @cpu_node.json", 1, "cpu_node.json: .*; it looks like what --objects takes"),
    "objects as a snapshot": ("audit --snapshot @cpu_node.json", 1, "cpu_node.json.*; it looks like what --objects takes"),
    "no time": ("audit --metrics @good.prom --end yesterday", 2, "--end: 'yesterday' is not a time"),
    "unknown format": ("audit --metrics @good.prom --format xml", 2, "--format"),
    "negative GPUs": ("audit --estate training --gpus -5", 2, "--gpus"),
    "an estate and files": ("audit --estate training --metrics @good.prom", 2, "leave the files out"),
    "missing scrapes that are no number": ("generate --missing-scrapes nan @x", 2, "--missing-scrapes: between 0 and 1"),
    "no share": ("audit --metrics @good.prom --max-gaps 120%", 2, "--max-gaps: '120%'"),
    "no size": ("audit --metrics @good.prom --memory 12", 2, "--memory: '12'"),
    "unknown kind of estate": ("audit --estate nope", 2, "no kind of estate 'nope'; kinds are: inference, training"),
    "generate without a folder": ("generate", 2, "directory"),
    "generate an unknown kind": ("generate --kind nope @x", 2, "nope"),
    "generate no GPUs": ("generate --gpus 0 @x", 2, "0 GPUs"),
    "generate for no time": ("generate --length 5x @x", 2, "--length: '5x'"),
    "generate into a file": ("generate --length 1d @good.prom/x", 1, "good.prom/x"),
    "end before the data": ("audit --metrics @good.prom --end 2020-01-01T00:00:00Z", 1, "begin at 2026-01-01T00:00:00Z"),
    "empty file": ("audit --metrics @empty.prom", 1, "empty.prom: no sample"),
    "binary file": ("audit --metrics @binary.prom", 1, "binary.prom: line 1: "),
    "binary file as objects": ("audit --objects @binary.prom", 1, "binary.prom"),
    "a web page": ("audit --metrics @page.prom", 1, "page.prom: line 1: "),
    "directory": ("audit --metrics @.", 1, "cannot read .*Is a directory; name the files in it"),
    "missing file": ("audit --metrics @nowhere.prom", 1, "nowhere.prom.*No such file"),
    "cut dump": ("audit --objects @cut.json", 1, "cut.json: .*too early"),
    "empty list": ("audit --objects @none.json", 1, "no sample or object"),
    "no nvidia-smi log": ("audit --nvidia-smi @good.prom", 1, "good.prom: no log of nvidia-smi in it"),
    "no pool table": ("audit --pool-table @good.prom", 1, "good.prom: a pool table needs"),
    "no openb list": ("audit --openb-nodes @good.prom", 1, "good.prom: the column 'sn'"),
    "output into a missing folder": ("audit --metrics @good.prom --output @none/x.json", 1, "cannot write .*none/x.json"),
    "output over a folder": ("audit --metrics @good.prom --output @.", 1, "cannot write .*Is a directory"),
}


class BadInput(binary.BinaryTest):
    def setUp(self):
        super().setUp()
        for name, content in bad_files.FILES.items():
            self.file(name, content)

    def arguments(self, text):
        return [re.sub("^@", f"{self.folder}/", word) for word in text.split()]

    def test_the_rest_is_used_and_the_gap_is_told(self):
        for what, (arguments, code, error, gaps, gpus) in AUDITS.items():
            with self.subTest(what):
                outcome = binary.run("audit", *self.arguments(arguments), "--format", "json")
                self.assertEqual(outcome.code, code, outcome.err)
                self.assertRegex(outcome.err.strip(), error)
                report = json.loads(outcome.out)
                self.assertEqual(report["capacity"]["gpus"], gpus)
                for kind, subject, message in gaps:
                    found = [gap for gap in binary.gaps(report, kind)
                             if subject in gap["subject"] and re.search(message, gap["message"])]
                    self.assertEqual(len(found), 1, (kind, subject, message, report["gaps"]))

    def test_a_lost_input_is_told_at_once_first_and_by_the_exit_code(self):
        good, lost = self.folder / "good.prom", self.folder / "nowhere.prom"
        for command in ("audit", "doctor", "snapshot"):
            with self.subTest(command):
                outcome = binary.run(command, "--metrics", good, lost, "--quiet", "--output", self.folder / "out")
                self.assertEqual(outcome.code, 3)
                self.assertRegex(outcome.err, "cannot open .*nowhere.prom")
        told = r"1 of 2 inputs could not be read: .*nowhere.prom"
        self.assertRegex(binary.run("audit", "--metrics", good, lost).out.splitlines()[0], "^!  " + told)
        self.assertRegex(binary.run("audit", "--metrics", good, lost, "--format", "html").out, told)
        snapshot = self.folder / "s.json.zst"
        binary.run("snapshot", "--metrics", good, lost, "--output", snapshot)
        again = binary.run("audit", "--snapshot", snapshot)
        self.assertRegex(again.out, told)
        self.assertEqual(again.code, 3)

    def test_more_gpus_than_asked_for_are_told(self):
        done = binary.run("generate", "--gpus", "1", "--length", "1d", "--scrape", "1h", self.folder / "estate")
        self.assertEqual(done.code, 0)
        self.assertRegex(done.err, r"^arable: \d+ GPUs instead of the 1 asked for")

    def test_failures_say_what_and_where(self):
        for what, (arguments, code, error) in FAILURES.items():
            with self.subTest(what):
                outcome = binary.run(*self.arguments(arguments))
                self.assertEqual(outcome.code, code, outcome.err)
                self.assertEqual(outcome.out, "")
                self.assertRegex(outcome.err, error)
                reasons = outcome.err.splitlines()
                self.assertEqual(len(reasons), len(set(reasons)), "a reason is told once")

    def test_figures_do_not_depend_on_how_the_same_samples_are_written(self):
        wanted = binary.audit("--metrics", self.folder / "good.prom")["accounting"]
        for name in ("twice", "backwards", "seconds", "openmetrics", "both_units", "resets"):
            with self.subTest(name):
                self.assertEqual(binary.audit("--metrics", self.folder / f"{name}.prom")["accounting"], wanted)

    def test_standard_input_is_read_and_standard_output_is_the_result_alone(self):
        outcome = binary.run("audit", "--metrics", "-", "--format", "json", stdin=bad_files.GOOD.encode())
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        self.assertEqual(json.loads(outcome.out)["capacity"]["gpus"], 1)
        done = binary.run("audit", "--metrics", self.folder / "good.prom", "--output", self.folder / "out.txt")
        self.assertEqual((done.code, done.out, done.err), (0, "", ""))
        self.assertIn("Of 2.0 GPU-hours", (self.folder / "out.txt").read_text())

    def test_a_pool_runs_no_more_than_it_has(self):
        report = binary.audit("--pool-table", self.folder / "over.csv")
        shares = {row["class"]: row["gpu_ms"] for row in report["accounting"]}
        self.assertEqual(sum(shares.values()), report["capacity"]["gpu_ms"])

    def test_logs_of_several_nodes_are_named_after_their_files(self):
        logs = [self.folder / name for name in ("smi-1.xml", "smi-2.xml", "smi-3.txt")]
        report = binary.audit("--nvidia-smi", *logs)
        self.assertEqual([gpu["node"] for gpu in report["gpus"]], ["smi-1", "smi-2", "smi-3"])
        self.assertTrue(report["window"]["instant"])
        self.assertEqual(report["window"]["start"], "2026-01-01T12:00:05Z")
        used = [row["class"] for row in report["accounting"] if row["gpu_ms"]]
        self.assertEqual(used, ["used.unclaimed"])

    def test_an_equals_sign_in_a_path_names_no_node(self):
        dump = self.file("of=today.json", bad_files.FILES["cpu_node.json"])
        log = self.file("at=noon.xml", bad_files.FILES["smi-2.xml"])
        report = binary.audit("--objects", dump, "--nvidia-smi", log, f"n7={self.folder / 'smi-1.xml'}", codes=(0, 3))
        self.assertEqual(sorted(gpu["node"] for gpu in report["gpus"]), ["at=noon", "n7"])
        self.assertIn(str(dump), [source["name"] for source in report["sources"]])

    def test_prices_of_the_first_file_count(self):
        head = "product,price_per_gpu_hour,currency\n"
        own = self.file("z-own.csv", head + "A100-SXM4-80GB,2.0,EUR\nno product,,EUR\n")
        general = self.file("a-list.csv", head + "A100-SXM4-80GB,3.0,EUR\nL4-24GB,1.0,EUR\n")
        report = binary.audit("--metrics", self.folder / "good.prom", "--prices", own, general)
        paid, = report["worth"]["paid"]  # two hours, less the one scrape after the last
        self.assertEqual((paid["currency"], round(paid["micros"] / 1e6, 1)), ("EUR", 4.0))
        notes = {source["name"]: source for source in report["sources"]}
        self.assertEqual((notes[str(own)]["records"], notes[str(own)]["dropped"]), (1, 1))
        self.assertEqual((notes[str(general)]["records"], notes[str(general)]["dropped"]), (2, 0))
        self.assertEqual([gap["subject"] for gap in binary.gaps(report, "conflict")], [str(general)])

    def test_a_pool_table_with_a_hole_says_how_much_is_missing(self):
        rows = [f"{3600 * hour},a,4,1,0\n" for hour in (*range(10), *range(30, 41))]
        table = self.file("hole.csv", "time,pool,total,running,pending\n" + "".join(rows))
        report = binary.audit("--pool-table", table, codes=(0, 3))
        found = [gap for gap in binary.gaps(report, "missing-samples") if gap["subject"] == "pool a"]
        self.assertEqual(len(found), 1, report["gaps"])
        # 41 hours, of which the last point before the hole stands for 2.5.
        self.assertIn("says nothing for 18 h 30 min of the 1 d 17 h", found[0]["message"])

    def test_the_end_that_was_asked_for_goes_before_the_bulk(self):
        report = binary.audit("--metrics", self.folder / "ages.prom", "--end", "2099-01-01T00:01:00Z", codes=(0, 3))
        self.assertEqual(report["window"]["end"][:10], "2099-01-01")

    def test_help_lists_every_option_with_what_it_takes(self):
        top = binary.run("--help")
        self.assertEqual((top.code, top.err), (0, ""))
        self.assertRegex(top.out, r"audit .*\n(.*\n)*.*generate ")
        text = binary.run("audit", "--help").out
        for option in ("--metrics FILE", "--objects FILE", "--nvidia-smi FILE", "--pool-table FILE", "--openb-nodes FILE",
                       "--openb-pods FILE", "--prices FILE", "--window DURATION", "--end TIME", "--step DURATION",
                       "--cluster NAME", "--cluster-label LABEL", "--format text|json", "--output FILE", "--max-gaps SHARE",
                       "--quiet", "--memory SIZE", "--threads N", "--estate KIND", "--seed N", "--gpus N"):
            self.assertIn(option, text)
        self.assertRegex(text, "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done but")

    def test_progress_is_drawn_on_a_terminal_and_nowhere_else(self):
        master, terminal = os.openpty()
        done = subprocess.Popen([os.environ["ARABLE"], "audit", "--metrics", self.folder / "good.prom"], stderr=terminal,
                                stdout=subprocess.DEVNULL)
        os.close(terminal)
        drawn = b""
        try:
            while part := os.read(master, 4096):
                drawn += part
        except OSError:  # how Linux says that the other end is closed
            pass
        os.close(master)
        self.assertEqual(done.wait(binary.TIMEOUT), 0)
        self.assertIn(b"diagnosing", drawn)
        self.assertTrue(drawn.endswith(b"\r\x1b[K"), "the line is cleared at the end")
        self.assertEqual(binary.run("audit", "--metrics", self.folder / "good.prom").err, "")

    def test_quiet_keeps_warnings_back_but_not_failures(self):
        some = binary.run("audit", "--quiet", "--metrics", self.folder / "cut.prom.gz")
        self.assertEqual((some.code, some.err), (0, ""))
        none = binary.run("audit", "--quiet", "--metrics", self.folder / "nowhere.prom")
        self.assertEqual(none.code, 1)
        self.assertIn("nowhere.prom", none.err)

    def test_an_output_that_is_an_input_is_refused_and_left_alone(self):
        good = self.file("good2.prom", bad_files.GOOD)
        (self.folder / "link.prom").symlink_to(good)
        for command in (["audit"], ["doctor"], ["snapshot"], ["explain", "gpu", "x"]):
            for output in (good, self.folder / "link.prom", self.folder / "." / "good2.prom"):
                done = binary.run(*command, "--metrics", good, "--output", output)
                self.assertEqual(done.code, 2, command)
                self.assertIn("is an input", done.err)
        self.assertEqual(good.read_bytes(), bad_files.GOOD if isinstance(bad_files.GOOD, bytes)
                         else bad_files.GOOD.encode())
        report = self.folder / "a.json"
        self.assertEqual(binary.run("audit", "--metrics", good, "--format", "json", "--output", report).code, 0)
        self.assertEqual(binary.run("compare", report, report, "--output", report).code, 2)

    def test_an_output_that_a_server_needs_is_refused(self):
        token, ca = self.file("token", "s3cret\n"), self.file("ca.pem", "none\n")
        for option, output in (("--resume", self.folder / "new" / ".." / "answers"), ("--bearer-token-file", token),
                               ("--ca-file", ca)):
            with self.subTest(option):
                done = binary.run("audit", "--prometheus", "http://127.0.0.1:1", option, output, "--output",
                                  self.folder / output.name)
                self.assertEqual(done.code, 2, done.err)
                self.assertIn("is an input", done.err)
        self.assertFalse((self.folder / "answers").exists())

    def test_a_file_that_may_not_be_read(self):
        secret = self.file("secret.prom", bad_files.GOOD)
        secret.chmod(0)
        self.folder.chmod(0o755)
        nobody = {"user": 65534, "group": 65534} if os.geteuid() == 0 else {}
        try:
            done = subprocess.run([os.environ["ARABLE"], "audit", "--metrics", secret], capture_output=True,
                                  timeout=binary.TIMEOUT, check=False, **nobody)
        except PermissionError:
            self.skipTest("the user nobody may not run the built binary")
        self.assertEqual(done.returncode, 1)
        self.assertIn("secret.prom': Permission denied", done.stderr.decode())


if __name__ == "__main__":
    unittest.main()
