// A player of an earlier run who comes back to the match that was running.
#pragma once

#include <cstddef>
#include <string>

#include "tests/load/guest.h"

namespace wyrmhall::load {

class Returner final : public Party, private Guest {
 public:
  Returner(Setting& setting, std::size_t connection, std::string token)
      : Guest(setting, connection, std::move(token)) {}
  void connect() override;
  [[nodiscard]] bool settled() const override { return settled_; }

 private:
  void on_signed_in(const v1::SignedIn& signed_in) override;
  void on_message(const v1::ServerMessage& message, Bytes bytes) override;

  Clock::time_point began_;
  bool settled_ = false;
};

}  // namespace wyrmhall::load
