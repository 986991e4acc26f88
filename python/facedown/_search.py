"""The classes of `facedown.advise`, where pickles of version 0.1.0 look for them."""

from facedown._advise import ActionReport, Answer, Totals

__all__ = ["ActionReport", "Answer", "Totals"]
