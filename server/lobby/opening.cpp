#include "server/lobby/opening.h"

#include <algorithm>

#include "server/games/registry.h"
#include "server/lobby/admission.h"
#include "server/lobby/parts.h"
#include "server/lobby/telling.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

// Strangers do not wait for each other forever. Friends who have invited each other may play over days; if a clock
// runs, it decides.
std::optional<Patience> patience_of(const Sender& sender, std::uint64_t command_id, std::uint32_t turn_seconds,
                                    std::optional<std::uint32_t> absence_seconds, bool hidden, Outbox& out) {
  const auto in_range = [&](std::uint32_t given, std::uint32_t lowest, std::uint32_t highest, std::string_view what,
                            std::string_view field) {
    if (given == 0 || (given >= lowest && given <= highest)) return true;
    pb::Refusal refused = refusal(pb::REFUSAL_CODE_FIELD_INVALID, what, field);
    refused.set_given(given);
    refused.set_lowest(lowest);
    refused.set_highest(highest);
    out.refuse(sender.session, command_id, std::move(refused));
    return false;
  };
  const bool has_clock = turn_seconds != 0;
  const Patience patience{.turn_seconds = turn_seconds,
                          .absence_seconds = absence_seconds.value_or(has_clock || hidden ? 0 : kAbsenceSeconds)};
  if (!in_range(patience.turn_seconds, kMinTurnSeconds, kMaxTurnSeconds, "the time for a decision is out of range",
                "turn_seconds")) {
    return std::nullopt;
  }
  if (has_clock && patience.absence_seconds != 0) {
    refuse(sender, command_id, pb::REFUSAL_CODE_FIELD_INVALID,
           "in a match with a clock nobody can be claimed against, since it runs out for them: leave out "
           "absence_seconds, or set turn_seconds to 0",
           out, "absence_seconds");
    return std::nullopt;
  }
  if (!in_range(patience.absence_seconds, kMinAbsenceSeconds, kMaxAbsenceSeconds,
                "the time to be absent is out of range", "absence_seconds")) {
    return std::nullopt;
  }
  return patience;
}

HeldTable* Opening::create(const Sender& sender, std::uint64_t command_id, pb::GameOptions options,
                           const Patience& patience, bool hidden, Outbox& out) {
  const auto refuse_it = [&](pb::RefusalCode code, std::string_view detail, std::string_view field) {
    refuse(sender, command_id, code, detail, out, field);
    return nullptr;
  };
  if (state_.draining)
    return refuse_it(pb::REFUSAL_CODE_DRAINING, "the server is about to stop and takes no new tables", "");
  const GameKind* kind = game_of(options);
  if (kind == nullptr || !state_.rules_of(*kind)) {
    return refuse_it(pb::REFUSAL_CODE_GAME_UNKNOWN, "the options must be for a game that is played here", "options");
  }
  if (auto refused = kind->complete(options)) {
    out.refuse(sender.session, command_id, *std::move(refused));
    return nullptr;
  }
  if (state_.tables.size() >= state_.environment.limits.tables_in_all) {
    const pb::Refusal full = refusal(pb::REFUSAL_CODE_LIMIT_REACHED, "there are too many tables; try again", "tables");
    out.refuse(sender.session, command_id, again_after(full, kTablesFullRetry));
    return nullptr;
  }
  if (!has_room(state_, sender, command_id, out)) return nullptr;
  // The match will be close to who opens its table.
  const TableId id(state_.placement.id_at(sender.session.incarnation, state_.environment.entropy, state_.now()));
  HeldTable& held = state_.tables.add(id);
  held.hidden = hidden;
  held.table.set_table_id(to_bytes(id));
  held.table.set_hidden(hidden);
  *held.table.mutable_options() = std::move(options);
  held.table.set_turn_seconds(patience.turn_seconds);
  held.table.set_absence_seconds(patience.absence_seconds);
  held.pool = pool_of(held.table);
  for (int i = 0; i < kind->seats(held.table.options()); ++i) held.table.add_seats();
  held.table.set_phase(pb::TABLE_PHASE_OPEN);
  draw_seed(held, held.table, state_.environment.entropy);
  return &held;
}

bool Opening::open(const Sender& sender, const pb::ClientMessage& message,
                   std::span<const persistence::Person> challenged, Outbox& out) {
  const pb::OpenTable& ask = message.open_table();
  const auto invalid = [&](std::string_view detail, std::string_view field) {
    refuse(sender, message.command_id(), pb::REFUSAL_CODE_FIELD_INVALID, detail, out, field);
    return false;
  };
  const auto patience =
      patience_of(sender, message.command_id(), ask.turn_seconds(),
                  ask.has_absence_seconds() ? std::optional(ask.absence_seconds()) : std::nullopt, ask.hidden(), out);
  if (!patience) return false;
  const GameKind* kind = game_of(ask.options());
  pb::GameOptions options = ask.options();
  const bool complete = kind != nullptr && !kind->complete(options);  // otherwise create() says why not
  for (const int level : ask.bots()) {
    const bool known = kind != nullptr && std::ranges::count(kind->offer().bots(), level) > 0;
    if (!known || (complete && !kind->plays(static_cast<pb::BotLevel>(level), options))) {
      return invalid(known ? "this bot does not play these options" : "no such bot plays this game", "bots");
    }
  }
  if (complete && ask.bots_size() >= kind->seats(options)) {
    return invalid("there are as many bots as seats; you need a seat for yourself", "bots");
  }
  if (complete &&
      std::cmp_greater_equal(challenged.size() + static_cast<std::size_t>(ask.bots_size()), kind->seats(options))) {
    return invalid("there are not as many seats for those who are challenged", "challenged");
  }
  std::optional<pb::SeatPart> part;
  if (complete && ask.has_part()) {
    auto completed = completed_part(options, {}, 0, ask.part());
    if (!completed) {
      out.refuse(sender.session, message.command_id(), std::move(completed).error());
      return false;
    }
    part = *std::move(completed);
  }
  HeldTable* held = create(sender, message.command_id(), std::move(options), *patience, ask.hidden(), out);
  if (held == nullptr) return false;
  for (const persistence::Person& person : challenged) {
    pb::Player& player = *held->table.add_challenged()->mutable_player();
    player.set_account_id(to_bytes(person.account));
    player.set_name(person.name);
  }
  pb::Table table = held->table;
  if (part) *table.mutable_seats(0)->mutable_part() = *std::move(part);
  const int first_bot = table.seats_size() - ask.bots_size();
  for (int i = 0; i < ask.bots_size(); ++i) {
    table.mutable_seats(first_bot + i)->mutable_bot()->set_level(ask.bots(i));
  }
  sit_down(*table.mutable_seats(0), sender);
  saving_.save(*held, std::move(table), sender, message.command_id(), out);
  return true;
}

}  // namespace wyrmhall::server
