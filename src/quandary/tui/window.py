"""Screens that are left once, whatever was still on its way to them.

A screen that has been dismissed hears messages until it is gone: a second Escape, the result of a thread. Textual would
then take the next screen away, which is the game; and a screen that has another one over it would take that away.
"""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, Screen

T = TypeVar("T")


class LeavableScreen(Screen[T]):
    """Ends with its first result; while it is covered, as soon as it is uncovered."""

    _has_ended = False
    _waiting_result: tuple[T | None] | None = None

    @property
    def is_whole(self) -> bool:
        """Whether its parts are there; who quits at once has closed it before they were."""
        return self.is_attached and bool(self.children)

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Ends with a result, unless it has ended already."""
        if self._has_ended:
            return AwaitComplete()
        if not self.is_active:
            self._waiting_result = (result,)
            return AwaitComplete()
        self._has_ended = True
        return super().dismiss(result)

    def on_screen_resume(self) -> None:
        """Nothing covers it any more."""
        if self._waiting_result is not None:
            self.dismiss(self._waiting_result[0])


class Window(LeavableScreen[T], ModalScreen[T]):
    """A screen over another one, which shows around it."""
