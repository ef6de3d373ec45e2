#include "server/games/coin/view.h"

#include <variant>

#include "server/games/described.h"
#include "wyrmhall/v1/coin.pb.h"

namespace wyrmhall::server::coin_wire {

namespace pb = wyrmhall::v1;
namespace coin = rules::coin;

// All fields have the names of the rules' own.
void View::write_view(const coin::State* before, const coin::State& now, MessageWriter& to) {
  write_changed_fields<pb::CoinView>(before, now, to);
}

void View::write_event(const coin::State& /*state*/, const coin::Event& event, MessageWriter& to) {
  std::visit([&](const auto& one) { write_event_field<pb::CoinEvent>(one, to); }, event);
}

// The toss says what was called.
bool View::tells_action(const coin::Action& /*action*/) {
  return false;
}
void View::write_action_event(const coin::State& /*before*/, rules::Seat /*seat*/, const coin::Action& /*action*/,
                              MessageWriter& /*to*/) {}

}  // namespace wyrmhall::server::coin_wire
