"""Weight files of small networks."""

import json
import struct
from typing import Any

import facedown as fd
import numpy as np
import numpy.typing as npt


def write(tensors: dict[str, npt.NDArray[Any]], metadata: dict[str, str]) -> bytes:
    """Writes the safetensors format by its definition."""
    header: dict[str, Any] = {"__metadata__": metadata}
    data = b""
    for name, tensor in tensors.items():
        part = tensor.astype("<f4").tobytes()
        offsets = [len(data), len(data) + len(part)]
        header[name] = {"dtype": "F32", "shape": tensor.shape, "data_offsets": offsets}
        data += part
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def policy_value(name: str, favourite: int | None = None, value: bool = True) -> bytes:
    """Weights of a network for a game's default encoder that likes one action, and no other."""
    game = fd.make(name)
    inputs = fd.make_vec(name, 1).reset()[0].size
    bias = np.zeros(game.num_actions, np.float32)
    if favourite is not None:
        bias[favourite] = 9.0
    tensors: dict[str, npt.NDArray[Any]] = {
        "policy.weight": np.zeros((game.num_actions, inputs)),
        "policy.bias": bias,
    }
    heads = [("policy", game.num_actions)]
    if value:
        tensors |= {"value.weight": np.zeros((1, inputs)), "value.bias": np.array([0.5])}
        heads.append(("value", 1))
    layers = [
        {"name": head, "layers": [{"type": "linear", "name": head, "out": out}]}
        for head, out in heads
    ]
    config = json.dumps({"input": [inputs], "heads": layers})
    return write(tensors, {"config": config, "encoder": game.encoder, "value_scale": "10"})
