"""All areas by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tests.frozen import api, certificates, commands, environments, files, games, hints, ids, search
from tests.frozen.observing import Case

AREAS: Mapping[str, Callable[[], Iterator[Case]]] = {
    module.__name__.rpartition(".")[2]: module.cases
    for module in (api, certificates, commands, environments, files, games, hints, ids, search)
}
