// A table as the lobby holds it: what is told of it, its part of the hand-shake, and what is on its way to the disk.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/core/environment.h"
#include "server/core/limits.h"
#include "server/core/outbox.h"

namespace wyrmhall::server {

// A command that waits until the table's change before it is on disk.
struct QueuedCommand {
  Sender sender;
  std::string command;
};

// Who loses a seat, and why.
struct Loser {
  AccountId account{};
  pb::LostSeatReason reason = pb::LOST_SEAT_REASON_UNSPECIFIED;
};

// A change on its way to the disk.
struct Saving {
  pb::Table after;
  std::uint64_t command_id = 0;
  SessionId session;
  std::string asked_by;                        // the account that is answered, 16 bytes
  std::vector<Loser> losers;                   // whom the change takes the seat from
  std::optional<persistence::MatchRow> start;  // set when the change is the start of the match
  bool changes_pool = false;                   // whether other options or clocks were agreed on
  bool repeated = false;                       // whether the start was asked for again
  std::optional<pb::Table> doubted;            // set when it takes back a change that may have been kept: this one
  bool insists = false;                        // set when it is the end of a start, which is not taken back
  Timestamp retry_at{};                        // when the store refused any of these: try again then
};

// Only TableSaving changes it, except for what the hand-shake and the clocks note.
struct HeldTable {
  TableId id{};
  pb::Table table;
  std::string pool;              // what FindTable looks for: the options and the clocks, as bytes
  std::vector<std::string> any;  // what somebody who waits here alone does not care about, as FindTable.any
  persistence::Hash server_seed{};
  std::array<std::string, rules::kMaxSeats> x0;      // revealed so far
  std::array<SharedAddress, rules::kMaxSeats> from;  // where those who are ready are
  bool hidden = false;
  bool fresh = true;  // not on disk yet: nobody has been told of it
  std::unique_ptr<Saving> saving;
  std::vector<QueuedCommand> queue;

  // Clocks; kNever where one does not run.
  Timestamp reveal_by{};
  Timestamp ready_by{};
  Timestamp tell_presence_at{};                       // somebody came or went, and the others have not been told
  Timestamp not_before{};                             // the store has just refused: nobody is evicted before that
  Timestamp back_by{};                                // after a restart: until then nobody is away for too long
  std::vector<std::pair<AccountId, Timestamp>> away;  // who sits here without a connection, and since when

  std::vector<std::string> offered;  // to those of Offers::of, in their order: who each was told to be waiting here

  std::vector<std::pair<AccountId, Timestamp>> left_by;      // who has left, until when FindTable keeps it from them
  std::vector<std::pair<AccountId, SharedAddress>> counted;  // whose address this table counts for

  // As it will be once what is under way is on disk.
  [[nodiscard]] const pb::Table& coming() const { return saving != nullptr ? saving->after : table; }
  // Whether it starts, closes, or was never written: what comes for it now is too late.
  [[nodiscard]] bool is_closing() const;
  // Too many starts were called off here, or the end of one has left nobody: it closes.
  [[nodiscard]] bool is_spent() const;
  // Whether the change under way takes back another that may have been kept.
  [[nodiscard]] bool is_doubtful() const { return saving != nullptr && saving->doubted.has_value(); }
};

// The time that those who play have, in seconds: for a decision, and to be gone while one is awaited (OpenTable).
struct Patience {
  std::uint32_t turn_seconds = 0;
  std::uint32_t absence_seconds = 0;
  friend bool operator==(const Patience&, const Patience&) = default;
};

// The name under which FindTable finds tables that are alike.
std::string pool_of(const pb::GameOptions& options, const Patience& patience);
std::string pool_of(const pb::Table& table);

// The seat of an account, or the first that is free; -1 for none.
int seat_of(const pb::Table& table, const AccountId& account);
int free_seat(const pb::Table& table);
// How many people, not bots, sit there.
int people_at(const pb::Table& table);
// Whether somebody sits there whose account a program plays with (check_bot_name), and whether somebody whose account a
// person does.
bool seats_a_program(const pb::Table& table);
bool seats_a_person(const pb::Table& table);

// Draws a fresh seed of the server's, and shows everybody its commitment: step 1 of the hand-shake.
void draw_seed(HeldTable& held, pb::Table& table, Entropy& entropy);
// The sender of a command sits there from now on.
void sit_down(pb::TableSeat& seat, const Sender& sender);
// Nobody is ready any more.
void clear_handshake(pb::Table& table);

// Calls act(seat, account) for each person who sits there.
template <class Table, class Do>
void for_each_person(Table& table, Do&& act) {
  for (int i = 0; i < table.seats_size(); ++i) {
    if (const auto account = id_from_bytes<AccountId>(table.seats(i).player().account_id())) act(i, *account);
  }
}

}  // namespace wyrmhall::server
