"""What ./check does once Python is there: see ./check --help."""

import argparse
import glob
import os
import shutil
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import report  # noqa: E402
import runner  # noqa: E402
import unchanged  # noqa: E402
from steps import DEPTHS, STEPS, with_needs  # noqa: E402

TOP = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--keep-going", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--began", type=float, default=time.time())
    asked = parser.parse_args()
    names = [step.name for step in STEPS]
    for name in asked.only:
        if name not in names:
            sys.exit(f"There is no step \"{name}\"; the steps: {', '.join(names)}")
    depth = "all" if asked.all or (set(asked.only) - set(DEPTHS["check"])) else "check"
    steps = with_needs(asked.only or DEPTHS[depth])

    os.makedirs(os.path.join(TOP, runner.LOGS), exist_ok=True)
    for old in glob.glob(os.path.join(TOP, runner.LOGS, "*.junit.xml")):
        os.remove(old)
    # What CI runs, and what is asked for by name, always runs.
    again = asked.again or depth == "all" or bool(asked.only)
    if again:
        shutil.rmtree(os.path.join(TOP, unchanged.PASSED), ignore_errors=True)
    # A checkout may belong to somebody other than the one who checks it, such as in a container.
    os.environ.update(GIT_CONFIG_COUNT="1", GIT_CONFIG_KEY_0="safe.directory", GIT_CONFIG_VALUE_0=TOP)
    run = runner.Run(TOP, steps, int(os.environ.get("JOBS") or len(os.sched_getaffinity(0))), asked.keep_going, again)
    try:
        well = run.all()
    except KeyboardInterrupt:
        sys.exit(130)
    report.table(TOP, run, depth, None if asked.only else time.time() - asked.began)
    passed, failed = report.count(TOP, run)
    print(f"\n{'All is well.' if well else 'Stopped: ' + ', '.join(run.failed) + ' failed.'}\n{passed} passed, {failed} failed")
    sys.exit(0 if well and failed == 0 else 1)


if __name__ == "__main__":
    main()
