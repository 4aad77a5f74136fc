"""Record all observations anew, or those of the areas named."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.frozen.areas import AREAS
from tests.frozen.observing import write_recording

for area in sys.argv[1:] or AREAS:
    observations = {}
    for case in AREAS[area]():
        with tempfile.TemporaryDirectory() as folder:
            observations[case.name] = case.observe(Path(folder))
    write_recording(area, observations)
    print(f"{area}: {len(observations)} observations")
