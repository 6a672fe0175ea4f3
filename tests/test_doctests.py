"""Every example that a reader meets runs: in docstrings, in the README and in the pages of the documentation.

Pages hold Python sessions in fences named ``python`` and terminal sessions in fences named ``console``.
"""

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sokodugi

ROOT = Path(__file__).parents[1]
MODULES = [module.name for module in pkgutil.walk_packages(sokodugi.__path__, "sokodugi.")]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def fenced(page: Path, language: str) -> str:
    """The fences of one language; all else is blanked out, so that line numbers stay."""
    inside, lines = False, []
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = line == f"```{language}"
            lines.append("")
        else:
            lines.append(line if inside else "")
    return "\n".join(lines) + "\n"


def run(test: doctest.DocTest) -> doctest.TestResults:
    report: list[str] = []
    results = doctest.DocTestRunner(optionflags=OPTIONS, verbose=False).run(test, out=report.append)
    assert not results.failed, "".join(report)
    return results


@pytest.mark.parametrize("name", ["sokodugi", *(name for name in MODULES if not name.endswith("__main__"))])
def test_docstrings(name: str) -> None:
    # import_module gives the module even where a game of the same name hides it
    try:
        module = importlib.import_module(name)
    except sokodugi.MissingExtraError as error:
        pytest.skip(str(error))
    for test in doctest.DocTestFinder(exclude_empty=True).find(module, name):
        run(test)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_sessions(page: Path) -> None:
    text = fenced(page, "python")
    run(doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0))


@pytest.mark.skipif(sys.platform == "win32", reason="terminal sessions are those of a POSIX shell")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_terminal_sessions(page: Path, tmp_path: Path) -> None:
    (tmp_path / "sokodugi").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sokodugi "$@"\n')
    (tmp_path / "sokodugi").chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "100"}
    for session in re.findall(r"^\$ (.+)\n((?:(?!\$ ).+\n)*)", fenced(page, "console"), re.MULTILINE):
        command, wanted = session
        result = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        got = result.stdout + result.stderr
        assert doctest.OutputChecker().check_output(wanted, got, OPTIONS), f"$ {command}\n{got}"
