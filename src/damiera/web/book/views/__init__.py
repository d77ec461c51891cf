"""What the pages of the book show."""
