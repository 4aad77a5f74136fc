"""A film with controls, as a piece of HTML that needs nothing else: for notebooks, and as a page of its own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files

from quandary.drawing.film import Film, svg

_SPEEDS = ("0.25", "0.5", "1", "2", "4", "8")
# Each in a box of 18 by 18.
_ICONS = {
    "start": "M3 3h2.5v12H3zM15 3v12L6.5 9z",
    "back": "M13 3v12L4 9z",
    "next": "M5 3v12l9-6z",
    "end": "M12.5 3H15v12h-2.5zM3 3v12l8.5-6z",
}
_SAID = {"start": "to the start", "back": "one move back", "next": "one move on", "end": "to the end"}
_PAGE_STYLE = (
    ":root { color-scheme: light dark; } body { margin: 2rem auto; padding: 0 1rem; max-width: 46rem; "
    "font: 16px/1.5 system-ui, sans-serif; } h1 { font-size: 1.3rem; overflow-wrap: anywhere; }"
)


def player(film: Film, moves: Sequence[str]) -> str:
    """The film with its controls; `moves` are their names, as the game writes them."""
    data = {"begin": film.clock.at(0), "stops": [round(stop, 4) for stop in film.stops], "moves": list(moves)}
    last = len(moves)
    options = "".join(
        f'<option value="{speed}"{" selected" if speed == "1" else ""}>{speed}×</option>' for speed in _SPEEDS
    )
    return (
        '<div class="quandary-player" data-quandary-player tabindex="0" role="group" '
        # Without this, JupyterLab takes the keys for its own.
        f'data-lm-suppress-shortcuts="true" aria-label="{escape(film.title)}">'
        f"<style>{_resource('player.css')}</style>\n{svg(film)}"
        f'<div class="controls">{_button("start")}{_button("back")}{_play_button()}{_button("next")}{_button("end")}'
        f'<input type="range" min="0" max="{last}" value="0" step="1" aria-label="move">'
        f'<select aria-label="speed">{options}</select><output aria-live="polite"></output></div>\n'
        f'<script type="application/json">{_json(data)}</script>\n<script>{_resource("player.js")}</script></div>'
    )


def page(film: Film, moves: Sequence[str], heading: str) -> str:
    """A whole page with the player, that works wherever it is opened and asks nobody for anything."""
    policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(heading)}</title><style>{_PAGE_STYLE}</style></head><body>\n"
        f"<h1>{escape(heading)}</h1>\n{player(film, moves)}\n</body></html>\n"
    )


@cache
def _resource(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _json(value: object) -> str:
    """JSON that cannot end the script element it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _icon(way: str, name: str = "") -> str:
    return f'<svg viewBox="0 0 18 18" aria-hidden="true"{f" class={name}" if name else ""}><path d="{way}"/></svg>'


def _button(name: str) -> str:
    said = _SAID[name]
    return f'<button type="button" data-do="{name}" aria-label="{said}" title="{said}">{_icon(_ICONS[name])}</button>'


def _play_button() -> str:
    icons = _icon("M4 2.5v13l11-6.5z", "go") + _icon("M4 3h3.5v12H4zM10.5 3H14v12h-3.5z", "pause")
    return f'<button type="button" data-do="play" aria-label="play">{icons}</button>'
