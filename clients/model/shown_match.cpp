#include "clients/model/shown_match.h"

#include <utility>

#include "clients/model/shown_faces.h"

namespace wyrmhall::clients {

void ShownMatch::step(const v1::MatchUpdate& update) {
  if (update.has_snapshot() && update.version() > 0) return;
  ShownStep step{.version = update.version(), .faces = {}};
  for (const v1::GameEvent& event : update.events()) add_faces(event, step.faces);
  if (!step.faces.empty() && steps_.size() < kMaxSteps) steps_.insert(std::move(step));
}

}  // namespace wyrmhall::clients
