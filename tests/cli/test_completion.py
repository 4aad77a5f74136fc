"""What shells offer: asked through click as a shell would, and through bash itself where there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import CompletionItem, ShellComplete

import quandary as package
from quandary.cli.main import quandary as command
from tests.cli.conftest import Quandary

COMPLETE = "_QUANDARY_COMPLETE"


def _offered(*words: str) -> list[CompletionItem]:
    return ShellComplete(command, {}, "quandary", COMPLETE).get_completions(list(words[:-1]), words[-1])


def _words(*words: str) -> list[str]:
    return [item.value for item in _offered(*words)]


def test_commands_games_and_options() -> None:
    assert _words("so") == ["solve"]
    assert {"solve", "play", "lab"} <= set(_words(""))
    assert _words("solve", "") == package.names()
    assert _words("solve", "rush") == ["rush-hour"]
    assert "--metric" in _words("solve", "rush-hour", "--me")
    assert _words("generate", "rush-hour", "--level", "b") == ["beginner"]
    assert "run" in _words("lab", "")
    assert _words("completion", "") == ["bash", "zsh", "fish"]


def test_what_is_offered_is_explained() -> None:
    assert all(item.help for item in _offered(""))
    assert all(item.help for item in _offered("solve", ""))


@pytest.mark.parametrize("name", package.names())
def test_a_games_metrics_and_strategies(name: str) -> None:
    game = package.game(name)
    if not game.is_scored:
        assert _words("solve", name, "--metric", "") == list(game.metrics)
        assert _words("solve", name, "--strategy", "")[-1] == "reference"
    players = [player.name for player in game.players()]
    assert set(players) <= set(_words("play", name, "--strategy", ""))
    assert game.is_scored or not set(players) & set(_words("solve", name, "--strategy", ""))


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("file", ["solve", "rush-hour", "pa"]),
        ("file", ["solve", "rush-hour", "one.txt", "pa"]),
        ("file", ["validate", "sokoban", ""]),
        ("file", ["show", "klondike", "x", "--svg", ""]),
        ("file", ["play", "circuit", "--resume", ""]),
        ("file", ["lab", "list", "--db", ""]),
        ("file", ["lab", "run", "klondike", "--corpus", ""]),
        ("dir", ["lab", "report", "--pictures", ""]),
    ],
)
def test_files_and_folders(kind: str, words: list[str]) -> None:
    assert [item.type for item in _offered(*words)] == [kind]


def _leaves(group: click.Command, words: list[str]) -> list[tuple[list[str], click.Command]]:
    """Every command that is no group, with the words that lead to it."""
    context = click.Context(group, info_name="quandary", resilient_parsing=True)
    if not isinstance(group, click.Group):
        return [(words, group)]
    found = []
    for name in group.list_commands(context):
        # Not every game can do everything: what is played for a score is not solved.
        if (below := group.get_command(context, name)) is not None:
            found += _leaves(below, [*words, name])
    return found


def test_every_option_for_a_file_offers_files() -> None:
    checked = 0
    for words, leaf in _leaves(command, []):
        for parameter in leaf.params:
            if isinstance(parameter, click.Option) and (parameter.metavar or "").startswith(("FILE", "FOLDER")):
                kinds = [item.type for item in _offered(*words, parameter.opts[0], "")]
                assert kinds in (["file"], ["dir"]), (*words, parameter.opts[0])
                checked += 1
    assert checked > 20


def test_after_a_wrong_word_the_right_ones_are_offered() -> None:
    assert _words("nothing", "so") == ["solve"]
    assert _words("solve", "nothing", "") == package.names()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_scripts_ask_us(quandary: Quandary, shell: str) -> None:
    script = quandary("completion", shell)
    assert script.status == 0
    assert f"{COMPLETE}={shell}_complete" in script.out


BASH = shutil.which("bash")
# What readline would do with the function's answer, told on stdout instead.
ASK = r"""
eval "$(quandary completion bash)"
compopt() { echo "option $2"; }
ask() {
    COMP_WORDS=("$@") COMP_CWORD=$(( $# - 1 )) COMPREPLY=()
    _quandary_completion quandary "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
    echo "${COMPREPLY[@]}"
}
complete -p quandary
ask quandary gen
ask quandary solve kl
ask quandary solve rush-hour --metric ''
ask quandary solve rush-hour pa
ask quandary lab report --pictures ''
ask quandary solve nothing ''
"""


@pytest.mark.process
@pytest.mark.skipif(BASH is None or sys.platform == "win32", reason="there is no bash, or not one of ours")
def test_bash_itself(tmp_path: Path) -> None:
    assert BASH is not None
    quandary = tmp_path / "quandary"
    quandary.write_text(f'#!{BASH}\nexec "{sys.executable}" -m quandary "$@"\n', encoding="utf-8")
    quandary.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    major = subprocess.run([BASH, "-c", "echo $BASH_VERSINFO"], capture_output=True, text=True, check=True).stdout
    if int(major) < 5:
        pytest.skip("this bash is older than 5 (macOS has 3): click's script needs 4.4")
    ran = subprocess.run(
        [BASH, "--norc", "-c", ASK], capture_output=True, text=True, encoding="utf-8", env=environment, check=False
    )
    assert ran.stderr == ""
    assert ran.stdout.splitlines() == [
        "complete -o nosort -F _quandary_completion quandary",
        "generate",
        "klondike",
        "moves steps moves,steps",
        "option default",
        "",
        "option dirnames",
        "",
        "circuit exponentile klondike rush-hour sokoban",
    ]
