#include "clients/load/bare_player.h"

#include <array>

#include "clients/load/bare_protocol.h"

namespace wyrmhall::load {

BarePlayer::BarePlayer(Setting& setting, std::uint32_t pair, std::uint8_t seat, TurnClock& turn_clock)
    : setting_(setting), pair_(pair), seat_(seat), turn_clock_(turn_clock), socket_(setting.poller, *this) {}

void BarePlayer::connect() {
  const Options& options = setting_.options;
  socket_.connect(options.host, options.port, source_address(options, 2 * pair_ + seat_));
}

void BarePlayer::opened() {
  // The seat travels too: which of two connections gets through first is not certain.
  std::array<std::uint8_t, bare::kJoinBytes> join{bare::kJoin};
  bare::put_number(join, pair_);
  join[bare::kSeatAt] = seat_;
  socket_.send(join);
}

void BarePlayer::received(Bytes message) {
  if (message.size() < bare::kTurnBytes || message[0] != bare::kTurn || bare::number_of(message) != turn_ + 1) {
    return setting_.tally.error("a turn that does not follow");
  }
  if (turn_ >= 0) {
    const auto since_act = turn_clock_.since(static_cast<std::uint64_t>(turn_));
    if (acted_) {
      setting_.tally.turn_at_mover(since_act);
    } else {
      setting_.tally.turn_at_other(since_act);
    }
    const bool decides = message[bare::kSeatAt] == seat_;
    UpdateBytes bytes{.message = message.size()};
    if (decides) bytes.choices = bare::kTurnWithChoicesBytes - bare::kTurnBytes;
    setting_.tally.update_bytes(bytes, Tally::Story::other);
  }
  ++turn_;
  acted_ = false;
  if (message[bare::kSeatAt] != seat_) return;
  const auto thinking = setting_.thinking_time();
  if (thinking.count() == 0) return act();
  setting_.poller.at(Clock::now() + thinking, [this] { act(); });
}

void BarePlayer::act() {
  std::array<std::uint8_t, bare::kActBytes> message{bare::kAct};
  bare::put_number(message, static_cast<std::uint32_t>(turn_));
  acted_ = true;
  turn_clock_.sent(static_cast<std::uint64_t>(turn_), Clock::now());
  socket_.send(message);
  setting_.tally.act_bytes(message.size());
}

}  // namespace wyrmhall::load
