"""What a tree means: its shapes, its readings, its values, and what they are compared with."""
