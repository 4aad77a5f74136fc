"""The documented API is the exported one: names both ways, signatures, texts; and it serves a typed program."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import quandary
from tools.api_page import PAGE, members_of, written

PART = re.compile(r"<!-- reference: ([\w.]+)(?: in brief)? -->\n(.*?)<!-- end -->", re.DOTALL)
ENTRY = re.compile(r"^(?:### `(\w+)`$|- `(\w+)(?=[(`]))", re.MULTILINE)
SIGNATURE = re.compile(r"^```py\n((?:.*\n)*?)```$|^- `(\w+\(.*?\)(?: -> .*?)?)`: ", re.MULTILINE)
# What stands for a value that has no short name in Python.
UNSAID = "..."


def _parts() -> dict[str, str]:
    return dict(PART.findall(PAGE.read_text(encoding="utf-8")))


def _names(module: str, text: str) -> list[str]:
    """The names that a part of the page tells of; the members of a class are no names of the module."""
    in_full = module == quandary.__name__
    return [full if in_full else brief for full, brief in ENTRY.findall(text) if (full if in_full else brief)]


def _module(name: str) -> ModuleType:
    return importlib.import_module(name)


MODULES = sorted(_parts())
PUBLIC = [(module, name) for module in MODULES for name in _module(module).__all__]


def test_the_page_is_as_the_docstrings_have_it() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == written(page), "docs/api.md is behind the docstrings: run `python -m tools.api_page`"


@pytest.mark.parametrize("module", MODULES)
def test_documented_is_exported_and_exported_is_documented(module: str) -> None:
    documented = _names(module, _parts()[module])
    assert len(documented) == len(set(documented))
    assert sorted(documented) == sorted(_module(module).__all__)


def test_every_game_and_every_module_that_the_page_names_has_its_part() -> None:
    games = {f"quandary.games.{name.replace('-', '_')}" for name in quandary.names()}
    told = set(re.findall(r"`(quandary(?:\.\w+)*)`", PAGE.read_text(encoding="utf-8").partition("Private are:")[0]))
    modules = {name for name in told if name not in ("quandary.__version__", "quandary.games")}
    assert set(MODULES) == modules | games


def test_the_package_exports_nothing_by_accident() -> None:
    others = {name: thing for name, thing in vars(quandary).items() if name not in quandary.__all__}
    assert {name for name, thing in others.items() if not name.startswith("_") and not inspect.ismodule(thing)} == set()
    assert len(quandary.__all__) == len(set(quandary.__all__))


def _parameters(definition: ast.FunctionDef) -> list[tuple[str, str, str | None, str | None]]:
    """Name, kind, type and default of every parameter that a text says."""
    arguments = definition.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults))
    told = [(each, "plain", value) for each, value in zip(positional, [*defaults, *arguments.defaults], strict=True)]
    told += [(each, "keyword", value) for each, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    told += [(arguments.kwarg, "rest", None)] if arguments.kwarg else []
    return [(each.arg, kind, _source(each.annotation), _source(value)) for each, kind, value in told]


def _source(node: ast.expr | None) -> str | None:
    return None if node is None else ast.unparse(node)


_KINDS = {
    "POSITIONAL_ONLY": "plain",
    "POSITIONAL_OR_KEYWORD": "plain",
    "KEYWORD_ONLY": "keyword",
    "VAR_KEYWORD": "rest",
}


def _said(annotation: Any) -> str:
    """A type as its source has it; a named tuple keeps it as a reference."""
    said = annotation if isinstance(annotation, str) else annotation.__forward_arg__
    assert isinstance(said, str)
    return said


def _real_parameters(thing: Any) -> list[tuple[str, str, str | None, str | None]]:
    real = []
    for each in inspect.signature(thing).parameters.values():
        said = None if each.annotation is each.empty else _said(each.annotation)
        shown = None if each.default is each.empty else repr(each.default)
        default = UNSAID if shown is not None and shown.startswith("<") else shown
        real.append((each.name, _KINDS[each.kind.name], said and ast.unparse(ast.parse(said)), default))
    return real


@pytest.mark.parametrize("module", MODULES)
def test_signatures_on_the_page_are_the_real_ones(module: str) -> None:
    checked = 0
    for block, line in SIGNATURE.findall(_parts()[module]):
        text = block or line
        name = text.partition("(")[0]
        # A line may also tell of a method, which belongs to a class above it.
        if name not in _module(module).__all__ or (line and module == quandary.__name__):
            continue
        definition = ast.parse(f"def {text.strip()}: ...").body[0]
        assert isinstance(definition, ast.FunctionDef)
        thing = getattr(_module(module), name)
        assert _parameters(definition) == _real_parameters(thing), name
        if definition.returns is not None:
            assert ast.unparse(definition.returns) == ast.unparse(ast.parse(inspect.signature(thing).return_annotation))
        checked += 1
    functions = [name for name in _module(module).__all__ if inspect.isroutine(getattr(_module(module), name))]
    assert checked >= len(functions)


@pytest.mark.parametrize(("module", "name"), PUBLIC)
def test_every_public_name_has_a_text_and_types(module: str, name: str) -> None:
    thing = getattr(_module(module), name)
    if inspect.isclass(thing) or inspect.isroutine(thing):
        assert inspect.getdoc(thing)
    if inspect.isroutine(thing):
        signature = inspect.signature(thing)
        assert signature.return_annotation is not signature.empty
        assert all(each.annotation is not each.empty for each in signature.parameters.values())
    if inspect.isclass(thing) and module == quandary.__name__:
        untold = [head for head, text in members_of(thing) if not text]
        assert not untold, f"{name}: nothing is said of {untold}"


def test_what_else_the_page_calls_public_is_there() -> None:
    lines = re.findall(r"^Also public: .*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    paths = [path for line in lines for path in re.findall(r"`(quandary[\w.]+)`", line)]
    assert len(paths) >= 4
    for path in paths:
        module, _, name = path.rpartition(".")
        assert inspect.getdoc(getattr(_module(module), name)), path


def test_the_front_door_takes_texts_ids_puzzles_and_files(tmp_path: Path) -> None:
    easy = quandary.puzzle("template", "FF_TT")
    assert (easy.id, easy.text) == ("template:FF_TT", "FF_TT")
    made = quandary.puzzle("rush-hour", "rush-hour:beginner#7")
    assert made == next(quandary.generate("rush-hour", level="beginner", seed=7))
    assert quandary.puzzle("klondike", "klondike#7", draw=1).position.draw == 1
    assert quandary.Session.start("template", "FF_TT").puzzle == easy
    by_id, by_puzzle = quandary.solve("rush-hour", made.id), quandary.solve("rush-hour", made)
    assert (by_id.id, by_id.cost, by_id.moves) == (made.id, by_puzzle.cost, by_puzzle.moves)
    several = ["FF_TT", easy, easy.position, "template:F_T"]
    verdicts = list(quandary.solve_many("template", several))
    assert [(each.id, each.cost) for each in verdicts] == [("1", 8), (easy.id, 8), ("3", 8), ("template:F_T", 3)]
    file = tmp_path / "pack.txt"
    file.write_text("FF_TT\n\nnonsense\n", encoding="utf-8")
    first, second = quandary.read_file("template", file)
    assert isinstance(first, quandary.Puzzle)
    assert first.position == easy.position
    assert isinstance(second, quandary.PuzzleError)
    assert (second.source, second.puzzle) == (str(file), "2")
    with pytest.raises(quandary.PuzzleError):
        quandary.puzzle("template", "template#99999999999999999999")


PROGRAM = '''
"""Somebody's program: as strictly typed as it gets, and nothing in it ignored."""
from collections.abc import Iterator
from typing import Any, assert_type

