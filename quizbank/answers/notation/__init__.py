"""Text into trees: how formulas are written, in LaTeX, Unicode, ASCII and code. Pure Python."""
