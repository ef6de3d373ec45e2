"""Somebody who plays Dice & Dragons at the terminal: reads what the client prints with --json, and types what to do.

Plays neither well nor badly: it throws again what an exact plan of the turn says, and takes the activation that hurts the
dragon most, or heals. Told to be reckless it does the opposite.
"""

import collections
import contextlib
import functools
import itertools
import json

LETTERS = "SMHBD"  # in the order of the symbols, from 1
DRAGON = 6
FAILS_WORTH = -1.0
JAB, TREAT = "HUNT_SKILL_JAB", "HUNT_SKILL_TREAT_WOUNDS"
# Fields of the view that are maps: an update has the entries that changed.
MAPS = ["sheets", "progress", "heroes", "dragons", "skills", "items", "last"]


@functools.cache
def hands(size):
    """All sets of at most `size` dice, the largest first."""
    return [hand for count in range(size, -1, -1)
            for hand in itertools.combinations_with_replacement(range(1, DRAGON + 1), count)]


@functools.cache
def grown(hand):
    """A set of dice with one more, for each of its faces."""
    return [tuple(sorted((*hand, face))) for face in range(1, DRAGON + 1)]


@functools.cache
def parts(hand):
    """What can be kept of a set of dice."""
    return {kept for count in range(len(hand) + 1) for kept in itertools.combinations(hand, count)}


@functools.cache
def fits(pattern, hand):
    """Whether some of these dice are the pattern (Y1 to Y4)."""
    left = collections.Counter(face for face in hand if face != DRAGON)
    for letter in pattern:
        if letter in LETTERS:
            left[LETTERS.index(letter) + 1] -= 1
    if any(count < 0 for count in left.values()):
        return False
    equal, unequal = pattern.count("="), pattern.count("!")
    return max(left.values(), default=0) >= equal and sum(count > 0 for count in left.values()) >= unequal


def mean_of(worth, size):
    """What each set of dice that is kept is worth once the others have been thrown."""
    mean = {}
    for hand in hands(size):
        mean[hand] = worth(hand) if len(hand) == size else sum(mean[each] for each in grown(hand)) / DRAGON
    return mean


