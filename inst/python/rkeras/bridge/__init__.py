"""R and Python: calls, threads, interrupts and output. Knows no other library."""
