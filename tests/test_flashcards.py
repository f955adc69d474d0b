"""Flashcards: one for every formula, readable in each format, and a file is written whole or not at all."""

import csv
import io
import json
import os
import sqlite3
import subprocess
import sys
import zipfile
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest

from quizbank import bank
from quizbank.flashcards import anki, export, html, markdown, table
from quizbank.flashcards.card import cards
from quizbank.flashcards.code import code
from quizbank.flashcards.export import NotExported
from quizbank.language import LANGUAGES
from quizbank.progress import Progress

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
ROOT = Path(__file__).parent.parent
EVERY_CARD = pytest.mark.parametrize(
    ("card", "language"),
    [pytest.param(card, language, id=f"{card.id}-{language}") for language in LANGUAGES for card in cards(language)],
)


class Reader(HTMLParser):
    """The tags of a field, and its text as a browser would show it."""

    def __init__(self, field):
        super().__init__()
        self.tags, self.text, self.open = Counter(), "", []
        self.feed(field)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags[tag] += 1
        self.text += "\n" if tag == "br" else ""
        self.open += [] if tag == "br" else [tag]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def odd(language="en"):
    """A card whose every text holds what a format could trip over."""
    nasty = "#a;b\t\"c\",'d' <b>&amp; $x$ [l](u) *s* _e_ `t` {{Id}} | \\ 中文“”\nsecond line"
    card = cards(language)[0]
    return replace(
        card,
        front=nasty,
        title=nasty,
        note=nasty,
        source=nasty,
        watch_out=(nasty,),
        latex=("a < b", "c & d > e"),
        code=nasty,
    )


@pytest.fixture
def progress(tmp_path):
    with Progress.open(tmp_path / "data", NOW) as opened:
        yield opened


@pytest.fixture
def package(tmp_path, progress):
    """Writes a package and opens its collection."""
    opened = []

    def write(made, language="en", now=NOW):
        path = tmp_path / f"{len(opened)}.apkg"
        export.export(path, made, language, progress, now)
        with zipfile.ZipFile(path) as archive:
            assert archive.namelist() == ["collection.anki2", "media"]
            assert json.loads(archive.read("media")) == {}
            (tmp_path / f"{len(opened)}.anki2").write_bytes(archive.read("collection.anki2"))
        opened.append(sqlite3.connect(tmp_path / f"{len(opened)}.anki2"))
        return opened[-1]

    yield write
    for connection in opened:
        connection.close()


class TestCards:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_formula_has_one(self, language):
        assert sorted(card.id for card in cards(language)) == sorted(bank.formulas())

    @EVERY_CARD
    def test_a_card_asks_and_answers(self, card, language):
        assert card.title.strip()
        assert card.front.strip()
        assert card.source.strip()
        assert "$" not in card.front
        assert bool(card.latex) != bool(card.code)
        assert card.id not in card.front

    @EVERY_CARD
    def test_the_front_does_not_give_the_answer(self, card, language):
        assert not any(line in card.front for line in card.latex)

    def test_the_code_of_a_card_is_that_of_the_formula(self):
        for formula in bank.formulas().values():
            compiled = compile(code(formula.id), formula.id, "exec")
            assert formula.name in compiled.co_names
            assert "@formula" not in code(formula.id)

    def test_filters_hold_together(self):
        every = cards("en")
        topic = every[0].topic
        assert {card.topic for card in cards("en", topics=[topic])} == {topic}
        assert {bank.questions()[card.id].kind for card in cards("en", kinds=["system"])} == {"system"}
        assert {card.tier for card in cards("en", tiers=[3])} <= {3}
        assert [card.id for card in cards("en", only={every[1].id})] == [every[1].id]
        assert cards("en", only=()) == []

    def test_topics_stay_together_and_what_is_asked_most_comes_first(self):
        places = [(card.topic, card.tier) for card in cards("en")]
        assert [topic for topic, _ in places] == sorted((t for t, _ in places), key=[t for t, _ in places].index)
        for topic in {topic for topic, _ in places}:
            tiers = [tier for other, tier in places if other == topic]
            assert tiers == sorted(tiers)


