"""What people write to one another: at a game and at the club, the page of a line, what moderators did."""
