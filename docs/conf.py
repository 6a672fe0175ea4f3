"""Sphinx configuration."""

from importlib.metadata import version as installed_version

project = "sokodugi"
author = "The sokodugi developers"
copyright = f"2026, {author}"
version = release = installed_version("sokodugi")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
exclude_patterns = ["_build"]

default_role = "code"
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # signatures stay short; numpydoc sections tell types with shapes and units
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
copybutton_exclude = ".linenos, .gp, .go"

html_theme = "furo"
html_title = f"sokodugi {version}"
