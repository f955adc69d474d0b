"""The truth: every model of the notes as correct, typed torch functions with independent twins."""
