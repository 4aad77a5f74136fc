"""The stubs of the native module say what is there: every name, every argument, every default."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import quandary
from quandary import _native

STUBS = Path(quandary.__file__).parent / "_native"
# stubtest imports what it checks. The native module is one file, so its parts must be put where an import looks.
LAUNCHER = """
import sys
from types import ModuleType
from quandary import _native
for name, part in vars(_native).items():
    if isinstance(part, ModuleType):
        sys.modules[f"{_native.__name__}.{name}"] = part
from mypy.stubtest import main
sys.exit(main())
"""


def _stub(name: str) -> ast.Module:
    return ast.parse((STUBS / f"{name}.pyi").read_text(encoding="utf-8"))


def _allowed() -> list[str]:
    """What may differ, and nothing else."""
    allowed = []
    for file in STUBS.glob("*.pyi"):
        module = _native.__name__ if file.stem == "__init__" else f"{_native.__name__}.{file.stem}"
        # The binding lists its names at run time; a stub's definitions are that list.
        allowed.append(f"{module}.__all__")
        # Names for types, which only a type checker needs.
        body = _stub(file.stem).body
        allowed += [f"{module}.{ast.unparse(node.targets[0])}" for node in body if isinstance(node, ast.Assign)]
    return allowed


def _stubtest(folder: Path, mypy_path: Path) -> subprocess.CompletedProcess[str]:
    allowlist, settings = folder / "allowed.txt", folder / "mypy.ini"
    allowlist.write_text("\n".join(re.escape(name) for name in _allowed()), encoding="utf-8")
    settings.write_text(f"[mypy]\nmypy_path = {mypy_path}\nplugins =\n", encoding="utf-8")
    command = [sys.executable, "-c", LAUNCHER, "--concise", "--mypy-config-file", str(settings)]
    command += ["--allowlist", str(allowlist), "--ignore-unused-allowlist", _native.__name__]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.mark.process
def test_the_stubs_are_true(tmp_path: Path) -> None:
    ran = _stubtest(tmp_path, STUBS.parent.parent)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.process
def test_a_stub_that_lies_is_found_out(tmp_path: Path) -> None:
    package = tmp_path / "other" / "quandary"
    shutil.copytree(STUBS, package / "_native")
    (package / "__init__.py").write_text("", encoding="utf-8")
    stub = package / "_native" / "rush_hour.pyi"
    told = stub.read_text(encoding="utf-8")
    assert 'metric: str = "moves"' in told
    stub.write_text(told.replace('metric: str = "moves"', 'metrik: str = "moves"', 1), encoding="utf-8")
    ran = _stubtest(tmp_path, tmp_path / "other")
    assert ran.returncode == 1, ran.stderr
    assert "rush_hour.solve" in ran.stdout
    assert "metrik" in ran.stdout


def test_every_part_has_a_stub_and_every_stub_a_part() -> None:
    parts = {name for name, thing in vars(_native).items() if isinstance(thing, ModuleType)}
    assert {file.stem for file in STUBS.glob("*.pyi")} == parts | {"__init__"}


@pytest.mark.parametrize("part", sorted(file.stem for file in STUBS.glob("*.pyi")))
def test_everything_in_a_stub_has_types(part: str) -> None:
    for node in ast.walk(_stub(part)):
        if isinstance(node, ast.FunctionDef):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            untyped = [each.arg for each in arguments if each.annotation is None and each.arg not in ("self", "cls")]
            assert not untyped, f"{part}.{node.name}: {untyped}"
            assert node.returns is not None, f"{part}.{node.name}"
