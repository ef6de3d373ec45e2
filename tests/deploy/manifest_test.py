#!/usr/bin/env python3
"""The manifests and compose files in deploy/ and docker/: that each names what the others do, and what the programs take.

    manifest_test.py BIN_DIR

What needs a tool that is not there is skipped, with a line that says so.
"""

import json
import os
import re
import subprocess
import sys
import unittest

from project import TOP, needs, read, version

try:
    import yaml
except ImportError:
    yaml = None

BIN_DIR = None


@unittest.skipUnless(yaml, "SKIPPED: python3-yaml is not there")
class ManifestTest(unittest.TestCase):
    def test_kubernetes(self):
        found = {(m["kind"], m["metadata"]["name"]): m for m in yaml.safe_load_all(read("deploy/kubernetes/wyrmhall.yaml"))}
        stateful = found[("StatefulSet", "wyrmhall")]["spec"]
        pod = stateful["template"]["spec"]
        container = pod["containers"][0]
        labels = stateful["template"]["metadata"]["labels"]
        self.assertEqual(stateful["selector"]["matchLabels"], labels)
        self.assertIn(("Service", stateful["serviceName"]), found)
        ports = {port["name"]: port["containerPort"] for port in container["ports"]}
        for (kind, _), manifest in found.items():
            if kind == "Service":
                self.assertEqual(manifest["spec"]["selector"], labels)
                self.assertIn(manifest["spec"]["ports"][0]["targetPort"], ports)
        for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
            self.assertIn(container[probe]["httpGet"]["port"], ports)
            # Never longer than until the next one is asked.
            self.assertGreater(container[probe].get("timeoutSeconds", 1), 1, probe)
            self.assertLessEqual(container[probe]["timeoutSeconds"], container[probe]["periodSeconds"], probe)
        volumes = {v["name"] for v in pod["volumes"]} | {c["metadata"]["name"] for c in stateful["volumeClaimTemplates"]}
        self.assertEqual({m["name"] for m in container["volumeMounts"]}, volumes)
        drain = container["lifecycle"]["preStop"]["exec"]["command"]
        self.assertGreater(pod["terminationGracePeriodSeconds"], int(drain[drain.index("--seconds") + 1]))
        self.assertTrue(container["securityContext"]["readOnlyRootFilesystem"])
        # The command and the variables are ones that the programs know.
        done = subprocess.run([os.path.join(BIN_DIR, "wyrmhall"), *drain[1:], "--help"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("--wait", done.stdout)
        help_text = subprocess.run([os.path.join(BIN_DIR, "wyrmhalld"), "--help"], capture_output=True, text=True).stdout
        compose = yaml.safe_load(read("docker/compose.yaml"))
        for name in [e["name"] for e in container["env"]] + list(compose["services"]["server"]["environment"]):
            self.assertIn(name, help_text)

    def test_what_stands_around_the_server_fits_it(self):
        found = {(m["kind"], m["metadata"]["name"]): m for f in ("wyrmhall", "backup", "monitoring")
                 for m in yaml.safe_load_all(read(f"deploy/kubernetes/{f}.yaml"))}
        stateful = found[("StatefulSet", "wyrmhall")]["spec"]
        labels = stateful["template"]["metadata"]["labels"]
        ports = {port["name"] for port in stateful["template"]["spec"]["containers"][0]["ports"]}
        policy = found[("NetworkPolicy", "wyrmhall")]["spec"]
        self.assertEqual(policy["podSelector"]["matchLabels"], labels)
        self.assertEqual({port["port"] for rule in policy["ingress"] for port in rule["ports"]}, ports)
        self.assertEqual(found[("PodDisruptionBudget", "wyrmhall")]["spec"]["selector"]["matchLabels"], labels)
        route = found[("HTTPRoute", "wyrmhall")]["spec"]["rules"][0]["backendRefs"][0]
        play = found[("Service", route["name"])]["spec"]["ports"][0]
        self.assertEqual((play["name"], play["port"]), ("play", route["port"]))
        monitor = found[("ServiceMonitor", "wyrmhall")]["spec"]
        service = found[("Service", "wyrmhall-admin")]
        self.assertEqual(monitor["selector"]["matchLabels"], service["metadata"]["labels"])
        self.assertEqual(monitor["endpoints"][0]["port"], service["spec"]["ports"][0]["name"])
        # One such service and no other, so that nothing is asked twice.
        self.assertEqual(sum(kind == "Service" and m["metadata"]["labels"] == service["metadata"]["labels"]
                             for (kind, _), m in found.items()), 1)
        job = found[("CronJob", "wyrmhall-backup")]["spec"]["jobTemplate"]["spec"]["template"]
        self.assertIn({"podSelector": {"matchLabels": job["metadata"]["labels"]}}, policy["ingress"][1]["from"])
        claims = {v["persistentVolumeClaim"]["claimName"] for v in job["spec"]["volumes"] if "persistentVolumeClaim" in v}
        self.assertEqual(claims, {"data-wyrmhall-0", "wyrmhall-backups"})
        self.assertIn(("PersistentVolumeClaim", "wyrmhall-backups"), found)
        self.assertIn(job["spec"]["containers"][0]["command"][0].rpartition("/")[0], read("docker/Dockerfile"))
        images = {c["image"] for c in (stateful["template"]["spec"]["containers"] + job["spec"]["containers"])}
        self.assertEqual(len(images), 1)

    def test_a_kubernetes_of_several_servers(self):
        one = {(m["kind"], m["metadata"]["name"]): m for f in ("wyrmhall", "monitoring") for m in yaml.safe_load_all(read(f"deploy/kubernetes/{f}.yaml"))}
        found = {(m["kind"], m["metadata"]["name"]): m for m in yaml.safe_load_all(read("deploy/kubernetes/cluster.yaml"))}
        for name in ("wyrmhall", "wyrmhall-nats"):
            stateful = found[("StatefulSet", name)]["spec"]
            labels = stateful["template"]["metadata"]["labels"]
            pod = stateful["template"]["spec"]
            self.assertEqual(stateful["selector"]["matchLabels"], labels)
            self.assertEqual((stateful["replicas"], stateful["podManagementPolicy"]), (3, "Parallel"))
            names = found[("Service", stateful["serviceName"])]["spec"]
            self.assertEqual((names["clusterIP"], names["publishNotReadyAddresses"]), ("None", True))
            self.assertEqual(found[("PodDisruptionBudget", name)]["spec"], {"maxUnavailable": 1, "selector": {"matchLabels": labels}})
            self.assertEqual({one["labelSelector"]["matchLabels"][key] for one in pod["topologySpreadConstraints"] for key in labels}, set(labels.values()))
            volumes = {v["name"] for v in pod["volumes"]}
            ports = {port["name"] for port in pod["containers"][0]["ports"]}
            for container in pod["containers"] + pod.get("initContainers", []):
                self.assertLessEqual({m["name"] for m in container["volumeMounts"]}, volumes)
                self.assertTrue(container["securityContext"]["readOnlyRootFilesystem"])
                self.assertIn("memory", container["resources"]["limits"])
            for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
                asked = pod["containers"][0].get(probe)
                self.assertTrue(asked is None or asked["httpGet"]["port"] in ports and 1 < asked["timeoutSeconds"] <= asked["periodSeconds"], probe)
            for (kind, _), manifest in found.items():
                if kind == "Service" and manifest["spec"]["selector"] == labels:
                    self.assertIn(manifest["spec"]["ports"][0]["targetPort"], ports)
            policy = found[("NetworkPolicy", name)]["spec"]
            self.assertEqual((policy["podSelector"]["matchLabels"], policy["policyTypes"]), (labels, ["Ingress", "Egress"]))
            self.assertLessEqual({port["port"] for rule in policy["ingress"] for port in rule["ports"]}, ports)
        # What a single server has, too, is the same: the image, its memory, who reaches it, what asks for its metrics.
        self.assertEqual(found[("HTTPRoute", "wyrmhall")], one[("HTTPRoute", "wyrmhall")])
        self.assertEqual(found[("Service", "wyrmhall-admin")]["metadata"], one[("Service", "wyrmhall-admin")]["metadata"])
        pod, alone = (m[("StatefulSet", "wyrmhall")]["spec"]["template"]["spec"] for m in (found, one))
        server = pod["containers"][0]
        self.assertEqual({c["image"] for c in (*pod["containers"], *pod["initContainers"], *alone["containers"])}, {f"wyrmhall:{version()}"})
        self.assertEqual(server["resources"]["limits"], alone["containers"][0]["resources"]["limits"])
        # Its name is the pod's; the key is copied to where the server looks for it, with rights that it takes.
        environment = {e["name"]: e.get("value") or e["valueFrom"] for e in server["env"]}
        self.assertEqual(environment["WYRMHALL_NODE"], {"fieldRef": {"fieldPath": "metadata.name"}})
        self.assertEqual(environment["WYRMHALL_ADVERTISE"], "$(POD_IP):7420")
        self.assertEqual(pod["initContainers"][0]["command"][1:3], ["-m", "600"])
        self.assertEqual(pod["initContainers"][0]["command"][-1], "/var/lib/wyrmhall/receipt.key")
        # It goes when it is asked to, in time: what preStop waits, what it takes to leave, and something over.
        self.assertGreater(pod["terminationGracePeriodSeconds"], int(server["lifecycle"]["preStop"]["exec"]["command"][-1]) + 30)
        options = read("server/shell/config.cpp")
        for name in environment:
            self.assertTrue(name == "POD_IP" or f'envname("{name}")' in options, name)

    def test_the_alerts_are_one(self):
        rules = yaml.safe_load(read("deploy/prometheus/alerts.yml"))["groups"]
        same = [m for m in yaml.safe_load_all(read("deploy/kubernetes/monitoring.yaml")) if m["kind"] == "PrometheusRule"]
        self.assertEqual(same[0]["spec"]["groups"], rules)

    @needs("npm", "node")
    def test_kubernetes_schema(self):
        # The schemas come from npm, pinned by the lock file.
        folder = os.path.join(TOP, "tests/deploy/kubernetes")
        installed = os.path.join(folder, "node_modules/.package-lock.json")
        lock = os.path.join(folder, "package-lock.json")
        if not os.path.exists(installed) or os.path.getmtime(installed) < os.path.getmtime(lock):
            subprocess.run(["npm", "ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund",
                            "--loglevel=error"], check=True, stdin=subprocess.DEVNULL)
            os.utime(installed)
        files = ("wyrmhall", "backup", "monitoring", "cluster")
        manifests = json.dumps([m for f in files for m in yaml.safe_load_all(read(f"deploy/kubernetes/{f}.yaml"))])

        def validate(text):
            return subprocess.run(["node", os.path.join(folder, "validate.mjs")], input=text, capture_output=True, text=True)

        done = validate(manifests)
        self.assertEqual(done.returncode, 0, done.stderr)
        for old, new, said in (('"replicas": 1', '"replicas": "1"', "replicas"), ('"containerPort"', '"port"', "required"),
                               ('"readOnlyRootFilesystem"', '"readOnlyRootFileSystem"', "is unknown"),
                               ('"hostnames"', '"hostname"', "HTTPRoute"), ('"jobLabel"', '"jobLable"', "ServiceMonitor"),
                               ('"expr"', '"express"', "PrometheusRule"), ('"schedule"', '"when"', "CronJob"),
                               ('"policyTypes"', '"policies"', "NetworkPolicy"),
                               ('"maxUnavailable"', '"mostUnavailable"', "PodDisruptionBudget")):
            self.assertIn(old, manifests)
            done = validate(manifests.replace(old, new))
            self.assertEqual(done.returncode, 1)
            self.assertIn(said, done.stderr)

    def check_services(self, compose, folder, plain_user):
        services = compose["services"]
        for name, service in services.items():
            self.assertEqual(service["restart"], "unless-stopped", name)
            self.assertIn("memory", service["deploy"]["resources"]["limits"], name)
            # Hardened alike, with a log that has bounds, and a version that is exact.
            self.assertTrue(service["read_only"], name)
            self.assertEqual(service["cap_drop"], ["ALL"], name)
            self.assertEqual(service.get("cap_add", []), ["NET_BIND_SERVICE"] if name == "proxy" else [], name)
            self.assertEqual(service["security_opt"], ["no-new-privileges:true"], name)
            self.assertEqual(set(service["logging"]["options"]), {"max-size", "max-file"}, name)
            self.assertRegex(service["image"], r":(v?\d+\.\d+\.\d+(-alpine)?|15\.\d+)$", name)
            self.assertEqual("user" in service, name in plain_user, name)
            for secret in service.get("secrets", []):
                self.assertIn(secret["source"] if isinstance(secret, dict) else secret, compose["secrets"])
            for mount in service.get("volumes", []):
                source = mount.split(":")[0]
                if source == "./postgres-backups":  # which the host makes
                    continue
                if source.startswith("."):
                    self.assertTrue(os.path.exists(os.path.join(TOP, folder, source)), mount)
                else:
                    self.assertIn(source, compose["volumes"])

    def test_compose(self):
        compose = yaml.safe_load(read("docker/compose.yaml"))
        services = compose["services"]
        self.assertEqual(set(services), {"server", "backup", "proxy", "prometheus", "alertmanager", "grafana"})
        self.check_services(compose, "docker", set())
        # Secrets lie in the checkout: neither a commit nor an image may take them along.
        made = [secret["file"].removeprefix("./") for secret in compose["secrets"].values()] + ["line"]
        self.assertIn(" line ", read("docker/compose.yaml"))
        for name in made:
            self.assertIn(f"/docker/{name}", read(".gitignore").splitlines())
            self.assertIn(f"docker/{name}", read(".dockerignore").splitlines())
        self.assertNotIn("ports", services["server"])
        # The backup is made by what the image has.
        script, source, target, keep = services["backup"]["entrypoint"]
        self.assertIn(f"deploy/backup/{os.path.basename(script)} ", read("docker/Dockerfile"))
        self.assertTrue(os.access(os.path.join(TOP, "deploy/backup", os.path.basename(script)), os.X_OK))
        mounts = [mount.split(":")[1] for mount in services["backup"]["volumes"]]
        self.assertEqual(mounts, [os.path.dirname(source), target])
        self.assertGreater(int(keep), 1)
        self.assertIn(target, read("docker/Dockerfile"))
        # Prometheus's alerts reach Alertmanager.
        targets = yaml.safe_load(read("deploy/prometheus/prometheus.yml"))["alerting"]["alertmanagers"][0]["static_configs"][0]["targets"]
        self.assertEqual([address.split(":")[0] for address in targets], ["alertmanager"])
        password = yaml.safe_load(read("deploy/alertmanager/alertmanager.yml"))["global"]["smtp_auth_password_file"]
        self.assertEqual([password], [f"/run/secrets/{secret}" for secret in services["alertmanager"]["secrets"]])

    def test_a_compose_of_several_servers(self):
        compose = yaml.safe_load(read("deploy/compose.cluster.yaml"))
        services = compose["services"]
        alone = yaml.safe_load(read("docker/compose.yaml"))["services"]
        postgres, halls = ("postgres-1", "postgres-2"), ("hall-1", "hall-2", "hall-3")
        self.assertEqual(set(services), {*halls, *postgres, "backup", "nats", "proxy", "prometheus", "alertmanager", "grafana"})
        self.check_services(compose, "deploy", {*postgres, "backup", "nats"})
        # What a single server has, too, is the same.
        for hall in halls:
            self.assertEqual(services[hall]["image"], alone["server"]["image"])
            self.assertEqual(services[hall]["deploy"], alone["server"]["deploy"])
            self.assertIn({"source": "receipt-key", "target": "/var/lib/wyrmhall/receipt.key"}, services[hall]["secrets"])
            self.assertEqual(services[hall]["environment"]["WYRMHALL_NODE"], hall)
            self.assertNotIn("ports", services[hall])
            for name in services[hall]["environment"]:
                self.assertTrue(name == "PGPASSWORD" or f'envname("{name}")' in read("server/shell/config.cpp"), name)
        for name in ("proxy", "prometheus", "alertmanager", "grafana"):
            self.assertEqual(services[name]["image"], alone[name]["image"])
        self.assertEqual(services["proxy"]["environment"]["WYRMHALL_SERVERS"].split(), [f"{hall}:7420" for hall in halls])
        targets = yaml.safe_load(read("deploy/prometheus/cluster.yml"))["scrape_configs"][0]["static_configs"][0]["targets"]
        self.assertEqual(targets, [f"{hall}:7421" for hall in halls])
        # PostgreSQL and NATS are in the inner network alone, and are found by their names; commits wait for these two.
        self.assertTrue(compose["networks"]["back"]["internal"])
        for name in (*postgres, "backup", "nats"):
            self.assertEqual(services[name]["networks"], ["back"], name)
        settings = read("deploy/postgres/wyrmhall.conf")
        self.assertIn("synchronous_standby_names = 'ANY 1 (" + ", ".join(f'"{name}"' for name in postgres) + ")'", settings)
        for name in postgres:
            self.assertEqual(services[name]["command"][-1], f"cluster_name={name}")
            self.assertIn(f"{name}", services["hall-1"]["environment"]["WYRMHALL_STORE"])
        # What is started is there, and may be.
        for path in ("postgres/start", "postgres/archive-wal", "postgres/backup", "postgres/restore", "postgres/make-database", "backup/daily"):
            self.assertTrue(os.access(os.path.join(TOP, "deploy", path), os.X_OK), path)
        self.assertEqual(os.path.basename(re.search(r"archive_command = '(\S+)", settings)[1]), "archive-wal")
        for name in ("secrets", ".env", "postgres-backups"):
            self.assertIn(f"/deploy/{name}".rstrip("/"), [line.rstrip("/") for line in read(".gitignore").splitlines()])
            self.assertIn(f"deploy/{name}", read(".dockerignore").splitlines())
        for secret in compose["secrets"].values():
            self.assertTrue(secret["file"].startswith("./secrets/"))

    def test_one_image_and_one_limit_of_memory(self):
        services = yaml.safe_load(read("docker/compose.yaml"))["services"]
        found = {(m["kind"], m["metadata"]["name"]): m for f in ("wyrmhall", "backup")
                 for m in yaml.safe_load_all(read(f"deploy/kubernetes/{f}.yaml"))}
        server = found[("StatefulSet", "wyrmhall")]["spec"]["template"]["spec"]["containers"][0]
        backup = found[("CronJob", "wyrmhall-backup")]["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"][0]
        images = {services["server"]["image"], services["backup"]["image"], server["image"], backup["image"]}
        self.assertEqual(images, {f"wyrmhall:{version()}"})
        unit = re.search(r"^MemoryMax=(\d+)G$", read("deploy/systemd/wyrmhall.service"), re.M)[1]
        self.assertEqual(server["resources"]["limits"]["memory"], unit + "Gi")
        self.assertEqual(services["server"]["deploy"]["resources"]["limits"]["memory"], unit + "g")
        # The alert comes before systemd slows the server.
        fires = float(re.search(r"wyrmhall_memory_limit_bytes > ([\d.]+)", read("deploy/prometheus/alerts.yml"))[1])
        slowed = int(re.search(r"^MemoryHigh=(\d+)M$", read("deploy/systemd/wyrmhall.service"), re.M)[1])
        self.assertLess(fires * int(unit) * 1024, slowed)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
