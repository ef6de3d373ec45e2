#!/usr/bin/env python3
"""What is in deploy/: proxies that a real match is played through, balancers, the unit, the alerts.

    deploy_test.py BIN_DIR

What needs a tool that is not there is skipped, with a line that says so (script/install-dependencies proxies).
"""

import http.server
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "admin"))

from project import TOP, free_port, needs, read
from serving import AMONG_OTHERS, AdminServer, client, named_in_source, run_client

try:
    import yaml
except ImportError:
    yaml = None

BIN_DIR = None


class Elsewhere:
    """As running.Server for its clients, but at another address."""

    def __init__(self, server, url):
        self.bin_dir, self.folder, self.url = server.bin_dir, server.folder, url


class Hall(http.server.ThreadingHTTPServer):
    """Stands for one of several servers: says who it is, and at /readyz whether it is ready. With `preamble` it takes nothing that
    does not begin with the PROXY protocol, version 2."""

    daemon_threads = True

    def __init__(self, name):
        super().__init__(("127.0.0.1", 0), HallAnswer)
        self.name, self.ready, self.preamble = name, True, False
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        """A health check that has seen enough hangs up."""


class HallAnswer(http.server.BaseHTTPRequestHandler):
    def handle_one_request(self):
        if self.server.preamble:
            start = self.rfile.read(16)
            if start[:12] != b"\r\n\r\n\0\r\nQUIT\n":
                self.close_connection = True
                return
            self.rfile.read(int.from_bytes(start[14:16], "big"))
        super().handle_one_request()
        self.close_connection = True

    def do_GET(self):
        status = 503 if self.path == "/readyz" and not self.server.ready else 200
        self.send_response(status)
        self.send_header("Content-Length", str(len(self.server.name)))
        self.end_headers()
        self.wfile.write(self.server.name.encode())

    def log_message(self, *_):
        pass


class ProxyTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="wyrmhall-proxy-")
        self.server = AdminServer(BIN_DIR).start()
        self.addCleanup(self.server.__exit__)
        self.addCleanup(shutil.rmtree, self.folder, True)

    def start(self, command, port, **kwargs):
        log = open(os.path.join(self.folder, "proxy.log"), "wb")
        proxy = subprocess.Popen(command, stdout=log, stderr=log, **kwargs)

        def end():
            proxy.terminate()
            proxy.wait()
            log.close()

        self.addCleanup(end)
        deadline = time.monotonic() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                self.assertIsNone(proxy.poll(), open(log.name, encoding="utf-8").read())
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.05)

    def play_through(self, url, ca):
        """A match over TLS. Caddy listens before it has its certificate, and until then ends what is begun."""
        proxy = Elsewhere(self.server, url)
        deadline = time.monotonic() + 20
        while True:
            status, out, err = run_client(proxy, "--ca", ca, "play", "duel", "--auto", "random", "--bot", "greedy", name="Mira")
            if status != 3 or time.monotonic() > deadline:
                break
            time.sleep(0.05)
        self.assertEqual(status, 0, out + err)
        session = self.server.get("/admin/v1/matches?state=finished").json["matches"]
        self.assertEqual(session[0]["seats"][0]["player"]["name"], "Mira")

    @needs("nginx", "openssl")
    def test_nginx(self):
        certificate = [os.path.join(self.folder, name) for name in ("certificate.pem", "key.pem")]
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-subj", "/CN=play.example.org", "-addext", "subjectAltName=DNS:localhost", "-out", certificate[0], "-keyout", certificate[1]],
                       check=True, capture_output=True)
        port = free_port()
        text = read("deploy/nginx/wyrmhall.conf")
        for old, new in (("127.0.0.1:7420", f"127.0.0.1:{self.server.port}"), ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
                         ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
                         ("/etc/letsencrypt/live/play.example.org/fullchain.pem", certificate[0]),
                         ("/etc/letsencrypt/live/play.example.org/privkey.pem", certificate[1])):
            self.assertIn(old, text)
            text = text.replace(old, new)
        text = re.sub(r"\n *listen \[::\].*", "", text)
        with open(os.path.join(self.folder, "site.conf"), "w", encoding="utf-8") as file:
            file.write(text)
        with open(os.path.join(self.folder, "nginx.conf"), "w", encoding="utf-8") as file:
            file.write(f"pid {self.folder}/pid;\nerror_log stderr;\ndaemon off;\nevents {{}}\nhttp {{\n  access_log off;\n"
                       + "".join(f"  {kind}_temp_path {self.folder}/{kind};\n"
                                 for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
                       + f"  include {self.folder}/site.conf;\n}}\n")
        nginx = ["/usr/sbin/nginx", "-p", self.folder, "-c", os.path.join(self.folder, "nginx.conf"), "-e", "stderr"]
        checked = subprocess.run([*nginx, "-t"], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stderr)
        self.start(nginx, port)
        self.play_through(f"wss://localhost:{port}", certificate[0])

    @needs("caddy")
    def test_caddy(self):
        port = free_port()
        home = {**os.environ, "HOME": self.folder, "XDG_DATA_HOME": self.folder, "XDG_CONFIG_HOME": self.folder,
                "WYRMHALL_SERVER": f"127.0.0.1:{self.server.port}"}
        # As it is, it is right.
        checked = subprocess.run(["caddy", "validate", "--adapter", "caddyfile", "--config",
                                  os.path.join(TOP, "deploy/caddy/Caddyfile")], capture_output=True, text=True,
                                 env={**home, "WYRMHALL_HOST": "play.example.org"})
        self.assertEqual(checked.returncode, 0, checked.stderr)
        # And with a certificate of its own making, on a port of the test's.
        text = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n" + read("deploy/caddy/Caddyfile")
        self.assertIn("health_interval 15s", text)
        text = text.replace("health_interval 15s", "health_interval 200ms")
        path = os.path.join(self.folder, "Caddyfile")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        self.start(["caddy", "run", "--adapter", "caddyfile", "--config", path], port,
                   env={**home, "WYRMHALL_HOST": f"https://127.0.0.1:{port}"})
        self.play_through(f"wss://127.0.0.1:{port}", os.path.join(self.folder, "caddy/pki/authorities/local/root.crt"))
        # A player in a match can come back during a drain.
        playing = client(self.server, "play", "duel", "--auto", "random", "--bot", "random", "--think", "600000",
                         name="Bruno", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(playing.wait)
        self.addCleanup(playing.kill)
        self.server.wait_for(lambda: self.server.get("/admin/v1/drain").json["playing"])
        self.server.ask("POST", "/admin/v1/drain", body={"seconds": 60})
        time.sleep(1)  # five looks of the proxy's at the server's health
        with urllib.request.urlopen(f"https://127.0.0.1:{port}/", timeout=10, context=ssl._create_unverified_context()) as reply:
            self.assertEqual(reply.status, 200)


class BalancerTest(unittest.TestCase):
    """What stands in front of several servers sends players to those that are ready."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="wyrmhall-balancer-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.halls = [Hall(name) for name in ("hall-1", "hall-2", "hall-3")]
        for hall in self.halls:
            self.addCleanup(hall.server_close)
            self.addCleanup(hall.shutdown)

    def start(self, command, **environment):
        with open(os.path.join(self.folder, "log"), "wb") as log:
            balancer = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, "HOME": self.folder, **environment})
        self.addCleanup(balancer.wait)
        self.addCleanup(balancer.terminate)

    def reached(self, url, times=12):
        """The names of those who answer."""
        names = set()
        for _ in range(times):
            try:
                with urllib.request.urlopen(url, timeout=10, context=ssl._create_unverified_context()) as reply:
                    names.add(reply.read().decode())
            except OSError:
                names.add("nobody")
        return names

    def wait_for(self, url, names):
        deadline = time.monotonic() + 20
        while (found := self.reached(url)) != names:
            self.assertLess(time.monotonic(), deadline, (found, names))
            time.sleep(0.1)

    def check(self, url):
        self.wait_for(url, {"hall-1", "hall-2", "hall-3"})
        self.halls[1].ready = False
        self.wait_for(url, {"hall-1", "hall-3"})
        self.halls[1].ready = True
        self.wait_for(url, {"hall-1", "hall-2", "hall-3"})

    @needs("haproxy", "openssl")
    def test_haproxy(self):
        for hall in self.halls:
            hall.preamble = True
        certificate = os.path.join(self.folder, "certificate.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-subj", "/CN=localhost", "-out", certificate, "-keyout", certificate + ".key"], check=True, capture_output=True)
        port = free_port()
        text = read("deploy/haproxy/haproxy.cfg")
        for old, new in (("/etc/haproxy/certificate.pem", certificate), ("bind :443", f"bind 127.0.0.1:{port}"),
                         ("bind :80", f"bind 127.0.0.1:{free_port()}"), ("check inter 1s", "check inter 100ms"), ("maxconn 100000", "maxconn 100"),
                         *((f"10.0.0.{n}:7420", f"127.0.0.1:{hall.server_port}") for n, hall in enumerate(self.halls, 1))):
            self.assertIn(old, text)
            text = text.replace(old, new)
        path = os.path.join(self.folder, "haproxy.cfg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        haproxy = shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin")
        checked = subprocess.run([haproxy, "-c", "-f", path], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stderr)
        self.start([haproxy, "-db", "-f", path])
        self.check(f"https://127.0.0.1:{port}/")

    @needs("caddy")
    def test_caddy(self):
        port = free_port()
        text = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n" + read("deploy/caddy/Caddyfile.cluster")
        self.assertIn("health_interval 1s", text)
        path = os.path.join(self.folder, "Caddyfile")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("health_interval 1s", "health_interval 100ms"))
        self.start(["caddy", "run", "--adapter", "caddyfile", "--config", path], XDG_DATA_HOME=self.folder, XDG_CONFIG_HOME=self.folder,
                   WYRMHALL_HOST=f"https://127.0.0.1:{port}", WYRMHALL_SERVERS=" ".join(f"127.0.0.1:{hall.server_port}" for hall in self.halls))
        self.check(f"https://127.0.0.1:{port}/")

    @needs("nats-server")
    @unittest.skipUnless(yaml, "SKIPPED: python3-yaml is not there")
    def test_nats(self):
        maps = [m["data"]["nats.conf"] for m in yaml.safe_load_all(read("deploy/kubernetes/cluster.yaml")) if m["kind"] == "ConfigMap"]
        for text in (read("deploy/nats/nats.conf"), *maps):
            path = os.path.join(self.folder, "nats.conf")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            done = subprocess.run([shutil.which("nats-server", path=os.environ["PATH"] + ":/usr/sbin"), "-t", "-c", path], capture_output=True,
                                  text=True, env={**os.environ, "POD_NAME": "wyrmhall-nats-0", "WYRMHALL_BUS_PASSWORD": "w0"})
            self.assertEqual(done.returncode, 0, done.stderr)


class UnitTest(unittest.TestCase):
    @needs("systemd-analyze")
    def test_systemd(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in os.listdir(os.path.join(TOP, "deploy/systemd")):
                if not name.endswith((".service", ".timer")):
                    continue
                text = read(f"deploy/systemd/{name}").replace("/usr/local/bin/wyrmhalld", os.path.realpath(os.path.join(BIN_DIR, "wyrmhalld")))
                text = text.replace("/usr/local/lib/wyrmhall/backup", os.path.realpath(os.path.join(TOP, "deploy/backup/backup")))
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            for name in sorted(os.listdir(folder)):
                done = subprocess.run(["systemd-analyze", "verify", "--man=no", os.path.join(folder, name)],
                                      capture_output=True, text=True, env={**os.environ, "SYSTEMD_UNIT_PATH": folder + ":"})
                said = [line for line in done.stderr.splitlines() if name.split(".")[0] in line]
                self.assertEqual(said, [], name)
                self.assertEqual(done.returncode, 0, done.stderr)
            # At most this much of what a unit may do is left to it, in tenths of 10 (systemd-analyze's measure).
            for name, most in (("wyrmhall", 15), ("wyrmhall-backup", 25), ("wyrmhall-backup-failed", 25)):
                done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", f"--threshold={most}",
                                       os.path.join(folder, f"{name}.service")], capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, name + done.stdout[-2000:] + done.stderr)
                print(f"systemd-analyze security {name}:", re.search(r"exposure level.*: ([\d.]+ \w+)", done.stdout)[1])

    def test_the_options_of_the_unit_are_the_servers(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "wyrmhalld.conf")
            text = read("deploy/systemd/wyrmhalld.conf")
            pages = os.path.join(folder, "web")
            for old, new in ((":7420", ":0"), (":7421", ":0"), ("/usr/local/share/wyrmhall/web", pages)):
                self.assertIn(old, text)
                text = text.replace(old, new)
            os.mkdir(pages)
            with open(os.path.join(pages, "index.html"), "w", encoding="utf-8") as file:
                file.write("<!doctype html><title>A page</title>")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            server = subprocess.Popen([os.path.join(BIN_DIR, "wyrmhalld"), "--data", folder + "/data", "--config", path],
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            line = server.stdout.readline()
            self.assertRegex(line, "^listening on")
            with urllib.request.urlopen("http://" + line.split()[-1] + "/", timeout=10) as reply:
                self.assertIn("A page", reply.read().decode())
            server.terminate()
            server.communicate(timeout=10)
            self.assertEqual(server.returncode, 0)


class AlertTest(unittest.TestCase):
    def test_alerts_ask_for_what_the_server_tells(self):
        with AdminServer(BIN_DIR) as server:
            server.finish_job(server.ask("POST", "/admin/v1/backups"))
            told = set(re.findall(r"^# TYPE (\w+)", server.get("/metrics").text, re.M))
            # What it tells only where its memory is limited, as in all that deploy/ has, or where it is not alone.
        told |= {name for name in named_in_source() if name == "wyrmhall_memory_limit_bytes" or re.match(AMONG_OTHERS, name)}
        told |= {name + "_bucket" for name in told} | {"up"}
        asked = set(re.findall(r"\b(?:wyrmhall|process)_\w+", " ".join(
            re.findall(r"expr: (.*)", read("deploy/prometheus/alerts.yml")))))
        self.assertGreater(len(asked), 10)
        self.assertEqual(asked - told, set())

    @needs("promtool")
    def test_alerts_sound_and_are_silent(self):
        with tempfile.TemporaryDirectory() as folder:
            for path in ("deploy/prometheus/alerts.yml", "tests/deploy/alerts_test.yml"):
                shutil.copy(os.path.join(TOP, path), folder)
            for command in (["check", "rules", "alerts.yml"], ["test", "rules", "alerts_test.yml"]):
                done = subprocess.run(["promtool", *command], cwd=folder, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


    @unittest.skipUnless(yaml, "SKIPPED: python3-yaml is not there")
    def test_each_alert_is_tried(self):
        alerts = {rule["alert"] for group in yaml.safe_load(read("deploy/prometheus/alerts.yml"))["groups"] for rule in group["rules"]}
        tried = [case for test in yaml.safe_load(read("tests/deploy/alerts_test.yml"))["tests"] for case in test["alert_rule_test"]]
        self.assertEqual({case["alertname"] for case in tried if case.get("exp_alerts")}, alerts)
        self.assertEqual({case["alertname"] for case in tried if not case.get("exp_alerts")}, alerts)

    @needs("promtool")
    def test_prometheus_configuration(self):
        for path in ("deploy/prometheus/prometheus.yml", "deploy/prometheus/cluster.yml"):
            with self.subTest(path):
                self.check_prometheus(path)

    def check_prometheus(self, path):
        with tempfile.TemporaryDirectory() as folder:
            text = read(path)
            for old, new in (("/etc/prometheus/alerts.yml", os.path.join(os.path.abspath(TOP), "deploy/prometheus/alerts.yml")),
                             ("/run/secrets/metrics-token", os.path.join(folder, "token"))):
                self.assertIn(old, text)
                text = text.replace(old, new)
            for name, content in (("token", "a-token\n"), ("prometheus.yml", text)):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(content)
            done = subprocess.run(["promtool", "check", "config", os.path.join(folder, "prometheus.yml")], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    @needs("amtool")
    def test_alertmanager_configuration(self):
        config = os.path.join(TOP, "deploy/alertmanager/alertmanager.yml")
        done = subprocess.run(["amtool", "check-config", config], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        done = subprocess.run(["amtool", "config", "routes", "test", f"--config.file={config}", "--verify.receivers=mail",
                               "alertname=WyrmhallDown", "severity=page"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
