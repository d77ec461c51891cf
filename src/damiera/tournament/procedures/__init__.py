"""What each act makes of an event: one function an act."""
