"""What the pages of all features share."""
