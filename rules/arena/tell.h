// Telling the story: an Event is only made when somebody listens.
#pragma once

#include "rules/arena/event.h"
#include "rules/game.h"

namespace wyrmhall::rules::arena {

template <class Sink, class Make>
constexpr void tell(Sink& sink, Make&& make) {
  if constexpr (!kSilent<Sink>) sink(Event(make()));
}

}  // namespace wyrmhall::rules::arena
