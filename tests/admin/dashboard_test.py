#!/usr/bin/env python3
"""The Grafana dashboard asks for metrics and labels that the server has, and for nothing else; and what Prometheus asks
of a text is kept.

    dashboard_test.py BIN_DIR
"""

import json
import os
import re
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from serving import AMONG_OTHERS, AdminServer, named_in_source

BIN_DIR = None
DASHBOARD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "deploy", "grafana", "wyrmhall.json")
SAMPLE = re.compile(r'([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (-?[0-9.e+-]+|NaN|[+-]Inf)$')
LABEL = re.compile(r'([a-z_]+)="((?:[^"\\]|\\.)*)"')


def parse(text):
    """{name: (type, [(labels, value)])} of a text; samples under the name of their family."""
    families, current = {}, None
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, current, kind = line.split(" ")
            assert current not in families, f"{current} comes twice"
            families[current] = (kind, [])
        elif not line.startswith("#"):
            name, labels, value = SAMPLE.match(line).groups()
            assert name == current or name in (f"{current}_{end}" for end in ("bucket", "sum", "count")), line
            families[current][1].append((name, dict(LABEL.findall(labels or "")), float(value)))
    return families


class DashboardTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = AdminServer(BIN_DIR).start()
        cls.server.play("Mira")
        cls.server.finish_job(cls.server.ask("POST", "/admin/v1/backups"))
        cls.families = parse(cls.server.get("/metrics").text)

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def value(self, name, **labels):
        return next(v for n, have, v in self.families[name.removesuffix("_count").removesuffix("_sum")][1]
                    if n == name and have == labels)

    def test_what_was_played_is_counted(self):
        self.assertEqual(self.value("wyrmhall_matches_started_total", game="duel"), 1)
        self.assertEqual(self.value("wyrmhall_matches_ended_total", game="duel", reason="played"), 1)
        match = self.server.get("/admin/v1/matches").json["matches"][0]
        self.assertEqual(self.value("wyrmhall_turns_total", game="duel", kind="action"), match["moves"])
        # Each move was either a client's, whose time counts, or a bot's, who thought about it.
        turns, thoughts = self.value("wyrmhall_turn_seconds_count"), self.value("wyrmhall_bot_thinking_seconds_count")
        self.assertGreater(turns, 0)
        self.assertGreater(thoughts, 0)
        self.assertEqual(turns + thoughts, match["moves"])
        self.assertGreaterEqual(self.value("wyrmhall_commit_requests_sum"), match["moves"])
        self.assertGreater(self.value("process_resident_memory_bytes"), 1e6)
        refused = sum(v for _, _, v in self.families["wyrmhall_refusals_total"][1])
        self.assertEqual(refused, 0)

    def test_histograms_are_cumulative(self):
        for name, (kind, samples) in self.families.items():
            if kind != "histogram":
                continue
            buckets = [(float(labels["le"]), value) for n, labels, value in samples if n.endswith("_bucket")]
            self.assertEqual(buckets, sorted(buckets), name)
            self.assertEqual([v for _, v in buckets], sorted(v for _, v in buckets), name)
            self.assertEqual(buckets[-1], (float("inf"), self.value(name + "_count")), name)

    def test_the_dashboard_asks_for_what_there_is(self):
        with open(DASHBOARD, encoding="utf-8") as file:
            dashboard = json.load(file)
        asked = set()
        expressions = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
        expressions += [v["query"] for v in dashboard["templating"]["list"] if v["type"] == "query"]
        self.assertGreater(len(expressions), 20)
        for expression in expressions:
            names = re.findall(r"\b((?:wyrmhall|process)_\w+)", expression)
            self.assertTrue(names, expression)
            for name in names:
                # This server is alone.
                if re.match(AMONG_OTHERS, name):
                    self.assertIn(name, named_in_source(), expression)
                    continue
                family = re.sub(r"_(bucket|sum|count)$", "", name) if name not in self.families else name
                self.assertIn(family, self.families, expression)
                asked.add(family)
                kind, samples = self.families[family]
                if kind == "histogram":
                    self.assertRegex(name, r"_(bucket|sum|count)$")
                if kind in ("counter", "histogram"):
                    self.assertIn(f"rate({name}", expression)
                there = {label for _, labels, _ in samples for label in labels} | {"le"}
                for labels in re.findall(r"sum by \(([^)]*)\)", expression):
                    self.assertLessEqual(set(labels.split(", ")), there, expression)
        # And none of ours is left out.
        ours = {name for name in self.families if name.startswith("wyrmhall_")}
        self.assertEqual(ours - asked, set())
        # Nor of those that it has among others.
        theirs = {name for name in named_in_source() if re.match(AMONG_OTHERS, name)}
        self.assertEqual({name for name in theirs if name not in " ".join(expressions)}, set())


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
