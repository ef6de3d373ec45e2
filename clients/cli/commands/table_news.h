// What is said about the table at which the player sits: each thing once.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clients/cli/commands/command.h"
#include "clients/model/handshake.h"
#include "wyrmhall/v1/table.pb.h"

namespace wyrmhall::cli {

class TableNews {
 public:
  // `context` outlives it.
  explicit TableNews(const Context& context) : context_(context) {}

  // Another table.
  void start_over();

  // Tells of the starts that were called off since, each one once, while the chain that was made for it is still there.
  // False: one of them shows a lie of the server's, of which an accusation has been kept.
  [[nodiscard]] bool tell_called_off(const v1::Table& table, const AccountId& account,
                                     const clients::Handshake& handshake);
  // Who sits there and who is waited for. `own_bots`: the other seats are for bots that are still to sit down.
  void announce(const v1::Table& table, int seat, bool own_bots);
  // Who brings whom, and whether the match is practice, before it starts.
  void tell_heroes(const v1::Table& table, int seat);
  // Somebody waits for a rematch, or has challenged this player; `here`: the match that was played last.
  void tell_offer(const v1::RematchOffer& offer, const std::optional<MatchId>& here) const;
  void tell_offer(const v1::ChallengeOffer& offer) const;
  // Says that the table has no seat for a bot.
  void tell_no_seat_for_bot();
  // Says after a while, once, how to play a bot meanwhile, if the player still waits alone.
  void offer_bot_later(const v1::Table& table, std::function<bool()> still_waits);

 private:
  void tell_clock(const v1::Table& table);

  const Context& context_;
  std::uint32_t called_off_seen_ = 0;  // starts of this table
  std::string announced_;              // what was last said about the table
  std::vector<std::string> told_heroes_;
  bool told_clock_ = false;
  bool told_no_seat_ = false;
  bool offered_bot_ = false;
};

}  // namespace wyrmhall::cli
