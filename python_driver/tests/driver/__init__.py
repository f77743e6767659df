"""Tests of the thin driver; a test with `session` runs twice, with Client and with AsyncClient."""
