import ast
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import facedown as fd
import pytest

PACKAGE = Path(fd.__file__).parent


def run(code: str) -> str:
    """Runs a program in an interpreter of its own."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_facedown_leaves_jax_alone() -> None:
    assert run("import sys, facedown; print('jax' in sys.modules)") == "False"
    assert "jax" in dir(fd)


def test_without_jax_the_message_says_what_to_install() -> None:
    code = """
import sys
sys.modules["jax"] = None
import facedown as fd
assert fd.gin.min_deadwood("As 2s 3s") == 0
try:
    fd.jax
except ImportError as error:
    print(error)
"""
    assert "pip install facedown[jax]" in run(code)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_forked_process_still_answers() -> None:
    code = """
import multiprocessing, numpy as np, facedown as fd
hands = np.arange(100_000, dtype=np.uint64) % 2**11
expected = fd.gin.min_deadwood(hands)  # starts the threads that a child lacks
with multiprocessing.get_context("fork").Pool(1) as pool:
    found = pool.apply_async(fd.gin.min_deadwood, (hands,)).get(timeout=60)
    one = pool.apply_async(fd.gin.min_deadwood, (hands, None, 2)).get(timeout=60)
print((found == expected).all() and (one == expected).all())
"""
    assert run(code) == "True"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_everything_that_has_threads_still_answers_in_a_forked_process() -> None:
    code = """
import os, warnings
warnings.simplefilter("ignore")
import numpy as np, facedown as fd
view, hearts = fd.make("gin").deal(7).view(), fd.make("hearts").deal(7).view()
hands = np.tile(fd.riichi.parse("123m406p778s1122z"), (20_000, 1))
fantasy = np.tile(np.arange(14, dtype=np.uint8), (64, 1))
position = fd.ofc.Position("Kd 2d 7s", board="Qs Qd / Kc Kh 4d / 9s 9d 9h 2c")
calls = [
    lambda: fd.advise(view, iterations=200, threads=2).best,
    lambda: fd.match("gin", ["greedy", "simple"], deals=20, threads=2)["report"],
    lambda: fd.gin.random_hands(50_000, 1).sum(),
    lambda: fd.tricks.sample_deals(hearts, 20_000, seed=3, threads=2).sum(),
    lambda: fd.tricks.random_scores(fd.make("hearts"), 500).sum(),
    lambda: fd.riichi.shanten(hands).sum(),
    lambda: fd.ofc.solve_fantasy_batch(fantasy).royalties.sum(),
    lambda: fd.ofc.solve(position, iterations=20, threads=2).placements[0].board,
    lambda: fd.nets.load("fantasyland-top").predict(np.zeros((2048, 252), np.float32)).sum(),
    lambda: fd.make_vec("gin", 512, threads=2).reset().mask.sum(),
]
expected = [str(call()) for call in calls]
if os.fork() == 0:
    print([str(call()) for call in calls] == expected, flush=True)
    os._exit(0)
os.wait()
"""
    assert run(code) == "True"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        fd.nonsense  # noqa: B018


def test_the_package_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()
    assert (PACKAGE / "_native.pyi").exists()


@pytest.mark.skipif(find_spec("mypy") is None, reason="mypy is not installed")
def test_the_stubs_agree_with_what_runs(tmp_path: Path) -> None:
    # Only the compiled half has stubs; the packages around it take minutes to analyse.
    config = tmp_path / "mypy.ini"
    config.write_text(
        "[mypy]\nignore_missing_imports = True\n"
        "[mypy-gymnasium.*,jax.*,pettingzoo.*,pyarrow.*,ray.*]\nfollow_imports = skip\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "facedown._native", "--mypy-config-file", config],
        capture_output=True, text=True, cwd=PACKAGE.parent,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stub_documents_classes_as_the_extension_does() -> None:
    tree = ast.parse((PACKAGE / "_native.pyi").read_text())
    stubs = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    modules = [fd.game, fd.riichi]
    public = {name for module in modules for name in module.__all__} | {"RiichiEnvCore"}
    for name in public & stubs.keys():
        compiled = vars(fd._native)[name]
        assert words(ast.get_docstring(stubs[name])) == words(compiled.__doc__), name
        members = [node for node in stubs[name].body if isinstance(node, ast.FunctionDef)]
        described = {node.name: ast.get_docstring(node) for node in reversed(members)}
        for member, text in described.items():
            if not member.startswith("_"):
                assert words(text), f"{name}.{member} has no docstring"
                assert words(text) == words(vars(compiled)[member].__doc__), f"{name}.{member}"


def words(text: str | None) -> list[str]:
    return (text or "").split()
