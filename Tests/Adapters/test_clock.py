"""In JavaScript, the functions of the browser that depend on time follow the lines."""

from __future__ import annotations

from pathlib import Path

from subjects import NODE, REPOSITORY, Line, answers, frames, run

SUBJECT = """
import { serve } from "ADAPTER";
serve({
  name: "clock",
  fields: [{ key: "log" }],
  create(settings, { report }) {
    const log = [];
    const note = (name) => log.push(name + "@" + performance.now() + "/" + (Date.now() % 1000));
    const draw = (time) => { note("frame" + time); requestAnimationFrame(draw); };
    requestAnimationFrame(draw);
    cancelAnimationFrame(requestAnimationFrame(() => note("never")));
    setTimeout(() => note("later"), 15);
    setTimeout(note, 12.5, "argument");
    clearTimeout(setTimeout(() => note("never"), 1));
    const interval = setInterval(() => {
      note("interval");
      report("tick", { number: log.length });
      if (performance.now() >= 8) clearInterval(interval);
    }, 4);
    new Promise((resolve) => setTimeout(resolve, 1))
      .then(() => null).then(() => null).then(() => note("promise"));
    return {
      touch: () => note("touch"),
      frame() {
        const text = log.splice(0).join(" ");
        return { x: Math.random(), y: 0, phase: "resting", log: text };
      },
    };
  },
});
"""

TOUCH: Line = {"type": "touch", "time": 9000, "contact": 1, "phase": "began", "x": 0, "y": 0}


def test_time_comes_from_the_lines(tmp_path: Path) -> None:
    file = tmp_path / "clock.mjs"
    adapter = REPOSITORY / "docs/adapters/flickbook-subject.mjs"
    file.write_text(SUBJECT.replace("ADAPTER", str(adapter)))
    lines = run([TOUCH], tail=0.012, rate=100)
    found = answers([NODE, str(file)], [*lines, *lines])
    logs = [frame["log"] for frame in frames(found)]
    assert logs[:3] == [
        "frame0@0/0",
        "promise@1/1 interval@4/4 interval@8/8 touch@9/9 frame10@10/10",
        "argument@12.5/12 later@15/15 frame20@20/20",
    ]
    ticks = [line["time"] for line in found if line["type"] == "event"]
    assert ticks == [4000, 8000] * 2
    # The second run begins at time 0 again, and has the same random numbers.
    assert found[: len(found) // 2] == found[len(found) // 2 :]