class TestAnki:
    @EVERY_CARD
    def test_fields_are_html_whose_mathematics_is_the_formula(self, card, language):
        fields = anki.fields(card, language)
        assert tuple(fields) == anki.FIELDS
        for field in fields.values():
            reader = Reader(field)
            assert reader.open == []
            assert reader.tags.keys() <= {"ul", "li", "pre", "br"}
        if card.latex:
            assert Reader(fields["Formula"]).text == rf"\[{html.stacked(card.latex)}\]"
        if card.code:
            assert Reader(fields["Code"]).text == card.code
        for meaning in card.legend:
            assert meaning.text in Reader(fields["Legend"]).text

    def test_a_package_has_one_note_and_one_card_a_formula_in_order(self, package):
        made = cards("en")
        sql = package(made)
        notes = sql.execute("SELECT flds, mid, tags FROM notes ORDER BY id").fetchall()
        assert [fields.split("\x1f")[0] for fields, _, _ in notes] == [card.id for card in made]
        assert {model for _, model, _ in notes} == {anki.MODEL_ID}
        assert all(fields.split("\x1f")[1] for fields, _, _ in notes)
        assert all(len(fields.split("\x1f")) == len(anki.FIELDS) for fields, _, _ in notes)
        assert sql.execute("SELECT due FROM cards JOIN notes ON notes.id = nid ORDER BY notes.id").fetchall() == [
            (place,) for place in range(len(made))
        ]
        assert sql.execute("PRAGMA integrity_check").fetchone() == ("ok",)

    def test_the_model_and_the_decks_are_what_notes_and_cards_name(self, package):
        sql = package(cards("en"))
        models, decks = (json.loads(text) for text in sql.execute("SELECT models, decks FROM col").fetchone())
        assert [field["name"] for field in models[str(anki.MODEL_ID)]["flds"]] == list(anki.FIELDS)
        assert {deck for (deck,) in sql.execute("SELECT DISTINCT did FROM cards")} <= {int(deck) for deck in decks}
        names = {decks[str(deck)]["name"] for (deck,) in sql.execute("SELECT DISTINCT did FROM cards")}
        assert names == {anki.deck_name(card) for card in cards("en")}

    def test_a_note_keeps_its_guid_whatever_its_text(self, package):
        query = "SELECT guid FROM notes ORDER BY id"
        english, chinese = (
            package(cards("en")).execute(query).fetchall(),
            package(cards("zh"), "zh").execute(query).fetchall(),
        )
        assert english == chinese
        assert len(set(english)) == len(english)

    def test_a_deck_keeps_its_name_in_every_language(self, package):
        query = "SELECT decks FROM col"
        english, chinese = (
            json.loads(package(cards(language), language).execute(query).fetchone()[0]) for language in ("en", "zh")
        )
        assert {deck: about["name"] for deck, about in english.items()} == {
            deck: about["name"] for deck, about in chinese.items()
        }

    def test_only_what_changed_is_newer(self, package):
        made = cards("en")
        changed = [replace(made[0], note="now with a note"), *made[1:]]
        query = "SELECT mod FROM notes ORDER BY id"
        first = package(made).execute(query).fetchall()
        second = package(changed, now=NOW + timedelta(days=9)).execute(query).fetchall()
        assert set(first) == {(round(NOW.timestamp()),)}
        assert second[0] == (round((NOW + timedelta(days=9)).timestamp()),)
        assert second[1:] == first[1:]

    def test_another_language_is_newer_and_so_is_the_way_back(self, package):
        mods = []
        for days, language in enumerate(("en", "zh", "en")):
            sql = package(cards(language), language, NOW + timedelta(days=days))
            mods.append(sql.execute("SELECT max(mod) FROM notes").fetchone())
        assert mods == sorted(set(mods))

    def test_the_same_cards_give_the_same_bytes(self):
        modified = dict.fromkeys(bank.formulas(), NOW)
        assert anki.package(cards("en"), modified, "en") == anki.package(cards("en"), modified, "en")

    def test_any_text_comes_through(self, package):
        card = odd()
        fields = package([card]).execute("SELECT flds FROM notes").fetchone()[0].split("\x1f")
        shown = dict(zip(anki.FIELDS, (Reader(field).text for field in fields), strict=True))
        assert shown["Front"] == shown["Note"] == shown["WatchOut"] == shown["Code"] == card.note
        assert shown["Formula"] == r"\[\begin{gathered} a < b \\ c & d > e \end{gathered}\]"


