"""Random legal actions for a whole batch, in numpy."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from quandary.core.arguments import check_type
from quandary.core.errors import UsageError

_WORD = 64


def sample_actions(masks: npt.NDArray[np.int8], generator: np.random.Generator) -> npt.NDArray[np.int64]:
    """One legal action for every row of the masks, each as likely as the others; 0 where none is legal.

    The masks become bits, so that the n-th legal action is found by counting bits in halves of a word.
    """
    check_type("masks", masks, np.ndarray, "an array with a row for each environment")
    check_type("generator", generator, np.random.Generator, "a numpy.random.Generator")
    if masks.ndim != 2:
        raise UsageError(f"masks must have a row for each environment, not {masks.ndim} dimensions")
    count, actions = masks.shape
    packed = np.packbits(masks, axis=1, bitorder="little")
    padded = np.zeros((count, -(-actions // _WORD) * 8), np.uint8)
    padded[:, : packed.shape[1]] = packed
    words = padded.view("<u8")
    sizes = np.bitwise_count(words).astype(np.int64)
    up_to = np.cumsum(sizes, axis=1)
    totals = up_to[:, -1]
    rank = (generator.random(count) * totals).astype(np.int64)
    column = np.minimum((up_to <= rank[:, np.newaxis]).sum(axis=1), words.shape[1] - 1)
    rows = np.arange(count)
    word = words[rows, column]
    rank -= up_to[rows, column] - sizes[rows, column]
    place = column * _WORD
    half = min(_WORD, 1 << (actions - 1).bit_length()) // 2
    while half:
        low = word & np.uint64((1 << half) - 1)
        inside = np.bitwise_count(low).astype(np.int64)
        is_above = rank >= inside
        rank -= inside * is_above
        place += half * is_above
        word = np.where(is_above, word >> np.uint64(half), low)
        half //= 2
    return np.where(totals > 0, place, 0)
