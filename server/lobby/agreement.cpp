#include "server/lobby/agreement.h"

#include <algorithm>
#include <memory>

#include "server/games/registry.h"
#include "server/lobby/parts.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// The options of the game itself; those that any game has stand beside them.
Message& game_options(pb::GameOptions& options) {
  const auto& oneof = *pb::GameOptions::descriptor()->FindOneofByName("game");
  const auto* const field = options.GetReflection()->GetOneofFieldDescriptor(options, &oneof);
  return *options.GetReflection()->MutableMessage(&options, field);
}

// A field of a message as bytes: those of equal fields are equal.
std::string bytes_of(const Message& message, const FieldDescriptor& field) {
  const std::unique_ptr<Message> all(message.New());
  const std::unique_ptr<Message> one(message.New());
  all->CopyFrom(message);
  message.GetReflection()->SwapFields(all.get(), one.get(), {&field});
  return one->SerializeAsString();
}

bool names(const std::vector<std::string>& any, std::string_view name) {
  return std::ranges::find(any, name) != any.end();
}

// Goes through the options in which two differ: what the table has stays if the player who comes does not care, and
// what that player wants is taken if those at the table do not care. False if both care.
bool settle(Message& at_table, const std::vector<std::string>& any, Message& wanted, const Quest& quest,
            bool& changes) {
  const auto& type = *at_table.GetDescriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (bytes_of(at_table, field) == bytes_of(wanted, field) || names(quest.any, field.name())) continue;
    if (!names(any, field.name())) return false;
    at_table.GetReflection()->SwapFields(&at_table, &wanted, {&field});
    changes = true;
  }
  return true;
}

// What stands beside the options of the game, except for what players bring.
std::string besides(pb::GameOptions options) {
  game_options(options).Clear();
  options.clear_heroes();
  options.clear_practice();
  return options.SerializeAsString();
}

// Whether what a seat brings may be brought under these options too.
bool takes(const pb::GameOptions& options, SeatParts others, int seat, const pb::SeatPart& part) {
  const SeatGame* const game = seat_game_of(options);
  pb::SeatPart copy = part;
  return game != nullptr && !game->complete(options, others, static_cast<std::uint32_t>(seat), copy);
}

}  // namespace

bool takes(const pb::Table& table, const pb::GameOptions& options, const pb::SeatPart& part) {
  const int free = free_seat(table);
  return free < 0 || takes(options, parts_of(table), free, part);
}

bool waits_alone(const pb::Table& table) {
  const auto taken = std::ranges::count_if(
      table.seats(), [](const pb::TableSeat& seat) { return seat.occupant_case() != pb::TableSeat::OCCUPANT_NOT_SET; });
  return table.phase() == pb::TABLE_PHASE_OPEN && taken == 1;
}

std::optional<pb::Refusal> fault_in_any(const pb::FindTable& ask, const pb::GameOptions& options) {
  if (ask.any_size() > kMaxAny) {
    pb::Refusal refused = refusal(pb::REFUSAL_CODE_FIELD_INVALID, "fewer things cannot matter", "any");
    refused.set_given(ask.any_size());
    refused.set_highest(kMaxAny);
    return refused;
  }
  pb::GameOptions copy = options;
  const auto& type = *game_options(copy).GetDescriptor();
  for (const std::string& name : ask.any()) {
    if (name != kAnyClock && type.FindFieldByName(name) == nullptr) {
      return refusal(pb::REFUSAL_CODE_FIELD_INVALID, "it must be the name of an option of the game, or \"clock\"",
                     "any");
    }
  }
  return std::nullopt;
}

std::optional<Agreement> agreement(const pb::Table& table, const std::vector<std::string>& any, const Quest& quest) {
  Agreement agreed{.options = table.options(),
                   .patience = {.turn_seconds = table.turn_seconds(), .absence_seconds = table.absence_seconds()},
                   .changes = false};
  pb::GameOptions wanted = quest.options;
  if (wanted.game_case() != agreed.options.game_case() || besides(wanted) != besides(agreed.options))
    return std::nullopt;
  if (const SeatGame* const game = seat_game_of(wanted)) {
    for (pb::GameOptions* options : {&agreed.options, &wanted}) game->leave_out_usual(*options);
  }
  if (!settle(game_options(agreed.options), any, game_options(wanted), quest, agreed.changes)) return std::nullopt;
  if (!agreed.changes) agreed.options = table.options();
  if (agreed.patience != quest.patience && !names(quest.any, kAnyClock)) {
    if (!names(any, kAnyClock)) return std::nullopt;
    agreed.patience = quest.patience;
    agreed.changes = true;
  }
  if (agreed.changes) {
    const GameKind& kind = *game_of(agreed.options);
    // A player who has brought a hero has brought it for the match as it is set up here.
    const bool free_to = waits_alone(table) && table.options().heroes().empty();
    const bool legal = free_to && !kind.complete(agreed.options);  // which fills in again what was left out
    if (!legal || kind.seats(agreed.options) != table.seats_size()) return std::nullopt;
  }
  const std::vector<const pb::SeatPart*> parts = parts_of(table);
  for (int seat = 0; seat < table.seats_size(); ++seat) {
    const pb::TableSeat& other = table.seats(seat);
    if (other.has_part() && !takes(agreed.options, parts, seat, other.part())) return std::nullopt;
  }
  if (quest.part && !takes(table, agreed.options, *quest.part)) return std::nullopt;
  return agreed;
}

std::string pool_of_game(const pb::GameOptions& options) {
  return pool_of_game(game_of(options)->offer().game());
}

std::string pool_of_game(const std::string& game) {
  return "all " + game;
}

std::string pool_of_any(const pb::GameOptions& options) {
  return "any " + game_of(options)->offer().game();
}

}  // namespace wyrmhall::server
