"""What happens in a game beside moves, offers and claims: one module a family of events."""
