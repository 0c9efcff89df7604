"""Measures the first rows of the table of costs in docs/tuning-at-scale.md, and prints them.

Usage: costs.py FLICKBOOK. All times are processor times of one thread; each cost is the difference
between two runs, so that starting the program does not count.
"""

import os
import subprocess
import sys
import tempfile

STUDY = """flickbook: study/1
corpus: {corpus}
scenario: sheet
set: {{start: half}}
space:
  release.projection: {{from: 0.05, to: 1}}
  release.flick: {{from: 50, to: 2000, log: true}}
  spring.response: {{from: 0.25, to: 0.6}}
  spring.dampingRatio: {{from: 0.6, to: 1}}
objectives: [wrongTargets, settleTime]
search: {{method: sobol, budget: {trials}, seed: 1}}
"""


def seconds(program: str, corpus: str, trials: int) -> float:
    """Returns the processor time of `flickbook tune`, without its analysis of the results."""
    with open("study.yml", "w") as file:
        file.write(STUDY.format(corpus=corpus, trials=trials))
    requests = f'{{"id":1,"points":[0,{trials}]}}\n'
    before = os.times()
    subprocess.run(
        [program, "worker", "study.yml", "--threads", "1"],
        input=requests,
        text=True,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    after = os.times()
    return (
        after.children_user
        - before.children_user
        + after.children_system
        - before.children_system
    )


def main() -> None:
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for count in (100, 1_100):
            subprocess.run(
                [program, "corpus", "synth", f"{count}", "--people", "20", "-o", f"{count}"],
                check=True,
                stdout=subprocess.DEVNULL,
            )
        small, large = (seconds(program, f"{count}", 1) for count in (100, 1_100))
        many = seconds(program, "1100", 257)
    evaluation = (many - large) / (256 * 1_100)
    recording = (large - small) / 1_000 - evaluation
    print("| Operation | Cost |")
    print("|---|---|")
    print(
        "| one evaluation: one set of settings on one gesture, in a study that varies the release "
        f"rule and the spring | {evaluation * 1e6:.2g} µs ({float(f'{1 / evaluation:.2g}'):,.0f} per second) |"
    )
    print(f"| reading a recording and preparing its gesture | {recording * 1e3:.2g} ms |")


if __name__ == "__main__":
    main()
