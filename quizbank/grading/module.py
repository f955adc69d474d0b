"""A torch module: built with the sizes it names, its parameters filled with the formula's weights."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor, nn

from quizbank import Claim
from quizbank.grading.binding import Binding, Parameter, bind, squash
from quizbank.grading.sentences import Misfit, Sentence, later, sentence
from quizbank.grading.solution import Call, Solution
from quizbank.grading.weights import inferred

SIZES: dict[str, tuple[str, ...]] = {
    "H": ("hidden_size", "hidden_dim", "hidden", "n_hidden", "d_hidden", "units", "num_hidden"),
    "D": ("input_size", "input_dim", "in_features", "n_in", "embed_size", "embedding_dim", "embed_dim"),
    "d_model": ("embed_dim", "dim", "n_embd", "model_dim", "emb_size", "hidden_size", "embed_size", "embedding_dim"),
    "heads": ("num_heads", "n_heads", "nhead", "n_head", "h", "num_attention_heads"),
    "d_ff": ("dim_feedforward", "ff_dim", "ffn_dim", "hidden_dim", "intermediate_size"),
    "f": ("d_ff", "dim_feedforward", "ff_dim", "ffn_dim", "hidden_dim"),
    "d": ("d_model", "dim", "embed_dim", "embedding_dim", "normalized_shape", "features", "size", "hidden_size"),
    "V": ("vocab_size", "n_vocab", "num_embeddings", "output_size", "num_classes"),
    "K": ("attention_size", "attn_dim", "attention_dim", "num_classes"),
    "A": ("annotation_size", "encoder_dim", "enc_hidden", "encoder_size"),
    "S": ("state_size", "decoder_dim", "dec_hidden", "decoder_size"),
    "L": ("num_layers", "n_layers", "layers", "depth"),
    "d_k": ("head_dim", "key_dim", "d_head"),
    "eps": ("epsilon",),
    "p": ("dropout", "drop", "rate"),
}

STATES = ("state", "states", "hidden", "hx", "hc", "h_c", "init_state")


class Module(Solution):
    """A subclass of `nn.Module`."""

    form = "module"

    def __init__(self, solution: Callable[..., Any], claim: Claim, library: str) -> None:
        super().__init__(solution, claim, library)
        self._notes: dict[str, Sentence] = {}

    @property
    def takes_all(self) -> bool:
        """It is told all arguments by name and sorts weights, sizes and inputs itself."""
        return True

    @property
    def notes(self) -> tuple[Sentence, ...]:
        """Which parameter took which weight, and which biases were set to zero."""
        return tuple(self._notes.values())

    def parameters(self) -> list[inspect.Parameter]:
        """Those of `forward`."""
        forward = self.solution.forward  # type: ignore[attr-defined]  # every module has one
        return list(inspect.signature(forward).parameters.values())[1:]

    def prepared(self, call: Call) -> Callable[[], Any]:
        """Build the module, give it the weights, bind the inputs."""
        built = self._built(call)
        given = {name: call.arguments[name] for name in call.weights}
        self._fill(built, given)
        if self.claim.adapt is not None:
            adapt = self.claim.adapt
            return lambda: adapt(built, **call.arguments)
        placed, keywords = self._inputs(call)
        return lambda: built(*placed, **keywords)

    def _built(self, call: Call) -> nn.Module:
        known = {**call.sizes, **{n: v for n, v in call.arguments.items() if isinstance(v, int | float)}}
        given, lacking = {}, []
        for parameter in list(inspect.signature(self.solution.__init__).parameters.values())[1:]:
            if parameter.kind.name.startswith("VAR"):
                continue
            size = size_named(parameter.name, known)
            if size is not None:
                given[parameter.name] = size
            elif parameter.default is parameter.empty:
                lacking.append(parameter.name)
        if lacking:
            text = later("__init__ needs {lacking}; the sizes are {known}")
            raise Misfit(text, lacking=", ".join(lacking), known=", ".join(known))
        built: nn.Module = self.solution(**given)
        return built.to(device=call.device, dtype=getattr(torch, call.dtype)).eval()

    def _fill(self, built: nn.Module, given: Mapping[str, Tensor]) -> None:
        """Copy the weights in such a way that gradients flow back to them through the copy."""
        for parameter in built.parameters():
            parameter.requires_grad_(False)
        if callable(self.claim.weights):
            self.claim.weights(built, given)
            return
        told = self.claim.weights
        mapping = dict(told) if told is not None else inferred(built, given)
        if told is None and mapping:
            told_how = ", ".join(f"{name} → {path}" for name, path in mapping.items())
            self._notes["mapping"] = sentence("{mapping}", mapping=told_how)
        self._zero_biases(built, {path.removesuffix(".T") for path in mapping.values()})
        for name, path in mapping.items():
            self._copy(built, name, path, given)

    def _copy(self, built: nn.Module, name: str, path: str, given: Mapping[str, Tensor]) -> None:
        value = torch.cat([given[one] for one in name.split("+")], -1) if "+" in name else given[name]
        target, turned = parameter_at(built, path.removesuffix(".T")), value.mT if path.endswith(".T") else value
        if target.shape != turned.shape:
            text = later("{path} has shape {shape}, where {name} is {other}; weights={{...}} says what belongs where")
            raise Misfit(text, path=path, shape=tuple(target.shape), name=name, other=tuple(turned.shape))
        target.copy_(turned)

    def _zero_biases(self, built: nn.Module, taken: set[str]) -> None:
        free = {name: p for name, p in built.named_parameters() if name not in taken}
        strange = [name for name in free if not name.endswith("bias")]
        if strange:
            text = later("no weight belongs to the parameter {name}; weights={{...}} says what belongs where")
            raise Misfit(text, name=strange[0])
        for name, parameter in free.items():
            parameter.zero_()
            self._notes[name] = sentence(later("{name} set to zero"), name=name)

    def _inputs(self, call: Call) -> tuple[list[Any], dict[str, Any]]:
        """The arguments that are neither weights nor sizes, for `forward`."""
        names = [n for n, v in call.arguments.items() if n not in call.weights and not isinstance(v, int | float)]
        parameters = [Parameter(p.name, p.kind.name, p.default is p.empty) for p in self.parameters()]
        last = parameters[-1].name if parameters else ""
        if len(parameters) == 2 < len(names) and last in STATES:
            return [call.arguments[names[0]], tuple(call.arguments[name] for name in names[1:])], {}
        binding: Binding = bind(parameters, names, self.claim.arguments)
        placed = [call.arguments[name] for name in binding.positional]
        return placed, {parameter: call.arguments[name] for parameter, name in binding.keywords.items()}


def size_named(name: str, known: Mapping[str, Any]) -> Any:
    """The size that a parameter of `__init__` means: by its own letter, or by a usual word."""
    if name in known:
        return known[name]
    words = [size for size, names in SIZES.items() if size in known and squash(name) in {squash(n) for n in names}]
    return known[words[0]] if words else None


def parameter_at(built: nn.Module, path: str) -> Tensor:
    """The parameter at a dotted path."""
    value: Any = built
    for part in path.split("."):
        value = value[int(part)] if part.isdecimal() and not hasattr(value, part) else getattr(value, part, None)
        if value is None:
            raise Misfit(later("the module has no {path}"), path=path)
    if not isinstance(value, Tensor):
        raise Misfit(later("{path} is a {kind} and no parameter"), path=path, kind=type(value).__name__)
    return value
