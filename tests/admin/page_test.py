#!/usr/bin/env python3
"""The page of administration in a real browser. Skipped where there is no Chromium.

    page_test.py BIN_DIR [--pictures FOLDER]
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from serving import TOKEN, AdminServer, client
from running import RawSocket

BIN_DIR = None
PICTURES = None
CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)


class Browser:
    """A tab of Chromium, driven through its debugging protocol."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="wyrmhall-browser-")
        self.process = subprocess.Popen(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
             "--remote-debugging-port=0", "--remote-allow-origins=*", f"--user-data-dir={self.folder}",
             "--window-size=1200,1000", "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port_file = os.path.join(self.folder, "DevToolsActivePort")
        deadline = time.monotonic() + 60
        while not (os.path.exists(port_file) and open(port_file, encoding="utf-8").read().count("\n") >= 1):
            assert time.monotonic() < deadline, "Chromium does not start"
            time.sleep(0.1)
        port = int(open(port_file, encoding="utf-8").read().splitlines()[0])
        while True:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json", timeout=30) as reply:
                tabs = [t for t in json.load(reply) if t["type"] == "page"]
            if tabs:
                break
            time.sleep(0.1)
        self.socket = RawSocket(port, path="/" + tabs[0]["webSocketDebuggerUrl"].split("/", 3)[3])
        self.socket.socket.settimeout(60)
        self.number = 0
        self.troubles = []
        for domain in ("Runtime", "Page", "Log"):
            self.call(domain + ".enable")

    def call(self, method, **parameters):
        self.number += 1
        mine = self.number
        self.socket.send(json.dumps({"id": mine, "method": method, "params": parameters}).encode(), opcode=1)
        while True:
            opcode, payload = self.socket.receive()
            assert opcode == 1, f"{method}: the browser went away"
            message = json.loads(payload)
            if message.get("method") == "Runtime.exceptionThrown":
                self.troubles.append(message["params"]["exceptionDetails"].get("exception", {}).get("description", ""))
            if message.get("method") == "Log.entryAdded" and "Content Security Policy" in message["params"]["entry"]["text"]:
                self.troubles.append(message["params"]["entry"]["text"])
            if message.get("method") == "Page.javascriptDialogOpening":
                self.number += 1
                self.socket.send(json.dumps({"id": self.number, "method": "Page.handleJavaScriptDialog",
                                             "params": {"accept": True}}).encode(), opcode=1)
            if message.get("id") == mine:
                assert "error" not in message, message
                return message["result"]

    def run(self, script):
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def until(self, script, what):
        deadline = time.monotonic() + 30
        while not self.run(f"Boolean({script})"):
            assert time.monotonic() < deadline, f"{what}: {self.run('document.body.innerText')[:800]}"
            time.sleep(0.1)

    def picture(self, name):
        if PICTURES:
            data = self.call("Page.captureScreenshot", format="png")["data"]
            with open(os.path.join(PICTURES, name + ".png"), "wb") as file:
                file.write(base64.b64decode(data))

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


@unittest.skipUnless(CHROMIUM, "SKIPPED: the page's test needs Chromium")
class PageTest(unittest.TestCase):
    def test_history_replay_live_and_drain(self):
        with AdminServer(BIN_DIR) as server:
            server.play("Mira")
            server.play("Bruno")
            slow = client(server, "play", "duel", "--auto", "random", "--bot", "random", "--think", "1500", "--option",
                          "match_games=5", name="Slow one",
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            browser = Browser()
            try:
                self.look(browser, server)
            finally:
                browser.close()
                slow.kill()
                slow.wait()
            self.assertEqual(browser.troubles, [])

    def look(self, browser, server):
        main = "document.getElementById('main').innerText"
        browser.call("Page.navigate", url=f"http://127.0.0.1:{server.admin_port}/admin/")
        browser.until("document.getElementById('token')", "the token is asked for")
        sign_in = "document.getElementById('token').value = {}; document.querySelector('form button').click()"
        browser.run(sign_in.format("'no token at all'"))
        browser.until("!document.getElementById('trouble').hidden", "a wrong token is refused")
        browser.until("document.getElementById('token')", "and asked for again")
        browser.run(sign_in.format(f"'{TOKEN}'"))
        browser.until(f"{main}.includes('Mira') && {main}.includes('Bruno')", "the history is shown")
        browser.until("document.getElementById('trouble').hidden", "the trouble is over")
        browser.picture("matches")

        browser.run("document.getElementById('state').value = 'finished'; document.querySelector('form button').click()")
        browser.until("location.hash.includes('state=finished')", "the filter is in the address")
        browser.until(f"!{main}.includes('running\\t') && document.querySelectorAll('tbody tr').length === 2", "filtered")

        browser.run("document.querySelector('tbody a').click()")
        browser.until(f"{main}.includes('Replay')", "a match is shown")
        forward = "[...document.querySelectorAll('button')].find((b) => b.textContent === 'Forward')"
        browser.run(f"{forward}.click()")
        browser.until(f"{main}.includes('Move 1.')", "its first move")
        while "Dice:" not in browser.run(main):
            self.assertFalse(browser.run(f"{forward}.disabled"), "no move of the match shows its dice")
            browser.run(f"{forward}.click()")
        browser.picture("replay")

        browser.run("location.hash = '#/live'")
        browser.until(f"{main}.includes('Slow one')", "the live view")
        browser.picture("live")
        browser.run("[...document.querySelectorAll('#now a')][0].click()")
        browser.until(f"{main}.includes('Waiting for')", "a running match")
        self.assertNotIn("server_seed", browser.run("document.body.innerHTML").lower())
        first = browser.run(main)
        browser.until(f"{main} !== {json.dumps(first)}", "it goes on by itself")

        button = "[...document.querySelectorAll('button')].find((b) => b.textContent === '{}')"
        browser.run("location.hash = '#/players?name=Bru'")
        browser.until(f"{main}.includes('Bruno') && !{main}.includes('Mira')", "players by name")
        browser.run("const madeUrl = URL.createObjectURL.bind(URL); URL.createObjectURL = (blob) => "
                    "{ void blob.text().then((text) => { window.saved = JSON.parse(text) }); return madeUrl(blob) }")
        browser.run(f"{button.format('Save the data')}.click()")
        browser.until("window.saved", "a player's data are saved")
        saved = browser.run("window.saved")
        self.assertEqual((saved["account"]["name"], len(saved["matches"]), "next" in saved), ("Bruno", 1, False))
        browser.run(f"setTimeout(() => {button.format('Block')}.click())")
        browser.until(button.format("Let in again"), "a player is blocked")
        self.assertEqual(len(server.get("/admin/v1/players?blocked=true").json["players"]), 1)
        browser.picture("players")
        browser.run(f"{button.format('Let in again')}.click()")
        browser.until(button.format("Block"), "and let in again")
        browser.run("location.hash = '#/audit'")
        browser.until(f"{main}.includes('unblockPlayer') && {main}.includes('done')", "the log of changes")
        browser.picture("audit")
        browser.run("location.hash = '#/backups'")
        browser.until(button.format("Make one now"), "the backups")
        browser.run(f"{button.format('Make one now')}.click()")
        browser.until(f"{main}.includes('wyrmhall-') && {main}.includes('done')", "a backup is made")
        browser.picture("backups")

        browser.run("location.hash = '#/live'")
        browser.until("document.querySelector('button.harm')", "the drain button")
        browser.run("document.getElementById('seconds').value = '2'; setTimeout(() => document.querySelector('button.harm').click())")
        browser.until(f"{main}.includes('Draining')", "it drains")
        self.assertEqual(server.process.wait(timeout=60), 0)


if __name__ == "__main__":
    if "--pictures" in sys.argv:
        at = sys.argv.index("--pictures")
        PICTURES = sys.argv[at + 1]
        del sys.argv[at:at + 2]
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
