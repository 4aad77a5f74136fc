"""The middle end: what front ends ask for. So far the way to a puzzle."""
