"""Which parameter of a module takes which weight of a formula, where nobody has said so."""

from collections.abc import Iterator, Mapping

from torch import Tensor, nn

from quizbank.grading.binding import squash
from quizbank.grading.sentences import Misfit, later

NAMES: dict[str, tuple[str, ...]] = {
    "W_q": ("q_proj", "to_q", "wq", "query", "q", "q_linear", "linear_q", "queries", "query_proj", "fc_q"),
    "W_k": ("k_proj", "to_k", "wk", "key", "k", "k_linear", "linear_k", "keys", "key_proj", "fc_k"),
    "W_v": ("v_proj", "to_v", "wv", "value", "v", "v_linear", "linear_v", "values", "value_proj", "fc_v"),
    "W_o": ("out_proj", "o_proj", "to_out", "wo", "out", "o", "fc_out", "proj", "c_proj", "output", "fc_o", "linear_o"),
    "W_f": ("f", "forget", "forget_gate", "linear_f", "f_gate", "wf"),
    "W_i": ("i", "input", "input_gate", "linear_i", "i_gate", "wi"),
    "W_c": ("c", "g", "cell", "candidate", "linear_c", "linear_g", "wc", "wg", "cell_gate"),
    "W_z": ("z", "update", "update_gate", "linear_z", "wz"),
    "W_r": ("r", "reset", "reset_gate", "linear_r", "wr"),
    "W": ("h", "candidate", "linear", "fc", "weight", "linear_h", "h_tilde", "n"),
    "W_1": ("linear1", "fc1", "w1", "lin1", "ff1", "net.0", "c_fc", "up_proj", "0"),
    "W_2": ("linear2", "fc2", "w2", "lin2", "ff2", "net.2", "c_proj", "down_proj", "2"),
    "W_y": ("fc", "out", "output", "linear_out", "h2o", "head", "decoder"),
    "gamma": ("weight", "norm.weight", "a_2", "scale", "g"),
    "beta": ("bias", "norm.bias", "b_2", "shift", "b"),
    "E": ("embedding", "embed", "emb", "embeddings", "wte", "token_embedding"),
    "W_a": ("w", "wa", "query", "decoder_proj", "w_s", "w1"),
    "U_a": ("u", "ua", "key", "encoder_proj", "w_h", "w2"),
    "v_a": ("v", "va", "score", "energy"),
}

BIASES = {"b_f": "W_f", "b_i": "W_i", "b_c": "W_c", "b_o": "W_o", "b_1": "W_1", "b_2": "W_2", "b_y": "W_y", "b": "W"}
FUSED = ("in_proj_weight", "qkv", "c_attn", "to_qkv", "in_proj", "qkv_proj", "query_key_value")
OUTPUT_GATE = ("o", "output_gate", "linear_o", "o_gate", "wo")


def inferred(built: nn.Module, given: Mapping[str, Tensor]) -> dict[str, str]:
    """Weight → dotted path, with `.T` where the module keeps it transposed; raises Misfit where unclear."""
    free: dict[str, Tensor] = dict(built.named_parameters())
    mapping = dict(_fused(built, free, given))
    for name in [name for name in given if not any(name in joined.split("+") for joined in mapping)]:
        path = _path(name, free, given)
        if path is None:
            text = later(
                "no parameter is called like {name}: there is {names}; weights={{...}} says what belongs where"
            )
            raise Misfit(text, name=name, names=", ".join(free) or "–")
        parameter = free.pop(path)
        mapping[name] = path + (".T" if _is_transposed(built, path, parameter, given[name]) else "")
    return mapping


def _fused(built: nn.Module, free: dict[str, Tensor], given: Mapping[str, Tensor]) -> Iterator[tuple[str, str]]:
    """One parameter for queries, keys and values together."""
    if not {"W_q", "W_k", "W_v"} <= set(given):
        return
    for path in list(free):
        if path.removesuffix(".weight").rpartition(".")[2] in FUSED and free[path].ndim == 2:
            parameter = free.pop(path)
            joined = given["W_q"].shape[-1] * 3
            yield "W_q+W_k+W_v", path + (".T" if parameter.shape[0] == joined else "")
            return


def _path(name: str, free: Mapping[str, Tensor], given: Mapping[str, Tensor]) -> str | None:
    size = given[name].numel()
    fitting = [path for path, parameter in free.items() if parameter.numel() == size]
    own = [path for path in fitting if squash(name) in (squash(_noun(path)), squash(path), squash(_letters(path)))]
    if len(own) == 1:
        return own[0]
    if name in BIASES:
        usual = _called(BIASES[name], [path for path in fitting if path.endswith("bias")], given)
    else:
        usual = _called(name, [path for path in fitting if not path.endswith("bias") or name == "beta"], given)
    if len(usual) == 1:
        return usual[0]
    return fitting[0] if len(fitting) == 1 and len(given) == 1 else None


def _called(name: str, paths: list[str], given: Mapping[str, Tensor]) -> list[str]:
    """The paths whose noun is the weight's own name, else a usual word for it, the likeliest word first."""
    own = [path for path in paths if squash(_noun(path)).lower() == squash(name).lower()]
    if own:
        return own
    words = OUTPUT_GATE if name == "W_o" and "W_f" in given else NAMES.get(name, ())
    for word in words:
        found = [path for path in paths if squash(word) in (squash(_noun(path)).lower(), squash(path).lower())]
        if found:
            return found
    return []


def _noun(path: str) -> str:
    """`attention.q_proj.weight` is about `q_proj`; `W_q` about itself."""
    return path.removesuffix(".weight").removesuffix(".bias").rpartition(".")[2]


def _letters(path: str) -> str:
    """torch's own cells say `weight_ih_l0` where formulas say `W_ih`."""
    return path.removesuffix("_l0").replace("weight_", "W_").replace("bias_", "b_")


def _is_transposed(built: nn.Module, path: str, parameter: Tensor, value: Tensor) -> bool:
    """A linear layer keeps (out, in): the transpose of a weight that stands on the right of its input."""
    if value.ndim != 2 or parameter.ndim != 2:
        return False
    if value.shape[0] != value.shape[1]:
        return parameter.shape != value.shape
    owner = built.get_submodule(path.rpartition(".")[0]) if "." in path else built
    return isinstance(owner, nn.Linear)  # square weights occur in attention alone, where tokens are rows
