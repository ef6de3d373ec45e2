#!/usr/bin/env python3
"""The links between the documents: each leads to a file and to a heading that there is, and the README leads to every page but
rulebooks, which the clients show: one that was just made is in no list.

    links_test.py
"""

import pathlib
import re
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)\s]+)\)")


def prose(page):
    """The numbered lines of a page, without code."""
    code = False
    for number, line in enumerate(page.read_text(encoding="utf-8").split("\n"), 1):
        if line.startswith("```"):
            code = not code
        elif not code:
            yield number, line


def anchors(page):
    """What GitHub calls the headings of a page."""
    found = set()
    for _, line in prose(page):
        if heading := re.match(r"#+ (.*)", line):
            text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1])
            found.add(re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-"))
    return found


def links(page):
    """Line, target and heading of each link to something of ours."""
    for number, line in prose(page):
        for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
            if not re.match(r"[a-z]+:", target):
                path, _, heading = target.partition("#")
                yield number, (page.parent / path).resolve() if path else page, heading


def dead_links(pages):
    return [f"{page}:{number}: {target}{'#' + heading if heading else ''}"
            for page in pages for number, target, heading in links(page)
            if not target.exists() or heading and target.suffix == ".md" and heading not in anchors(target)]


def reached_from(page):
    reached, coming = set(), [page]
    while coming:
        page = coming.pop()
        if page.suffix == ".md" and page not in reached:
            reached.add(page)
            coming += [target for _, target, _ in links(page)]
    return reached


class LinksTest(unittest.TestCase):
    def test_every_link_leads_somewhere(self):
        pages = [*TOP.glob("*.md"), *TOP.glob("docs/**/*.md"), *TOP.glob("tests/*/README.md")]
        self.assertGreater(len(pages), 1)
        self.assertEqual(dead_links(pages), [])

    def test_the_readme_leads_to_every_page(self):
        pages = {page for page in [*TOP.glob("*.md"), *TOP.glob("docs/**/*.md")] if TOP / "docs/rules" not in page.parents}
        self.assertEqual(sorted(str(page) for page in pages - reached_from(TOP / "README.md")), [])

    def test_dead_links_are_found(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder).resolve() / "a.md"
            page.write_text("# The `first` one\n[a](#the-first-one) [b](#gone) [c](b.md) `[d](c.md)`\n```\n[e](d.md)\n```\n"
                            "[f](https://example.org/x)\n", encoding="utf-8")
            self.assertEqual([line.rpartition("/")[2] for line in dead_links([page])], ["a.md#gone", "b.md"])


if __name__ == "__main__":
    unittest.main()
