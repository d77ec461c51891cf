"""What service and store both know, stated once: plain frozen values, read and written as they are."""
