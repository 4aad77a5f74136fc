"""Only a game's own folder names it: what is written for all games knows none of them.

Files are read by tokens, so that comments and docstrings may give examples and code may not.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import quandary

ROOT = Path(quandary.__file__).parent
FOLDERS = ("web", "cli", "tui", "envs", "lab", "evaluation", "notebook", "drawing", "engine", "core", ".")
# A word of a name: `rush-hour`, `RUSH_HOUR`, `RushHour` and `Rush Hour` are all rush and hour.
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
# Of JavaScript, CSS and HTML: a comment, a text, a word. Only what a comment says is left out.
SIMPLE = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/|<!--.*?-->)"""
    r"""|(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)"""
    r"""|(?P<word>[A-Za-z_$][\w$-]*)""",
    re.DOTALL,
)
_BLANK = {tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.COMMENT}
# What an f-string is made of, in a Python that takes it apart.
_TEXTS = {tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}

Token = tuple[int, str]
"""The line, and what stands there."""


def _python_tokens(source: str) -> Iterator[Token]:
    """Names and texts; a text that is a statement of its own documents something."""
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    begins = True
    for token, following in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        is_docstring = begins and token.type == tokenize.STRING and following.type == tokenize.NEWLINE
        if token.type == tokenize.NAME or (token.type in _TEXTS and not is_docstring):
            yield token.start[0], token.string
        begins = token.type == tokenize.NEWLINE or (begins and token.type in _BLANK)


def _simple_tokens(source: str) -> Iterator[Token]:
    for match in SIMPLE.finditer(source):
        if match.lastgroup != "comment":
            yield source.count("\n", 0, match.start()) + 1, match[0]


def _words(text: str) -> str:
    return f" {' '.join(WORD.findall(text))} ".lower()


def _names(tokens: Iterator[Token]) -> list[Token]:
    """The tokens in which a game is named."""
    games = [_words(name) for name in quandary.names()]
    copied = set(quandary.names(with_examples=True)) - set(quandary.names())
    # The name of a game that is there to be copied is a common word, and a game's only as a whole text.
    return [
        (line, text)
        for line, text in tokens
        if any(name in _words(text) for name in games) or (text.strip("\"'`") in copied and text[0] in "\"'`")
    ]


def _files(folder: str) -> Iterator[tuple[Path, Iterator[Token]]]:
    for file in sorted((ROOT / folder).glob("*.py" if folder == "." else "**/*")):
        read = {".py": _python_tokens, ".js": _simple_tokens, ".css": _simple_tokens, ".html": _simple_tokens}
        if file.suffix in read:
            yield file, read[file.suffix](file.read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS)
def test_what_is_written_for_all_games_names_none(folder: str) -> None:
    found = [f"{file}:{line}: {text[:60]}" for file, tokens in _files(folder) for line, text in _names(tokens)]
    assert not found, "\n".join(found)


def test_every_kind_of_file_is_read() -> None:
    kinds = {file.suffix for folder in ("web", "cli", ".") for file, _ in _files(folder)}
    assert kinds == {".py", ".js", ".css", ".html"}


@pytest.mark.parametrize(
    "line",
    [
        'usual = "rush-hour"',
        "RUSH_HOUR = 1",
        "from quandary.games.rush_hour import GAME",
        "class RushHourEnv: ...",
        'title = f"Rush Hour, {level}"',
        'wants = {\n    # why\n    "sokoban": 1,\n}',
        'game("template")',
    ],
)
def test_a_name_in_python_is_seen(line: str) -> None:
    assert _names(_python_tokens(f'"""Circuit."""\n\n{line}\n'))


def test_docstrings_and_comments_may_name_games() -> None:
    source = '"""`rush-hour#42`"""\n# Sokoban\n\nclass A:\n    """Klondike."""\n\n    x: int\n    """`circuit:5#1`"""\n'
    assert not _names(_python_tokens(source))
    assert not _names(_python_tokens('circuits = shortcircuit\ntemplate = "grid-template-columns"\n'))
    assert not _names(_simple_tokens("a = 1; // klondike\n/* sokoban */ <!-- circuit --> .x { grid-template: 1 }"))


@pytest.mark.parametrize(
    "line", ['x = "klondike"', "x = `http://klondike`", "{ sokoban: 1 }", "[data-game=circuit] {", "<b id='sokoban'>"]
)
def test_a_name_in_the_browsers_languages_is_seen(line: str) -> None:
    assert [number for number, _ in _names(_simple_tokens(f"// klondike\n{line}\n"))] == [2]
