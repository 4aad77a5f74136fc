"""Baselines of an evaluation benchmark that need no model: `python -m benchmarks.evaluation [--count N]`.

`random` plays legal moves. `greedy` takes the move that brings most of what the game counts (points, boxes or cards
home), enters no position twice if it can help it, and else chooses by chance; where what is counted gives the way away,
there is none. `player` is the game's best player, who sees what a person sees, where there is one. `solver` is what
`quandary solve` does, with a budget in nodes. Answers go through the judge as text, like those of anybody.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

from quandary.core.briefing import Quest
from quandary.core.game import Game, Status
from quandary.core.rng import Rng
from quandary.engine.play import choose_player, play_game
from quandary.engine.solve import solve
from quandary.evaluation.benchmark import FROZEN
from quandary.evaluation.door import judge, load
from quandary.evaluation.sets import Count, item_of

MOST_MOVES = 200
NODES = 5_000_000
# What these count is how near the solution is.
GIVEN_AWAY = ("rush-hour", "circuit")


def _walk(game: Game[Any, Any], position: Any, most: int, choose: Callable[[Any, list[Any]], Any]) -> list[Any]:
    moves: list[Any] = []
    while len(moves) < most and game.status(position) is Status.PLAYING:
        moves.append(choose(position, list(game.moves(position))))
        position = game.play(position, moves[-1]).position
    return moves


def play_randomly(game: Game[Any, Any], position: Any, most: int, seed: int) -> list[Any]:
    """Any legal move, again and again."""
    rng = Rng(seed)
    return _walk(game, position, most, lambda _, moves: rng.choice(moves))


def play_greedily(game: Game[Any, Any], position: Any, most: int, seed: int) -> list[Any] | None:
    """The best next move, by what can be counted."""
    if game.name in GIVEN_AWAY:
        return None
    rng, briefing, seen = Rng(seed), game.briefing(), {position}

    def choose(here: Any, moves: list[Any]) -> Any:
        def worth(move: Any) -> tuple[bool, float]:
            after = game.play(here, move).position
            gained = game.score(after) if game.is_scored else briefing and briefing.credit(position, after)
            return after not in seen, gained or 0.0

        worths = [worth(move) for move in moves]
        best = rng.choice([move for move, value in zip(moves, worths, strict=True) if value == max(worths)])
        seen.add(game.play(here, best).position)
        return best

    return _walk(game, position, most, choose)


def play_as_our_player(game: Game[Any, Any], position: Any, most: int, seed: int) -> list[Any] | None:
    """The game's best player, if it has any."""
    if not game.players():
        return None
    limit = most if game.is_scored else None
    return list(play_game(game, position, choose_player(game, position=position), seed=seed, most_moves=limit).moves)


def solve_it(game: Game[Any, Any], position: Any, most: int, seed: int) -> list[Any]:
    """What the solver says; in a game for points, all lines of play are tried."""
    if game.is_scored:
        briefing = game.briefing()
        quest: Quest | None = briefing.quest(position, most) if briefing else None
        return list(quest.moves) if quest else []
    return list(solve(game, position, nodes=NODES).moves or ())


Baseline = Callable[[Game[Any, Any], Any, int, int], list[Any] | None]
"""Plays a game from a position, in a game for points for so many moves, with a seed; None where it cannot."""
BASELINES: dict[str, Baseline] = {
    "random": play_randomly,
    "greedy": play_greedily,
    "player": play_as_our_player,
    "solver": solve_it,
}


def measure(records: list[dict[str, Any]], baseline: str) -> dict[tuple[str, str], Count]:
    """What a baseline comes to, by game and grade."""
    counts: dict[tuple[str, str], Count] = {}
    for number, record in enumerate(records, start=1):
        item = item_of(record)
        moves = BASELINES[baseline](item.game, item.puzzle.position, item.most_moves or MOST_MOVES, number)
        if moves is None:
            continue
        judgement = judge(record, item.game.format_moves(moves))
        counts.setdefault((item.game.name, item.grade), Count()).add(judgement, is_missing=False, puzzle=item.id)
    return counts


def first_of_each(records: list[dict[str, Any]], count: int | None) -> list[dict[str, Any]]:
    """The first so many records of each part."""
    taken = Counter[tuple[str, str]]()
    kept = []
    for record in records:
        part = record["game"], record["difficulty"]["grade"]
        taken[part] += 1
        if count is None or taken[part] <= count:
            kept.append(record)
    return kept


def row_of(baseline: str, counts: dict[tuple[str, str], Count], games: list[str]) -> str:
    """A row of the table in the documents: marks and solved shares by game, and of all."""
    cells = []
    for wanted in (*([game] for game in games), games):
        parts = [count for (game, _), count in counts.items() if game in wanted]
        if not {game for game, _ in counts}.issuperset(wanted):
            cells.append("–")
            continue
        answers = sum(count.answers for count in parts)
        mark = sum(sum(count.marks) for count in parts) / answers
        cells.append(f"{mark:.2f} ({sum(count.solved for count in parts) / answers:.0%})")
    return f"| {baseline} | {' | '.join(cells)} |"


def main() -> None:
    """Prints a line of JSON for every part, and a row of the table for every baseline."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--name", choices=FROZEN, default=list(FROZEN)[-1])
    parser.add_argument("--count", type=int, help="puzzles of each part (default: all)")
    parser.add_argument("--baseline", choices=BASELINES, action="append")
    chosen = parser.parse_args()
    records = first_of_each(load(chosen.name), chosen.count)
    for baseline in chosen.baseline or BASELINES:
        counts = measure(records, baseline)
        for (game, grade), count in counts.items():
            figures = {"baseline": baseline, "game": game, "grade": grade, **count.as_dict()}
            kept = ("baseline", "game", "grade", "answers", "solved", "optimal", "mean_mark")
            print(json.dumps({name: figures[name] for name in kept}))
        print(row_of(baseline, counts, list(dict.fromkeys(record["game"] for record in records))), flush=True)


if __name__ == "__main__":
    main()
