"""Pictures of observations."""

import importlib.util
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import numpy as np
import pytest
from facedown.riichi import Observation, Picture, RiichiEnv, encoder, show
from riichi_play import choose

ENCODERS = ["base", "decay", "yaku", "furiten", "shanten", "extended"]


def observations(mode: str, seed: int) -> list[Observation]:
    rng = Random(seed)
    env = RiichiEnv(mode, seed=seed)
    found: list[Observation] = []
    asked = env.reset()
    while not env.done():
        found += asked.values()
        asked = env.step({seat: choose(obs, rng, 0.6) for seat, obs in asked.items()})
    return found


def words(picture: Picture) -> list[str]:
    """The texts of a picture, which must be well-formed."""
    tree = ElementTree.fromstring(picture.svg)
    return ["".join(node.itertext()) for node in tree.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("mode", ["4p-red-single", "3p-red-single"])
def test_every_observation_has_a_picture(mode: str) -> None:
    for obs in observations(mode, 6)[::3]:
        texts = words(show(obs))
        seats = int(mode[0])
        assert {"Hand", "Own", "Right", "Left", "Dora indicators"} <= set(texts)
        assert ("Across" in texts) == (seats == 4)
        assert f"{obs.tiles_left} tiles left" in " ".join(texts)
        for points in obs.scores:
            assert any(f"{points:,}" in text for text in texts)
        discards = sum(1 for action in obs.legal_actions() if "discard" in repr(action)
                       or "tsumogiri" in repr(action))  # fmt: skip
        if discards:
            assert f"{discards} discards" in texts


def test_riichi_calls_and_drawn_tiles_have_their_marks() -> None:
    env = RiichiEnv("4p-red-single", seed=0)
    hidden = ["?"] * 13
    hand = ["1m", "2m", "3m", "4p", "5pr", "6p", "7s", "8s", "E", "E", "W", "W", "N"]
    lines: list[dict[str, object]] = [
        {"type": "start_game", "id": 0},
        {"type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 2, "kyotaku": 1, "oya": 0,
         "dora_marker": "9p", "scores": [25000] * 4, "tehais": [hand, hidden, hidden, hidden]},
        {"type": "tsumo", "actor": 0, "pai": "P"},
        {"type": "dahai", "actor": 0, "pai": "P", "tsumogiri": True},
        {"type": "tsumo", "actor": 1, "pai": "?"},
        {"type": "reach", "actor": 1},
        {"type": "dahai", "actor": 1, "pai": "W", "tsumogiri": False},
        {"type": "reach_accepted", "actor": 1},
        {"type": "pon", "actor": 0, "target": 1, "pai": "W", "consumed": ["W", "W"]},
    ]  # fmt: skip
    for line in lines:
        env.observe_event(line, 0)
    picture = show(env.get_observation(0))
    texts = words(picture)
    assert "riichi" in texts
    assert "2 honba" in " ".join(texts)
    assert "rotate(90)" in picture.svg
    assert "stroke-dasharray" in picture.svg
    assert "24,000" in " ".join(texts)


@pytest.mark.parametrize("name", ENCODERS)
@pytest.mark.parametrize("seats", [4, 3])
def test_arrays_are_heat_maps_with_the_names_of_channels(name: str, seats: int) -> None:
    obs = RiichiEnv(f"{seats}p-red-single", seed=2).reset()[0]
    form = encoder(f"riichi-{name}-1", seats)
    planes = obs.encode_as(form.id)
    texts = words(show(planes))
    assert form.id in texts
    for number, channel in enumerate(form.channel_names):
        assert f"{number} {channel}" in texts
    assert show(planes, name).svg == show(planes).svg
    both = words(show(obs, name))
    assert form.id in both
    assert "Hand" in both


def test_bytes_are_shown_by_their_scales() -> None:
    obs = RiichiEnv(seed=2).reset()[0]
    scales = np.array(encoder("riichi-base-1").scales, np.float32)[:, None]
    planes = obs.encode()
    raw = np.round(planes / scales).astype(np.uint8)
    exact = show((raw * scales).astype(np.float32))
    assert show(raw).svg == exact.svg


def test_pictures_are_saved(tmp_path: Path) -> None:
    picture = show(RiichiEnv(seed=3).reset()[0], "base")
    picture.save(tmp_path / "a.svg")
    picture.save(str(tmp_path / "a.html"))
    assert (tmp_path / "a.svg").read_text() == picture.svg
    page = (tmp_path / "a.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "<script" not in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert picture._repr_html_() in page
    with pytest.raises(ValueError, match=r"expected .svg, .html or .png"):
        picture.save(tmp_path / "a.gif")
    if importlib.util.find_spec("resvg_py") is None:
        with pytest.raises(RuntimeError, match="pip install resvg_py"):
            picture.save(tmp_path / "a.png")
    else:
        picture.save(tmp_path / "a.png")
        assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_an_array_of_another_shape_is_named() -> None:
    with pytest.raises(ValueError, match=r"an array of shape \(3, 5\): expected one of \(74, 34\)"):
        show(np.zeros((3, 5)))
    with pytest.raises(ValueError, match=r"riichi-base-1 has \(74, 34\) or \(74, 27\)"):
        show(np.zeros((2, 74, 34)), "base")
    with pytest.raises(ValueError, match="no encoder 'tea'"):
        show(np.zeros((74, 34)), "tea")
