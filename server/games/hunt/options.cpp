#include "server/games/hunt/options.h"

#include <string>

#include "rules/hunt/fault.h"
#include "server/games/option_fields.h"

namespace wyrmhall::server::hunt_wire {

namespace pb = wyrmhall::v1;
namespace hunt = rules::hunt;

void Options::name_option(const rules::Fault& fault, pb::Refusal& refusal) {
  using enum hunt::Reason;
  const auto reason = static_cast<hunt::Reason>(fault.reason);
  const bool of_hero = reason == hero_field_range || reason == hero_field_length;
  if (of_hero || reason == option_range || reason == option_length) name_range(refusal, fault);
  hunt::Option option = hunt::Option::heroes;
  if (reason == option_range || reason == option_length) option = static_cast<hunt::Option>(fault.arguments[0]);
  if (reason == dragon_twice) option = hunt::Option::dragons;
  if (reason == groups_need_living || reason == group_sizes) option = hunt::Option::groups;
  server::name_option<hunt::Options, pb::HuntOptions>(refusal, hunt::number(option));
  if (!of_hero) return;
  refusal.set_field("heroes." + option_field<hunt::HeroOption, pb::HuntHeroOption>(fault.arguments[0]).name());
}

}  // namespace wyrmhall::server::hunt_wire
