"""The game in words, for somebody who has never heard of it."""

from __future__ import annotations

from quandary.game import Briefing, Quest
from quandary.games.template.position import Position

_RULES = """\
Frogs (F) and toads (T) sit on a row of stones; _ is a free stone. Stones are numbered from 1 at the left end.
Frogs only hop to the right, toads only to the left. An animal hops onto the next stone in its direction if that stone
is free; otherwise it hops over the one animal on that stone, if that animal is of the other kind and the stone behind
it is free."""


class HerdBriefing(Briefing[Position]):
    """What it takes to play Frogs and Toads."""

    example = "3 5 4"

    def rules(self, position: Position) -> str:
        return _RULES

    def goal(self, position: Position, metric: str, quest: Quest | None) -> str:
        return (
            "Bring all toads to the left end and all frogs to the right end, with the free stones between them. "
            "Every hop counts one; fewer are better."
        )

    def notation(self, position: Position) -> str:
        return "A move is the number of the stone whose animal hops."

    def puzzle(self, position: Position, quest: Quest | None) -> str:
        return position.stones
