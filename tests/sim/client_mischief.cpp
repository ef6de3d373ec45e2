// What a simulated client does that a real one should not, or seldom does.
#include <algorithm>

#include "clients/model/offered_actions.h"
#include "server/core/limits.h"
#include "tests/sim/client.h"
#include "tests/sim/random_options.h"

namespace wyrmhall::sim {
namespace {

constexpr std::int64_t kFlood = 120;            // commands at once, least
constexpr Duration kAwayToRest = 40 * kSecond;  // longer than a match without viewers stays in memory

}  // namespace

bool Client::misbehave() {
  if (rng_.chance(profile_.hangs_up)) {
    hang_up();
    return true;
  }
  // Away from a table for longer than the others there have to put up with.
  if (!tables_.empty() && rng_.chance(profile_.hangs_up)) {
    stay_away();
    return true;
  }
  if (rng_.chance(profile_.nonsense)) {
    talk_nonsense();
    return true;
  }
  if (rng_.chance(profile_.watches) && !context_.match_ids.empty()) {
    const std::string id = rng_.pick(context_.match_ids);
    if (Match& match = matches_[id]; !match.open && match.opening == 0 && !match.done) {
      open(id, match);
      return true;
    }
  }
  for (auto& [id, match] : matches_) {
    if (!match.open || match.copy.info.match_id().empty()) continue;
    pb::ClientMessage message;
    const pb::Choices& choices = match.copy.choices;
    const bool may_act = match.copy.seat >= 0 && match.acting == 0 && !match.copy.outcome;
    if (may_act && clients::offers_anything(choices)) {
      const pb::GameAction action = clients::action_at(choices, 0);
      match.some_action = action;
      if (match.copy.version > 0 && rng_.chance(profile_.stale)) {
        act(id, match, action, match.copy.version - 1, LinkChoice::kRight, true);
        return true;
      }
      if (rng_.chance(profile_.wrong_link)) {
        act(id, match, action, match.copy.version, LinkChoice::kWrong, true);
        return true;
      }
      if (rng_.chance(profile_.asks_odds)) {
        message.mutable_ask_odds()->set_channel(match.copy.channel);
        message.mutable_ask_odds()->set_version(match.copy.version);
        *message.mutable_ask_odds()->mutable_action() = action;
        ask(std::move(message));
        return true;
      }
    }
    if (may_act && !clients::offers_anything(choices) && match.some_action && rng_.chance(profile_.out_of_turn)) {
      act(id, match, *match.some_action, match.copy.version, LinkChoice::kRight, true);
      return true;
    }
    if (rng_.chance(profile_.asks_story)) {
      message.mutable_ask_story()->set_channel(match.copy.channel);
      message.mutable_ask_story()->set_since_version(rng_.chance(0.5) ? 0 : rng_.below(match.copy.version + 2));
      ask(std::move(message));
      return true;
    }
    if (rng_.chance(profile_.closes)) {
      message.mutable_close_match()->set_channel(match.copy.channel);
      ask(std::move(message));
      match.open = false;
      match.copy.channel = 0;
      match.done = match.copy.seat < 0;
      return true;
    }
  }
  return false;
}

void Client::talk_nonsense() {
  std::string bytes;
  pb::ClientMessage message;
  switch (rng_.below(8)) {
    case 0:
      for (auto n = rng_.between(1, 200); n > 0; --n) bytes += static_cast<char>(rng_.below(256));
      context_.network.say(link_, bytes);
      return;
    case 1:
      if (!rng_.chance(0.1)) return;
      context_.network.say(link_, std::string(server::kMessageBytes + 1, 'x'));
      return;
    case 2:
      message.mutable_list_matches()->set_running(rng_.chance(0.5));
      break;
    case 3:
      message.mutable_take_seat()->set_table_id(std::string(16, '?'));
      break;
    case 4:
      message.mutable_act()->set_channel(static_cast<std::uint32_t>(rng_.below(40)));
      context_.network.say(link_, [&] {
        message.set_command_id(next_id_++);
        return message.SerializeAsString();
      }());
      return;
    case 5:
      message.mutable_hello()->set_protocol_version(1);
      break;
    case 6:
      // A part of a message, as if the rest had been lost.
      message.mutable_sign_in()->set_new_guest("Nobody at all");
      message.set_command_id(next_id_++);
      bytes = message.SerializeAsString();
      context_.network.say(link_, bytes.substr(0, rng_.below(bytes.size()) + 1));
      return;
    default:
      message.mutable_list_tables();
      break;
  }
  ask(std::move(message));
}

void Client::flood() {
  if (stage_ != Stage::kSignedIn) return;
  const auto kind = rng_.below(3);
  std::string match_id;
  Match* match = nullptr;
  for (auto& [id, candidate] : matches_) {
    if (!candidate.open || candidate.copy.seat < 0) continue;
    match = &candidate;
    match_id = id;
  }
  // While a move is on its way to the disk, what comes for its match waits.
  if (kind == 0 && match != nullptr && match->acting == 0 && clients::offers_anything(match->copy.choices)) {
    act(match_id, *match, clients::action_at(match->copy.choices, 0), match->copy.version, LinkChoice::kRight, false);
  }
  for (auto n = rng_.between(kFlood, 2 * kFlood); n > 0; --n) {
    pb::ClientMessage message;
    message.set_command_id(next_id_++);
    if (kind == 0 && match != nullptr) {
      message.mutable_ask_odds()->set_channel(match->copy.channel);
      message.mutable_ask_odds()->set_version(match->copy.version);
    } else if (kind == 1) {
      *message.mutable_open_table()->mutable_options() = draw_options(rng_);
    } else {
      message.mutable_list_tables();
    }
    context_.network.say(link_, message.SerializeAsString());
  }
}

void Client::stay_away() {
  if (stage_ != Stage::kAway) hang_up();
  connect_at_ = context_.agenda.now() + kAwayToRest + rng_.between(0, 30) * kSecond;
}

}  // namespace wyrmhall::sim
