"""How ExponenTile's learned player was trained, and its record games: see README.md."""
