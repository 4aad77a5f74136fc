"""The commands of a game's screen: their keys, and what they do, in words for the help."""

from __future__ import annotations

from textual.binding import Binding, BindingType

PLAYING = (
    ("undo", "u", "take a move back"),
    ("redo", "r", "play it again"),
    ("restart", "x", "start over"),
    ("hint", "h", "one move of the solution"),
    ("judge", "i", "can it still be won, and how far is it?"),
    ("solve", "s", "watch the solution from here"),
    ("new", "n", "another puzzle"),
    ("copy", "c", "copy the puzzle's id, to share it"),
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

BINDINGS: list[BindingType] = [
    Binding("question_mark", "help", "help", key_display="?"),
    Binding("u", "undo", "undo"),
    Binding("r", "redo", "redo"),
    Binding("h", "hint", "hint"),
    Binding("i", "judge", "how far"),
    Binding("s", "solve", "solve"),
    Binding("n", "new", "new"),
    Binding("x", "restart", "restart"),
    Binding("space", "pause", "pause"),
    Binding("left", "step_back", "back"),
    Binding("right", "step_on", "forward"),
    Binding("plus,equals_sign", "faster", "faster", key_display="+"),
    Binding("minus", "slower", "slower", key_display="-"),
    Binding("escape", "leave", "menu", key_display="Esc"),
    Binding("c", "copy", "copy id", show=False),
    Binding("v", "animation", "animation speed", show=False),
    Binding("p", "palette", "colours", show=False),
    Binding("q", "app.quit", "quit", show=False),
]
