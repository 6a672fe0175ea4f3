"""The native extensions; everything else is in pyproject.toml.

Switches for developers, environment variables that are off unless they are ``1``:

SOKODUGI_DEBUG      no optimisation, debug symbols
SOKODUGI_SANITIZE   address and undefined-behaviour sanitizers (GCC, Clang)
SOKODUGI_COVERAGE   line coverage of the C sources (GCC, Clang)
"""

import os
import sys
import sysconfig
from pathlib import Path

import numpy
from setuptools import Extension, setup

NATIVE = Path("src/sokodugi/_native")
SWITCHES = [s for s in ("debug", "sanitize", "coverage") if os.environ.get(f"SOKODUGI_{s.upper()}") == "1"]
# A wheel serves its Python and all later ones, except free-threaded ones, which have no stable ABI. It cannot
# serve earlier ones: headers since 3.12 do not count references to True and None, which 3.11 would then free.
LIMITED = not sysconfig.get_config_var("Py_GIL_DISABLED")

macros = [("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"), ("NPY_TARGET_VERSION", "NPY_2_0_API_VERSION")]
directives = {
    "auto_pickle": False,  # evaluators pickle as their rules
    "freethreading_compatible": True,  # kernels share nothing but tables that are never written again
}
if LIMITED:
    macros.append(("Py_LIMITED_API", "0x030B0000"))

optimise = "debug" not in SWITCHES
if sys.platform == "win32":
    compile_args = ["/std:c11", *(["/O2"] if optimise else ["/Od", "/Zi"])]
    link_args = [] if optimise else ["/DEBUG"]
else:
    compile_args = ["-fvisibility=hidden", "-O3" if optimise else "-O0", "-g" if SWITCHES else "-g0"]
    link_args = [] if SWITCHES else ["-Wl,-x" if sys.platform == "darwin" else "-Wl,-s"]
    if "sanitize" in SWITCHES:
        link_args.append("-fsanitize=address,undefined")
        compile_args += ["-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer"]
    if "coverage" in SWITCHES:
        link_args.append("--coverage")
    if SWITCHES:
        compile_args += link_args


def extension(name: str, *sources: Path) -> Extension:
    """Return the extension ``sokodugi._native.<name>``: its ``.pyx`` and the C files that it links."""
    return Extension(
        f"sokodugi._native.{name}",
        [str(source) for source in (NATIVE / f"{name}.pyx", *sources)],
        include_dirs=[str(NATIVE), numpy.get_include()],
        depends=[str(header) for header in sorted(NATIVE.glob("*.h"))],
        define_macros=macros,
        extra_compile_args=compile_args,
        extra_link_args=link_args,
        py_limited_api=LIMITED,
    )


setup(
    ext_modules=[
        extension("_cards"),
        extension("_equity"),
        extension("_draw"),
        extension("_ranking", *sorted(NATIVE.glob("[!_]*.c"))),
    ],
    options={
        # Each set of switches builds in a folder of its own, and the C that Cython writes stays there.
        "build": {"build_base": "-".join(["build", *SWITCHES])},
        "build_ext": {"cython_c_in_temp": True, "cython_directives": directives},
        "bdist_wheel": {"py_limited_api": f"cp3{sys.version_info.minor}"} if LIMITED else {},
    },
)
