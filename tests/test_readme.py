"""The README's examples are run as they stand there."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import quandary

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# Its commands and examples are those of a game that is in a package of its own.
TUTORIAL = "writing-a-game.md"
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)


def _blocks() -> list[tuple[str, list[tuple[str, str]]]]:
    """The documents' blocks of commands: each `$ quandary …` or `$ cat FILE`, and the output shown under it."""
    found = []
    for document in DOCUMENTS:
        for block in CONSOLE.findall(document.read_text(encoding="utf-8")):
            entries = [entry.partition("\n") for entry in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
            commands = [
                (command, output) for command, _, output in entries if command.startswith(("quandary ", "cat "))
            ]
            if commands:
                found.append((document.name, commands))
    return found


def _steady(text: str) -> str:
    """Times differ from run to run, and trailing spaces are not worth a difference."""
    text = re.sub(r"[0-9.]+ (µs|ms|s)\b", "TIME", text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


@pytest.mark.process
@pytest.mark.parametrize(("document", "commands"), _blocks())
def test_commands_print_what_the_document_shows(
    document: str, commands: list[tuple[str, str]], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    path = [str(request.getfixturevalue("lanterns"))] if document == TUTORIAL else []
    search = os.pathsep.join([*path, *filter(None, [os.environ.get("PYTHONPATH")])])
    for command, output in commands:
        words = shlex.split(command)
        arguments = [sys.executable, "-m", *words] if words[0] == "quandary" else words
        environment = {**os.environ, "NO_COLOR": "1", "PYTHONPATH": search}
        ran = subprocess.run(arguments, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)
        assert ran.returncode == 0, ran.stderr
        assert _steady(ran.stdout) == _steady(output), command


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python_examples(document: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if document.name == TUTORIAL:
        monkeypatch.syspath_prepend(request.getfixturevalue("lanterns"))
        # Environments are found when this is imported, and it may have been before the game was there.
        monkeypatch.delitem(sys.modules, "quandary.envs", raising=False)
        monkeypatch.delattr(quandary, "envs", raising=False)
    text = document.read_text(encoding="utf-8")
    # An example may go on with what the one before it has made.
    names: dict[str, object] = {}
    for number, block in enumerate(PYTHON.findall(text), start=1):
        test = doctest.DocTestParser().get_doctest(block, names, f"{document.name}, example {number}", None, 0)
        assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
        names = test.globs


def test_the_readme_has_examples_of_both_kinds() -> None:
    assert any(document == "README.md" for document, _ in _blocks())
    assert PYTHON.search((ROOT / "README.md").read_text(encoding="utf-8"))


def test_the_docstring_of_the_package() -> None:
    assert doctest.testmod(quandary).failed == 0
