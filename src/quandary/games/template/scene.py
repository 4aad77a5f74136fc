"""The row as a line of text and as a picture. Shape and letter tell the animals apart; colour only helps."""

from __future__ import annotations

from quandary.games.template.position import FREE, FROG, Position

_STONE = 40
_ANSI = {"F": "\x1b[32mF\x1b[0m", "T": "\x1b[33mT\x1b[0m"}


def draw_text(position: Position, *, colour: bool = False) -> str:
    """The stones in a row, numbered as the moves are."""
    animals = "  ".join((_ANSI.get(stone, stone) if colour else stone) for stone in position.stones)
    numbers = " ".join(f"{number:2}" for number in range(1, len(position.stones) + 1))
    return f" {animals}\n{numbers}"


def draw_svg(position: Position) -> str:
    """Frogs are green triangles that point right, toads brown ones that point left."""
    width = _STONE * len(position.stones)
    parts = [
        f'<ellipse cx="{_STONE * i + 20}" cy="32" rx="18" ry="6" fill="#999"/>' for i in range(len(position.stones))
    ]
    for i, animal in enumerate(position.stones):
        if animal != FREE:
            back, front, fill = (8, 32, "#117733") if animal == FROG else (32, 8, "#885511")
            shape = f'<path d="M{back} 8 L{front} 19 L{back} 30 Z" fill="{fill}"/>'
            parts.append(f'<g data-who="{animal}" transform="translate({_STONE * i} 0)">{shape}</g>')
    title = f"<title>Frogs and Toads: {position.stones}</title>"
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} 40">{title}{"".join(parts)}</svg>'
