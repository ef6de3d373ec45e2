#include "clients/model/start_check.h"

#include "clients/model/chain.h"
#include "clients/model/code_name.h"
#include "clients/model/ids.h"
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

// What in a start statement differs from the table; nothing if all is the same.
std::optional<Message> difference(const v1::Table& table, const receipts::StartStatement& start) {
  if (to_bytes(start.match) != table.table_id()) return Message{"accusation.start.is.table"};
  if (start.attempt != table.aborted_count() + 1) {
    return Message{"accusation.start.is.attempt", {{"n", start.attempt}, {"m", table.aborted_count()}}};
  }
  if (start.game != game_of(table.options())) return Message{"accusation.start.is.game"};
  if (start.turn_seconds != table.turn_seconds()) return Message{"accusation.start.is.time"};
  if (to_bytes(start.server_commitment) != table.server_commitment()) return Message{"accusation.start.is.promise"};
  if (start.seats.size() != static_cast<std::size_t>(table.seats_size())) return Message{"accusation.start.is.seats"};
  for (int seat = 0; seat < table.seats_size(); ++seat) {
    if (!same_seat(table.seats(seat), start.seats[static_cast<std::size_t>(seat)])) {
      return Message{"accusation.start.is.seat", {{"n", seat}}};
    }
  }
  return std::nullopt;
}

Accusation unsigned_start(const MatchId& match, Message what, const std::optional<receipts::Signed>& statement) {
  Accusation accusation{.of = "unsigned", .said = std::move(what), .match = match};
  if (statement) accusation.statements.push_back(*statement);
  return accusation;
}

}  // namespace

std::optional<Accusation> wrong_with_start(const v1::Table& table, std::string_view key,
                                           const std::vector<receipts::Signed>& earlier) {
  const auto signed_one = signed_from(table.start());
  if (!signed_one || !is_signed_by(*signed_one, key)) {
    return unsigned_start(match_id_of(table), {"accusation.start.is.missing"}, signed_one);
  }
  const auto start = receipts::read_start(signed_one->text);
  if (!start) return unsigned_start(match_id_of(table), {"accusation.start.is.notOne"}, signed_one);
  for (const receipts::Signed& before : earlier) {
    const auto other = receipts::read_start(before.text);
    if (!other || before.text == signed_one->text) continue;
    if (other->match == start->match && other->attempt == start->attempt) {
      return Accusation{.of = "contradiction",
                        .said = {"accusation.start.twice"},
                        .match = match_id_of(table),
                        .statements = {before, *signed_one}};
    }
    if (other->server_commitment == start->server_commitment) {
      return Accusation{.of = "commitmentTwice",
                        .said = {"accusation.start.commitment"},
                        .match = match_id_of(table),
                        .statements = {before, *signed_one}};
    }
  }
  if (auto what = difference(table, *start)) {
    return unsigned_start(match_id_of(table), *std::move(what), signed_one);
  }
  return std::nullopt;
}

std::optional<Accusation> wrong_with_match(const v1::MatchInfo& info, std::string_view key, const KeptChain& kept) {
  if (kept.starts.empty()) return std::nullopt;
  const receipts::Signed& promised = kept.starts.back();
  const auto signed_one = signed_from(info.start());
  if (signed_one && signed_one->text == promised.text) return std::nullopt;
  if (!signed_one || !is_signed_by(*signed_one, key)) {
    return Accusation{
        .of = "unsigned", .said = {"accusation.start.without"}, .match = id_of(info), .statements = {promised}};
  }
  return Accusation{.of = "contradiction",
                    .said = {"accusation.start.other"},
                    .match = id_of(info),
                    .statements = {promised, *signed_one}};
}

std::optional<Accusation> wrong_with_end(const receipts::Signed& start, const std::optional<receipts::Signed>& end,
                                         std::string_view server_seed) {
  const auto began = receipts::read_start(start.text);
  const auto accusation = [&](std::string of, std::string_view said) {
    Accusation against{.of = std::move(of), .said = {std::string(said)}, .statements = {start}};
    if (began) against.match = began->match;
    if (end) against.statements.push_back(*end);
    return against;
  };
  const auto ended = end ? receipts::read_end(end->text) : std::nullopt;
  if (!ended || !is_signed_by(*end, to_bytes(start.key))) return accusation("unsigned", "accusation.end.key");
  if (!began || ended->match != began->match || ended->start != receipts::hash_of(start.text)) {
    return accusation("contradiction", "accusation.end.other");
  }
  if (sha256(to_bytes(ended->server_seed)) != to_bytes(began->server_commitment)) {
    return accusation("seedDoesNotFit", "accusation.end.seed");
  }
  if (to_bytes(ended->server_seed) != server_seed) return accusation("unsigned", "accusation.end.shown");
  return std::nullopt;
}

std::optional<Message> broken_promise_at_start(const KeptChain& kept, const v1::MatchInfo& info) {
  if (info.server_commitment() != kept.server_commitment) {
    return Message{"accusation.match.seed"};
  }
  for (std::size_t index = 0; index < kept.seat_commitments.size(); ++index) {
    const int seat = static_cast<int>(index);
    const std::string& promised = kept.seat_commitments[index];
    if (promised.empty()) continue;  // a bot
    const bool there = seat < info.seats_size() && info.seats(seat).has_player();
    if (!there || info.seats(seat).commitment() != promised || link_of(info.seats(seat).x0()) != promised) {
      return Message{"accusation.match.secret", {{"n", seat}}};
    }
  }
  for (int seat = static_cast<int>(kept.seat_commitments.size()); seat < info.seats_size(); ++seat) {
    if (info.seats(seat).has_player()) return Message{"accusation.match.late", {{"n", seat}}};
  }
  return std::nullopt;
}

std::optional<Message> broken_promise_at_end(const std::string& server_commitment, const std::string& server_seed) {
  if (server_seed.size() == kHashBytes && sha256(server_seed) == server_commitment) return std::nullopt;
  return Message{"accusation.match.end"};
}

}  // namespace wyrmhall::clients
