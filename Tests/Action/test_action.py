"""Tests of docs/ci.md and action.yml, with the packages in the folder PACKAGES."""

import hashlib
import os
import pathlib
import re

import pytest
from runner import ACTION, PAGE, RECIPE, WORKFLOW, Result, Runner

PACKAGES = pathlib.Path(os.environ["PACKAGES"])
THRESHOLD = ('"flick", 300', '"flick", 3000')
SIGN = ("velocity * this.projection", "-velocity * this.projection")


@pytest.fixture
def runner(tmp_path: pathlib.Path) -> Runner:
    return Runner(tmp_path, PACKAGES)


def assert_passes(result: Result) -> None:
    assert result.status == 0, result.log
    assert "5 cases: 5 identical" in result.log
    assert result.errors == []


def assert_refuses(result: Result, runner: Runner, status: int) -> None:
    assert result.status == status, result.log
    assert " cases: " not in result.log
    assert not list(runner.folder.rglob("bin/flickbook")), "the tarball was unpacked"


def failing(result: Result) -> list[str]:
    return sorted(re.findall(r"^✘ sheet/([a-z-]+): ", result.log, re.MULTILINE))


def test_the_page_names_the_release_and_every_input(runner: Runner) -> None:
    assert f"uses: OWNER/flickbook@v{runner.version}\n" in WORKFLOW
    assert f"version={runner.version}\n" in RECIPE
    for name in ACTION["inputs"]:
        assert f"\n| `{name}` |" in PAGE


def test_inputs_are_not_part_of_shell_code() -> None:
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step["run"]


def test_the_example_passes(runner: Runner) -> None:
    result = runner.job()
    assert_passes(result)
    assert "5 cases: 5 identical" in result.summary
    assert result.artifacts == []


def test_a_raised_threshold_fails(runner: Runner) -> None:
    result = runner.job(THRESHOLD)
    assert result.status == 1, result.log
    assert failing(result) == ["tiny-flick-up"]
    (error,) = result.errors
    assert error.startswith(
        "::error file=Recordings/sheet/tiny-flick-up/case.yml,title=sheet/tiny-flick-up::rests at "
    )
    assert "| behaviour change |" in result.summary
    assert result.artifacts == ["changes.html", "results.xml"]
    (shown,) = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert shown in result.log


def test_a_wrong_sign_fails(runner: Runner) -> None:
    result = runner.job(SIGN)
    assert result.status == 1, result.log
    assert failing(result) == ["hard-flick-up-from-tip"]
    (error,) = result.errors
    assert error.startswith(
        "::error file=Recordings/sheet/hard-flick-up-from-tip/case.yml,"
        "title=sheet/hard-flick-up-from-tip::rests at half instead of full"
    )


def test_a_tarball_with_another_checksum_is_refused(runner: Runner) -> None:
    with runner.tarball.open("ab") as file:
        file.write(b"\0\0\0\0")  # xz ignores these bytes at the end of a file.
    result = runner.job()
    assert_refuses(result, runner, 65)
    assert "found another SHA-256 than expected" in result.errors[0]


def test_a_tarball_without_checksum_is_refused(runner: Runner) -> None:
    (runner.release / "SHA256SUMS").write_text("")
    assert_refuses(runner.job(), runner, 65)


@pytest.mark.parametrize("is_right", [True, False])
def test_the_input_sha256_replaces_the_file_of_the_release(runner: Runner, is_right: bool) -> None:
    (runner.release / "SHA256SUMS").unlink()
    content = runner.tarball.read_bytes() + (b"" if is_right else b"other")
    result = runner.job(sha256=hashlib.sha256(content).hexdigest())
    if is_right:
        assert_passes(result)
    else:
        assert_refuses(result, runner, 65)


def test_the_version_is_an_input_if_the_action_has_no_tag(runner: Runner) -> None:
    assert_passes(runner.job(ref="main", version=runner.version))


@pytest.mark.parametrize("ref", ["main", "../../../x", "v1.0", "0.1.0\n::error::x"])
def test_other_versions_are_refused(runner: Runner, ref: str) -> None:
    result = runner.job(ref=ref)
    assert_refuses(result, runner, 64)
    assert len(result.errors) == 1 and "give the number of a release" in result.errors[0]


def test_a_release_that_does_not_exist_is_reported(runner: Runner) -> None:
    result = runner.job(ref="v99.0.0")
    assert_refuses(result, runner, 69)
    assert "v99.0.0/flickbook-99.0.0-linux-" in result.errors[0]


def test_programs_run_only_if_they_are_allowed(runner: Runner) -> None:
    result = runner.job(allow_subjects=False)
    assert result.status == 1, result.log
    assert len(failing(result)) == 5
    assert "which nobody has allowed to run" in result.errors[0]


def test_each_line_is_one_argument_and_never_code(runner: Runner) -> None:
    # These commands need no program, because the steps have few programs.
    planted = "$(: > planted)\n`: > planted`; : > planted"
    result = runner.job(cases=planted, arguments="--filter=a b*\n" + planted)
    assert result.status not in (0, 1), result.log
    assert not list(runner.workspace.glob("planted"))


def test_cases_and_arguments_select_cases(runner: Runner) -> None:
    # Without the cases, the filter would select two cases; without the filter, there are two.
    cases = "Recordings/sheet/flick-up-from-tip\nRecordings/sheet/tiny-flick-up\n"
    result = runner.job(cases=cases, arguments="\n--filter=from-tip\n")
    assert result.status == 0, result.log
    assert "1 case: 1 identical" in result.log


def test_the_browser_is_installed_for_pages(runner: Runner) -> None:
    runner.install("apt-get", '#!/bin/sh\necho "apt-get $*"\n')
    result = runner.job(pages=True)
    assert_passes(result)
    assert "apt-get install -qq --yes chromium-headless-shell python3\n" in result.log


def test_pages_need_debian(runner: Runner) -> None:
    runner.install("apt-get", '#!/bin/sh\n[ "$1" = update ]\n')
    result = runner.job(pages=True)
    assert result.status == 69 and " cases: " not in result.log, result.log
    assert "use a container of Debian" in result.errors[0]


def test_missing_libraries_are_installed(runner: Runner) -> None:
    runner.install("ldd", "#!/bin/sh\necho '\tlibevdev.so.2 => not found'\n")
    result = runner.job()
    assert_passes(result)
    assert re.findall(r"^apt-get installs (.*)", result.log, re.MULTILINE) == [
        "libevdev2",
        "libyaml-0-2",
    ]


def test_the_commands_pass(runner: Runner) -> None:
    assert_passes(runner.commands())
    assert (runner.workspace / "results.xml").exists()
    # A build server may keep the files of the last run.
    assert_passes(runner.commands())


def test_the_commands_fail_after_a_change(runner: Runner) -> None:
    result = runner.commands(THRESHOLD)
    assert result.status == 1, result.log
    assert failing(result) == ["tiny-flick-up"]


def test_the_commands_refuse_another_checksum(runner: Runner) -> None:
    with runner.tarball.open("ab") as file:
        file.write(b"\0\0\0\0")
    assert_refuses(runner.commands(), runner, 1)
