#include "tests/load/bare_player.h"

#include <array>

#include "tests/load/bare_protocol.h"

namespace wyrmhall::load {

BarePlayer::BarePlayer(Setting& setting, std::uint32_t pair, std::uint8_t seat)
    : setting_(setting), pair_(pair), seat_(seat), socket_(setting.poller, *this) {}

void BarePlayer::connect() {
  const LoadOptions& options = setting_.options;
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
  Figures& figures = setting_.tally.of(Game::duel);  // whose pattern it is
  if (turn_ >= 0) {
    if (acted_) {
      figures.turn_at_mover(act_times_.since_last(), seat_ == 0);
    } else if (const auto since_act = other_->act_times_.told_other()) {
      figures.turn_at_other(*since_act);
    }
    const bool decides = message[bare::kSeatAt] == seat_;
    UpdateBytes bytes{.message = message.size()};
    if (decides) bytes.choices = bare::kTurnWithChoicesBytes - bare::kTurnBytes;
    figures.update_bytes(bytes, Figures::Story::other);
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
  act_times_.sent(Clock::now());
  socket_.send(message);
  setting_.tally.of(Game::duel).act_bytes(message.size());
}

}  // namespace wyrmhall::load
