"""What the pages of analysis show."""
