#include "clients/model/start_check.h"

#include <fmt/format.h>

#include "clients/model/chain.h"
#include "clients/model/code_name.h"
#include "clients/model/signed_statement.h"
#include "common/bytes.h"
#include "receipts/statement.h"

namespace wyrmhall::clients {
namespace {

std::string level_word(v1::BotLevel level) {
  const auto* value = v1::BotLevel_descriptor()->FindValueByNumber(level);
  return value == nullptr ? "" : short_name(*value);
}

bool same_seat(const v1::TableSeat& seen, const receipts::StartSeat& said) {
  if (seen.has_bot()) return !said.player && said.bot == level_word(seen.bot().level());
  return seen.has_player() && said.player && to_bytes(*said.player) == seen.player().account_id() &&
         to_bytes(said.commitment) == seen.commitment();
}

// What in a start statement is other than at the table; empty where all is the same.
std::string difference(const v1::Table& table, const receipts::StartStatement& start) {
  if (to_bytes(start.match) != table.table_id()) return "another table";
  if (start.attempt != table.aborted_count() + 1) {
    return fmt::format("attempt {}, though {} were called off", start.attempt, table.aborted_count());
  }
  if (start.game != game_of(table.options())) return "another game";
  if (start.turn_seconds != table.turn_seconds()) return "another time for a decision";
  if (to_bytes(start.server_commitment) != table.server_commitment()) return "another commitment of the server's";
  if (start.seats.size() != static_cast<std::size_t>(table.seats_size())) return "another number of seats";
  for (int seat = 0; seat < table.seats_size(); ++seat) {
    if (!same_seat(table.seats(seat), start.seats[static_cast<std::size_t>(seat)])) {
      return fmt::format("another seat {}", seat);
    }
  }
  return {};
}

Accusation unsigned_start(const std::string& match_id, const std::string& what,
                          const std::optional<receipts::Signed>& statement) {
  Accusation accusation{
      .of = "unsigned",
      .said =
          fmt::format("What the server has signed about this start {}: it could deny it afterwards. Your secret is not "
                      "shown to it.",
                      what),
      .match_id = match_id};
  if (statement) accusation.statements.push_back(*statement);
  return accusation;
}

}  // namespace

std::optional<Accusation> wrong_with_start(const v1::Table& table, std::string_view key,
                                           const std::vector<receipts::Signed>& earlier) {
  const auto signed_one = signed_from(table.start());
  if (!signed_one || !is_signed_by(*signed_one, key)) {
    return unsigned_start(table.table_id(), "is missing, or is not signed by the key that it had", signed_one);
  }
  const auto start = receipts::read_start(signed_one->text);
  if (!start) return unsigned_start(table.table_id(), "is no start statement", signed_one);
  for (const receipts::Signed& before : earlier) {
    const auto other = receipts::read_start(before.text);
    if (!other || before.text == signed_one->text) continue;
    if (other->match == start->match && other->attempt == start->attempt) {
      return Accusation{
          .of = "contradiction",
          .said =
              "The server has signed two different starts for the same attempt at this table: one of them "
              "was called off without a trace. Your secret is not shown to it.",
          .match_id = table.table_id(),
          .statements = {before, *signed_one}};
    }
    if (other->server_commitment == start->server_commitment) {
      return Accusation{.of = "commitmentTwice",
                        .said =
                            "The server has signed two starts with the same commitment: it knows its own seed and what "
                            "the seats have shown, so it could choose what is rolled. Your secret is not shown to it.",
                        .match_id = table.table_id(),
                        .statements = {before, *signed_one}};
    }
  }
  if (const std::string what = difference(table, *start); !what.empty()) {
    return unsigned_start(table.table_id(), "has " + what, signed_one);
  }
  return std::nullopt;
}

std::optional<Accusation> wrong_with_match(const v1::MatchInfo& info, std::string_view key, const KeptChain& kept) {
  if (kept.starts.empty()) return std::nullopt;
  const receipts::Signed& promised = kept.starts.back();
  const auto signed_one = signed_from(info.start());
  if (signed_one && signed_one->text == promised.text) return std::nullopt;
  if (!signed_one || !is_signed_by(*signed_one, key)) {
    return Accusation{.of = "unsigned",
                      .said = "The server has started the match without the start statement that it had signed.",
                      .match_id = info.match_id(),
                      .statements = {promised}};
  }
  return Accusation{.of = "contradiction",
                    .said =
                        "The server has started the match with another start statement than the one for which your "
                        "secret was shown. It has signed both.",
                    .match_id = info.match_id(),
                    .statements = {promised, *signed_one}};
}

std::string broken_promise_at_start(const KeptChain& kept, const v1::MatchInfo& info) {
  if (info.server_commitment() != kept.server_commitment) {
    return "The server started the match with another seed than the one it had committed to. Its dice are not honest.";
  }
  for (std::size_t index = 0; index < kept.seat_commitments.size(); ++index) {
    const int seat = static_cast<int>(index);
    const std::string& promised = kept.seat_commitments[index];
    if (promised.empty()) continue;  // a bot
    const bool there = seat < info.seats_size() && info.seats(seat).has_player();
    if (!there || info.seats(seat).commitment() != promised || link_of(info.seats(seat).x0()) != promised) {
      return fmt::format(
          "Seat {} started with another secret than the one it had committed to. The dice are not honest.", seat);
    }
  }
  for (int seat = static_cast<int>(kept.seat_commitments.size()); seat < info.seats_size(); ++seat) {
    if (info.seats(seat).has_player()) return fmt::format("Seat {} joined after all had committed.", seat);
  }
  return {};
}

std::string broken_promise_at_end(const std::string& server_commitment, const std::string& server_seed) {
  if (server_seed.size() == kHashBytes && sha256(server_seed) == server_commitment) return {};
  return "The seed that the server shows now is not the one it had committed to. The dice of this match were not "
         "honest.";
}

}  // namespace wyrmhall::clients
