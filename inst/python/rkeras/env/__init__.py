"""Which Python: scripts that describe an installation, run by that installation."""
