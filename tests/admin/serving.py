"""A server with its admin listener, and a client of that: for the tests in this folder. Standard library only."""

import http.client
import json
import os
import pathlib
import re
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))

from running import MANY_MATCHES, Server, client, run_client  # noqa: E402,F401

TOKEN = "f3b1c95a7e2d40868f1e6a9d0c7b5e42"

# The metrics that a server has only where it shares a database with others (docs/cluster.md).
AMONG_OTHERS = r"wyrmhall_(nodes|shards|membership|bus)(_|$)"


def named_in_source():
    """The metrics that the server's source names, also those that only some servers have."""
    folder = pathlib.Path(__file__).resolve().parents[2] / "server"
    return {name for file in folder.rglob("*.cpp") for name in re.findall(r'"(wyrmhall_\w+)"', file.read_text(encoding="utf-8"))}


class Reply:
    def __init__(self, response):
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.bytes = response.read()

    @property
    def type(self):
        return self.headers.get("content-type", "").split(";")[0]

    @property
    def text(self):
        return self.bytes.decode(errors="replace")

    @property
    def json(self):
        return json.loads(self.bytes)


class AdminServer(Server):
    """wyrmhalld with administration on a port of its own."""

    def __init__(self, bin_dir, *options, data=None, token=TOKEN):
        super().__init__(bin_dir, "--admin", "127.0.0.1:0", "--limit-connections-per-address", "5000", *MANY_MATCHES,
                         *options, data=data)
        self.token_file = os.path.join(self.folder, "token")
        with open(self.token_file, "w", encoding="utf-8") as file:
            file.write(token + "\n")
        self.options += ["--admin-token-file", self.token_file]
        self.admin_port = 0

    def start(self):
        before = len(self.read_log())
        super().start()
        found = re.search(r"administration listens on 127\.0\.0\.1:(\d+)", self.read_log()[before:])
        self.admin_port = int(found[1])
        return self

    def ask(self, method, target, body=None, token=TOKEN, headers=None, timeout=30):
        connection = http.client.HTTPConnection("127.0.0.1", self.admin_port, timeout=timeout)
        sent = dict(headers or {})
        if token is not None:
            sent["Authorization"] = "Bearer " + token
        if body is not None:
            sent.setdefault("Content-Type", "application/json")
            body = body if isinstance(body, (str, bytes)) else json.dumps(body)
        try:
            connection.request(method, target, body=body, headers=sent)
            return Reply(connection.getresponse())
        finally:
            connection.close()

    def get(self, target, **kwargs):
        reply = self.ask("GET", target, **kwargs)
        assert reply.status == 200, f"{target}: {reply.status} {reply.text[:500]}"
        return reply

    def every(self, target, member):
        """All lines of a list, over all its pages."""
        lines, cursor = [], None
        while True:
            page = self.get(target + (("&" if "?" in target else "?") + f"cursor={cursor}" if cursor else "")).json
            lines += page[member]
            cursor = page["next"]
            if cursor is None:
                return lines

    def finish_job(self, started, seconds=120):
        """Waits for the job that a reply is about."""
        assert started.status == 202, started.text
        deadline = time.monotonic() + seconds
        while True:
            job = self.get(started.headers["location"]).json
            if job["state"] != "running":
                return job
            assert time.monotonic() < deadline, f"still running: {job}"
            time.sleep(0.05)

    def play(self, name, *options):
        status, out, err = run_client(self, "play", "duel", "--auto", "random", "--bot", "random", *options, name=name)
        assert status == 0, out + err

    def wait_for(self, what, seconds=30):
        """Asks until the answer is true, and gives it back."""
        deadline = time.monotonic() + seconds
        while True:
            answer = what()
            if answer:
                return answer
            assert time.monotonic() < deadline, "it did not come about"
            time.sleep(0.05)
