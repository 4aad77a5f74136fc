"""What is released, and how: one version, honest metadata, a full source distribution, workflows that work."""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import quandary
from tools import check_dist, release

ROOT = Path(__file__).parent.parent
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# Extras for people who work on Quandary; whoever uses it wants the others.
FOR_DEVELOPERS = {"dev", "docs"}
# Extras so large that who wants all the others does not get them, too.
LARGE = {"datasets", "inspect", "lm-eval", "reasoning-gym"}


def _workflow(path: Path) -> dict[str, Any]:
    # YAML takes the key `on` for the truth.
    found = {("on" if key is True else key): value for key, value in yaml.safe_load(path.read_text("utf-8")).items()}
    assert isinstance(found["jobs"], dict)
    return found


def _steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in _workflow(path)["jobs"].values() for step in job.get("steps", [])]


# One version


def test_the_version_stands_in_one_place() -> None:
    version = release.version()
    assert quandary.__version__ == version == importlib.metadata.version("quandary")
    assert re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", version)
    assert PROJECT["dynamic"] == ["version"]
    for manifest in (ROOT / "crates").glob("*/Cargo.toml"):
        assert tomllib.loads(manifest.read_text(encoding="utf-8"))["package"]["version"] == {"workspace": True}
    elsewhere = [
        file
        for file in [*(ROOT / "src").rglob("*.py"), *(ROOT / "crates").rglob("*.rs"), ROOT / "pyproject.toml"]
        if re.search(rf"(?<![\d.]){re.escape(version)}(?![\d.])", file.read_text(encoding="utf-8"))
    ]
    assert elsewhere == []


