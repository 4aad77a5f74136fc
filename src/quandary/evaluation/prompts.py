"""The frame around a game's briefing: everything that somebody needs to answer, in one text.

The same for every game, so that all answers are found by the same rules. `VERSION` counts its wordings; the version of
a prompt names both, the frame's and the game's.
"""

from __future__ import annotations

from typing import Any

from quandary.core.briefing import Briefing, Quest
from quandary.core.game import Game

VERSION = 1

_FRAME = """\
Solve this puzzle. Everything that you need to know is written here.

# {title}

## Rules

{rules}

## Goal

{goal}

## How to write moves

{notation}

## The puzzle

```
{puzzle}
```

## Your answer

Take the time and the space that you need to think. Then give your answer as the last line of your reply: the word
ANSWER, a colon, and all your moves in the order in which they are played{separated}, on this one line. It looks like
this, with the moves of some other puzzle:

ANSWER: {example}

Nothing else may stand on the line: no numbering, no comments. Your moves are played one after the other from the puzzle
above by a program that knows the rules. If a single move is illegal or cannot be read, the whole answer is wrong.{end}
"""

_END = " The game ends with the move that reaches the goal, so that a move after it is illegal, too."


def prompt_version(briefing: Briefing[Any]) -> str:
    """Which words a prompt is made of: the frame's version and the game's."""
    return f"{VERSION}.{briefing.version}"


def write_prompt(game: Game[Any, Any], briefing: Briefing[Any], position: Any, metric: str, quest: Quest | None) -> str:
    """The whole prompt of a puzzle."""
    return _FRAME.format(
        title=game.title,
        rules=briefing.rules(position),
        goal=briefing.goal(position, metric, quest),
        notation=briefing.notation(position),
        puzzle=briefing.puzzle(position, quest),
        separated=", separated by spaces" if " " in briefing.example else "",
        example=briefing.example,
        end="" if game.is_scored else _END,
    )
