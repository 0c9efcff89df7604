#!/usr/bin/env python3
"""Converts the pages of docs to articles of the reference documentation.

Usage: articles.py DOCS CATALOGUE; run by scripts/docs.

CATALOGUE is a copy of Flickbook.docc, whose main page lists every page. Links between pages become links between
articles. Links to other files of the repository become the path of the file.
"""

import pathlib
import re
import shutil
import sys

LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^):#\s]+)(?:#([^)\s]+))?\)")
# The first line of a code block. The words after the language are only for scripts/tests/docs, so they are removed.
FENCE = re.compile(r"^```(\w+)[^\n]*$", re.MULTILINE)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def anchor(heading):
    """Returns the anchor of a heading, as GitHub generates it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def article(page, pages):
    """Returns the text of the article for the page."""

    def link(match):
        words, path, part = match.groups()
        target = pages.get(pathlib.PurePath(path).name) if "/" not in path else None
        if target is None:
            there = (page.parent / path).resolve()
            if not there.exists():
                sys.exit(f"{page}: '{path}' does not exist; fix the link")
            return f"{words} (`{there.relative_to(pathlib.Path.cwd())}`)"
        if part is None:
            return f"[{words}](doc:{target.stem})"
        for heading in HEADING.findall(target.read_text()):
            if anchor(heading) == part:
                return f"[{words}](doc:{target.stem}#{heading.replace(' ', '-')})"
        sys.exit(f"{page}: '{path}' has no heading #{part}; fix the link")

    return FENCE.sub(r"```\1", LINK.sub(link, page.read_text()))


def main():
    docs, catalogue = [pathlib.Path(argument) for argument in sys.argv[1:]]
    pages = {page.name: page for page in sorted(docs.glob("*.md"))}
    listing = (catalogue / "Flickbook.md").read_text()
    missing = [page.stem for page in pages.values() if f"- <doc:{page.stem}>" not in listing]
    if missing:
        sys.exit(f"Sources/Flickbook/Flickbook.docc/Flickbook.md: no '- <doc:{missing[0]}>'; "
                 f"list docs/{missing[0]}.md under its topic")
    for page in pages.values():
        (catalogue / page.name).write_text(article(page, pages))
    for picture in (docs / "pictures").iterdir():
        shutil.copy(picture, catalogue)


main()
