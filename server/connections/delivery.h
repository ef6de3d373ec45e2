// Hands connections what is for them, as effects, and ends those that do not take it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "server/connections/unsent.h"
#include "server/core/core_settings.h"
#include "server/core/effects.h"
#include "server/core/environment.h"
#include "server/core/outbox.h"
#include "server/core/session.h"

namespace wyrmhall::server {

class Delivery {
 public:
  // All of these outlive it. What it does is appended to `effects`.
  Delivery(const Environment& environment, const CoreSettings& settings, Sessions& sessions, Totals& totals,
           std::vector<Effect>& effects)
      : environment_(environment), settings_(settings), sessions_(sessions), totals_(totals), effects_(effects) {}

  // Everything in the outbox that is for connections. Writes nothing to it.
  void deliver(Outbox& out);
  // To everybody who has signed in.
  void notify(pb::NoticeKind kind, std::chrono::milliseconds retry_after = {});

  // This many have been sent. True if the session was behind and has read everything: it is to be caught up.
  bool sent(Session& session, std::size_t messages, std::size_t bytes);
  // Nothing of what waits for it will be sent.
  void forget(Session& session) { unsent_.forget(session); }
  // How many bytes wait to be sent to all of them.
  [[nodiscard]] std::size_t unsent_bytes() const { return unsent_.bytes(); }

 private:
  void post(Session& session, std::uint32_t channel, std::string frame, Answered answers = {});
  void close(Session& session, std::uint16_t code, std::string_view reason);
  void make_room();
  void tell_refusal(const Session& session, pb::RefusalCode code, std::string_view field) const;

  const Environment& environment_;
  const CoreSettings& settings_;
  Sessions& sessions_;
  Totals& totals_;
  std::vector<Effect>& effects_;
  Unsent unsent_;
};

}  // namespace wyrmhall::server
