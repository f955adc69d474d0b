"""Library calls that are the answer itself."""

import ast

OWN: dict[str, tuple[str, ...]] = {
    "softmax.sigmoid": ("sigmoid", "expit"),
    "softmax.relu": ("relu", "ReLU"),
    "softmax.softmax": ("softmax", "Softmax"),
    "softmax.log_softmax": ("log_softmax", "LogSoftmax"),
    "losses": ("cross_entropy", "CrossEntropyLoss", "nll_loss", "NLLLoss", "clip_grad_norm_", "Adam"),
    "rnn": ("RNN", "RNNCell"),
    "lstm": ("LSTM", "LSTMCell"),
    "gru": ("GRU", "GRUCell"),
    "attention": ("scaled_dot_product_attention", "MultiheadAttention", "multi_head_attention_forward", "batch_norm"),
    "transformer": (
        "layer_norm",
        "LayerNorm",
        "Transformer",
        "TransformerEncoder",
        "TransformerEncoderLayer",
        "TransformerDecoder",
        "TransformerDecoderLayer",
    ),
}


def own_calls(node: ast.AST, formula: str) -> tuple[str, ...]:
    """The names in a function or class that solve the formula by themselves."""
    names = {*OWN.get(formula, ()), *OWN.get(formula.partition(".")[0], ())}
    used = {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
    used |= {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return tuple(sorted(names & used))
