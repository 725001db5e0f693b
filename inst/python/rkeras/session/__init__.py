"""Python at the prompt and in documents."""
