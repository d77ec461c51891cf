"""Tests in a browser: a package, so that its browser is closed behind the last of them."""
