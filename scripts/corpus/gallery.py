#!/usr/bin/env python3
"""Generates a gallery of all bundled cases: FOLDER/index.html with a picture of each case, and one page per case that
plays it.

Usage: scripts/cases gallery [--flickbook PROGRAM] [--cases FOLDER] [FOLDER]     FOLDER is gallery by default

Needs only Python and flickbook, which is built if --flickbook is missing. The gallery consists of static files, which
open from a disk and load nothing from the network. An existing FOLDER is replaced only if it is a gallery or empty.
"""

import argparse
import base64
import concurrent.futures
import hashlib
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARK = "<!-- made by scripts/cases gallery -->"
ENGINE = re.compile(r'(<script type="text/plain" id="engine">)(.*?)(</script>\n)', re.DOTALL)
RECORDINGS = re.compile(r'<script type="application/json" id="recordings">(.*?)</script>', re.DOTALL)

STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --soft: #57606a; --line: #d3d9e0;
  --panel: #f6f8fa; --link: #0b57b8; }
@media (prefers-color-scheme: dark) { :root { --paper: #0e1114; --ink: #eef1f5; --soft: #aab3be;
  --line: #343b44; --panel: #14171b; --link: #7db8ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 16px clamp(12px, 3vw, 40px) 64px; max-width: 1500px;
  font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
a { color: var(--link); } :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
h1 { margin: 8px 0 0; line-height: 1.2; } h2 { margin: 40px 0 0; scroll-margin-top: 12px; }
.skip { position: absolute; left: -9999px; } .skip:focus { position: static; }
.soft { color: var(--soft); margin: 4px 0; max-width: 75ch; }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 0; margin: 12px 0; list-style: none; }
nav a { display: inline-block; padding: 4px 0; }
label { display: block; margin: 12px 0 4px; font-weight: 600; }
input { font: inherit; width: min(100%, 28em); padding: 8px 10px; color: inherit; background: var(--panel);
  border: 1px solid var(--soft); border-radius: 8px; }
.cases { display: grid; gap: 16px; padding: 0; margin: 14px 0 0; list-style: none;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 420px), 1fr)); }
.cases > li { border: 1px solid var(--line); border-radius: 12px; padding: 12px; background: var(--panel);
  min-width: 0; }
