"""Frozen benchmarks: sets that never change, whatever later generators, solvers and prompts do.

The set itself ships with the package, compressed; the hash of the whole file says that it is the one.
"""

from __future__ import annotations

import hashlib
import lzma
from pathlib import Path

from quandary.core.errors import UsageError

FROZEN = {"quandary-1": "7801dcb5a4936010bc25128600a5ec567db97f1a57264f81226e1636ea8fd989"}
"""The benchmarks by name, and the SHA-256 of each as JSON Lines."""
FOLDER = Path(__file__).parent / "benchmarks"


def content_of(name: str) -> bytes:
    """A whole set as JSON Lines, byte for byte as it was frozen."""
    if name not in FROZEN:
        raise UsageError(f"there is no benchmark {name!r} (benchmarks: {', '.join(FROZEN)})")
    content = lzma.decompress((FOLDER / f"{name}.jsonl.xz").read_bytes())
    if hashlib.sha256(content).hexdigest() != FROZEN[name]:
        raise UsageError(f"the file of {name} is damaged: its SHA-256 is not {FROZEN[name]}")
    return content