import quandary
from quandary.game import Answer, Game, Rng, Strategy, Task
from quandary.games.rush_hour import GAME, Position, Slid, Slide

assert_type(quandary.__version__, str)
result = quandary.solve("rush-hour", "BB...C...D.CXX.D.C...D..........EEE.", time=10, memory="64M")
assert_type(result, quandary.Verdict)
assert_type(result.cost, int | None)
assert_type(result.solution, str | None)
assert_type(quandary.game("sokoban"), Game[Any, Any])
assert_type(quandary.generate("circuit", level=5, count=2, seed=1), Iterator[quandary.Puzzle[Any]])
position = GAME.parse("BB...C...D.CXX.D.C...D..........EEE.")
assert_type(position, Position)
outcome = GAME.play(position, GAME.parse_move("C+3"))
assert_type(outcome.position, Position)
for event in outcome.events:
    if isinstance(event, Slid):
        assert_type(event.cells, int)
session: quandary.Session[Position, Slide] = quandary.Session.start(GAME, "rush-hour#1")
assert_type(session.hint(), Slide | None)
assert_type(Rng(1).below(6), int)
cancel = quandary.Cancel()
cancel.cancel()
assert_type(cancel.cancelled, bool)
for entry in quandary.read_file("rush-hour", "pack.txt"):
    assert_type(entry, quandary.Puzzle[Any] | quandary.PuzzleError)


class Lazy(Strategy[Position, Slide]):
    """Gives up at once."""

    name = "lazy"
    summary = "Gives up at once."
    metrics = ("moves",)

    def solve(self, position: Position, task: Task) -> Answer[Slide]:
        return Answer("exhausted", None, None, 0)
'''


@pytest.mark.process
@pytest.mark.parametrize(
    ("line", "complaint"),
    [("", None), ("quandary.solve('rush-hour', 'X', budget='much', tiem=3).costs", 'has no attribute "costs"')],
)
def test_a_strictly_typed_program_of_a_user(tmp_path: Path, line: str, complaint: str | None) -> None:
    (tmp_path / "program.py").write_text(f"{PROGRAM}\n{line}\n", encoding="utf-8")
    # Not from the checkout, and without its settings: as it is for whoever has installed the package.
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir=cache", "program.py"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False)
    assert (ran.returncode == 0) == (complaint is None), ran.stdout
    if complaint is not None:
        assert complaint in ran.stdout


@pytest.mark.process
def test_the_readmes_own_lines_are_strictly_typed(tmp_path: Path) -> None:
    readme = (PAGE.parents[1] / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    lines = [example.source for block in blocks for example in doctest.DocTestParser().get_examples(block)]
    assert any("Session.start" in line for line in lines)
    (tmp_path / "readme.py").write_text("".join(lines), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir=cache", "readme.py"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False)
    assert ran.returncode == 0, ran.stdout
