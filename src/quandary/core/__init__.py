"""What everything else stands on: what an id is. Imports nothing above it."""
