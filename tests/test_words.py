"""Every sentence that the program says exists in Chinese, and the compiled catalogue is the written one."""

import gettext
import re

import pytest

from tests.words import MO, as_mo, catalogue, sentences

SENTENCES = sentences()


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_sentence_is_translated_with_the_same_places_to_fill(sentence: str) -> None:
    translation = catalogue().get(sentence, "")
    assert translation, f"`make words` adds it; said in {SENTENCES[sentence]}"
    assert places(translation) == places(sentence)


def test_no_translation_is_left_of_a_sentence_that_nobody_says() -> None:
    assert catalogue().keys() - SENTENCES.keys() == set()


def test_the_compiled_catalogue_is_the_written_one() -> None:
    assert MO.read_bytes() == as_mo(catalogue()), "run `make words`"


def test_gettext_reads_it() -> None:
    with MO.open("rb") as file:
        translations = gettext.GNUTranslations(file)
    for sentence, translation in catalogue().items():
        assert translations.gettext(sentence) == translation


def places(text: str) -> list[str]:
    """What is filled in, in either of the two ways."""
    return sorted(re.findall(r"{[^{}]*}|%(?:\(\w+\))?[sr]", text))
