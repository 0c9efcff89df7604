#!/usr/bin/env python3
"""Makes articles of the reference out of the pages of docs.

Usage: articles.py DOCS CATALOGUE; it is run by scripts/docs.

CATALOGUE is a copy of Flickbook.docc, whose first page lists every page. Links between pages become
links between articles; what lies elsewhere in the repository is named instead of linked.
"""

import pathlib
import re
import shutil
import sys

LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^):#\s]+)(?:#([^)\s]+))?\)")
# The language of a block; what follows it says what scripts/tests/docs does with the block.
FENCE = re.compile(r"^```(\w+)[^\n]*$", re.MULTILINE)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def anchor(heading):
    """The end of a link to a heading, as repositories show pages."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def article(page, pages):
    """The page as an article."""

    def link(match):
        words, path, part = match.groups()
        target = pages.get(pathlib.PurePath(path).name) if "/" not in path else None
        if target is None:
            there = (page.parent / path).resolve()
            if not there.exists():
                sys.exit(f"{page}: '{path}' is not there; mend the link")
            return f"{words} (`{there.relative_to(pathlib.Path.cwd())}`)"
        if part is None:
            return f"[{words}](doc:{target.stem})"
        for heading in HEADING.findall(target.read_text()):
            if anchor(heading) == part:
                return f"[{words}](doc:{target.stem}#{heading.replace(' ', '-')})"
        sys.exit(f"{page}: '{path}' has no heading #{part}; mend the link")

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
