"""Learning: lessons that are the articles in order, with exercises; endings defended by the tables."""