@pytest.mark.process
@pytest.mark.parametrize("command", [["-m", "quandary"], ["-c", "from quandary.__main__ import main; main()"]])
def test_the_command_says_its_version(command: list[str]) -> None:
    ran = subprocess.run([sys.executable, *command, "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout == f"quandary, version {release.version()}\n"


# The changelog, and what may be released


def test_the_changelog_has_its_shape() -> None:
    entries = release.entries()
    names = list(entries)
    assert names[0] == release.UNRELEASED
    assert release.version() in names
    numbers = [tuple(map(int, name.split("."))) for name in names[1:]]
    assert numbers == sorted(numbers, reverse=True)
    assert all(date for date, _ in list(entries.values())[1:])
    kinds = set(re.findall(r"^### (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


CHANGES = """# Changelog

## [Unreleased]

## [1.2.0] - 2026-12-01

### Added

- Something.

## [1.1.0] - 2026-11-01

- The first.
"""


@pytest.mark.parametrize(
    ("tag", "was", "then", "problem"),
    [
        ("v1.2.0", "", "", None),
        ("v1.2.1", "", "", "the tag is v1.2.1, but Cargo.toml says 1.2.0"),
        ("1.2.0", "", "", "expected the tag v1.2.0"),
        ("v1.2.0", "[1.2.0]", "[1.3.0]", "no heading for 1.2.0"),
        ("v1.2.0", "[1.2.0] - 2026-12-01", "[1.2.0]", "has no date"),
        ("v1.2.0", "### Added\n\n- Something.\n", "", "says nothing of 1.2.0"),
        ("v1.2.0", "## [Unreleased]\n", "## [Unreleased]\n\n- Forgotten.\n", "still has something under Unreleased"),
        ("v1.2.0", "[1.1.0]", "[1.2.0]", None),
        ("v1.2.0", "## [1.2.0]", "## [2.0.0] - 2026-12-02\n\n- New.\n\n## [1.2.0]", "stands below 2.0.0"),
    ],
)
def test_only_what_agrees_is_released(tmp_path: Path, tag: str, was: str, then: str, problem: str | None) -> None:
    (tmp_path / "Cargo.toml").write_text('[workspace.package]\nversion = "1.2.0"\n', encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGES.replace(was, then, 1), encoding="utf-8")
    found = release.problems(tag, root=tmp_path)
    assert (problem is None and not found) or (problem is not None and any(problem in each for each in found)), found


def test_a_release_from_another_place_is_refused() -> None:
    tag = f"v{release.version()}"
    assert any("names the repository" in each for each in release.problems(tag, "https://somewhere.example/else"))
    assert not any("names the repository" in each for each in release.problems(tag, release.repository() + "/"))


def test_the_notes_of_a_release_are_the_changelogs(capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["notes", f"v{release.version()}"]) == 0
    assert capsys.readouterr().out.strip() == release.entries()[release.version()][1]
    assert release.main(["notes", "v999.0.0"]) == 2
    assert "no heading for 999.0.0" in capsys.readouterr().err


# Metadata


def _supported() -> list[str]:
    named = [re.fullmatch(r"Programming Language :: Python :: (3\.[0-9]+)", each) for each in PROJECT["classifiers"]]
    return [match[1] for match in named if match]


def test_the_pythons_that_we_name_are_one_list() -> None:
    supported = _supported()
    numbers = [int(name.partition(".")[2]) for name in supported]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    assert PROJECT["requires-python"] == f">={supported[0]}"
    binding = tomllib.loads((ROOT / "crates/python/Cargo.toml").read_text(encoding="utf-8"))["dependencies"]["pyo3"]
    assert f"abi3-py{supported[0].replace('.', '')}" in binding["features"]
    assert _workflow(GITHUB / "workflows/test.yml")["jobs"]["python"]["strategy"]["matrix"]["python"] == supported
    tried = _workflow(GITHUB / "workflows/wheels.yml")["jobs"]["try"]["strategy"]["matrix"]["python"]
    assert tried == [supported[0], supported[-1]]


def test_all_is_every_extra_that_a_user_may_want() -> None:
    extras: dict[str, list[str]] = PROJECT["optional-dependencies"]
    match = re.fullmatch(r"quandary\[(.*)\]", extras["all"][0])
    assert match is not None
    assert sorted(match[1].split(",")) == sorted(set(extras) - FOR_DEVELOPERS - LARGE - {"all"})


def test_the_addresses_are_of_one_place() -> None:
    assert all(address.startswith(release.repository()) for address in PROJECT["urls"].values())


# The source distribution


@pytest.mark.process
def test_the_source_distribution_holds_what_it_should(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "maturin", "sdist", "--out", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    assert check_dist.main([str(tmp_path)]) == 0
    (made,) = tmp_path.iterdir()
    assert made.name == f"quandary-{release.version()}.tar.gz"


PACKAGE = {"quandary/__init__.py", "quandary/py.typed", "quandary/games/x/packs/easy.txt"}
ABOUT = {f"quandary-1.0.dist-info/{name}" for name in ("METADATA", "entry_points.txt", "licenses/LICENSE")}
WHEEL = PACKAGE | ABOUT | {"quandary/_native.abi3.so"}


@pytest.mark.parametrize(
    ("names", "problems"),
    [
        (WHEEL, []),
        (WHEEL - {"quandary/py.typed"}, ["quandary/py.typed is missing"]),
        (WHEEL | {"tests/test_x.py"}, ["tests/test_x.py has no business here"]),
        (WHEEL - {"quandary/_native.abi3.so"}, ["there should be one native module for every Python, not 0"]),
        (WHEEL - {"quandary-1.0.dist-info/licenses/LICENSE"}, ["there is no licence"]),
    ],
)
def test_what_is_wrong_with_a_wheel_is_named(names: set[str], problems: list[str]) -> None:
    assert check_dist.problems_of_wheel(names, PACKAGE) == problems


def test_the_package_ships_its_packs_weights_and_marker() -> None:
    held = check_dist.package_files()
    games = "quandary/games"
    assert {f"{games}/sokoban/packs/expert.txt", f"{games}/exponentile/weights/web.bin"} <= held
    assert {"quandary/py.typed", "quandary/_native/sokoban.pyi"} <= held
    assert any(name.startswith("quandary/web/") and name.endswith(".js") for name in held)
    assert not {name for name in held if "__pycache__" in name or name.endswith((".so", ".pyd"))}


# Workflows and forms


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_have_few_rights_and_an_end(path: Path) -> None:
    workflow = _workflow(path)
    assert workflow["permissions"] == {"contents": "read"}
    assert set(workflow["concurrency"]) == {"group", "cancel-in-progress"}
    for name, job in workflow["jobs"].items():
        assert "uses" in job or job["timeout-minutes"] <= 60, name
        # Whoever writes, or speaks for the project elsewhere, runs none of our own code but the tools.
        more = {right for right, level in job.get("permissions", {}).items() if level == "write"}
        assert more <= {"id-token", "attestations", "contents", "pages"}, name
        assert "id-token" not in more or job["environment"], name
    for step in _steps(path):
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_call_what_exists(path: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    for step in _steps(path):
        assert re.fullmatch(r"[\w.-]+/[\w.-]+@(v[0-9]+|release/v[0-9]+)", step.get("uses", "x/y@v1")), step
        script = step.get("run", "")
        # A name that a stranger can choose must not be pasted into a script.
        assert "${{" not in script, script
        assert set(re.findall(r"\bmake ([a-z]+)", script)) <= targets, script
        for file in re.findall(r"python (tools/\S+\.py)", script):
            assert (ROOT / file).is_file(), script
    for job in _workflow(path)["jobs"].values():
        if "uses" in job:
            assert (ROOT / job["uses"]).is_file()
        needed = job.get("needs", [])
        assert set([needed] if isinstance(needed, str) else needed) <= set(_workflow(path)["jobs"])


def test_every_system_gets_wheels_that_were_tried() -> None:
    jobs = _workflow(GITHUB / "workflows/wheels.yml")["jobs"]
    built = {each["name"]: each["os"] for each in jobs["wheel"]["strategy"]["matrix"]["include"]}
    assert {"linux-x86_64", "linux-aarch64", "macos-x86_64", "macos-aarch64", "windows-x86_64"} == set(built)
    tried = jobs["try"]["strategy"]["matrix"]
    assert {each["name"]: each["os"] for each in tried["include"]} == built
    assert set(tried["name"]) == set(built)


def test_tests_run_on_every_system() -> None:
    for name in ("rust", "python"):
        systems = _workflow(GITHUB / "workflows/test.yml")["jobs"][name]["strategy"]["matrix"]["os"]
        assert systems == ["ubuntu-latest", "macos-latest", "windows-latest"]


def test_a_release_publishes_only_what_was_checked_tested_and_built() -> None:
    jobs = _workflow(GITHUB / "workflows/release.yml")["jobs"]
    assert jobs["publish"]["environment"] == "release"
    assert jobs["publish"]["needs"] == ["test", "wheels"]
    assert {jobs[name]["needs"] for name in ("test", "wheels")} == {"check"}
    # Trusted publishing needs no secret, so there is none to leak.
    assert "secrets." not in (GITHUB / "workflows/release.yml").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_forms_are_complete(path: Path) -> None:
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert {"name", "description", "body"} <= set(form)
    ids = [part["id"] for part in form["body"] if part["type"] != "markdown"]
    assert len(ids) == len(set(ids)) > 0
    for part in form["body"]:
        assert part["type"] in ("markdown", "input", "textarea", "dropdown", "checkboxes")
        assert part["type"] == "markdown" or part["attributes"]["label"]


def test_the_form_for_wrong_answers_knows_the_games() -> None:
    form = yaml.safe_load((GITHUB / "ISSUE_TEMPLATE/wrong-answer.yml").read_text(encoding="utf-8"))
    (games,) = (part["attributes"]["options"] for part in form["body"] if part.get("id") == "game")
    assert set(quandary.names()) <= set(games)


# A fresh machine


def _make(target: str, folder: Path, cargo: str | None) -> subprocess.CompletedProcess[str]:
    """Runs make where only these tools are, and a cargo that says it is of this version."""
    tools = folder / "bin"
    tools.mkdir()
    for name in ("sh", "bash", "awk", "find", "make", "cc"):
        found = shutil.which(name)
        if found is None:
            pytest.skip(f"there is no {name} here")
        (tools / name).symlink_to(found)
    (tools / "python3").symlink_to(sys.executable)
    if cargo is not None:
        (tools / "cargo").write_text(f"#!{tools}/sh\necho 'cargo {cargo}'\n", encoding="utf-8")
        (tools / "cargo").chmod(0o755)
    order = ["make", "--no-print-directory", "--directory", str(ROOT), f"VENV={folder}/venv", target]
    environment = {"PATH": str(tools), "HOME": str(folder)}
    return subprocess.run(order, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="make is for systems that have it")
@pytest.mark.parametrize(
    ("cargo", "problem"),
    [
        (None, "error: cargo is missing: install Rust 1.85"),
        ("1.63.0 (a)", "error: cargo 1.63.0 (a) is too old: install"),
    ],
)
def test_make_says_in_a_line_how_to_get_rust(tmp_path: Path, cargo: str | None, problem: str) -> None:
    ran = _make("tour", tmp_path, cargo)
    assert ran.returncode == 2
    assert [line for line in ran.stderr.splitlines() if line.startswith(problem)], ran.stderr
    assert "sh.rustup.rs" in ran.stderr
    assert not (tmp_path / "venv").exists()


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="make is for systems that have it")
@pytest.mark.parametrize("target", ["tour", "play", "serve"])
def test_targets_for_users_build_the_released_profile_with_all_extras(tmp_path: Path, target: str) -> None:
    def commands() -> str:
        order = ["make", "--dry-run", "--directory", str(ROOT), f"VENV={tmp_path}", target]
        return subprocess.run(order, capture_output=True, text=True, check=True).stdout

    for_users = commands()
    assert re.findall(r"--editable '(.*?)'", for_users) == [".[all]"]
    # A developer's environment serves users too, and is brought up to date where it exists.
    (tmp_path / ".installed-dev").touch()
    os.utime(tmp_path / ".installed-dev", (0, 0))
    assert re.findall(r"--editable '(.*?)'", commands()) == [".[dev]"]
    assert "CARGO_PROFILE" not in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_all_extras_hold_what_the_readme_uses() -> None:
    (everything,) = PROJECT["optional-dependencies"]["all"]
    assert {"tui", "web", "print", "lab"} <= set(re.findall(r"[a-z]+", everything.partition("[")[2]))


def test_the_gate_installs_no_cargo_that_is_too_old() -> None:
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    before = script[: script.index("need cargo cargo")]
    assert 'dpkg --compare-versions "${offered:-0}" ge 1.85' in before
