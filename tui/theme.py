"""Two calm colour themes; every text colour has at least 4.5:1 contrast on every ground it stands on."""

from textual.theme import Theme


def _theme(
    name: str, *, dark: bool, ground: tuple[str, str, str], text: tuple[str, str], marks: dict[str, str]
) -> Theme:
    background, surface, panel = ground
    foreground, muted = text
    return Theme(
        name=name,
        dark=dark,
        background=background,
        surface=surface,
        panel=panel,
        foreground=foreground,
        primary=marks["accent"],
        accent=marks["accent"],
        success=marks["success"],
        error=marks["error"],
        warning=marks["warning"],
        variables={
            "muted": muted,
            "input-cursor-background": marks["accent"],
            "input-cursor-foreground": background,
            "input-cursor-text-style": "none",
            "footer-background": background,
            "footer-foreground": muted,
            "footer-key-foreground": marks["accent"],
            "footer-description-foreground": muted,
            "block-cursor-background": panel,
            "block-cursor-foreground": foreground,
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-background": surface,
            "scrollbar": panel,
            "scrollbar-background": background,
        },
    )


NIGHT = _theme(
    "night",
    dark=True,
    ground=("#15181d", "#1b1f26", "#262c35"),
    text=("#d9dde3", "#949dab"),
    marks={"accent": "#86b9e8", "success": "#8fce9c", "error": "#f19a8e", "warning": "#e2c07c"},
)
PAPER = _theme(
    "paper",
    dark=False,
    ground=("#fbf9f5", "#f3f0ea", "#e6e2da"),
    text=("#262a30", "#5a6069"),
    marks={"accent": "#1f5a8c", "success": "#22692f", "error": "#a52a20", "warning": "#7a4f00"},
)
THEMES = (NIGHT, PAPER)
