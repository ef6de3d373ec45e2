"""Long matches of people by hand, and how long others wait for an answer meanwhile. Standard library only."""

import time


def action_of(choices, number):
    """The choice with this number, as often around as it takes; where there are none, a filling of the first form."""
    listed = [choice["action"] for choice in choices.get("choices", [])]
    # A player who calls for flight in a turn is soon out of the hunt.
    brave = [action for action in listed if not action.get("hunt", {}).get("flee")]
    if brave or not choices.get("forms"):
        return (brave or listed)[number % len(brave or listed)]
    form = choices["forms"][0]
    values = [part["values"][0] for part in form["parts"]]
    for i, part in enumerate(form["parts"]):
        lacking = max(0, form.get("sum_least", 0) - sum(values))
        values[i] = max(value for value in part["values"] if value <= values[i] + lacking)
    return {"form": {"number": form["number"], "values": values}}


def play(people, opened, at_most):
    """Plays the first choice of each who has one, until the match is over or `at_most` moves were made; how many were."""
    states = [dict(channel=one["channel"], **{k: v for k, v in one["updates"][-1].items() if k != "channel"}) for one in opened]
    lost = [False] * len(people)
    moves = 0
    while moves < at_most:
        asked = next((i for i, state in enumerate(states) if state.get("choices")), None)
        if asked is None or any("outcome" in state for state in states):
            break
        state = states[asked]
        # The chains of these people have a single link.
        update = people[asked].ask("act", channel=state["channel"], version=state.get("version", 0), chain_lost=not lost[asked],
                                   action=action_of(state["choices"], moves))["update"]
        lost[asked] = True
        moves += 1
        states[asked] = {"channel": state["channel"], **update}
        for i, person in enumerate(people):
            if i == asked:
                continue
            channel = states[i]["channel"]
            news = person.wait_for("update", lambda one: one["channel"] == channel  # noqa: B023
                                   and one["version"] >= update["version"])  # noqa: B023
            states[i] = {**news, "channel": channel}
    return moves


def odds_times(person, opened, seconds):
    """How long each AskOdds of the first choice takes, for `seconds` seconds."""
    update = opened["updates"][-1]
    action = action_of(update["choices"], 0)
    times, ends = [], time.monotonic() + seconds
    while time.monotonic() < ends:
        began = time.monotonic()
        person.ask("ask_odds", channel=opened["channel"], version=update.get("version", 0), action=action)
        times.append(time.monotonic() - began)
        time.sleep(0.06)
    return times


def middle(times):
    return sorted(times)[len(times) // 2]
