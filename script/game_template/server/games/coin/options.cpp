#include "server/games/coin/options.h"

#include "rules/coin/options.h"
#include "server/games/option_fields.h"

namespace wyrmhall::server::coin_wire {

namespace pb = wyrmhall::v1;
namespace coin = rules::coin;

void Options::name_option(const rules::Fault& fault, pb::Refusal& refusal) {
  name_range(refusal, fault);
  server::name_option<coin::Options, pb::CoinOptions>(refusal, fault.arguments[0]);
}

}  // namespace wyrmhall::server::coin_wire
