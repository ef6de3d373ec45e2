#!/usr/bin/env python3
"""What need not run again: a step or a test that has passed, and that would read now just what it read then.

    unchanged.py leave-out PRESET   prints a regular expression for ctest -E: the tests of a preset that may be left out
    unchanged.py keep PRESET        notes which of the others have passed, by ctest's report

A step is compared by the files that it reads (Step.reads). A test is, where it is a program of ours: by that program, which
changes with every source that is in it, its arguments, and the repository's files that are no sources. A test that is a
script may start any program, so it is never left out. Without Git nothing is.
"""

import fnmatch
import hashlib
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as tree

PASSED = "build/check/passed"
SOURCES = ("*.cpp", "*.h", "*.py", "*.ts", "*.svelte", "*.css", "*.md")


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def files(top, reads, but=()):
    """(path, digest) of each file below these that Git has or would take, in order; None where Git does not answer."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *reads], cwd=top,
                                capture_output=True, text=True, check=True)
    except (FileNotFoundError, subprocess.CalledProcessError):
        return None
    paths = sorted(set(listed.stdout.split("\0")) - {""})
    return [(path, digest(os.path.join(top, path))) for path in paths
            if os.path.isfile(os.path.join(top, path)) and not any(fnmatch.fnmatch(path, name) for name in but)]


def fingerprint(*parts):
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def noted(top, name):
    try:
        with open(os.path.join(top, PASSED, f"{name}.json"), encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


def note(top, name, what):
    os.makedirs(os.path.join(top, PASSED), exist_ok=True)
    new = os.path.join(top, PASSED, f"{name}.json.new")
    with open(new, "w", encoding="utf-8") as file:
        json.dump(what, file, indent=1)
    os.replace(new, new.removesuffix(".new"))


def of_step(top, step):
    """The fingerprint of what a step does and reads; None where it is to run in any case."""
    read = files(top, step.reads) if step.reads else None
    return None if read is None else fingerprint(step.commands, read)


def of_tests(top, preset):
    """The fingerprint of each test that may be left out, by name."""
    asked = subprocess.run(["ctest", "--preset", preset, "--show-only=json-v1"], cwd=top, capture_output=True, text=True, check=True)
    data = files(top, ["."], SOURCES)
    if data is None:
        return {}
    settings = sorted((key, value) for key, value in os.environ.items() if key.startswith("WYRMHALL_"))
    programs, found = {}, {}
    for test in json.loads(asked.stdout)["tests"]:
        command = test.get("command", [])
        built = [part for part in command if os.path.isfile(part) and os.path.realpath(part).startswith(os.path.join(top, "build"))]
        if not command or command[0] not in built or not os.access(command[0], os.X_OK):
            continue
        for part in built:
            programs.setdefault(part, digest(part))
        found[test["name"]] = fingerprint(command, [programs[part] for part in built], test.get("properties"), data, settings)
    return found


def leave_out(top, preset):
    now, then = of_tests(top, preset), noted(top, preset).get("passed", {})
    same = {name: mark for name, mark in now.items() if then.get(name) == mark}
    note(top, preset, {"passed": same, "now": now})
    print(f"{len(same)} tests are left out: they have passed, and nothing that they read has changed", file=sys.stderr)
    return "^(" + "|".join(re.escape(name) for name in sorted(same)) + ")$" if same else "^$"


def keep(top, preset):
    marks = noted(top, preset)
    try:
        report = tree.parse(os.path.join(top, "build/check", f"{preset}.junit.xml"))
    except OSError:  # ctest was stopped
        return
    ran = {case.get("name") for case in report.getroot().iter("testcase") if case.get("status") == "run"}
    passed = {name: mark for name, mark in marks.get("now", {}).items() if name in ran}
    note(top, preset, {"passed": {**marks.get("passed", {}), **passed}})


if __name__ == "__main__":
    here = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
    match sys.argv[1:]:
        case ["leave-out", preset]:
            print(leave_out(here, preset))
        case ["keep", preset]:
            keep(here, preset)
        case _:
            sys.exit(__doc__)
