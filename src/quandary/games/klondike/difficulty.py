"""How hard a deal is for people, and its grade.

What a player feels is how soon play without a plan goes wrong. So some games are played by somebody who brings home
what goes home, plays from the waste and turns cards where that is possible, and chooses among such moves by chance:
`luck` is the share of games that end well, `leeway` how much of what was hidden is turned before the game is lost,
which the complete solver sees long before the player does. Buried aces hold everybody up. These three make the grade;
they are facts of the deal, whatever solver finds them out. Two more depend on how ours happens to search, and are only
told: its effort, and how many of its decisions were forced, because all other sensible moves would have lost the game.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from quandary.core.budget import Cancel
from quandary.game import Answer, Budget, BudgetEnded, Deadline, Rng, Task
from quandary.games.klondike.position import Position
from quandary.games.klondike.rules import (
    DRAW,
    HOME,
    PILE_NAMES,
    RECYCLE,
    WASTE,
    Move,
    is_stuck,
    is_won,
    legal_moves,
    play,
)
from quandary.games.klondike.solver import Complete

GRADES = ("easy", "medium", "hard")
# The least score of each grade but the first, set so that winnable deals with draw 3 fall into three equal parts.
_GRADE_FLOORS = (67.0, 91.0)
# Some twenty seconds; nearly all deals take less than one. Nodes, not seconds: a deal has the same grade everywhere.
BUDGET = Budget(nodes=3_000_000)
_CASUAL_GAMES = 16
_CASUAL_SEED = 2026
# An alternative that is not decided within this counts as one that does not lose.
_ALTERNATIVE_BUDGET = Budget(nodes=3_000)


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What makes a winnable deal hard."""

    luck: float
    """Share of casual games that are won."""
    leeway: float
    """Share of the hidden cards that casual games turn, on average, before they are lost."""
    buried_aces: int
    """Cards that lie on aces in the tableau, counted for every ace."""
    nodes: int
    """States that the solver visited to win."""
    forced: float
    """Share of the solver's decisions where every other sensible move would have lost."""
    score: float
    """100 less 25 for luck and 84 for leeway (if they were whole), and 3 more for every card on an ace."""
    grade: str
    """By the score: winnable deals with draw 3 fall into equal parts."""


def is_winnable(position: Position, budget: Budget | None = None, cancel: Cancel | None = None) -> bool:
    """Return whether a position can be won. Raise `BudgetEnded` if the budget is too small to decide it."""
    return _Patience(budget, cancel).solve(position).conclusion == "solved"


def assess(position: Position, budget: Budget = BUDGET, cancel: Cancel | None = None) -> Difficulty | None:
    """Return the difficulty of a position; None if it cannot be won.

    Time and nodes are those of all searches together, memory is that of each. Raise `BudgetEnded` if they are not
    enough, or if `cancel` is raised.
    """
    patience = _Patience(budget, cancel)
    solved = patience.solve(position)
    if solved.moves is None:
        return None
    luck, leeway = casual_games(position, patience)
    buried = buried_aces(position)
    # The weights are those with which the three foretell best which deals our blind player wins.
    score = round(100 - 25 * luck - 84 * leeway + 3 * buried, 1)
    return Difficulty(
        luck=luck,
        leeway=leeway,
        buried_aces=buried,
        nodes=solved.nodes,
        forced=_forced_share(position, solved.moves, patience),
        score=score,
        grade=grade_of(score),
    )


class _Patience:
    """The budget that all searches of one assessment share."""

    def __init__(self, budget: Budget | None = None, cancel: Cancel | None = None) -> None:
        budget = budget or Budget()
        self._nodes, self._memory = budget.nodes, budget.memory
        self._deadline = Deadline(Task(budget=budget, cancel=cancel))

    def check(self) -> None:
        """Raise `BudgetEnded` if the time has run out or the assessment was cancelled."""
        self._deadline.check()

    def solve(self, position: Position) -> Answer[Move]:
        """Decide a position with what is left. Raise `BudgetEnded` if that is not enough."""
        answer = Complete().solve(position, self._deadline.task("any", nodes=self._nodes, memory=self._memory))
        if answer.conclusion not in ("solved", "unsolvable"):
            self.check()
            reason = answer.conclusion
            raise BudgetEnded(f"the {reason} budget is too small to decide this deal", reason=reason)
        if self._nodes is not None:
            self._nodes = max(self._nodes - answer.nodes, 0)
        return answer

    def is_lost(self, position: Position) -> bool:
        """Whether a position cannot be won any more."""
        return self.solve(position).conclusion == "unsolvable"


