"""The few things of rkeras that are easier said in Python."""
