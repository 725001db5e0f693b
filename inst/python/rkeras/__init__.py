"""Parts of rkeras that are simpler in Python than in R."""
