// The same pair of players in front of the bare server (tests/load/bare_protocol.h).
#pragma once

#include <cstdint>

#include "tests/load/party.h"
#include "tests/load/web_socket.h"

namespace wyrmhall::load {

class BarePlayer final : public Conversation {
 public:
  BarePlayer(Setting& setting, std::uint32_t pair, std::uint8_t seat);
  // The other of the pair, before anything happens.
  void face(BarePlayer& other) { other_ = &other; }
  void connect();
  [[nodiscard]] bool playing() const { return turn_ >= 0; }

 private:
  void opened() override;
  void received(Bytes message) override;
  void lost(std::string_view why) override { setting_.tally.error("connection lost: " + std::string(why)); }
  void act();

  Setting& setting_;
  std::uint32_t pair_;
  std::uint8_t seat_;
  BarePlayer* other_ = nullptr;
  ActTimes act_times_;
  WebSocket socket_;
  std::int64_t turn_ = -1;
  bool acted_ = false;
};

class BarePair final : public Party {
 public:
  BarePair(Setting& setting, std::size_t number)
      : first_(setting, static_cast<std::uint32_t>(number), 0),
        second_(setting, static_cast<std::uint32_t>(number), 1) {
    first_.face(second_);
    second_.face(first_);
  }
  void connect() override {
    first_.connect();
    second_.connect();
  }
  [[nodiscard]] bool settled() const override { return first_.playing() && second_.playing(); }

 private:
  BarePlayer first_, second_;
};

}  // namespace wyrmhall::load
