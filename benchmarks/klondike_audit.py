"""Audits "unsolvable": deals that the complete solver calls lost are decided again with fewer of its ideas.

    python -m benchmarks.klondike_audit --seeds 50001..53000 --draw 3 --dominances safe --time 20

A deal is *confirmed* when the plainer search ends without a win as well, *open* when its time or memory ends first, and
*contradicted* when it finds a win, which the rules replay: then the seed is printed and the exit status is 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

from quandary.engine.puzzles import puzzle_of_id
from quandary.engine.solve import solve_many
from quandary.game import Puzzle
from quandary.games.klondike import GAME
from quandary.games.klondike.position import Position

OUTCOMES = {"unsolvable": "confirmed", "unknown": "open", "solved": "contradicted"}


def main() -> int:
    """Prints what became of the lost deals, and returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="50001..53000", metavar="FIRST..LAST")
    parser.add_argument("--draw", type=int, default=3)
    parser.add_argument("--dominances", default="safe", help="what the second search may leave out")
    parser.add_argument("--time", type=float, default=20.0, metavar="SECONDS", help="of the second search, each deal")
    parser.add_argument("--memory", default="6G", metavar="SIZE", help="of the second search")
    parser.add_argument("--most", type=int, metavar="N", help="audit the first N lost deals only")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    first, last = map(int, arguments.seeds.split(".."))
    game = GAME.variant(draw=arguments.draw)
    deals = [puzzle_of_id(game, f"klondike#{seed}") for seed in range(first, last + 1)]
    verdicts = zip(deals, solve_many(game, deals, jobs=arguments.jobs), strict=True)
    lost = [deal for deal, verdict in verdicts if verdict.verdict == "unsolvable"][: arguments.most]
    print(f"draw {arguments.draw}: {len(deals)} deals, {len(lost)} lost ones to audit", flush=True)
    counts = Counter(_audited(lost, arguments))
    for outcome in OUTCOMES.values():
        print(f"{counts[outcome]:>6} {outcome} ({counts[outcome] / max(1, len(lost)):.1%})")
    return 1 if counts["contradicted"] else 0


def _audited(lost: list[Puzzle[Position]], arguments: argparse.Namespace) -> Iterator[str]:
    verdicts = solve_many(
        GAME,
        lost,
        jobs=arguments.jobs,
        time=arguments.time,
        memory=arguments.memory,
        options={"dominances": arguments.dominances},
    )
    for number, (deal, verdict) in enumerate(zip(lost, verdicts, strict=True), start=1):
        outcome = OUTCOMES[verdict.verdict]
        if outcome != "confirmed":
            why = verdict.reason or verdict.solution
            print(f"{number}: {deal.id} {outcome} after {verdict.nodes:,} states ({why})", flush=True)
        elif number % 50 == 0:
            print(f"{number} audited", file=sys.stderr, flush=True)
        yield outcome


if __name__ == "__main__":
    sys.exit(main())
