"""What is of PyTorch alone."""
