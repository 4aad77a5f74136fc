"""The commands of a game's screen: their keys, and what they do, in words for the help."""

from __future__ import annotations

from textual.binding import Binding, BindingType

GRADES = range(1, 5)
"""How hard, from easy to very hard, as the keys 1 to 4 say it."""
PLAYING = (
    ("undo", "u", "take a move back"),
    ("redo", "r", "play it again"),
    ("restart", "x", "start over"),
    ("hint", "h", "a hint; again: more of it, at last the move"),
    ("judge", "i", "can it still be won, and how far is it?"),
    ("rescue", "l", "back to the last position that could be won"),
    ("solve", "s", "watch the solution from here; u brings your game back"),
    ("mark", "m", "set a checkpoint"),
    ("return", "g", "back to a checkpoint"),
    ("new", "n", "another puzzle"),
    ("grade", "F1 to F4", "another one: easy, medium, hard, very hard (or 1 to 4, where digits are no moves)"),
    ("rest", "z", "pause: the clock stops"),
    ("copy", "c", "copy the puzzle's id, to share it"),
    ("lesson", "e", "the first lesson once more"),
)
"""What the player of a game can do: the action, its key, and what it does."""
WATCHING = (
    ("pause", "space", "pause, go on"),
    ("step_back", "left", "a move back"),
    ("step_on", "right", "a move forward"),
    ("faster", "+", "faster"),
    ("slower", "-", "slower"),
)
"""The same for somebody who watches."""

# What matters most comes first: a narrow window cuts the rest off.
BINDINGS: list[BindingType] = [
    Binding("question_mark", "help", "help", key_display="?"),
    Binding("escape", "leave", "menu", key_display="Esc"),
    Binding("u", "undo", "undo"),
    Binding("h", "hint", "hint"),
    Binding("n", "new", "new"),
    Binding("space", "pause", "pause"),
    Binding("left", "step_back", "back"),
    Binding("right", "step_on", "forward"),
    Binding("plus,equals_sign", "faster", "faster", key_display="+"),
    Binding("minus", "slower", "slower", key_display="-"),
    Binding("x", "restart", "restart"),
    Binding("r", "redo", "redo"),
    Binding("s", "solve", "solve"),
    Binding("i", "judge", "how far"),
    Binding("l", "rescue", "way back", show=False),
    Binding("m", "mark", "checkpoint", show=False),
    Binding("g", "return", "to it", show=False),
    Binding("z", "rest", "pause", show=False),
    Binding("t", "clock", "clock", show=False),
    Binding("c", "copy", "copy id", show=False),
    Binding("e", "lesson", "lesson", show=False),
    Binding("v", "animation", "animation speed", show=False),
    Binding("p", "palette", "colours", show=False),
    Binding("q", "app.quit", "quit", show=False),
    *(Binding(f"f{grade},{grade}", f"grade({grade})", show=False) for grade in GRADES),
]
