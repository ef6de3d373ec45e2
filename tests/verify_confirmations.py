"""Which decisions of a record are confirmed by the players who made them (docs/dice.md, "Confirmations"). For verify.py.

It knows no rules, so it takes from the record that a text such as "choice 3" is the action beside it; `wyrmhall verify` checks
that too.
"""
import hmac

from verify_statements import LINK_BYTES, need, to_bytes

MAX_DECISION = 160


class Confirmations:
    """Goes through a match move after move."""

    def __init__(self, record):
        self.match = bytes.fromhex(record["matchId"].replace("-", ""))
        self.confirmed = self.different = self.without = self.last = 0
        self.seen = 0  # moves that carry one
        self.open = {}  # of each seat the last decision, whose next link has not been shown

    def decided(self, move, where, x):
        """A decision with the link x of its seat."""
        self.shown(move["seat"], x)
        self.open[move["seat"]] = move
        if "confirmation" in move or "decision" in move:
            need(isinstance(move.get("decision"), str) and len(move["decision"]) <= MAX_DECISION, f"{where}.decision", "is none")
            to_bytes(move.get("confirmation"), LINK_BYTES, f"{where}.confirmation")
            self.seen += 1

    def shown(self, seat, x):
        """A link of a seat: it shows whether the decision before it was confirmed."""
        move = self.open.pop(seat, None)
        if move is None:
            return
        if "confirmation" not in move:
            self.without += 1
            return
        message = b"wyrmhall act v1" + self.match + move["version"].to_bytes(4, "big") + move["decision"].encode()
        code = hmac.digest(x, message, "sha256")[:LINK_BYTES]
        if code.hex() == move["confirmation"]:
            self.confirmed += 1
        else:
            self.different += 1

    def text(self):
        """After the last move and the closing links; nothing where nobody had a chain."""
        for move in self.open.values():
            if "confirmation" in move:
                self.last += 1
            else:
                self.without += 1
        self.open = {}
        count = self.confirmed + self.different + self.without + self.last
        if count == 0:
            return ""
        told = [f"{self.confirmed} of {count} decisions confirmed by the players who made them"]
        for number, why in [(self.without, "made without a confirmation"),
                            (self.last, "the last of a seat, whose next secret was never shown"),
                            (self.different, "confirmed as another than was played")]:
            if number:
                told.append(f"{number} {why}")
        return "; ".join(told) + "\n"
