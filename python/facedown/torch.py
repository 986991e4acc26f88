"""Batches as PyTorch tensors, without a copy.

>>> import facedown as fd
>>> env = fd.make_vec("gin", 64, seed=7)
>>> batch = env.new_batch()
>>> tensors = fd.torch.tensors(batch)
>>> _ = env.reset(out=batch)
>>> tensors.observation.shape, bool(tensors.mask.any(dim=1).all())
(torch.Size([64, 13, 52]), True)

The tensors share the arrays' memory through DLPack: each `reset` and `step` with that `out` writes
what they show. Copy (`clone`) what must outlast the next step.
"""

from typing import Any, NamedTuple

import numpy as np

from facedown._output import shown
from facedown.vec import Batch, Decisions

try:
    import torch
    from torch.utils.dlpack import from_dlpack
except ImportError:
    raise ImportError("facedown.torch needs PyTorch: pip install facedown[torch]")  # noqa: B904

__all__ = ["Tensors", "tensors"]


class Tensors(NamedTuple):
    """The arrays of a `Batch` as tensors of the same memory."""

    observation: torch.Tensor
    """Observations: `[n, *observation_shape]`."""
    mask: torch.Tensor
    """Action masks, `bool[n, num_actions]`."""
    seat: torch.Tensor
    """The seats to act, `uint8[n]`."""
    reward: torch.Tensor | None
    """The rewards of the step, `float32[n, seats]`; `None` of `Decisions`."""
    done: torch.Tensor | None
    """Whether an episode ended in the step, `bool[n]`; `None` of `Decisions`."""


def tensors(batch: Batch | Decisions) -> Tensors:
    """Returns the arrays of a batch, or of the decisions that `reset` returns, as tensors.

    Raises `ValueError` for anything else.
    """
    if not isinstance(batch, (Batch, Decisions)):
        raise ValueError(f"batch is {shown(batch)}: expected a Batch of facedown.make_vec")
    shared: list[Any] = [_shared(array) for array in batch]
    shared[1] = shared[1].view(torch.bool)
    if isinstance(batch, Decisions):
        shared += [None, None]
    else:
        shared[4] = shared[4].view(torch.bool)
    return Tensors._make(shared)


def _shared(array: Any) -> torch.Tensor:
    # As bytes: truth values are newer in DLPack than the packages that may meet here.
    if array.dtype == np.bool_:
        array = array.view(np.uint8)
    found: torch.Tensor = from_dlpack(array)
    return found
