import pickle

import facedown as fd
import pytest
from facedown.cards import Cards


def test_every_card_has_its_bit() -> None:
    for suit, letter in enumerate("cdhs"):
        for rank, name in enumerate("A23456789TJQK"):
            mask = 1 << (13 * suit + rank)
            assert fd.cards.parse(name + letter) == mask
            assert fd.cards.format(mask) == name + letter


@pytest.mark.parametrize("text", ["As Td 2c", "AsTd2c", "as,td,2c", " 2c  Td As "])
def test_separators_and_case_do_not_matter(text: str) -> None:
    assert fd.cards.format(fd.cards.parse(text)) == "2c Td As"


@pytest.mark.parametrize(
    ("text", "named"),
    [("As 9x", "9x"), ("1s", "1s"), ("As T", "'T'"), ("Td As td", "Td is there twice"), ("é", "é")],
)
def test_a_bad_text_is_named(text: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        fd.cards.parse(text)


@pytest.mark.parametrize("mask", [-1, 1 << 52, 1 << 64, 1 << 200])
def test_a_number_that_is_not_cards_is_named(mask: int) -> None:
    with pytest.raises(ValueError, match=f"{mask:#x}"):
        fd.cards.format(mask)


def test_cards_are_text_with_a_number() -> None:
    run = Cards("5s 3s 4s")
    assert run == "3s 4s 5s"
    assert run.mask == fd.cards.parse("3s4s5s")
    assert Cards(run.mask) == run
    assert pickle.loads(pickle.dumps(run)) == run
    assert Cards() == ""
    assert Cards().mask == 0
