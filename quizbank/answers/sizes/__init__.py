"""Expressions in sizes: costs, counts, axes and growth, by algebra."""
