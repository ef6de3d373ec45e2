#include "server/games/duel/options.h"

#include "rules/duel/fault.h"
#include "server/games/option_fields.h"

namespace wyrmhall::server::duel_wire {

namespace pb = wyrmhall::v1;
namespace duel = rules::duel;

void Options::write_options(const duel::Options& options, pb::GameOptions& message) {
  const auto is_used = [&](std::size_t option) { return duel::is_used(options, static_cast<duel::Option>(option)); };
  write_option_fields(options, is_used, *message.mutable_duel());
}

void Options::name_option(const rules::Fault& fault, pb::Refusal& refusal) {
  const auto named = [&](std::int32_t option) { server::name_option<duel::Options, pb::DuelOptions>(refusal, option); };
  switch (static_cast<duel::Reason>(fault.reason)) {
    case duel::Reason::option_range:
      name_range(refusal, fault);
      return named(fault.arguments[0]);
    case duel::Reason::option_not_in_mode:
    case duel::Reason::option_length:
      return named(fault.arguments[0]);
    case duel::Reason::match_games_even:
      refusal.set_given(fault.arguments[0]);
      return named(duel::number(duel::Option::match_games));
    case duel::Reason::dragon_twice:
      return named(duel::number(duel::Option::dragons));
    case duel::Reason::seat_missing:
    case duel::Reason::owner_of_both:
      return named(duel::number(duel::Option::owners));
    default:
      return;
  }
}

}  // namespace wyrmhall::server::duel_wire
