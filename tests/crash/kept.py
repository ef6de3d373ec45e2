"""What a match of Dice & Dragons makes of its heroes, read from its record by the rulebook (docs/rules/hunt.md): a second
opinion, for what the server keeps of them. It knows single dragons, and items that are bought, lost and used up."""

# The dragons that come alone, by chapter from 1.
LONE_DRAGONS = ["young_red", "young_black", "marsh_green", "storm_blue", "frost_white", "rust_copper", "elder_red",
                "elder_black", "bone_tyrant", "sun_golden"]
PRICES = {"healing_potion": 2, "great_potion": 4, "lucky_charm": 2, "fate_stone": 3, "echo_scroll": 3, "leather_coat": 4,
          "dragon_mail": 7, "whetstone": 6, **{f"rune_{symbol}": 2 for symbol in
                                              ("sword", "magic", "holy", "crossbow", "dagger")}}
RESURRECTION = 2


class Kept:
    """A hero, as the options of a match had it; `chapter`, `slain` and `story` are of this match alone."""

    def __init__(self, option):
        self.level, self.xp, self.gold, self.alive = option["level"], option["xp"], option["gold"], option["alive"]
        self.hp_max, self.base_ac = option.get("hpMax"), option.get("baseAc")  # none before N2
        self.skills = {skill["id"]: skill.get("part") for skill in option["skills"]}
        self.items = list(option.get("items", []))
        self.chapter, self.slain, self.story = 0, 0, []

    def rolled(self, dragons):
        """N2."""
        self.hp_max = 18 + dragons
        self.base_ac = 1 if self.hp_max <= 20 else 0


def heroes_after(record):
    """The heroes of a finished match, in their places, as it leaves them."""
    heroes = [Kept(option) for option in record["options"]["heroes"]]
    dragons, acting = {}, None
    for event in record["start"]["events"]:
        if event["e"] == "throw" and event["for"] == "hp":
            dragons[event["who"]] = dragons.get(event["who"], 0) + event["dice"].count("G")
    for hero, count in dragons.items():
        heroes[hero].rolled(count)
    hunters = [hero.alive for hero in heroes]
    for move in record["moves"]:
        action = move.get("action") or {"type": ""}
        if move["kind"] != "resigned":
            decided(heroes, action, acting)
        for event in move["events"]:
            if event["e"] == "rolled":
                acting = event["hero"]
            elif event["e"] == "died":
                heroes[event["hero"]].alive = False
            elif event["e"] == "end":
                hunted(heroes, hunters, event, record["options"])
        if action["type"] == "ready":
            hunters = [hero.alive for hero in heroes]  # of the hunt that follows, if all are ready
    return heroes


def decided(heroes, action, acting):
    """What a decision does to what lasts of heroes."""
    kind = action["type"]
    if kind == "buy":
        buyer = heroes[action["hero"]]
        if action["drop"] >= 0:
            del buyer.items[action["drop"]]
        buyer.items.append(action["item"])
        buyer.gold -= PRICES[action["item"]]
    elif kind == "resurrect":
        heroes[action["hero"]].alive = True
        heroes[action["payer"]].gold -= RESURRECTION
    elif kind == "improve":
        heroes[action["hero"]].skills[action["skill"]] = action["part"]
    elif kind == "learn":
        heroes[action["hero"]].skills[action["skill"]] = None
    elif kind == "item":
        del heroes[acting].items[action["slot"]]


def hunted(heroes, hunters, end, options):
    """The end of a hunt (section 5)."""
    for place, hero in enumerate(heroes):
        key, gains = str(place), end["levels"].get(str(place), [])
        xp, gold = end["xp"].get(key, 0), end["gold"].get(key, 0)
        hero.xp, hero.gold, hero.level = hero.xp + xp, hero.gold + gold, hero.level + len(gains)
        hero.hp_max += sum(gains)
        if end["outcome"] == "victory" and hunters[place]:
            hero.chapter, hero.slain = max(hero.chapter, end["chapter"]), hero.slain + 1
        if hunters[place]:
            hero.story.append({"chapter": end["chapter"], "dragons": [LONE_DRAGONS[end["chapter"] - 1]],
                               "outcome": end["outcome"], "rounds": end["rounds"], "xp": xp, "gold": gold,
                               "level": hero.level, "dead": place in end["dead"]})
        if end["outcome"] == "defeat" and options["defeatRule"] == "mercy":  # W2
            hero.alive, hero.gold, hero.items = True, 0, []


def level_of(xp):
    """L1."""
    return 1 + sum(xp >= needed for needed in (6, 14, 26, 39))
