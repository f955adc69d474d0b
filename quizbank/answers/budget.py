"""What may be spent on one answer, counted in operations, so that a verdict is the same on every machine."""

NODES = 50_000
OPERATIONS = 5_000_000


class Spent(Exception):
    """The budget is used up."""


class Budget:
    """Nodes visited and multiply–adds done; one budget serves draws, readings, mistakes and edits."""

    def __init__(self, nodes: int = NODES, operations: int = OPERATIONS) -> None:
        self.nodes = nodes
        self.operations = operations

    def visit(self) -> None:
        """Count one node."""
        self.nodes -= 1
        if self.nodes < 0:
            raise Spent

    def work(self, operations: int) -> None:
        """Count multiply–adds, before they are done."""
        self.operations -= operations
        if self.operations < 0:
            raise Spent
