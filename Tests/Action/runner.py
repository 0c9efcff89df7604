"""A stand-in for the runner of GitHub, which executes the workflow of docs/ci.md and action.yml."""

import dataclasses
import pathlib
import re
import shutil
import subprocess
import typing

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/ci.md").read_text()
WORKFLOW, RECIPE = (
    re.findall(rf"^```{language}\b.*\n((?:.*\n)*?)```$", PAGE, re.MULTILINE)[0]
    for language in ("yaml", "sh")
)
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())

# The only programs on the PATH of the steps; in particular, there is no Swift.
PROGRAMS = (
    *("bash", "curl", "dpkg-query", "env", "grep", "id", "ldd", "mktemp", "node", "sh"),
    *("sha256sum", "tar", "uname", "xz"),
)

# Instead of installing packages, lists them, and fails if one is not installed on this machine.
APT_GET = """#!/bin/sh
[ "$1" = install ] || exit 0
for word; do
  case $word in
    install|-*) ;;
    *) echo "apt-get installs $word"; dpkg-query -W "$word" > "$RUNNER_TEMP/known" || exit 100 ;;
  esac
done
"""
SUDO = '#!/bin/sh\nexec "$@"\n'


@dataclasses.dataclass
class Result:
    """The result of a job."""

    status: int = 0
    log: str = ""
    summary: str = ""
    artifacts: list[str] = dataclasses.field(default_factory=list)

    @property
    def errors(self) -> list[str]:
        return [line for line in self.log.splitlines() if line.startswith("::error ")]


class Runner:
    """A machine with an empty workspace, and a server with one release of Flickbook."""

    def __init__(self, folder: pathlib.Path, packages: pathlib.Path) -> None:
        self.folder = folder
        self.workspace = folder / "workspace"
        self.temporary = folder / "temporary"
        self.programs = folder / "programs"
        for path in (self.workspace, self.temporary, self.programs):
            path.mkdir()
        for name in PROGRAMS:
            program = shutil.which(name)
            assert program, f"{name} is not installed"
            (self.programs / name).symlink_to(program)
        self.install("apt-get", APT_GET)
        self.install("sudo", SUDO)
        (tarball,) = packages.glob("flickbook-*.tar.xz")
        self.version = tarball.name.split("-")[1]
        self.release = folder / f"server/OWNER/flickbook/releases/download/v{self.version}"
        shutil.copytree(packages, self.release)
        self.tarball = self.release / tarball.name
        self.server = (folder / "server").as_uri()
        self.path = [str(self.programs)]
        self.result = Result()

    def install(self, name: str, text: str) -> None:
        path = self.programs / name
        path.unlink(missing_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def check_out(self, change: tuple[str, str] | None) -> None:
        """Copies the example and its adapter to the workspace, with a change of the sheet."""
        shutil.copytree(
            ROOT / "docs/examples/bottom-sheet-javascript", self.workspace, dirs_exist_ok=True
        )
        shutil.copy(ROOT / "docs/adapters/flickbook-subject.mjs", self.workspace)
        for old, new in filter(None, (("../../adapters/", "./"), change)):
            text = (self.workspace / "sheet.mjs").read_text()
            assert text.count(old) == 1, f"sheet.mjs has '{old}' {text.count(old)} times"
            (self.workspace / "sheet.mjs").write_text(text.replace(old, new))

    def run(self, shell: list[str], text: str, environment: dict[str, str]) -> None:
        """Executes a script, and adds its output to the result."""
        script, path, summary = (self.folder / name for name in ("script", "path", "summary"))
        script.write_text(text)
        path.write_text("")
        summary.write_text("")
        process = subprocess.run(
            [*shell, str(script)],
            cwd=self.workspace,
            env=environment
            | {
                "GITHUB_PATH": str(path),
                "GITHUB_STEP_SUMMARY": str(summary),
                "HOME": str(self.folder),
                "PATH": ":".join(self.path),
                "RUNNER_TEMP": str(self.temporary),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
        )
        self.path = path.read_text().splitlines() + self.path
        self.result.log += process.stdout
        self.result.summary += summary.read_text()
        self.result.status = self.result.status or process.returncode

    def act(self, inputs: dict[str, typing.Any], ref: str) -> None:
        """Executes the steps of action.yml until one fails."""
        names = ACTION["inputs"]
        assert inputs.keys() <= names.keys(), f"action.yml has only the inputs {[*names]}"
        context = {f"inputs.{name}": names[name].get("default", "") for name in names}
        for name, value in inputs.items():
            # All inputs are text, and true is "true".
            context[f"inputs.{name}"] = str(value).lower() if isinstance(value, bool) else value
        context |= {
            "github.action_ref": ref,
            "github.action_repository": "OWNER/flickbook",
            "github.server_url": self.server,
        }
        for step in ACTION["runs"]["steps"]:
            if self.result.status == 0:
                assert step["shell"] == "bash"
                environment = {key: evaluated(text, context) for key, text in step["env"].items()}
                shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail"]
                self.run(shell, step["run"], environment)

    def job(
        self, change: tuple[str, str] | None = None, ref: str | None = None, **inputs: typing.Any
    ) -> Result:
        """Executes the workflow of the page.

        `change` is a planted change of the sheet, `ref` replaces the tag of the action, and
        `inputs` replace those of the page, with _ instead of -.
        """
        (job,) = yaml.safe_load(WORKFLOW)["jobs"].values()
        for step in job["steps"]:
            condition = step.get("if", "success()")
            assert condition in ("success()", "failure()"), condition
            if (self.result.status == 0) != (condition == "success()"):
                continue
            action, _, tag = step["uses"].partition("@")
            given = step.get("with", {})
            if action == "actions/checkout":
                self.check_out(change)
            elif action == "actions/setup-node":
                self.run(["sh"], "node --version", {})
            elif action == "OWNER/flickbook":
                other = {name.replace("_", "-"): value for name, value in inputs.items()}
                self.act(given | other, tag if ref is None else ref)
            elif action == "actions/upload-artifact":
                names = given["path"].split()
                self.result.artifacts = [n for n in names if (self.workspace / n).exists()]
            else:
                raise AssertionError(f"docs/ci.md uses {action}, which this runner does not know")
        return self.result

    def commands(self, change: tuple[str, str] | None = None) -> Result:
        """Executes the commands of the page that do not use the action."""
        self.check_out(change)
        assert RECIPE.count("https://github.com/") == 1
        self.run(["sh"], RECIPE.replace("https://github.com/", f"{self.server}/"), {})
        return self.result


def evaluated(text: str, context: dict[str, str]) -> str:
    """Evaluates expressions in ${{ }}: a name, or several with || between them."""

    def value(match: re.Match[str]) -> str:
        values = [context[name.strip()] for name in match[1].split("||")]
        return next(filter(None, values), "")

    return re.sub(r"\$\{\{(.*?)\}\}", value, text)
