"""R's interrupt, raised in a thread that R waits for."""


class Interrupt(KeyboardInterrupt):
    """Python makes an instance when the exception is raised: then it has been delivered."""

    delivered = 0

    def __init__(self, *args):
        Interrupt.delivered += 1
        super().__init__(*args)
