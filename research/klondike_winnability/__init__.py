"""How many deals of Klondike can be won: see README.md."""
