"""What is shipped: the files, what importing costs, and how a Cython client is built."""

import os
import shutil
import subprocess
import sys
import tarfile
import textwrap
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

import pytest

import sokodugi

ROOT = Path(__file__).parents[1]
FOR_CLIENTS = {"_ranking.pxd", "games.h", "kernels.h", "platform.h", "rows.h"}


def python(code: str, *, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


def answer(code: str, *, cwd: Path | None = None, **environment: str) -> str:
    result = python(code, cwd=cwd, **environment)
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


@pytest.fixture
def installed() -> Distribution:
    try:
        found = distribution("sokodugi")
    except PackageNotFoundError:
        pytest.skip("sokodugi is used from its source, not installed")
    if not Path(str(found.locate_file("sokodugi"))).is_dir():
        pytest.skip("sokodugi is installed for editing")
    return found


# ---- files ----


def test_installed_files_are_those_of_the_source_and_the_native_modules(installed: Distribution) -> None:
    source = ROOT / "src" / "sokodugi"
    wanted = {
        path.relative_to(source.parent).as_posix()
        for path in source.rglob("*")
        if path.suffix in {".npz", ".py", ".pyi", ".typed"} or path.name in FOR_CLIENTS
    }
    files = {PurePosixPath(path.as_posix()) for path in installed.files or ()}
    files = {path for path in files if path.parts[0] == "sokodugi" and path.suffix != ".pyc"}
    native = {path for path in files if path.suffix in {".so", ".pyd"}}
    assert {str(path) for path in files - native} == wanted
    assert {path.name.split(".")[0] for path in native} == {path.stem for path in source.rglob("*.pyx")}


def test_installed_version_is_that_of_the_code(installed: Distribution) -> None:
    assert installed.version == sokodugi.__version__ == sokodugi.build_info()["version"]


def test_console_command_is_installed(installed: Distribution) -> None:
    (command,) = installed.entry_points.select(group="console_scripts")
    assert command.name == "sokodugi"
    assert callable(command.load())


@pytest.mark.skipif(not (ROOT / ".git").exists() or not shutil.which("git"), reason="needs the repository")
def test_sdist_holds_every_file_and_no_generated_one(tmp_path: Path) -> None:
    build = f"from setuptools.build_meta import build_sdist; print(build_sdist({str(tmp_path)!r}))"
    archive = tmp_path / answer(build, cwd=ROOT).splitlines()[-1]
    with tarfile.open(archive) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    left_out = (".git", ".github/")
    assert {
        name for name in tracked if name and (ROOT / name).exists() and not name.startswith(left_out)
    } <= names
    generated = {f"src/sokodugi/_native/{path.stem}.c" for path in ROOT.rglob("src/**/*.pyx")}
    assert not generated & names
    assert not {name for name in names if name.endswith((".so", ".pyd", ".pyc", ".o"))}


def test_ci_runs_what_the_readme_tells() -> None:
    command = "pip install '.[test]' && pytest"
    assert f"\n{command}\n" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


# ---- import ----


def test_import_loads_numpy_and_the_core_alone() -> None:
    code = """
        import sys
        before = set(sys.modules)
        import sokodugi
        new = set(sys.modules) - before
        roots = {name.partition(".")[0] for name in new} - set(sys.stdlib_module_names)
        print(*sorted(root for root in roots if "cython" not in root))
        print(*sorted({"sokodugi.reference", "sokodugi.pokerkit", "sokodugi.cli"} & new))
    """
    assert answer(code) == "numpy sokodugi"


# ---- clients: how Numba finds the same functions is in test_native_api.py ----


def test_cython_client(tmp_path: Path) -> None:
    pytest.importorskip("Cython")
    pytest.importorskip("setuptools")
    (tmp_path / "client.pyx").write_text(
        textwrap.dedent(
            """
            # cython: language_level=3
            from libc.stdint cimport uint16_t, uint64_t, uint8_t
            from sokodugi._native._ranking cimport Ranker, badugi_rank, soko_rank
            from sokodugi._native._ranking cimport rank_mask, rank_masks, rank_rows

            def one(uint64_t mask):
                with nogil:
                    badugi, soko = badugi_rank(mask), soko_rank(mask)
                return badugi, soko

            def many(Ranker game, size_t hands, size_t masks, Py_ssize_t n, int n_cards, size_t out):
                game.prepare()
                with nogil:
                    bad = rank_rows(&game.game, <uint8_t *>hands, n, n_cards, <uint16_t *>out)
                    bad_mask = rank_masks(&game.game, <uint64_t *>masks, n, <uint16_t *>out + n)
                    first = rank_mask(&game.game, (<uint64_t *>masks)[0])
                return bad, bad_mask, first
            """
        )
    )
    (tmp_path / "setup.py").write_text(
        textwrap.dedent(
            """
            from setuptools import Extension, setup
            from sokodugi import get_include
            client = Extension("client", ["client.pyx"], include_dirs=[get_include()])
            setup(name="client", ext_modules=[client])
            """
        )
    )
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    check = """
        import numpy as np
        import client
        from sokodugi import Soko, badugi, cards, soko

        mask = cards.to_masks("Jd Jc Tc 8c 9c")
        assert client.one(mask) == (badugi.evaluate_masks(mask), soko.evaluate_masks(mask))
        assert client.one(0) == (0, 0)
        game = Soko(four_straight=False)
        hands = cards.deal(1000, 5, seed=1)
        masks, out = cards.to_masks(hands), np.empty((2, 1000), np.uint16)
        found = client.many(game, hands.ctypes.data, masks.ctypes.data, 1000, 5, out.ctypes.data)
        assert found == (1000, 1000, game.evaluate(hands[0]))
        assert (out == game.evaluate(hands)).all()
        print("same ranks")
    """
    assert answer(check, cwd=tmp_path) == "same ranks"
