"""The archive of players and the rating office: pages for arbiters and for whoever keeps the lists."""