class Hunter:
    """One seat of a match, from the lines that its client prints."""

    def __init__(self, client, reckless=False):
        self.client = client
        self.sign = -1.0 if reckless else 1.0
        self.view = {}
        self.version = -1
        self.match_id = None
        self.seat = 0
        self.table_heroes = []  # as the last table had them
        self.practice = None
        self.outcome = None
        self.choices = None
        self.answered = -1
        self.resigned = False

    # --- What the client prints ---

    def lines(self):
        for line in self.client.stdout:
            yield json.loads(line)

    def read(self, message):
        """Takes in one message; whether something is now to be decided."""
        if "tableState" in message:
            options = message["tableState"].get("options", {})
            self.table_heroes = options.get("heroes", [])
            self.practice = message["tableState"].get("practice")
        elif "matchOpened" in message:
            opened = message["matchOpened"]
            self.match_id, self.seat = opened["info"]["matchId"], opened.get("seat", 0)
            for update in opened["updates"]:
                self.update(update)
        elif "update" in message:
            self.update(message["update"])
        elif "refusal" in message:
            code = message["refusal"]["code"]
            # What a decision meets that crossed the death of the server; the client opens the match again.
            late = self.resigned and code == "REFUSAL_CODE_MATCH_OVER"  # a resignation after another one
            assert late or code in ("REFUSAL_CODE_CHANNEL_UNKNOWN", "REFUSAL_CODE_STALE"), message
            self.answered = -1
        return self.choices is not None and self.version != self.answered and self.outcome is None

    def update(self, update):
        version = int(update.get("version", 0))
        if version < self.version:
            return
        if "snapshot" in update:
            self.view = update["snapshot"]["hunt"]
        else:
            self.merge(update.get("diff", {}).get("hunt", {}))
        self.version, self.choices = version, update.get("choices")
        self.outcome = update.get("outcome", self.outcome)

    def merge(self, diff):
        for key, value in diff.items():
            if key in MAPS or key == "village":
                self.view.setdefault(key, {}).update(value)
            else:
                self.view[key] = value

    @property
    def phase(self):
        return self.view["phase"].removeprefix("HUNT_PHASE_")

    @property
    def hunt(self):
        return self.view["hunt"]

    def type(self, text):
        self.answered = self.version
        self.client.stdin.write(text + "\n")
        self.client.stdin.flush()

    def resign(self):
        """A resignation that is lost on its way is not sent again: the match is then shown once more."""
        with contextlib.suppress(BrokenPipeError):
            self.type("resign")
            self.type("resign")
        self.answered, self.resigned = -1, True

    # --- What it types ---

    def decide(self):
        self.type({"TURN": self.turn, "VILLAGE": self.village, "FLEE": lambda: "stay", "REPLACE": lambda: "yes",
                   "ASSIST": lambda: "pass"}[self.phase]())

    def said(self):
        """What the choices say, in the order of their numbers: phrase and arguments. Lists written short come behind."""
        for choice in self.choices.get("choices", []):
            yield choice["sentence"]["hunt"], choice["sentence"].get("arguments", [])
        for form in self.choices.get("forms", []):
            if form.get("listed"):
                for filling in itertools.product(*(part["values"] for part in form["parts"])):
                    yield form["sentence"]["hunt"], form["sentence"].get("arguments", []) + list(filling)

    def choice(self, is_meant):
        """The number of a choice that is meant, or nothing."""
        for number, (phrase, arguments) in enumerate(self.said(), 1):
            if is_meant(phrase.removeprefix("HUNT_PHRASE_"), arguments):
                return str(number)
        return None

    def missing(self, hero):
        """Hit points that a living hero lacks."""
        standing, progress = self.view["heroes"][hero], self.view["progress"][hero]
        return progress["hpMax"] - standing.get("hp", 0) if standing.get("alive") else 0

    def in_need(self):
        """The living heroes, who lacks most first."""
        living = [hero for hero, standing in self.view["heroes"].items() if standing.get("alive")]
        return sorted(living, key=self.missing, reverse=True)

    def worth_of(self, skill, plus):
        rules = self.view["skills"][str(skill_number(self.view, skill))]
        kind, value = rules["kind"].removeprefix("HUNT_SKILL_KIND_"), rules.get("value", 0) + plus
        need = sum(min(value, self.missing(hero)) for hero in self.in_need()[:max(1, rules.get("targets", 0))])
        return {"ATTACK": value, "HEAL": need, "DRAIN": value + need, "SHIELD": 4, "BLESSING": 2}.get(kind, 3)

    def ways(self):
        """What the acting hero may activate: name, pattern, worth. An open skill that is covered is lost for the round."""
        acting = str(self.view["acting"])
        sheet, covered = self.view["sheets"][acting]["skills"], self.view["heroes"][acting].get("covered", [])
        self.open = []
        for skill, tokens in itertools.zip_longest(sheet, covered, fillvalue=0):
            if tokens == 0:
                self.open.append((skill["id"], self.worth_of(skill["id"], skill.get("plus", 0))))
        general = [(JAB, self.worth_of(JAB, 0)), (TREAT, self.worth_of(TREAT, 0))]
        return [(name, pattern_of(self.view, name), self.sign * worth) for name, worth in self.open] + [
            (name, pattern_of(self.view, name), self.sign * (worth - 1)) for name, worth in general]

    def turn(self):
        acting = str(self.view["acting"])
        rolls, dice = self.view.get("rolls", 0), self.view["dice"]
        if rolls == 0:
            return "roll"
        potion = self.choice(lambda phrase, of: phrase == "HEAL_WITH" and of[-1] == int(acting))
        if potion and self.missing(acting) >= 5 and self.sign > 0:
            return potion
        ways, dragon = self.ways(), self.view["dragons"][str(max(0, self.view["heroes"][acting].get("facing", 0)))]
        ac = self.view["heroes"][acting].get("ac", 0)
        losses = [0] + [max(0, loss - ac) for loss in dragon["chart"]]

        @functools.cache
        def worth(hand):
            best = max((value for _, pattern, value in ways if fits(pattern, hand)), default=FAILS_WORTH)
            return best - self.sign * losses[min(3, hand.count(DRAGON))]

        hand, kept = tuple(sorted(dice)), tuple(sorted(dice))
        if rolls < 3:
            mean = mean_of(worth, len(dice))
            if rolls == 1:
                after = mean
                mean = mean_of(lambda each: max(after[kept] for kept in parts(each)), len(dice))
            kept = max(parts(hand), key=lambda each: (mean[each] if len(each) < len(hand) else worth(hand), each))
        if kept != hand:
            keep, throw = collections.Counter(kept), []
            for place, face in enumerate(dice, 1):
                if keep[face] > 0:
                    keep[face] -= 1
                else:
                    throw.append(str(place))
            return "roll " + " ".join(throw)
        legal = [(value, name) for name, pattern, value in ways if fits(pattern, hand)]
        self.open.sort(key=lambda each: each[1])
        cover = words_of(self.open[0][0]) if self.open else ""
        if not legal:
            return f"fail {cover}".strip()
        name = max(legal)[1]
        targets = self.view["skills"][str(skill_number(self.view, name))].get("targets", 0)
        heroes = "".join(f" {int(hero) + 1}" for hero in self.in_need()[:targets])
        return words_of(name) + heroes + (f" cover {cover}" if name in (JAB, TREAT) and cover else "")

    def village(self):
        level = self.choice(lambda phrase, of: phrase in ("IMPROVE", "LEARN"))
        if level:
            return level
        progress, heroes = self.view["progress"], self.view["heroes"]
        rich = [hero for hero, has in progress.items() if has.get("gold", 0) >= 2]
        dead = [hero for hero, standing in heroes.items() if not standing.get("alive")]
        if dead and rich:
            return f"raise {int(dead[0]) + 1} {int(rich[0]) + 1}"
        for hero in rich:
            has_room = len(progress[hero].get("items", [])) < 2
            # What is left is for somebody who dies.
            if has_room and progress[hero]["gold"] >= 4 and heroes[hero].get("alive") and self.view["village"]["stock"][0]:
                return f"buy {int(hero) + 1} healing potion"
        return "ready"


def skill_number(view, name):
    """The number of a skill, as the keys of the view's skills have it: the sheets name them."""
    return SKILLS.index(name.removeprefix("HUNT_SKILL_").lower()) + 1


def pattern_of(view, name):
    return view["skills"][str(skill_number(view, name))]["pattern"]


def words_of(name):
    """How a skill is typed."""
    return {"twin_strike": "twin arrow strike"}.get(short := name.removeprefix("HUNT_SKILL_").lower(),
                                                    short.replace("_", " "))


# In the order of their numbers in the protocol.
SKILLS = """cleave mighty_strike whirlwind shield_bash second_wind overhead_chop magic_missile arcane_strike fireball
    frost_ray mend shield smite righteous_strike holy_wrath heal blessing aimed_shot twin_strike arrow_storm snare_shot
    soothing_moss barbed_arrow stab flanking_strike sudden_death venom_dart bandage assassinate lightning_storm sneak_attack
    defensive_stance pin_down bestial_pounce herbal_medicine throwing_axe hammer_swing drain_life genie healing_wave jab
    treat_wounds""".split()
