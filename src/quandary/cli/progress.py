"""`quandary progress`: what you have played, won and reached."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.lazy_group import LazyGroup
from quandary.cli.output import print_json, print_result, say
from quandary.core.data_folder import data_folder
from quandary.core.errors import PuzzleError, UsageError
from quandary.core.game import Game
from quandary.core.registry import game as game_of_name
from quandary.core.registry import names
from quandary.core.whole_file import reason, write_whole
from quandary.core.words import clock, counted
from quandary.engine.daily import share_line, solved_today, streak
from quandary.engine.ladder import climbed, next_rung, title_of
from quandary.engine.progress import Progress, ProgressFile, Record

_RECENT = 10


def progress_file() -> ProgressFile:
    """This user's progress; what is wrong with it is told on stderr."""
    return ProgressFile(data_folder(), say)


def _game(name: str | None) -> Game[Any, Any] | None:
    return None if name is None else game_of_name(name)


def show(game: str | None, as_json: bool) -> None:
    chosen = _game(game)
    progress = progress_file().read()
    shown = [chosen] if chosen else [game_of_name(name) for name in names()]
    if as_json:
        for one in shown:
            print_json(_told(one, progress))
        return
    for one in shown:
        print_result("\n".join(_lines(one, progress)) + "\n")
    recent = [record for record in progress.records if chosen is None or record.game == chosen.name][-_RECENT:]
    said = ["The last games:", *map(_line, reversed(recent))] if recent else ["No game is recorded yet."]
    print_result("\n".join(said))


def _told(game: Game[Any, Any], progress: Progress) -> dict[str, Any]:
    """One game's progress as a plain value."""
    wins, days, following = progress.wins(game.name), streak(progress, game.name), next_rung(game, progress)
    today = solved_today(game, progress)
    return {
        "game": game.name,
        **asdict(progress.game(game.name)),
        "wins_in_a_row": asdict(wins),
        "days_in_a_row": asdict(days),
        "today": None if today is None else share_line(today),
        "purse": progress.purse(game.name),
        "levels": [
            {
                "level": standing.level.name,
                "title": standing.level.title,
                "open": standing.is_open,
                "won": standing.won,
                "of": len(standing.rungs),
                "stars": list(standing.stars),
            }
            for standing in climbed(game, progress)
        ],
        "next": None if following is None else {"title": following.title, "id": following.name},
    }


def _lines(game: Game[Any, Any], progress: Progress) -> list[str]:
    """One game's progress for people."""
    best, wins, days = progress.game(game.name), progress.wins(game.name), streak(progress, game.name)
    if not best.played:
        figures = ["not played yet"]
    elif best.score is None:
        figures = [f"{best.won} won of {counted(best.played, 'games')}"]
    else:
        figures = [counted(best.played, "games"), f"best {best.score:,} points"]
    figures += [f"{wins.now} in a row (longest {wins.longest})"] if wins.longest else []
    figures += [f"{counted(days.now, 'days')} in a row (longest {days.longest})"] if days.longest else []
    figures += [f"{purse:,} coins"] if (purse := progress.purse(game.name)) else []
    lines = [f"{game.title}: {', '.join(figures)}"]
    for standing in climbed(game, progress):
        lock = "" if standing.is_open else f"  locked: win {standing.level.unlock} of the level before"
        lines.append(f"  {standing.level.title:<16} {standing.words:>6}  {sum(standing.stars):>3} stars{lock}")
    if following := next_rung(game, progress):
        lines.append(f"  next: {following.title} (quandary play {game.name} {following.name})")
    return lines


def _line(record: Record) -> str:
    game = game_of_name(record.game)
    who = "" if record.is_own else f", played by {', '.join(sorted(set(record.by) - {'player', 'hint'}))}"
    title = title_of(game, record.id)
    line = (
        f"{game.title}, left after {counted(record.moves, 'moves')}" if record.ended == "left" else share_line(record)
    )
    return f"  {record.at[:16].replace('T', ' ')}  {line}  {clock(record.seconds)}  {title}{who}"


def export(out: str | None) -> None:
    text = progress_file().export()
    if out is None:
        print_result(text.rstrip("\n"))
    else:
        write_whole(out, text)
        say(f"written to {out}")


def take_in(file: str) -> None:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}: cannot be read: {reason(error)}") from error
    try:
        new = progress_file().take_in(text)
    except PuzzleError as error:
        raise error.located(source=file) from error
    print_result(f"{counted(new, 'new games')} taken in")


def reset(game: str | None, yes: bool) -> None:
    chosen = _game(game)
    what = "all progress" if chosen is None else f"the progress of {chosen.title}"
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError(f"say --yes to forget {what}")
        click.confirm(f"Forget {what}? (a copy is kept)", abort=True, err=True)
    aside = progress_file().reset(None if chosen is None else chosen.name)
    print_result("there is no progress to forget" if aside is None else f"forgotten; a copy is in {aside}")


SUMMARIES = {
    "show": "Show what was reached in every game, or in one.",
    "export": "Write all games, one JSON object a line: for a backup, another machine or the browser.",
    "import": "Add the games of an exported file (- for standard input); what is known is not counted twice.",
    "reset": "Forget everything, or one game; a copy is kept in the data folder.",
}


def _subcommand(name: str, callback: Any, params: Sequence[click.Parameter], *examples: str) -> click.Command:
    lines = flags.examples(*(f"quandary progress {name}{example}" for example in examples))
    return click.Command(name, callback=callback, params=list(params), help=SUMMARIES[name], epilog=lines)


_one_game = click.Argument(["game"], required=False)
show_command = _subcommand(
    "show", show, [_one_game, flags.json("JSON Lines on stdout, one object a game.")], "", " --json"
)
export_command = _subcommand(
    "export", export, [flags.file("--out", "Write to a file instead of stdout.")], " --out mine.jsonl"
)
import_command = _subcommand("import", take_in, [click.Argument(["file"])], " mine.jsonl")
reset_command = _subcommand("reset", reset, [_one_game, flags.switch("--yes", "Do not ask.")], " --yes")

command = LazyGroup(
    name="progress",
    help="What you have played, won and reached: bests, levels, days and streaks.",
    package="quandary.cli",
    summaries=SUMMARIES,
    homes=dict.fromkeys(SUMMARIES, "progress"),
    epilog=flags.examples("quandary progress show", "quandary progress export --out mine.jsonl"),
)