def grade_of(score: float) -> str:
    """The grade of a score."""
    return GRADES[sum(score >= floor for floor in _GRADE_FLOORS)]


def buried_aces(position: Position) -> int:
    """How many cards lie on aces, counted for every ace."""
    piles = (down + up for down, up in zip(position.face_down, position.face_up, strict=True))
    return sum(len(pile) - 1 - at for pile in piles for at, card in enumerate(pile) if card[0] == "A")


def casual_games(position: Position, patience: _Patience | None = None) -> tuple[float, float]:
    """The share of games that somebody without a plan wins, and of the hidden cards turned before they are lost."""
    patience = patience or _Patience()
    rng = Rng(_CASUAL_SEED)
    won = 0
    leeway = 0.0
    for _ in range(_CASUAL_GAMES):
        passed = _casual_game(position, rng)
        won += is_won(passed[-1])
        leeway += _share_turned(passed, patience)
    return round(won / _CASUAL_GAMES, 3), round(leeway / _CASUAL_GAMES, 3)


def _share_turned(passed: list[Position], patience: _Patience) -> float:
    """How much of what was hidden is open when the game passes from winnable to lost."""
    # A lost game stays lost, so that the first lost position is found by halving.
    first_lost = bisect_left(passed, True, key=patience.is_lost)
    hidden, left = (sum(map(len, at.face_down)) for at in (passed[0], passed[max(0, first_lost - 1)]))
    return (hidden - left) / hidden if hidden else 1.0


def _casual_game(position: Position, rng: Rng) -> list[Position]:
    """All positions of a casual game: won, or given up when the stock has been turned in vain for two rounds."""
    passed = [position]
    turns_in_vain = 0
    while not is_won(position) and not is_stuck(position):
        legal = legal_moves(position)
        sensible = [move for move in legal if move.target == HOME] or _sensible_moves(position)
        turns = [move for move in legal if move in (DRAW, RECYCLE)]
        if sensible:
            turns_in_vain = 0
        elif not turns or turns_in_vain > 2 * (2 + (len(position.stock) + len(position.waste)) // position.draw):
            break
        else:
            turns_in_vain += 1
        position = play(position, rng.choice(sensible or turns)).position
        passed.append(position)
    return passed


def _sensible_moves(position: Position) -> list[Move]:
    """Moves that go home, take from the waste, turn a card, or clear a pile onto another."""
    return [move for move in legal_moves(position) if move.target == HOME or _is_progress(position, move)]


def _is_progress(position: Position, move: Move) -> bool:
    if move.source == WASTE:
        return move != RECYCLE
    if move.source not in PILE_NAMES:
        return False
    pile = int(move.source) - 1
    takes_all = move.count == len(position.face_up[pile])
    return takes_all and bool(position.face_down[pile] or position.face_up[int(move.target) - 1])


def _forced_share(position: Position, solution: Sequence[Move], patience: _Patience) -> float:
    """The share of a solution's decisions where every other sensible move would lose."""
    decisions = forced = 0
    for chosen in solution:
        patience.check()
        others = [move for move in _sensible_moves(position) if move != chosen]
        if others and chosen not in (DRAW, RECYCLE):
            decisions += 1
            forced += all(_loses(play(position, move).position) for move in others)
        position = play(position, chosen).position
    return round(forced / decisions, 3) if decisions else 0.0


def _loses(position: Position) -> bool:
    return Complete().solve(position, Task("any", _ALTERNATIVE_BUDGET)).conclusion == "unsolvable"
