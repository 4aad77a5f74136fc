"""A browser for the pages, where the machine has one: the same that the web app's tests use."""

from tests.web.conftest import browser

__all__ = ["browser"]
