"""What R knows of a data frame and pandas has no place for."""


class Notes(dict):
    """The value of `DataFrame.attrs["rkeras"]`: what JSON has words for, and nobody changes.

    pandas copies `attrs` with every frame it makes of another, and deeply, so a copy is the same
    object. Where it is pickled, it is a dict: the reader may not have this module.
    """

    __slots__ = ()

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce_ex__(self, protocol):
        return dict, (dict(self),)
