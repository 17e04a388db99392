"""The summary must not call a run green that is not."""
import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import summary  # noqa: E402

GTEST = """<testsuites><testsuite name="A">
<testcase name="Holds" status="run" result="completed" classname="A"/>
<testcase name="Waits" status="run" result="skipped" classname="A"><skipped message="a_test.cpp:7&#x0A;no GPU here"/></testcase>
<testcase name="Off" status="notrun" result="suppressed" classname="A"/>
{more}
</testsuite></testsuites>"""
BROKEN_CASE = '<testcase name="Breaks" status="run" result="completed" classname="A"><failure message="no"/></testcase>'


class Summary(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = pathlib.Path(folder.name)
        (self.build / "results").mkdir()

    def write(self, name, text):
        (self.build / "results" / name).write_text(text, encoding="utf-8")

    def ctest(self, *cases):
        self.write("ctest.xml", "<testsuite>" + "".join(cases) + "</testsuite>")

    def run_summary(self, *more):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = summary.main(["", *more, str(self.build)])
        return code, out.getvalue().splitlines()

    def test_cases_are_counted_and_skips_named(self):
        self.write("a_test.xml", GTEST.format(more=""))
        self.ctest('<testcase name="a_test" status="run"/>', '<testcase name="check_sizes" status="run"/>')
        code, lines = self.run_summary()
        self.assertEqual(code, 0)
        self.assertEqual(lines[-1], "2 passed, 0 failed, 2 skipped")
        self.assertIn("SKIPPED  a_test: A.Waits no GPU here", lines)

    def test_failed_case_is_named_once(self):
        self.write("a_test.xml", GTEST.format(more=BROKEN_CASE))
        self.ctest('<testcase name="a_test" status="fail"><failure message=""/></testcase>')
        code, lines = self.run_summary()
        self.assertEqual((code, lines[-1]), (1, "1 passed, 1 failed, 2 skipped"))
        self.assertIn("FAILED  a_test: A.Breaks", lines)

    def test_crash_without_result_is_a_failure(self):
        self.ctest('<testcase name="a_test" status="fail"><failure message="SEGFAULT"/></testcase>')
        self.assertEqual(self.run_summary()[0], 1)

    def test_crash_after_all_cases_passed_is_a_failure(self):
        self.write("a_test.xml", GTEST.format(more=""))
        self.ctest('<testcase name="a_test" status="fail"><failure message=""/></testcase>')
        self.assertEqual(self.run_summary()[1][-1], "1 passed, 1 failed, 2 skipped")

    def test_binary_that_was_not_built_is_a_failure(self):
        self.ctest('<testcase name="x" status="run"/>',
                   '<testcase name="a_test" status="notrun"><skipped message="Unable to find executable"/></testcase>')
        self.assertEqual(self.run_summary()[1][-1], "1 passed, 1 failed, 0 skipped")

    def test_skipped_ctest_is_named(self):
        self.ctest('<testcase name="x" status="run"/>',
                   '<testcase name="gpu" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase>')
        self.assertEqual(self.run_summary()[1][-1], "1 passed, 0 failed, 1 skipped")

    def test_nothing_run_is_no_success(self):
        self.assertEqual(self.run_summary()[0], 1)
        self.ctest()
        self.assertEqual(self.run_summary()[0], 1)

    def test_broken_build_is_a_failure(self):
        self.ctest('<testcase name="x" status="run"/>')
        self.assertEqual(self.run_summary("--broken", "build ci")[1][-1], "1 passed, 1 failed, 0 skipped")


if __name__ == "__main__":
    unittest.main()
