#include "clients/model/confirmation.h"

#include <fmt/format.h>
#include <sodium.h>

#include <array>

#include "clients/model/chain.h"

namespace wyrmhall::clients {

std::uint32_t place_of(const v1::GameAction& action, const v1::Choices& choices) {
  if (action.has_form()) return 0;
  const std::string wanted = action.SerializeAsString();
  for (int i = 0; i < choices.choices_size(); ++i) {
    if (choices.choices(i).action().SerializeAsString() == wanted) return static_cast<std::uint32_t>(i) + 1;
  }
  return 0;
}

std::string decision_text(const v1::Act& act) {
  if (!act.action().has_form()) return act.choice() == 0 ? "" : fmt::format("choice {}", act.choice());
  std::string text = fmt::format("form {}:", act.action().form().number());
  for (const std::uint32_t value : act.action().form().values()) text += fmt::format(" {}", value);
  return text;
}

void confirm(const MatchId& match, std::string_view next, v1::Act& act) {
  const std::string decision = decision_text(act);
  if (decision.empty() || next.empty()) return;
  std::string message = "wyrmhall act v1" + to_bytes(match);
  for (int shift = 24; shift >= 0; shift -= 8) message.push_back(static_cast<char>(act.version() >> shift));
  message += decision;
  const auto bytes = [](std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); };
  std::array<unsigned char, crypto_auth_hmacsha256_BYTES> code{};
  crypto_auth_hmacsha256_state state;
  crypto_auth_hmacsha256_init(&state, bytes(next), next.size());
  crypto_auth_hmacsha256_update(&state, bytes(message), message.size());
  crypto_auth_hmacsha256_final(&state, code.data());
  act.set_confirmation(code.data(), kLinkBytes);
}

}  // namespace wyrmhall::clients
