"""The log of iterations: what was tried, what came of it, and whether that is better; as Markdown or as one page."""
