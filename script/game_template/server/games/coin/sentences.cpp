#include "server/games/coin/sentences.h"

#include "server/games/option_fields.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::coin_wire {

namespace pb = wyrmhall::v1;
namespace coin = rules::coin;

void Sentences::say(const coin::State& /*state*/, rules::Seat /*seat*/, const coin::Action& action, MessageWriter& to) {
  const bool heads = action.call == coin::Face::heads;
  to.number(pb::Sentence::kCoinFieldNumber, heads ? pb::COIN_PHRASE_HEADS : pb::COIN_PHRASE_TAILS);
}

// Nothing of the view lies on the table to be pressed.
void Sentences::place(const coin::State& /*state*/, rules::Seat /*seat*/, const coin::Action& /*action*/,
                      PlaceWriter& /*on*/) {}

// An option is the number of its field.
std::int32_t Sentences::argument(const rules::Fault& fault, std::size_t i) {
  const std::int32_t argument = fault.arguments[i];
  if (i > 0 || static_cast<coin::Reason>(fault.reason) != coin::Reason::option_range) return argument;
  return option_field<coin::Options, pb::CoinOptions>(argument).number();
}

}  // namespace wyrmhall::server::coin_wire
