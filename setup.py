"""The native extensions; everything else is in pyproject.toml.

Switches, for developers only (environment variables):
SOKODUGI_SANITIZE=1  address and undefined-behaviour sanitizers
SOKODUGI_DEBUG=1     no optimisation, debug symbols, assertions
SOKODUGI_COVERAGE=1  Cython line tracing
"""

import os
import sys
import sysconfig
from pathlib import Path

import numpy
from setuptools import Extension, setup

NATIVE = Path("src/sokodugi/_native")
SANITIZE, DEBUG, COVERAGE = (os.environ.get(f"SOKODUGI_{name}") == "1" for name in ("SANITIZE", "DEBUG", "COVERAGE"))
# One wheel for all Pythons, except free-threaded ones, which have no stable ABI.
LIMITED = not sysconfig.get_config_var("Py_GIL_DISABLED") and not COVERAGE

macros = [("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"), ("NPY_TARGET_VERSION", "NPY_2_0_API_VERSION")]
if LIMITED:
    macros.append(("Py_LIMITED_API", "0x030B0000"))
if COVERAGE:
    macros.append(("CYTHON_TRACE_NOGIL", "1"))

if sys.platform == "win32":
    compile_args, link_args = ["/O2", "/std:c11"], []
else:
    compile_args = ["-O0", "-g"] if DEBUG else ["-O3", "-g0"]
    link_args = [] if DEBUG else ["-Wl,-s"] if sys.platform == "linux" else []
    if SANITIZE:
        sanitize = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
        compile_args += ["-g", *sanitize]
        link_args = sanitize


def extension(name: str, *sources: str) -> Extension:
    """Return the extension ``sokodugi._native.<name>``: its ``.pyx`` and the C files it links."""
    return Extension(
        f"sokodugi._native.{name}",
        [str(NATIVE / f"{name}.pyx"), *(str(NATIVE / source) for source in sources)],
        include_dirs=[str(NATIVE), numpy.get_include()],
        depends=[str(header) for header in sorted(NATIVE.glob("*.h"))],
        define_macros=macros,
        extra_compile_args=compile_args,
        extra_link_args=link_args,
        py_limited_api=LIMITED,
    )


KERNELS = ("dispatch.c", "rows.c", "kernels_portable.c", "kernels_avx2.c", "kernels_avx512.c", "kernels_neon.c")

setup(
    ext_modules=[extension("_cards"), extension("_ranking", *KERNELS)],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED else {},
)