class TestTables:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_csv_reads_back(self, language):
        made = [*cards(language), odd(language)]
        head, *rows = csv.reader(io.StringIO(table.comma_separated(made), newline=""))
        assert tuple(head) == table.COLUMNS
        named = [dict(zip(head, row, strict=True)) for row in rows]
        assert [row["id"] for row in named] == [card.id for card in made]
        assert [row["latex"].splitlines() for row in named] == [list(card.latex) for card in made]
        assert [row["note"] for row in named] == [card.note or "" for card in made]

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_text_file_for_anki_has_a_quoted_line_a_card(self, language):
        made = [*cards(language), odd(language)]
        lines = table.anki_text(made, language).splitlines()
        head = [line for line in lines if line.startswith("#")]
        assert head == lines[: len(head)]
        assert {"#separator:tab", "#html:true", "#deck column:3"} <= set(head)
        rows = list(csv.reader(lines[len(head) :], delimiter="\t"))
        assert len(rows) == len(made)
        assert all(len(row) == 4 and all(row) for row in rows)
        assert all(line.startswith('"') for line in lines[len(head) :])
        assert len({row[0] for row in rows[:-1]}) == len(made) - 1
        for row, card in zip(rows, made, strict=True):
            assert Reader(row[0]).text == f"{card.front}\n{card.id}"
            assert row[2] == anki.deck_name(card)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_markdown_has_a_section_a_card(language):
    made = cards(language)
    text = markdown.document(made, language)
    assert [line for line in text.splitlines() if line.startswith("### ")] == [
        f"### {markdown.plain(card.title)} (`{card.id}`)" for card in made
    ]
    assert text.count("\n$$\n") == 2 * sum(bool(card.latex) for card in made)
    assert all(html.stacked(card.latex) in text for card in made if card.latex)
    assert all(card.code in text for card in made if card.code)


def test_markdown_shows_text_as_it_is():
    assert markdown.plain("*a* W_f _b_ [c](d) $e$ <f>") == r"\*a\* W_f \_b\_ \[c\](d) \$e\$ \<f\>"


class TestFiles:
    @pytest.mark.parametrize("ending", [*export.ENDINGS, ".APKG"])
    def test_each_ending_is_a_format_and_tells_how_many(self, tmp_path, progress, ending):
        path = tmp_path / f"卡 片{ending}"
        assert export.export(path, cards("zh"), "zh", progress, NOW) == len(bank.formulas())
        assert path.stat().st_size > 1000
        assert os.access(path, os.R_OK | os.W_OK)
        if ending not in (".apkg", ".APKG"):
            assert "LaTeX" in path.read_text("utf-8") or "\\" in path.read_text("utf-8")

    def test_a_file_that_exists_stays_unless_it_may_go(self, tmp_path, progress):
        path = tmp_path / "deck.md"
        path.write_text("mine")
        with pytest.raises(NotExported, match="--force"):
            export.export(path, cards("en"), "en", progress, NOW)
        assert path.read_text() == "mine"
        export.export(path, cards("en"), "en", progress, NOW, force=True)
        assert path.read_text("utf-8").startswith("# ")
        assert {p.name for p in tmp_path.iterdir()} == {"deck.md", "data"}

    def test_a_file_that_appears_meanwhile_stays(self, tmp_path):
        path = tmp_path / "deck.md"
        path.write_text("mine")
        with pytest.raises(NotExported, match="--force"):
            export._write(path, b"ours", force=False)
        assert path.read_text() == "mine"

    def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(self, tmp_path, progress, monkeypatch):
        path = tmp_path / "deck.md"
        path.write_text("mine")

        def full(_):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(NotExported, match="No space left"):
            export.export(path, cards("en"), "en", progress, NOW, force=True)
        assert path.read_text() == "mine"
        assert {p.name for p in tmp_path.iterdir()} == {"deck.md", "data"}

    @pytest.mark.parametrize("name", ["deck", "deck.pdf", "deck.apkg.zip"])
    def test_another_ending_names_those_there_are(self, tmp_path, progress, name):
        with pytest.raises(NotExported, match=r"\.apkg, \.txt, \.csv, \.md"):
            export.export(tmp_path / name, cards("en"), "en", progress, NOW)

    def test_no_cards_give_no_file(self, tmp_path, progress):
        with pytest.raises(NotExported, match="No card"):
            export.export(tmp_path / "deck.md", [], "en", progress, NOW)
        assert not (tmp_path / "deck.md").exists()

    def test_a_missing_folder_is_one_sentence(self, tmp_path, progress):
        with pytest.raises(NotExported, match="could not be written"):
            export.export(tmp_path / "none" / "deck.md", cards("en"), "en", progress, NOW)


def test_an_export_loads_no_torch(tmp_path):
    script = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from quizbank.flashcards import card, export
from quizbank.progress import Progress
folder = Path(sys.argv[1])
with Progress.open(folder) as progress:
    export.export(folder / "deck.apkg", card.cards("en"), "en", progress, datetime.now(UTC))
print({"torch", "numpy", "sympy", "jaxtyping"} & sys.modules.keys())
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"
