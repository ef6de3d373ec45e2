#include "server/games/dance/options.h"

#include "rules/dance/options.h"
#include "server/games/option_fields.h"

namespace wyrmhall::server::dance_wire {

namespace pb = wyrmhall::v1;
namespace dance = rules::dance;

void Options::name_option(const rules::Fault& fault, pb::Refusal& refusal) {
  name_range(refusal, fault);
  server::name_option<dance::Options, pb::DanceOptions>(refusal, fault.arguments[0]);
}

}  // namespace wyrmhall::server::dance_wire
