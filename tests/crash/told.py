"""What clients were told, from their --json logs, and whether a record agrees with it. Standard library only."""

import json


def merged(view, diff):
    """A view with a diff merged into it, as Protobuf does it: an entry of a map is replaced, a list is too."""
    result = {key: dict(value) if isinstance(value, dict) else value for key, value in view.items()}
    for key, value in diff.items():
        if isinstance(value, dict):
            result.setdefault(key, {}).update(value)
        else:
            result[key] = value
    return result


class Told:
    """One match, as all of its clients were told of it: what one was told, or was told once, no other may contradict."""

    def __init__(self, match_id):
        self.match_id = match_id
        self.diffs = {}         # by version
        self.events = {}        # by version
        self.snapshots = {}     # by version
        self.acknowledged = {}  # version by action id
        self.outcome = None

    def same(self, where, key, value, what):
        before = where.setdefault(key, value)
        assert before == value, f"{self.match_id}: {what} {key} was told as {before} and as {value}"

    def note(self, update, answer_to):
        version = int(update.get("version", 0))
        if "diff" in update:
            self.same(self.diffs, version, update["diff"], "diff")
            self.same(self.events, version, update.get("events", []), "events")
        if "snapshot" in update:
            self.same(self.snapshots, version, update["snapshot"], "snapshot")
        if answer_to:
            self.same(self.acknowledged, answer_to, version, "action")
        if "outcome" in update:
            assert self.outcome in (None, update["outcome"]), f"{self.match_id}: two outcomes"
            self.outcome = update["outcome"]

    def check_snapshots(self):
        """Each snapshot is what the diffs up to it make of an earlier one."""
        view, at = None, 0
        for version in sorted({*self.diffs, *self.snapshots}):
            diff = self.diffs.get(version)
            if view is not None and diff is not None and version == at + 1:
                game = next(iter(view))
                view = {game: merged(view[game], diff.get(game, {}))}
            elif version != at:
                view = None  # nobody was told of what is between
            at = version
            if version in self.snapshots:
                assert view in (None, self.snapshots[version]), f"{self.match_id}: snapshot {version} is another state"
                view = self.snapshots[version]

    def check_record(self, record):
        """The record holds everything that was told, each action once."""
        moves = record["moves"]
        ids = [int(move["actionId"]) for move in moves if "actionId" in move]
        assert len(ids) == len(set(ids)), f"{self.match_id}: an action is recorded twice"
        for action, version in self.acknowledged.items():
            kept = 0 < version <= len(moves) and int(moves[version - 1].get("actionId", 0)) == action
            assert kept, f"{self.match_id}: action {action}, acknowledged as version {version}, is not in the record"
        for version, events in self.events.items():
            assert version <= len(moves), f"{self.match_id}: version {version} was told and is not there"
            told, recorded = events_as_told(events), events_as_recorded(moves[version - 1]["events"])
            assert told == recorded, f"{self.match_id}: version {version} was told as {told} and is {recorded}"
        assert self.outcome["winners"] == record["outcome"]["winners"], f"{self.match_id}: the outcome is another"
        self.check_snapshots()
        return len(ids)


def events_as_told(events):
    """Kind and dice of each event of Dragon Duel. The choice of a dragon is told, and is a move in the record."""
    found = []
    for event in events:
        (kind, fields), = event["duel"].items()
        if kind != "chosen":
            found.append((kind, fields.get("dice", fields.get("values", []))))
    return found


def events_as_recorded(events):
    found = []
    for event in events:
        dice = []
        if event["e"] == "fight":
            dice = [*event["rolls"], event["defence_roll"]]
        elif event["e"] == "initiative":
            dice = [value for _, value in event["rolls"]]
        found.append((event["e"], dice))
    return found


def read_log(path, matches):
    """Notes what one run of a client was told into `matches`, by id. Its versions never go back, and it saw the end."""
    told, version = None, -1
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            message = json.loads(line)
            updates, answer = [], 0
            if "matchOpened" in message:
                match_id = message["matchOpened"]["info"]["matchId"]
                told = matches.setdefault(match_id, Told(match_id))
                updates = message["matchOpened"]["updates"]
            elif "update" in message:
                updates = [message["update"]]
                answer = int(message.get("answerTo", 0))
            for update in updates:
                shown = int(update.get("version", 0))
                repeat = answer and "diff" not in update and "snapshot" not in update
                assert repeat or shown >= version, f"{path}: shown version {shown} after {version}"
                version = max(version, shown)
                told.note(update, answer)
    assert told is not None and told.outcome is not None, f"{path}: the client never saw its match end"
    return told.match_id
