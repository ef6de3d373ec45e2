#!/usr/bin/env python3
"""script/check by itself: which step comes when, what a failure stops, and what is counted and said at the end.

    check_test.py
"""

import contextlib
import fnmatch
import io
import os
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "script" / "check"))

import report  # noqa: E402
import runner  # noqa: E402
import unchanged  # noqa: E402
from steps import BUILD, DEPTHS, RUN, STEPS, Step, with_needs  # noqa: E402

JUNIT = """<testsuite tests="3"><testcase name="waits" time="4.5" status="run"/>
<testcase name="breaks" time="0.5" status="fail"><failure/></testcase>
<testcase name="left out" time="0" status="notrun"><skipped/></testcase></testsuite>"""


class Checked(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = folder.name
        os.makedirs(os.path.join(self.top, runner.LOGS))
        self.said = ""

    def run_steps(self, *steps, keep_going=False, again=True):
        run = runner.Run(self.top, list(steps), jobs=1, keep_going=keep_going, again=again)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            self.well = run.all()
        self.said = said.getvalue()
        return run

    def file(self, name):
        return pathlib.Path(self.top, name)


class Steps(Checked):
    def test_a_step_waits_for_what_it_needs_in_the_other_lane(self):
        run = self.run_steps(Step("use", "", RUN, ("cat made",), ("make",)), Step("make", "", BUILD, ("sleep 0.3; echo 1 > made",)))
        self.assertTrue(self.well, self.said)
        self.assertEqual(set(run.seconds), {"use", "make"})

    def test_the_lanes_run_side_by_side(self):
        # Each waits for what the other makes.
        run = self.run_steps(Step("one", "", RUN, ("touch a; until [ -e b ]; do sleep 0.02; done",)),
                             Step("other", "", BUILD, ("touch b; until [ -e a ]; do sleep 0.02; done",)))
        self.assertTrue(self.well, self.said)
        self.assertEqual(run.failed, [])

    def test_a_failure_stops_the_rest_and_shows_what_was_printed(self):
        began = time.time()
        run = self.run_steps(Step("bad", "", RUN, ("sleep 0.3; echo the reason; exit 3", "touch second")), Step("next", "", RUN, ("touch next",)),
                             Step("long", "", BUILD, ("sleep 60",)))
        self.assertFalse(self.well)
        self.assertEqual(run.failed, ["bad"])
        self.assertIn("the reason", self.said)
        self.assertIn("./check --only bad", self.said)
        self.assertFalse(self.file("second").exists() or self.file("next").exists())
        self.assertLess(time.time() - began, 30)

    def test_keeping_going_leaves_out_what_needs_what_failed(self):
        run = self.run_steps(Step("bad", "", BUILD, ("false",)), Step("needs", "", RUN, ("touch needs",), ("bad",)),
                             Step("other", "", RUN, ("touch other",)), keep_going=True)
        self.assertFalse(self.well)
        self.assertEqual(sorted(run.failed), ["bad", "needs"])
        self.assertTrue(self.file("other").exists())
        self.assertFalse(self.file("needs").exists())

    def test_all_that_a_step_prints_is_kept(self):
        self.run_steps(Step("talks", "", RUN, ("echo out; echo err >&2",)))
        self.assertEqual(self.file("build/check/talks.log").read_text(encoding="utf-8"), "out\nerr\n")


class Unchanged(Checked):
    """What has passed is left out while what it reads is the same, and only then."""

    def setUp(self):
        super().setUp()
        subprocess.run(["git", "init", "-q", self.top], check=True)
        os.makedirs(self.file("read/deep"))
        os.makedirs(self.file("other"))
        self.write("read/deep/a", "1")
        self.write("other/b", "1")
        self.write(".gitignore", "build\ncount\nmade\n")

    def write(self, name, text):
        self.file(name).write_text(text, encoding="utf-8")

    def runs(self, again=False, command="echo >> count; touch made", **fields):
        """How often the step has run in all, once it has been asked for once more."""
        run = self.run_steps(Step("step", "", RUN, (command,), reads=("read",), makes="made", **fields), again=again)
        self.assertEqual(report.count(self.top, run)[0], 0 if run.left_out else 1, "what did not run was counted")
        return len(self.file("count").read_text(encoding="utf-8"))

    def test_a_step_that_reads_the_same(self):
        self.assertEqual(self.runs(), 1)
        self.assertEqual(self.runs(), 1)
        self.assertIn("left out", self.said)
        self.write("other/b", "2")
        self.assertEqual(self.runs(), 1)

    def test_a_step_that_is_asked_for_again_or_whose_product_is_gone(self):
        self.assertEqual(self.runs(), 1)
        self.assertEqual(self.runs(again=True), 2)
        self.file("made").unlink()
        self.assertEqual(self.runs(), 3)
        self.assertEqual(self.runs(command="echo >> count; touch made; true"), 4)

    def test_a_step_that_reads_something_else(self):
        self.assertEqual(self.runs(), 1)
        self.write("read/deep/a", "2")
        self.assertEqual(self.runs(), 2)
        self.write("read/new", "1")
        self.assertEqual(self.runs(), 3)
        self.file("read/deep/a").unlink()
        self.assertEqual(self.runs(), 4)

    def test_without_git_a_step_always_runs(self):
        shutil.rmtree(self.file(".git"))
        self.assertEqual(self.runs(), 1)
        self.assertEqual(self.runs(), 2)

    def test_a_step_that_failed_last_time(self):
        self.assertEqual(self.runs(), 1)
        self.write("read/deep/a", "2")
        self.run_steps(Step("step", "", RUN, ("false",), reads=("read",)), again=False)
        self.write("read/deep/a", "1")
        self.assertEqual(self.runs(), 2)

    def test_the_page_reads_nothing_that_its_step_does_not_know(self):
        known = next(step for step in STEPS if step.name == "page").reads
        found = set()
        for path in subprocess.run(["git", "ls-files", "clients/web"], cwd=TOP, capture_output=True, text=True, check=True).stdout.split():
            if path.endswith((".ts", ".svelte", ".js")):
                text = (TOP / path).read_text(encoding="utf-8")
                found |= {posixpath.normpath(posixpath.join(posixpath.dirname(path), up))
                          for up in re.findall(r"""['"`]((?:\.\./){2,}[^'"`*{?$]*)""", text)}
        outside = {path for path in found if not path.startswith(("clients", "..", "build")) and path != "."}
        self.assertTrue(outside)
        # Of these the step names what is read of them.
        for path in outside - {"rules/dragondice", "tests", "tests/records", "tests/vectors"}:
            self.assertTrue(any(path.startswith(name) or fnmatch.fnmatch(path, name) for name in known), path)


class Tests(Checked):
    """A program is known again by its bytes, its arguments and the repository's data; a script never is."""

    def setUp(self):
        super().setUp()
        # As the system calls it: a folder for temporary files may be a link.
        self.top = os.path.realpath(self.top)
        subprocess.run(["git", "init", "-q", self.top], check=True)
        os.makedirs(self.file("build/quick/bin"))
        self.file("CMakePresets.json").write_text(
            '{"version": 4, "configurePresets": [{"name": "quick", "generator": "Ninja", "binaryDir": "build/quick"}],'
            '"testPresets": [{"name": "quick", "configurePreset": "quick"}]}', encoding="utf-8")
        self.file(".gitignore").write_text("build\n", encoding="utf-8")
        self.file("data.json").write_text("1", encoding="utf-8")
        self.file("source.cpp").write_text("1", encoding="utf-8")
        self.program("one", "exit 0")
        self.program("two", "exit 0")
        self.file("build/quick/CTestTestfile.cmake").write_text(
            "".join(f'add_test({name} "{self.top}/build/quick/bin/{name}" "--all")\n' for name in ("one", "two"))
            + 'add_test(script "/bin/sh" "-c" "true")\n', encoding="utf-8")

    def program(self, name, does):
        path = self.file(f"build/quick/bin/{name}")
        path.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        path.chmod(0o755)

    def ran(self):
        with contextlib.redirect_stderr(io.StringIO()):
            left_out = unchanged.leave_out(self.top, "quick")
        report_of = os.path.join(self.top, "build/check/quick.junit.xml")
        subprocess.run(["ctest", "--preset", "quick", "-E", left_out, "--output-junit", report_of], cwd=self.top,
                       capture_output=True)
        unchanged.keep(self.top, "quick")
        return sorted(name for name, _, _ in report.cases(report_of))

    def test_what_has_passed_is_left_out_until_it_changes(self):
        self.assertEqual(self.ran(), ["one", "script", "two"])
        self.assertEqual(self.ran(), ["script"])
        self.program("two", "exit 0 # other")
        self.assertEqual(self.ran(), ["script", "two"])
        self.file("source.cpp").write_text("2", encoding="utf-8")
        self.assertEqual(self.ran(), ["script"])
        self.file("data.json").write_text("2", encoding="utf-8")
        self.assertEqual(self.ran(), ["one", "script", "two"])

    def test_what_has_failed_runs_again_even_where_it_had_passed_before(self):
        self.program("two", "exit 1")
        self.assertEqual(self.ran(), ["one", "script", "two"])
        self.assertEqual(self.ran(), ["script", "two"])
        self.program("two", "exit 0")
        self.assertEqual(self.ran(), ["script", "two"])
        self.assertEqual(self.ran(), ["script"])


class Counts(Checked):
    def test_reports_own_counts_and_plain_steps(self):
        self.file("build/check/dev.junit.xml").write_text(JUNIT, encoding="utf-8")
        run = self.run_steps(Step("tests", "", RUN, ("true # junit",)), Step("style", "", RUN, ("echo 5 passed, 0 failed",)),
                             Step("format", "", RUN, ("true",)))
        self.assertEqual(report.count(self.top, run), (1 + 5 + 1, 1))

    def test_a_step_that_failed_counts_though_its_output_says_nothing(self):
        run = self.run_steps(Step("format", "", RUN, ("false",)))
        self.assertEqual(report.count(self.top, run), (0, 1))

    def test_the_slowest_come_first(self):
        self.file("build/check/dev.junit.xml").write_text(JUNIT, encoding="utf-8")
        self.assertEqual([name for _, name in report.slowest_tests(self.top)], ["dev: waits", "dev: breaks"])
        os.makedirs(self.file("build/dev"))
        now = time.time_ns()
        self.file("build/dev/.ninja_log").write_text(
            f"# ninja log v5\n0\t3000\t{now}\ta.cpp.o\t1\n0\t9000\t{now}\ta.a\t1\n0\t7000\t{now}\tb.cpp.o\t1\n"
            f"0\t9000\t{now - 10**12}\told.cpp.o\t1\n", encoding="utf-8")
        self.assertEqual(report.slowest_sources(self.top, time.time() - 100), [(7.0, "dev: b.cpp.o"), (3.0, "dev: a.cpp.o")])


class Budgets(Checked):
    def test_one_that_is_past_is_said_and_fails_nothing(self):
        os.makedirs(self.file("script/check"))
        self.file("script/check/budgets.toml").write_text("[check]\nslow = 0\nquick = 60\n", encoding="utf-8")
        run = self.run_steps(Step("slow", "", RUN, ("true",)), Step("quick", "", RUN, ("true",)))
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            report.table(self.top, run, "check", 1)
        self.assertIn("OVER BUDGET: slow.", said.getvalue())
        self.assertTrue(self.well)

    def test_each_step_of_each_depth_has_one(self):
        for depth, names in DEPTHS.items():
            budgets = report.budgets(TOP, depth)
            self.assertEqual({step.name for step in with_needs(names)} | {"whole"}, set(budgets), depth)

    def test_a_depth_holds_what_its_steps_need(self):
        for depth, names in DEPTHS.items():
            self.assertEqual({step.name for step in with_needs(names)}, set(names), depth)
        self.assertEqual(len({step.name for step in STEPS}), len(STEPS))


if __name__ == "__main__":
    ran = unittest.main(exit=False).result
    failed = len(ran.failures) + len(ran.errors)
    print(f"{ran.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
