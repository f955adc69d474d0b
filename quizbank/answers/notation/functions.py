"""The functions that a typed answer may call, by every name that they go by."""

from collections.abc import Mapping
from typing import Literal

Family = Literal["elementwise", "softmax", "reduce", "pair", "other"]

ELEMENTWISE = frozenset(
    "tanh sigmoid relu exp log log2 log10 sqrt abs sin cos tan sign square softplus logsigmoid log1p floor ceil round "
    "reciprocal rsqrt sinh cosh sech arctan erf gelu silu".split()
)
"""One value in, one value out, whatever the shape."""

SOFTMAX = frozenset({"softmax", "log_softmax"})
REDUCE = frozenset("sum mean prod var std norm logsumexp max min".split())
"""Over one axis or over all."""

PAIR = frozenset({"maximum", "minimum", "pow", "logaddexp"})
OTHER = frozenset(
    "dot outer matmul transpose size diag one_hot linear eye indicator where clamp root masked_fill block flatten lerp unsqueeze addmm addmv addcmul addcdiv inner embedding rowsum diagflat index_add exp2".split()
)

NAMES: Mapping[str, str] = {
    **{name: name for name in ELEMENTWISE | SOFTMAX | REDUCE | PAIR | (OTHER - {"indicator", "block"})},
    **dict.fromkeys(("σ", "sigma", "sigm", "sig", "logistic", "expit", "sigma_g", "Sigmoid"), "sigmoid"),
    **dict.fromkeys(("sigma_h", "sigma_c", "th", "Tanh", "TanH"), "tanh"),
    **dict.fromkeys(("ReLU", "Relu", "RELU"), "relu"),
    **{name: name.lower() for name in ("GELU", "SiLU", "Softplus", "LogSigmoid")},
    **dict.fromkeys(("LSE", "lse", "log_sum_exp", "LogSumExp"), "logsumexp"),
    **{f"reduce_{name}": name for name in ("sum", "mean", "max", "min", "prod", "std", "logsumexp")},
    **dict.fromkeys(("reduce_variance",), "var"),
    **dict.fromkeys(("log_sigmoid",), "logsigmoid"),
    **dict.fromkeys(("ln", "loge", "log_e"), "log"),
    **dict.fromkeys(("log_2", "lb"), "log2"),
    **dict.fromkeys(("log_10",), "log10"),
    **dict.fromkeys(
        ("Softmax", "SoftMax", "SOFTMAX", "Soft_max", "soft_max", "softmax_row", "softmax_rows"), "softmax"
    ),
    **dict.fromkeys(("logsoftmax", "LogSoftmax"), "log_softmax"),
    **dict.fromkeys(("avg", "average", "Mean", "E", "nanmean"), "mean"),
    **dict.fromkeys(("Var", "variance"), "var"),
    **dict.fromkeys(("Std",), "std"),
    **dict.fromkeys(("amax",), "max"),
    **dict.fromkeys(("amin",), "min"),
    **dict.fromkeys(("absolute",), "abs"),
    **dict.fromkeys(("power", "float_power"), "pow"),
    **dict.fromkeys(("mm", "bmm", "mv", "matvec"), "matmul"),
    **dict.fromkeys(("vdot",), "dot"),
    **dict.fromkeys(("ger",), "outer"),
    **dict.fromkeys(("diag_embed",), "diag"),
    **dict.fromkeys(("permute", "swapaxes"), "transpose"),
    **dict.fromkeys(("identity",), "eye"),
    **dict.fromkeys(("onehot", "OneHot"), "one_hot"),
    **dict.fromkeys(("ravel", "vec", "concat_rows"), "flatten"),
    **dict.fromkeys(("row_sum",), "rowsum"),
    **dict.fromkeys(("clip",), "clamp"),
    **dict.fromkeys(("expand_dims",), "unsqueeze"),
    **dict.fromkeys(("length", "len", "card", "shape"), "size"),
}
"""Names as typed (after the prefixes `torch.`, `np.`, `math.`, `F.`) to the functions above."""

CONCAT = frozenset(
    "append vstack row_stack cat concat concatenate Concat hstack Cat Concatenate CONCAT concatenation".split()
)

ROWS = frozenset({"vstack", "row_stack"})
"""Those that put rows below each other."""

ARITHMETIC: Mapping[str, str] = {
    "mul": ".*",
    "multiply": ".*",
    "add": "+",
    "bias_add": "+",
    "sub": "-",
    "subtract": "-",
    "div": "/",
    "divide": "/",
    "true_divide": "/",
}
"""Functions that are signs."""

PREFIXES = frozenset(
    "torch np numpy math Math F nn functional linalg special tf jnp jax scipy keras ops backend activations layers paddle self".split()
)

CONTAINERS = frozenset("tensor array asarray as_tensor cast to_float convert_to_tensor print".split())
"""Calls that only make a tensor of what they are given, or show it."""

FILLED = {"zeros_like": 0.0, "ones_like": 1.0}
"""Calls whose value is the same everywhere."""

PICKED = frozenset("take gather index_select embedding_lookup".split())
"""Calls that pick rows."""

EINSUM = frozenset({"einsum", "tensordot"})

TYPES = frozenset("float16 float32 float64 bfloat16 float double half long int32 int64".split())
"""Types of numbers, which change no value here."""

WHOLE_TYPES = frozenset("long int int32 int64 bool".split())
"""Types, and methods of their names, that cut fractions off."""

WEIGHTED = frozenset("Linear Dense Bilinear Embedding Conv1d Dropout dropout".split())
"""Modules whose weights, or whose chance, a formula does not show."""

PASSIVE = frozenset("float double long int item contiguous clone detach to type_as numpy cpu squeeze copy conj".split())
"""Methods that change no value; what they are called on is what they return."""

GREEDY = frozenset({"tanh", "sigmoid", "relu", "softmax", "log_softmax"})
"""Without brackets these take the whole product that follows: `tanh W (r ⊙ h)`."""

LIBRARY = frozenset(
    "scaled_dot_product_attention layer_norm LayerNorm cross_entropy nll_loss lstm_cell LSTMCell LSTM GRUCell GRU "
    "MultiheadAttention multi_head_attention_forward batch_norm binary_cross_entropy mse_loss bilinear "
    "rnn_tanh_cell RNNCell RNN CrossEntropyLoss Softmax2d group_norm rms_norm".split()
)
"""Calls that would be the whole answer."""

WORDS = NAMES.keys() | CONCAT | CONTAINERS | ARITHMETIC.keys() | LIBRARY | FILLED.keys() | PICKED | EINSUM | WEIGHTED
"""Every name of a function."""
