"""A formula makes its tensors where its arguments are: on `meta` it runs without touching another device."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from quizbank.draw import draw
from tests.formulas import EVERY_FORMULA


class OnlyOn(TorchDispatchMode):
    """Refuses every operation whose result lies on another device."""

    def __init__(self, device):
        super().__init__()
        self.device = device

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        for tensor in tree_leaves(result):
            if isinstance(tensor, torch.Tensor):
                assert tensor.device.type == self.device, f"{func} made a tensor on {tensor.device}"
        return result


@EVERY_FORMULA
def test_runs_on_meta_alone(formula):
    if formula.reads_data:
        return
    arguments = draw(formula, 0).to("meta").arguments
    if "like" in formula.signature.parameters:
        arguments["like"] = torch.empty(0, dtype=torch.float64, device="meta")
    with OnlyOn("meta"):
        results = tree_leaves(formula(**arguments))
    for result in results:
        assert result.device.type == "meta"


@EVERY_FORMULA
def test_makes_its_result_in_the_dtype_of_its_arguments(formula):
    """Also in float32, so that a slip into the default dtype or into float64 shows."""
    d = draw(formula, 0)
    floats = [a.name for a in formula.arguments if a.kind == "float" and a.name in d.arguments]
    for dtype in (torch.float32, torch.float64) if floats else ():
        for result in tree_leaves(formula(**d.to("cpu", dtype).arguments)):
            if isinstance(result, torch.Tensor) and result.is_floating_point():
                assert result.dtype == dtype
