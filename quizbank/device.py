"""The device on which the reference runs, and the one on which answers are judged."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch


class NoSuchDevice(ValueError):
    """The wanted device is not there; the message says which are."""


def choose(wanted: str = "auto") -> torch.device:
    """`auto` takes a GPU where there is one; TF32 is switched off, since it keeps only ten bits."""
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    if wanted == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(wanted)
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError) as error:
        raise NoSuchDevice(f"device {wanted!r} is not available here; there is {', '.join(available())}") from error
    return device


def available() -> list[str]:
    """The devices of this machine, as `--device` takes them."""
    cuda = [f"cuda:{index}" for index in range(torch.cuda.device_count())]
    return ["cpu", *cuda, *(["mps"] if torch.backends.mps.is_available() else [])]


def judging(device: torch.device) -> torch.device:
    """Where answers are judged: float64 is needed, which mps lacks."""
    return torch.device("cpu") if device.type == "mps" else device


def name(device: torch.device) -> str:
    """The device as it is shown with each verdict."""
    return torch.cuda.get_device_name(device) if device.type == "cuda" else device.type


@contextmanager
def one_thread() -> Iterator[None]:
    """One thread on the CPU inside: tensors as small as ours are slower on many."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
