"""Work beside the requests: engines that analyse, tables that are built, positions that are counted."""
