"""Values as JSON between judge and submission: bytes with dtype and shape, never pickled."""

import base64
from typing import Any

Encoded = Any

LARGEST = 64 << 20
"""More bytes than this are no answer to any of our draws."""


class Unsendable(Exception):
    """A value that is no tensor, array, number or a container of them; the message says what it is."""


class Step:
    """A next-word model as searches take it: ids so far → log-probabilities, which depend on the last two."""

    def __init__(self, table: Any) -> None:
        self.table = table

    def __call__(self, ids: Any) -> Any:
        """Log-probabilities of the next word, (V)."""
        return self.table[int(ids[-2]) if len(ids) > 1 else -1, int(ids[-1])]


def encode(value: Any) -> Encoded:
    """The value as JSON; raises Unsendable."""
    if value is None or isinstance(value, bool | int | float | str):
        return {"value": value}
    if isinstance(value, list | tuple):
        return {"list" if isinstance(value, list) else "tuple": [encode(part) for part in value]}
    if isinstance(value, dict):
        return {"dict": [[encode(key), encode(part)] for key, part in value.items()]}
    import torch

    if isinstance(value, torch.Tensor):
        return _tensor(value)
    if callable(value) and isinstance(getattr(value, "table", None), torch.Tensor):
        return {"step": _tensor(value.table)}
    return _array(value)


def _tensor(value: Any) -> Encoded:
    import torch

    if value.layout is not torch.strided:
        value = value.to_dense()
    plain = value.detach().resolve_conj().resolve_neg().cpu().clone(memory_format=torch.contiguous_format)
    if plain.nbytes > LARGEST:
        raise Unsendable(f"a tensor of shape {tuple(value.shape)}, far larger than asked for")
    raw = plain.reshape(-1).view(torch.uint8).numpy().tobytes() if plain.numel() else b""
    return _encoded(raw, str(plain.dtype).removeprefix("torch."), list(plain.shape), "torch")


def _array(value: Any) -> Encoded:
    import numpy as np

    if not isinstance(value, np.ndarray | np.generic):
        raise Unsendable(f"a {type(value).__name__}")
    array = np.asarray(value)
    if array.dtype.kind not in "fiub":
        raise Unsendable(f"an array of dtype {array.dtype}")
    if array.nbytes > LARGEST:
        raise Unsendable(f"an array of shape {array.shape}, far larger than asked for")
    return _encoded(np.ascontiguousarray(array).tobytes(), array.dtype.name, list(array.shape), "numpy")


def _encoded(raw: bytes, dtype: str, shape: list[int], kind: str) -> Encoded:
    return {kind: base64.b64encode(raw).decode(), "dtype": dtype, "shape": shape}


def decode(encoded: Encoded, library: str = "torch", device: str = "cpu", contiguous: bool = True) -> Any:
    """The value of a JSON object, its tensors as those of `library`."""
    if "value" in encoded:
        return encoded["value"]
    if "list" in encoded:
        return [decode(part, library, device, contiguous) for part in encoded["list"]]
    if "tuple" in encoded:
        return tuple(decode(part, library, device, contiguous) for part in encoded["tuple"])
    if "dict" in encoded:
        return {decode(key): decode(part, library, device, contiguous) for key, part in encoded["dict"]}
    if "step" in encoded:
        return Step(decode(encoded["step"], library, device))
    return _numpy(encoded, contiguous) if library == "numpy" else _torch(encoded, device, contiguous)


def _torch(encoded: Encoded, device: str, contiguous: bool) -> Any:
    import torch

    raw = bytearray(base64.b64decode(encoded.get("torch") or encoded.get("numpy") or ""))
    dtype = getattr(torch, encoded["dtype"])
    flat = torch.frombuffer(raw, dtype=dtype) if raw else torch.empty(0, dtype=dtype)
    tensor = flat.clone().reshape(encoded["shape"]).to(device)
    if contiguous or tensor.ndim == 0:
        return tensor
    if tensor.ndim > 1:
        return tensor.mT.contiguous().mT
    return torch.stack((tensor, tensor), -1)[:, 0]


def _numpy(encoded: Encoded, contiguous: bool) -> Any:
    import numpy as np

    raw = base64.b64decode(encoded.get("torch") or encoded.get("numpy") or "")
    if encoded["dtype"] == "bfloat16":
        raise Unsendable("numpy has no bfloat16")
    array = np.frombuffer(raw, dtype=encoded["dtype"]).reshape(encoded["shape"]).copy()
    if contiguous or array.ndim == 0:
        return array
    return np.stack((array, array), -1)[..., 0] if array.ndim == 1 else np.asfortranarray(array)
