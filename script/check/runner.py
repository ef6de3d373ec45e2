"""Runs steps in lanes, each step's output in build/check/<step>.log, and says how far they are."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import deque

import unchanged

LOGS = "build/check"
PROGRESS_SECONDS = 20  # between two lines that say how far a step is
TAIL_LINES = 60  # of a step that failed

# ninja's, ctest's and vitest's words for how far they are.
PROGRESS = re.compile(r"\[\d+/\d+\]|^ *\d+/\d+ Test +#\d+: \S+|^ ✓ [^(]*")


def clock(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


class Run:
    """Steps on their way. A step begins when its lane is free and what it needs has passed. After the first failure none
    begins any more, and what runs is stopped; or with `keep_going` only what needs what failed is left out. With `again` a
    step runs though it has passed and nothing that it reads has changed."""

    def __init__(self, top, steps, jobs, keep_going=False, again=True):
        self.keep_going = keep_going
        self.again = again
        self.left_out = []
        self.top = top
        self.steps = steps
        self.jobs = jobs
        self.seconds = {}  # by step, of those that have ended
        self.processor_seconds = {}  # likewise, of all that it started and waited for
        self.failed = []
        self.began = time.time()
        self._processes = {}
        self._waiting = deque(steps)
        self._changed = threading.Condition()
        self._stopping = False

    def all(self):
        lanes = sorted({step.lane for step in self.steps})
        threads = [threading.Thread(target=self._drive, args=(lane,), daemon=True) for lane in lanes]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                while thread.is_alive():
                    thread.join(0.5)
        except KeyboardInterrupt:
            self._stop()
            raise
        return not self.failed

    def _drive(self, lane):
        while step := self._next(lane):
            began = time.time()
            passed = self._carry_out(step)
            with self._changed:
                stopped = self._stopping
                if not stopped or passed:
                    self.seconds[step.name] = time.time() - began
                    self._say(step, f"{'passed' if passed else 'FAILED'} in {clock(time.time() - began)}")
                if not passed and not stopped:
                    self.failed.append(step.name)
                    self._tell(step)
                    if not self.keep_going:
                        self._stop()
                self._changed.notify_all()

    def _next(self, lane):
        """The first step of this lane whose needs have passed, once there is one; None when there will be none."""
        with self._changed:
            while not self._stopping:
                mine = [step for step in self._waiting if step.lane == lane]
                for step in [step for step in mine if any(need in self.failed for need in step.needs)]:
                    self._say(step, "left out: what it needs has failed")
                    self.failed.append(step.name)
                    self._waiting.remove(step)
                    mine.remove(step)
                    self._changed.notify_all()
                if not mine:
                    return None
                for step in mine:
                    if self._may_begin(step):
                        self._waiting.remove(step)
                        return step
                self._changed.wait()
        return None

    def _may_begin(self, step):
        return all(need in self.seconds and need not in self.failed for need in step.needs)

    def _carry_out(self, step):
        mark = unchanged.of_step(self.top, step)
        if not self.again and mark and unchanged.noted(self.top, step.name).get("passed") == mark and self._is_made(step):
            self._say(step, "left out: it has passed, and nothing that it reads has changed")
            with self._changed:
                self.left_out.append(step.name)
                self.processor_seconds[step.name] = 0
            return True
        self._say(step, step.says)
        with open(self.log_of(step), "w", encoding="utf-8") as log:
            passed = all(self._command(step, command, log) for command in step.commands)
        if mark:
            unchanged.note(self.top, step.name, {"passed": mark if passed else None})
        return passed

    def _is_made(self, step):
        return not step.makes or os.path.exists(os.path.join(self.top, step.makes))

    def _command(self, step, command, log):
        with self._changed:
            if self._stopping:
                return False
            process = subprocess.Popen(
                ["bash", "-c", f"export JOBS={self.jobs}\n{command}"],
                cwd=self.top, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, process_group=0,
                text=True, errors="replace")
            self._processes[step.name] = process
        said = time.time()
        with process.stdout as printed:
            for line in printed:
                log.write(line)
                log.flush()
                progress = PROGRESS.search(line)
                if progress and time.time() - said >= PROGRESS_SECONDS:
                    said = time.time()
                    self._say(step, progress[0].strip())
        _, status, used = os.wait4(process.pid, 0)
        with self._changed:
            process.returncode = os.waitstatus_to_exitcode(status)
            self.processor_seconds[step.name] = self.processor_seconds.get(step.name, 0) + used.ru_utime + used.ru_stime
        return process.returncode == 0

    def _say(self, step, words):
        # In one piece, since the other lane prints too.
        sys.stdout.write(f"{clock(time.time() - self.began):>6}  {step.name:<14}{words}\n")
        sys.stdout.flush()

    def _tell(self, step):
        with open(self.log_of(step), encoding="utf-8", errors="replace") as log:
            print("".join(deque(log, TAIL_LINES)), end="")
        print(f"All of its output is in {LOGS}/{step.name}.log. Again: ./check --only {step.name}", flush=True)

    def _stop(self):
        self._stopping = True
        for process in self._processes.values():
            # Not poll(): the one that started it waits for it.
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGTERM)

    def log_of(self, step):
        return os.path.join(self.top, LOGS, f"{step.name}.log")
