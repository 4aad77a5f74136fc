"""The games, one folder each, all with the same rooms. A game imports no other game and no front end."""
