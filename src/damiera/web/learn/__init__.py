"""Learning: lessons that are the articles in order, with exercises on the board."""
