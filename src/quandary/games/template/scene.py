"""The row as a picture. Shape tells the animals apart; colour only helps."""

from __future__ import annotations

from quandary.game import Part, Scene, View
from quandary.games.template.position import FREE, FROG, TOAD, Position

_WIDTH = 40
_STONE = '<ellipse cx="20" cy="32" rx="18" ry="6" fill="#999"/>'
_ANIMALS = {
    FROG: '<path d="M8 8L32 19L8 30Z" fill="#117733"/>',
    TOAD: '<path d="M32 8L8 19L32 30Z" fill="#885511"/>',
}


def scene_of(position: Position) -> Scene:
    """Frogs are green triangles that point right, toads brown ones that point left."""
    row = [(animal, place * _WIDTH) for place, animal in enumerate(position.stones)]
    stones = [Part(_STONE, x) for _, x in row]
    animals = [Part(_ANIMALS[animal], x, who=animal) for animal, x in row if animal != FREE]
    view = View(0, 0, len(row) * _WIDTH, 40)
    return Scene(f"Frogs and Toads: {position.stones}", view, (*stones, *animals))
