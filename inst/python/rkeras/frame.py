"""Properties of an R data frame that pandas cannot represent."""


class Notes(dict):
    """The value of `DataFrame.attrs["rkeras"]`: JSON-compatible and never modified.

    pandas deep-copies `attrs` with every derived frame, so a copy is the same object. It is pickled as a
    dict, because the reader may not have this module.
    """

    __slots__ = ()

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce_ex__(self, protocol):
        return dict, (dict(self),)
