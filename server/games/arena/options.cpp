#include "server/games/arena/options.h"

#include "rules/arena/fault.h"
#include "server/games/option_fields.h"

namespace wyrmhall::server::arena_wire {

namespace pb = wyrmhall::v1;
namespace arena = rules::arena;

void Options::write_options(const arena::Options& given, pb::GameOptions& message) {
  arena::Options options = given;
  options.max_duels = arena::duels_of(options);
  const auto is_used = [&](std::size_t option) { return arena::is_used(options, static_cast<arena::Option>(option)); };
  write_option_fields(options, is_used, *message.mutable_arena());
}

void Options::name_option(const rules::Fault& fault, pb::Refusal& refusal) {
  if (static_cast<arena::Reason>(fault.reason) == arena::Reason::option_range) name_range(refusal, fault);
  server::name_option<arena::Options, pb::ArenaOptions>(refusal, fault.arguments[0]);
}

}  // namespace wyrmhall::server::arena_wire
