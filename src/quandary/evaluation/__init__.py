"""Evaluation sets: puzzles put into words for who answers in text, and a judge for whatever comes back."""
