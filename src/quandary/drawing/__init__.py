"""Pictures: from what a game draws to SVG, films, PNG and PDF."""
