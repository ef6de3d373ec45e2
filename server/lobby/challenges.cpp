#include "server/lobby/challenges.h"

#include <algorithm>
#include <utility>

#include "server/core/names.h"
#include "server/lobby/telling.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

constexpr Rate kSent{.per_second = kChallengesPerSecond, .at_once = kChallengesAtOnce};
constexpr Rate kReceived{.per_second = kChallengedPerSecond, .at_once = kChallengedAtOnce};

pb::Challenged* challenge_to(pb::Table& table, const AccountId& account) {
  const std::string id = to_bytes(account);
  auto& challenged = *table.mutable_challenged();
  const auto found =
      std::ranges::find(challenged, id, [](const pb::Challenged& one) { return one.player().account_id(); });
  return found == challenged.end() ? nullptr : &*found;
}

}  // namespace

void Challenges::open(const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  const auto& names = message.open_table().challenged();
  const auto refuse_it = [&](pb::Refusal refused) {
    out.refuse(sender.session, message.command_id(), std::move(refused));
  };
  if (std::cmp_greater_equal(names.size(), rules::kMaxSeats)) {
    return refuse_it(refusal(pb::REFUSAL_CODE_FIELD_INVALID, "no game has so many seats", "challenged"));
  }
  persistence::FindPlayers find{.name_keys = {}, .asked_by = sender.account};
  for (const std::string& name : names) {
    std::string key = name.size() > kNameBytes ? std::string() : name_key(name);
    if (key.empty())
      return refuse_it(refusal(pb::REFUSAL_CODE_PLAYER_UNKNOWN, "no player has this name", "challenged"));
    if (std::ranges::count(find.name_keys, key) != 0) {
      return refuse_it(refusal(pb::REFUSAL_CODE_FIELD_INVALID, "a player can be named once", "challenged"));
    }
    find.name_keys.push_back(std::move(key));
  }
  const auto cost = static_cast<double>(names.size());
  const Timestamp now = state_.now();
  if (const auto wait = sent_.wait(sender.account, cost, kSent, now); wait.count() > 0) {
    return refuse_it(again_after(
        refusal(pb::REFUSAL_CODE_TOO_FAST, "you have challenged many in a short time; wait a little"), wait));
  }
  sent_.spend(sender.account, cost, kSent, now);
  asked_.emplace(++last_asked_, QueuedCommand{.sender = sender, .command = message.SerializeAsString()});
  out.ask(ChallengedFound{.number = last_asked_}, std::move(find));
}

void Challenges::answered(const ChallengedFound& wait, const ChallengedFound::Answer& answer, Outbox& out) {
  const auto asked = asked_.extract(wait.number);
  if (asked.empty()) return;
  const Sender& sender = asked.mapped().sender;
  if (std::ranges::count(state_.sessions.of(sender.account), sender.session) == 0) return;
  pb::ClientMessage message;
  message.ParseFromString(asked.mapped().command);
  if (auto fault = fault_in(message.open_table(), sender, answer)) {
    return out.refuse(sender.session, message.command_id(), *std::move(fault));
  }
  const Timestamp now = state_.now();
  std::vector<persistence::Person> people;
  people.reserve(answer.value.size());
  for (const auto& found : answer.value) people.push_back(found.person);
  if (!opening_.open(sender, message, people, out)) return;
  for (const persistence::Person& person : people) received_.spend(person.account, 1, kReceived, now);
}

std::optional<pb::Refusal> Challenges::fault_in(const pb::OpenTable& ask, const Sender& sender,
                                                const ChallengedFound::Answer& found) {
  if (!found.kept()) {
    return again_after(refusal(pb::REFUSAL_CODE_NO_STORE, "nobody can be looked for; try again"), kStoreRetry);
  }
  if (std::cmp_less(found.value.size(), ask.challenged_size())) {
    return refusal(pb::REFUSAL_CODE_PLAYER_UNKNOWN,
                   ask.challenged_size() == 1 ? "no player has this name" : "no player has one of these names",
                   "challenged");
  }
  std::vector<AccountId> known{sender.account};
  for (const auto& [person, key, has_blocked] : found.value) {
    if (std::ranges::count(known, person.account) != 0) {
      return refusal(pb::REFUSAL_CODE_FIELD_INVALID, "name other players, each of them once", "challenged");
    }
    known.push_back(person.account);
    if (has_blocked || state_.blocks.has_blocked(sender.account, person.account)) {
      return refusal(pb::REFUSAL_CODE_NOT_WELCOME, "this player has blocked you, or you have blocked them",
                     "challenged");
    }
    if (is_bot_name(sender.name) && !is_bot_name(person.name)) {
      return refusal(pb::REFUSAL_CODE_BOT_UNINVITED, "a bot can challenge only bots", "challenged");
    }
    auto wait = received_.wait(person.account, 1, kReceived, state_.now());
    if (open_challenges_of(person.account) >= kChallengesOpen) wait = std::max(wait, kChallengeRetry);
    if (wait.count() > 0) {
      return again_after(
          refusal(pb::REFUSAL_CODE_LIMIT_REACHED, "this player has been challenged by many; try again", "challenged"),
          wait);
    }
  }
  return std::nullopt;
}

std::size_t Challenges::open_challenges_of(const AccountId& account) const {
  return static_cast<std::size_t>(std::ranges::count_if(state_.index.offered_to(account), [&](const TableId& id) {
    return !state_.tables.find(id)->table.challenged().empty();
  }));
}

void Challenges::decline(HeldTable& held, const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  pb::Table table = held.table;
  pb::Challenged* const challenge = challenge_to(table, sender.account);
  if (challenge == nullptr) {
    return refuse(sender, message.command_id(), pb::REFUSAL_CODE_TABLE_UNKNOWN, "you are not challenged to this table",
                  out, "table_id");
  }
  if (challenge->declined() || table.phase() != pb::TABLE_PHASE_OPEN) {
    return answer(sender, message.command_id(), held.table, out);
  }
  challenge->set_declined(true);
  saving_.save(held, std::move(table), sender, message.command_id(), out);
}

}  // namespace wyrmhall::server
