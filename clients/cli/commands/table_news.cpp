#include "clients/cli/commands/table_news.h"

#include <utility>

#include "clients/cli/commands/heroes/bringer.h"
#include "clients/cli/commands/table_words.h"
#include "clients/cli/games/game_text.h"
#include "clients/cli/match/accusation.h"
#include "clients/cli/match/called_off.h"
#include "clients/cli/messages.h"
#include "clients/model/aborted_check.h"
#include "clients/model/code_name.h"
#include "clients/model/ids.h"
#include "common/uuid.h"

namespace wyrmhall::cli {
namespace {

constexpr Platform::Milliseconds kBotOfferedAfter{20'000};

}  // namespace

void TableNews::start_over() {
  called_off_seen_ = 0;
  announced_.clear();
  told_heroes_.clear();
}

bool TableNews::tell_called_off(const v1::Table& table, const AccountId& account, const clients::Handshake& handshake) {
  if (table.aborted_count() <= called_off_seen_) return true;
  const std::string key = context_.profile.server_key().pinned();
  const auto kept = context_.profile.chain(clients::match_id_of(table));
  for (int i = 0; i < table.aborted_starts_size() && !key.empty(); ++i) {
    if (static_cast<std::uint32_t>(i) < called_off_seen_) continue;
    const auto wrong =
        clients::wrong_with_aborted(table, table.aborted_starts(i), key, kept, account, handshake.answered_start());
    if (!wrong) continue;
    accuse(context_.terminal, context_.profile, context_.settings.server.text(), *wrong);
    return false;
  }
  called_off_seen_ = table.aborted_count();
  context_.terminal.say(called_off_text(table));
  return true;
}

void TableNews::announce(const v1::Table& table, int seat, bool own_bots) {
  if (const std::string why = news_of(table.called_off()); !why.empty()) {
    if (announced_ != why) context_.terminal.say(why);
    announced_ = why;
    return;
  }
  if (own_bots) return;
  if (!context_.settings.bot) tell_clock(table);
  const std::string text = at_table_text(table, seat);
  if (text.empty() || text == announced_) return;
  context_.terminal.say(text);
  announced_ = text;
}

void TableNews::tell_clock(const v1::Table& table) {
  if (told_clock_ || (table.turn_seconds() == 0 && table.absence_seconds() == 0)) return;
  told_clock_ = true;
  context_.terminal.say(table.turn_seconds() > 0 ? t("table.clock", {{"time", clock_text(table.turn_seconds())}})
                                                 : t("table.absence", {{"time", clock_text(table.absence_seconds())}}));
}

void TableNews::tell_heroes(const v1::Table& table, int seat) {
  std::vector<std::string> lines = brought_text(table, seat);
  if (lines == told_heroes_) return;
  context_.terminal.say(lines);
  told_heroes_ = std::move(lines);
}

// After the match that has just ended, the player is asked anyway whether to play again.
void TableNews::tell_offer(const v1::RematchOffer& offer, const std::optional<MatchId>& here) const {
  if (offer.players().empty() || context_.settings.by_itself()) return;
  std::vector<std::string> names;
  for (const v1::Player& player : offer.players()) names.push_back(strip_control_chars(player.name()));
  std::string text = t("rematch.wants", {{"n", offer.players_size()}, {"names", listed(names)}});
  if (here != id_from_bytes<MatchId>(offer.match_id())) {
    text += " " + t("rematch.join", {{"id", uuid_text(offer.table_id())}});
  }
  context_.terminal.say(text);
}

// Who joins that very table knows of it.
void TableNews::tell_offer(const v1::ChallengeOffer& offer) const {
  if (!offer.has_table() || context_.settings.by_itself()) return;
  if (context_.settings.match == id_from_bytes<MatchId>(offer.table_id())) return;
  std::vector<std::string> names = seat_names(offer.table().seats());
  std::erase(names, "");
  const std::string game = game_title(clients::game_of(offer.table().options()));
  context_.terminal.say(t("challenge.wants", {{"n", names.size()}, {"names", listed(names)}, {"game", game}}) + " " +
                        t("challenge.join", {{"id", uuid_text(offer.table_id())}}));
}

void TableNews::tell_no_seat_for_bot() {
  if (!std::exchange(told_no_seat_, true)) context_.terminal.warn(t("bot.noSeat"));
}

void TableNews::offer_bot_later(const v1::Table& table, std::function<bool()> still_waits) {
  if (std::exchange(offered_bot_, true)) return;
  const auto offer = [this, game = clients::game_of(table.options()), waits = std::move(still_waits)] {
    if (waits()) context_.terminal.say(t("table.botOffer", {{"game", game}}));
  };
  context_.platform.after(kBotOfferedAfter, offer);
}

}  // namespace wyrmhall::cli
