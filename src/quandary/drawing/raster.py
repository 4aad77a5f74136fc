"""From our pictures to PNG files and to pixels.

The renderer is optional and slow to import, so it is imported where it is used, and a missing one is a
`UsageError` that names the extra to install. Pictures draw their letters as paths (see `stroke_font`), so it
looks for no fonts, and the same picture gives the same image on every machine.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from quandary.core.arguments import check_number, check_type
from quandary.core.errors import UsageError, missing_extra

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_LARGEST_SCALE = 10.0


def svg_to_png(svg: str, *, scale: float = 2.0) -> bytes:
    """The picture as a PNG with a transparent background, `scale` pixels to each of the picture's units."""
    return _drawn(svg, scale, None)


def svg_to_pixels(svg: str, *, scale: float = 1.0) -> npt.NDArray[np.uint8]:
    """The picture on white: rows of pixels, each red, green and blue."""
    try:
        import numpy as np
        from PIL import Image
    except ImportError:
        raise missing_extra("pixels", "envs") from None
    return np.array(Image.open(BytesIO(_drawn(svg, scale, "#ffffff"))).convert("RGB"))


def _drawn(svg: str, scale: float, background: str | None) -> bytes:
    check_type("a picture", svg, str, "a text (SVG)")
    check_number("scale", scale)
    if not 0 < scale <= _LARGEST_SCALE:
        raise UsageError(f"a picture's scale must be above 0 and at most {_LARGEST_SCALE:g}, not {scale:g}")
    try:
        import resvg_py
    except ImportError:
        raise missing_extra("PNG pictures", "png") from None
    return resvg_py.svg_to_bytes(svg_string=svg, zoom=scale, background=background, skip_system_fonts=True)
