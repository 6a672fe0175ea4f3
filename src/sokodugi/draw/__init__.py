"""Draws: how to draw, what hands are worth before a draw, and deals that are played to the end.

One idea per file: ``exact`` (means and distributions by subset sums), ``optimal`` (the fixed point and its
published table), ``policy`` (tables of what to keep), ``simulate`` (deals from one real deck), ``games``
(many games for code of one's own), ``advise`` (all ways to draw one hand).
"""

from .policy import DrawPolicy

__all__ = ["DrawPolicy"]
