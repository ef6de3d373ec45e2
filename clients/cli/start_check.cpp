#include "clients/cli/start_check.h"

#include "clients/cli/game_options.h"
#include "clients/cli/message_text.h"
#include "clients/cli/messages.h"
#include "clients/cli/signed_statement.h"
#include "receipts/statement.h"

namespace wyrmhall::cli {
namespace {

std::string level_word(v1::BotLevel level) {
  const auto* value = v1::BotLevel_descriptor()->FindValueByNumber(level);
  return value == nullptr ? "" : short_name(*value);
}

bool same_seat(const v1::TableSeat& seen, const receipts::StartSeat& said) {
  if (seen.has_bot()) return !said.player && said.bot == level_word(seen.bot().level());
  return seen.has_player() && said.player && string_of(*said.player) == seen.player().account_id() &&
         string_of(said.commitment) == seen.commitment();
}

// What in a start statement is other than at the table; empty where all is the same.
std::string difference(const v1::Table& table, const receipts::StartStatement& start) {
  if (string_of(start.match) != table.table_id()) return t("accusation.start.is.table");
  if (start.attempt != table.aborted_count() + 1) {
    return t("accusation.start.is.attempt", {{"n", start.attempt}, {"m", table.aborted_count()}});
  }
  if (start.game != game_of(table.options())) return t("accusation.start.is.game");
  if (start.turn_seconds != table.turn_seconds()) return t("accusation.start.is.time");
  if (string_of(start.server_commitment) != table.server_commitment()) return t("accusation.start.is.promise");
  if (start.seats.size() != static_cast<std::size_t>(table.seats_size())) return t("accusation.start.is.seats");
  for (int seat = 0; seat < table.seats_size(); ++seat) {
    if (!same_seat(table.seats(seat), start.seats[static_cast<std::size_t>(seat)])) {
      return t("accusation.start.is.seat", {{"n", seat}});
    }
  }
  return {};
}

Accusation unsigned_start(const std::string& match_id, const std::string& what,
                          const std::optional<receipts::Signed>& statement) {
  Accusation accusation{
      .of = "unsigned", .said = t("accusation.start.unsigned", {{"what", what}}), .match_id = match_id};
  if (statement) accusation.statements.push_back(*statement);
  return accusation;
}

}  // namespace

std::optional<Accusation> wrong_with_start(const v1::Table& table, std::string_view key,
                                           const std::vector<receipts::Signed>& earlier) {
  const auto signed_one = signed_from(table.start());
  if (!signed_one || !is_signed_by(*signed_one, key)) {
    return unsigned_start(table.table_id(), t("accusation.start.is.missing"), signed_one);
  }
  const auto start = receipts::read_start(signed_one->text);
  if (!start) return unsigned_start(table.table_id(), t("accusation.start.is.notOne"), signed_one);
  for (const receipts::Signed& before : earlier) {
    const auto other = receipts::read_start(before.text);
    if (!other || before.text == signed_one->text) continue;
    if (other->match == start->match && other->attempt == start->attempt) {
      return Accusation{.of = "contradiction",
                        .said = t("accusation.start.twice"),
                        .match_id = table.table_id(),
                        .statements = {before, *signed_one}};
    }
    if (other->server_commitment == start->server_commitment) {
      return Accusation{.of = "commitmentTwice",
                        .said = t("accusation.start.commitment"),
                        .match_id = table.table_id(),
                        .statements = {before, *signed_one}};
    }
  }
  if (const std::string what = difference(table, *start); !what.empty()) {
    return unsigned_start(table.table_id(), what, signed_one);
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
        .of = "unsigned", .said = t("accusation.start.without"), .match_id = info.match_id(), .statements = {promised}};
  }
  return Accusation{.of = "contradiction",
                    .said = t("accusation.start.other"),
                    .match_id = info.match_id(),
                    .statements = {promised, *signed_one}};
}

}  // namespace wyrmhall::cli
