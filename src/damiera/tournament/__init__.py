"""Tournaments: events as snapshots, pairing, standings, exchange. Pure functions of results."""
