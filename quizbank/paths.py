"""Where the user's data lives."""

import os
from pathlib import Path

VARIABLE = "QUIZBANK_HOME"


def data_folder(option: str | os.PathLike[str] | None = None) -> Path:
    """`--data` where it is given, else `QUIZBANK_HOME`, else the platform's data folder; nothing is created."""
    chosen = option or os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen).expanduser().absolute()
    import platformdirs  # 30 ms that a given folder need not cost

    return platformdirs.user_data_path("quizbank", appauthor=False)


def make_private(folder: Path) -> Path:
    """Create the folder for its owner alone; one that exists keeps its mode, since it may serve others too."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def make_private_file(path: Path) -> None:
    """Create an empty file for its owner alone, where none is."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