.cases img { display: block; width: 100%; height: auto; border-radius: 6px; }
h3 { margin: 0 0 8px; font-size: 1rem; overflow-wrap: anywhere; }
.cases p { margin: 8px 0 0; font-size: .9rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 10px; margin: 8px 0 0; font-size: .9rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
[hidden] { display: none !important; }
"""

SCRIPT = """
const search = document.getElementById("search"), said = document.getElementById("said");
const cases = [...document.querySelectorAll(".cases > li")];
const words = new Map(cases.map((item) => [item, `${item.id} ${item.textContent}`.toLowerCase()]));
function show() {
  const wanted = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const item of cases) {
    item.hidden = !wanted.every((word) => words.get(item).includes(word));
    if (!item.hidden) count += 1;
  }
  for (const section of document.querySelectorAll("main > section")) {
    section.hidden = !section.querySelector(".cases > li:not([hidden])");
  }
  said.textContent = wanted.length ? `${count} of ${cases.length} cases` : "";
}
document.getElementById("finding").hidden = false;
search.addEventListener("input", show);
show();
"""


def fail(message, status):
    print(f"scripts/cases gallery: {message}", file=sys.stderr)
    sys.exit(status)


def run(*words, **more):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **more)
    if done.returncode != 0:
        fail(f"{words[0]} {words[1]} failed: {done.stderr.strip() or done.returncode}", done.returncode)
    return done.stdout


def built():
    """Builds flickbook from this repository and returns its path."""
    if shutil.which("swift") is None:
        fail("no Swift toolchain found; name a program with --flickbook", 69)
    print("building flickbook", file=sys.stderr)
    run("swift", "build", "--product", "flickbook", cwd=ROOT)
    return pathlib.Path(run("swift", "build", "--show-bin-path", cwd=ROOT).strip()) / "flickbook"


def page_of(flickbook, case, page, picture):
    """Draws one case and writes its page without an engine; returns the size of the picture and the texts."""
    picture.parent.mkdir(parents=True, exist_ok=True)
    page.parent.mkdir(parents=True, exist_ok=True)
    run(flickbook, "plot", case, "--filmstrip", "7", "--theme", "auto", "-o", picture)
    run(flickbook, "view", "--no-engine", case, "-o", page)
    text = page.read_text()
    assert ENGINE.search(text), f"{page}: no place for the engine"
    # Replace the engine of the page by a file that all pages share. The policy of the page must allow this file, and the
    # page may open the engine only after the file was loaded.
    assert text.count("script-src ") == 1, f"{page}: no policy to extend"
    text = text.replace("script-src ", "script-src 'self' file: ")
    page.write_text(ENGINE.sub(r'\1\3<script src="../../engine.js"></script>' + "\n", text, count=1))
    svg = picture.read_text()
    size = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    told = re.search(r"<desc>(.*?)</desc>", svg, re.DOTALL)
    said = {"width": size[1], "height": size[2], "outcome": html.unescape(told[1]) if told else ""}
    entries = json.loads(RECORDINGS.search(text)[1])["recordings"]
    for line in entries[0]["recording"].split("\n"):
        word, _, rest = line.partition(" ")
        if word in ("intent", "note", "source"):
            said.setdefault(word, rest.replace("\\n", " ").replace("\\\\", "\\"))
    return said


def engine(flickbook, case, folder):
    """Writes the engine file that all pages share; returns whether this build has an engine."""
    file = folder / "whole.html"
    run(flickbook, "view", case, "-o", file)
    packed = ENGINE.search(file.read_text())[2].strip()
    file.unlink()
    (folder / "engine.js").write_text(
        f'document.getElementById("engine").textContent = "{packed}";\n' if packed else
        "// This build of flickbook has no engine for pages.\n")
    return bool(packed)


def entry(case, told):
    name, scenario = case["name"], case["scenario"]
    words = [("Intent", told.get("intent")), ("Outcome", told["outcome"])]
    rows = "".join(
        f"<dt>{title}</dt><dd>{html.escape(text)}</dd>" for title, text in words if text)
    note = f"<p>{html.escape(told['note'])}</p>" if told.get("note") else ""
    source = f"<p class=\"soft\">{html.escape(told['source'])}</p>" if told.get("source") else ""
    page = f"pages/{scenario}/{name}.html"
    alternative = html.escape(f"{scenario}/{name}: seven moments. {told['outcome']}", quote=True)
    return (
        f'<li id="{scenario}/{name}"><h3><a href="{page}">{html.escape(name)}</a></h3>\n'
        f'<a href="{page}" tabindex="-1" aria-hidden="true"><img loading="lazy" width="{told["width"]}" '
        f'height="{told["height"]}" src="pictures/{scenario}/{name}.svg" alt="{alternative}"></a>\n'
        f"{note}<dl>{rows}</dl>{source}</li>\n")


def policy():
    """Returns the policy of the index, which allows its own style and script, and the pictures of the gallery."""
    style, script = (
        base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (STYLE, SCRIPT))
    return (f"default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'; "
            "img-src 'self' file:; base-uri 'none'; form-action 'none'")


def index(cases, told, meanings, version, has_engine):
    scenarios = sorted({case["scenario"] for case in cases})
    links = "".join(
        f'<li><a href="#{name}">{name}</a> {sum(case["scenario"] == name for case in cases)}</li>'
        for name in scenarios)
    sections = ""
    for name in scenarios:
        own = [case for case in cases if case["scenario"] == name]
        items = "".join(entry(case, told[case["path"]]) for case in own)
        sections += (
            f'<section aria-labelledby="{name}"><h2 id="{name}">{name}</h2>'
            f'<p class="soft">{html.escape(meanings.get(name, ""))}</p>\n<ul class="cases">\n{items}</ul></section>\n')
    tries = "plays it, and replays it with other settings or your own drags" if has_engine else "plays it"
    return (
        f'<!DOCTYPE html>\n{MARK}\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy()}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Flickbook: {len(cases)} gestures</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        '<a class="skip" href="#cases">Skip to the cases</a>\n'
        f"<header><h1>{len(cases)} gestures</h1>\n<p class=\"soft\">The bundled cases of Flickbook "
        f"{html.escape(version)}, seven moments of each. The name of a case links to a page that {tries}."
        "</p></header>\n"
        f'<nav aria-label="Scenarios"><ul>{links}</ul></nav>\n'
        '<div id="finding" hidden><label for="search">Find a case</label>'
        '<input id="search" type="search" placeholder="such as catch, or device:" autocomplete="off">'
        '<p class="soft" id="said" role="status"></p></div>\n'
        f'<main id="cases">\n{sections}</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n')


def checked_place(folder):
    """Fails if the folder contains anything but a gallery."""
    if not folder.exists():
        return
    if not folder.is_dir():
        fail(f"{folder}: found a file; name a folder that is new, empty or a gallery", 74)
    first = folder / "index.html"
    if any(folder.iterdir()) and not (first.is_file() and MARK in first.read_text(errors="replace")[:200]):
        fail(f"{folder}: found other files; name a folder that is new, empty or a gallery", 74)


def found_cases(root):
    if not root.is_dir():
        fail(f"{root}: no such folder; name a folder with cases", 66)
    cases = []
    for settings in sorted(root.rglob("case.yml")):
        scenario = re.search(r"^scenario: *(\S+)", settings.read_text(), re.MULTILINE)
        folder = settings.parent
        if scenario and (folder / "recording.yml").is_file():
            cases.append({"path": folder, "name": folder.name, "scenario": scenario[1]})
    if not cases:
        fail(f"{root}: found no case; name a folder with case.yml and recording.yml below it", 66)
    return cases


def gallery(flickbook, root, folder):
    checked_place(folder)
    cases = found_cases(root)
    meanings = {
        row["scenario"]: row["meaning"]
        for row in map(json.loads, run(flickbook, "scenario", "list", "--json").splitlines())}
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Write to a temporary folder next to the target, and rename it when it is complete.
    new = pathlib.Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        has_engine = engine(flickbook, cases[0]["path"], new)
        if not has_engine:
            print("scripts/cases gallery: this build has no engine for pages, so the pages can only play the cases; "
                  "run scripts/build-page-engine and build flickbook again.", file=sys.stderr)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            told = dict(zip([case["path"] for case in cases], pool.map(
                lambda case: page_of(
                    flickbook, case["path"], new / f"pages/{case['scenario']}/{case['name']}.html",
                    new / f"pictures/{case['scenario']}/{case['name']}.svg"), cases)))
        version = run(flickbook, "--version").split()[0]
        page = index(cases, told, meanings, version, has_engine)
        for link in re.findall(r'(?:href|src)="([^"#]+)"', page):
            assert (new / link).is_file(), f"{link} does not exist"
        (new / "index.html").write_text(page)
        os.chmod(new, 0o755)
        if folder.exists():
            shutil.rmtree(folder)
        new.rename(folder)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    print(f"{folder}/index.html: {len(cases)} cases, {size / 1e6:.0f} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     usage=argparse.SUPPRESS)
    parser.add_argument("folder", nargs="?", default="gallery")
    parser.add_argument("--flickbook")
    parser.add_argument("--cases", default=str(ROOT / "Recordings"))
    options = parser.parse_args()
    if options.flickbook and not shutil.which(options.flickbook):
        fail(f"--flickbook: no program {options.flickbook}; name a built flickbook", 66)
    checked_place(pathlib.Path(options.folder))
    flickbook = pathlib.Path(options.flickbook or built()).resolve()
    gallery(flickbook, pathlib.Path(options.cases), pathlib.Path(options.folder).resolve())


main()
