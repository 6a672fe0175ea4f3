"""What a dealer does by hand: the oracle of the tests of pots, of who acts and of whole hands."""


def peel_pots(contributions, folded):
    """Side pots: match the shortest stack, set the pot aside, go on; as pairs (amount, players)."""
    left = list(contributions)
    pots = []
    while any(left):
        live = [i for i, chips in enumerate(left) if chips and not folded[i]]
        shortest = min((left[i] for i in live), default=max(left))
        pot = sum(min(chips, shortest) for chips in left)
        left = [max(chips - shortest, 0) for chips in left]
        if live:
            pots.append([pot, live])
        elif pots:
            pots[-1][0] += pot
        else:
            pots.append([pot, [i for i, out in enumerate(folded) if not out]])
    return [(amount, tuple(players)) for amount, players in pots]


def hand_out(amount, winners, unit=1):
    """Split a pot: chip by chip, round and round, then the odd pieces to the next in turn."""
    shares = dict.fromkeys(winners, 0)
    rounds = amount // (unit * len(winners))
    left = amount - rounds * unit * len(winners)
    for winner in winners:
        piece = min(unit, left)
        shares[winner] = rounds * unit + piece
        left -= piece
    assert left == 0
    return shares


def visible_strength(hand, rules=None):
    """Up cards (ids) as one compares them at the table; with rules, four of them may be more than a pair."""
    ranks = sorted((card // 4 for card in hand), reverse=True)
    groups = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    counts = [ranks.count(rank) for rank in groups]
    kind = {4: "quads", 3: "trips", 2: "pair", 1: "high"}[counts[0]]
    if counts == [2, 2, 2, 2]:
        kind = "two pair"
    if rules is not None and len(hand) == 4:
        top = None
        if ranks == list(range(ranks[0], ranks[0] - 4, -1)) and (ranks[0] < 12 or not rules["open_ended"]):
            top = ranks[0]
        if ranks == [12, 2, 1, 0] and rules["ace_low"] and not rules["open_ended"]:
            top = 2
        if rules["four_straight"] and top is not None:
            kind, groups = "four-straight", [top]
        if rules["four_flush"] and len({card % 4 for card in hand}) == 1:
            kind, groups = "four-flush", ranks
    order = ["high", "pair", "four-straight", "four-flush", "two pair", "trips", "quads"]
    return order.index(kind), groups
