"""Programs that produced a published result once, with their pages. Not part of the installed package."""
