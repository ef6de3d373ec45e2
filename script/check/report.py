"""What a check comes to: tests counted, times beside their budgets, the slowest tests and sources."""

import glob
import os
import re
import tomllib
import xml.etree.ElementTree as tree

from runner import LOGS, clock

SLOWEST = 10
OWN_COUNT = re.compile(r"^(\d+) passed, (\d+) failed$")


def junit_files(top):
    return sorted(glob.glob(os.path.join(top, LOGS, "*.junit.xml")))


def cases(path):
    """(name, seconds, failed) of each test that a report of CTest or Vitest tells of: none if the step was stopped."""
    try:
        report = tree.parse(path).getroot()
    except tree.ParseError:
        return
    for case in report.iter("testcase"):
        failed = case.find("failure") is not None or case.find("error") is not None
        if case.find("skipped") is None and case.get("status") not in ("disabled", "notrun"):
            yield case.get("name"), float(case.get("time") or 0), failed


def count(top, run):
    """Tests that passed and that failed. A step whose output counts none is one test."""
    passed = failed = 0
    for path in junit_files(top):
        for _, _, bad in cases(path):
            passed, failed = passed + (not bad), failed + bad
    for step in run.steps:
        if step.name not in run.seconds or step.name in run.left_out:
            continue
        with open(run.log_of(step), encoding="utf-8", errors="replace") as log:
            own = [match for line in log if (match := OWN_COUNT.match(line))]
        for match in own:
            passed, failed = passed + int(match[1]), failed + int(match[2])
        if not own and not any("junit" in command for command in step.commands) and step.name not in run.failed:
            passed += 1
    return passed, max(failed, len(run.failed))


def slowest_tests(top):
    found = []
    for path in junit_files(top):
        kind = os.path.basename(path).removesuffix(".junit.xml")
        found += [(seconds, f"{kind}: {name}") for name, seconds, _ in cases(path)]
    return sorted(found, reverse=True)[:SLOWEST]


def slowest_sources(top, since):
    """(seconds, source) of what was compiled since then, by what ninja wrote down."""
    found = []
    for path in glob.glob(os.path.join(top, "build/*/.ninja_log")):
        preset = path.split(os.sep)[-2]
        with open(path, encoding="utf-8") as log:
            for line in log:
                fields = line.rstrip("\n").split("\t")
                if len(fields) == 5 and fields[3].endswith((".o", ".pch", ".gch")) and int(fields[2]) >= since * 1e9:
                    found.append(((int(fields[1]) - int(fields[0])) / 1000, f"{preset}: {fields[3]}"))
    return sorted(found, reverse=True)[:SLOWEST]


def budgets(top, depth):
    with open(os.path.join(top, "script/check/budgets.toml"), "rb") as file:
        return tomllib.load(file)[depth]


def table(top, run, depth, seconds):
    """Prints it all. `seconds`: how long the whole took, from the first word to the last; None where only some steps ran."""
    limits = budgets(top, depth)
    times = [(step.name, run.seconds[step.name], run.processor_seconds[step.name]) for step in run.steps
             if step.name in run.seconds]
    times += [("whole", seconds, sum(run.processor_seconds.values()))] if seconds is not None else []
    # What the processors did shows what a step costs the others that run beside it.
    print(f"\n{'step':<16}{'time':>7}{'budget':>8}{'processors':>12}")
    over = []
    for name, took, used in times:
        budget = limits.get(name)
        late = budget is not None and took > budget
        over += [name] if late else []
        print(f"{name:<16}{clock(took):>7}{clock(budget) if budget else '-':>8}{clock(used):>12}{'   OVER BUDGET' if late else ''}")
    for title, rows in (("tests", slowest_tests(top)), ("sources", slowest_sources(top, run.began))):
        if rows:
            print(f"\nThe slowest {title}, in seconds:")
            for took, name in rows:
                print(f"{took:8.1f}  {name}")
    if over:
        print(f"\nOVER BUDGET: {', '.join(over)}. The budgets are in script/check/budgets.toml, for two cores with nothing cached.")
