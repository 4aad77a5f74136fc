"""Klondike's claims outside the solver: "stuck", and deals that are called winnable or passed over as lost."""

from __future__ import annotations

from collections.abc import Iterator

from quandary import solve
from quandary.game import PuzzleError, Rng
from quandary.games.klondike import notation
from quandary.games.klondike.difficulty import is_winnable
from quandary.games.klondike.position import DECK, deal, rank_of
from quandary.games.klondike.rules import PILE_NAMES, is_stuck, legal_moves, play
from tools.prove.bench import Findings
from tools.prove.klondike_rules import RANKS, SUITS, Table

_MOST_POSITIONS = 3000


def _changes_nothing(table: Table, other: Table) -> bool:
    """Whether two tables differ only by turns of the stock and by which pile is which."""
    return (sorted(table.piles), table.talon, table.home) == (sorted(other.piles), other.talon, other.home)


def _is_idle(start: Table) -> bool | None:
    """Whether nothing but turning the stock and carrying whole piles about can ever be done."""
    seen, waiting = {start}, [start]
    while waiting:
        for _, after in waiting.pop().after():
            if not _changes_nothing(start, after):
                return False
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > _MOST_POSITIONS:
            return None
    return True


class Stuck:
    """Ends of random games, and small tables with little to do."""

    name = "klondike: stuck"

    def draw(self, rng: Rng) -> str | None:
        return self._end_of_a_game(rng) if rng.below(2) else self._small_table(rng)

    def _end_of_a_game(self, rng: Rng) -> str | None:
        deck = list(DECK)
        rng.shuffle(deck)
        position = deal(deck, rng.choice((1, 2, 3, 3, 4, 8, 24)), rng.choice((None, 0, 1, 2)))
        for _ in range(rng.below(120)):
            found = [each for each in legal_moves(position) if each.source in (*PILE_NAMES, "S", "W")]
            if not found or is_stuck(position):
                break
            position = play(position, rng.choice(found)).position
        return notation.compact(position)

    def _small_table(self, rng: Rng) -> str | None:
        home = [rng.choice((0, 4, 8, 10, 11, 12, 13, 13)) for _ in SUITS]
        left = [card for card in DECK if rank_of(card) > home[SUITS.index(card[1])]]
        rng.shuffle(left)
        fields = [f"draw={rng.choice((1, 2, 3, 5))}"]
        if rng.below(2):
            fields.append(f"redeals={rng.below(3)}")
        tops = [RANKS[height - 1] + suit for height, suit in zip(home, SUITS, strict=True) if height]
        fields += [f"foundations={''.join(tops)}"] if tops else []
        for pile in range(1, 8):
            taken = [left.pop() for _ in range(min(len(left), rng.below(pile + 1)))]
            if taken:
                fields.append(f"{pile}={''.join(card.lower() for card in taken[:-1])}{taken[-1]}")
        cut = rng.below(len(left) + 1)
        fields += [f"stock={''.join(left[:cut])}"] if cut else []
        fields += [f"waste={''.join(left[cut:])}"] if left[cut:] else []
        text = "/".join(fields)
        try:
            notation.parse(text)
        except PuzzleError:
            return None
        return text

    def check(self, text: str) -> Findings:
        findings = Findings()
        position = notation.parse(text)
        table = Table.of(position)
        listed = sorted(map(notation.format_move, legal_moves(position)))
        expected = sorted(name for name, _ in table.after())
        findings.check("legal moves", listed == expected, f"{listed}, but the rules say {expected}")
        truth = _is_idle(table)
        findings.too_large = truth is None
        if truth is not None:
            claimed = is_stuck(position)
            findings.check(
                "stuck" if truth else "not stuck", claimed == truth, f"stuck: {claimed}, but the truth is {truth}"
            )
        return findings

    def smaller(self, text: str) -> Iterator[str]:
        return iter(())


class Winnable:
    """Deals by seed: what is called winnable has a solution; what is called lost, another search does not win."""

    name = "klondike: winnable deals"

    def draw(self, rng: Rng) -> str | None:
        return f"{rng.below(1 << 40)} {rng.choice((1, 2, 3, 3))}"

    def check(self, text: str) -> Findings:
        findings = Findings()
        seed, draw = map(int, text.split())
        deck = list(DECK)
        Rng(seed).shuffle(deck)
        position = deal(deck, draw)
        claimed = is_winnable(position)
        other = solve("klondike", position, options={"dominances": "safe"}, nodes=300_000)
        if other.verdict == "unknown":
            findings.too_large = True
        else:
            findings.check("winnable", claimed == (other.verdict == "solved"), f"{claimed}, but {other.verdict}")
        return findings

    def smaller(self, text: str) -> Iterator[str]:
        return iter(())
