// What every Membership promises (persistence/membership.h), as subcases of the doctest case that calls this.
#pragma once

#include <functional>
#include <memory>

#include "persistence/membership.h"

namespace wyrmhall::persistence::testing {

struct JoinedNode {
  Incarnation id = 0;
  std::unique_ptr<Membership> membership;
};
// A run joins. Where it is refused, it has no membership.
using Join = std::function<JoinedNode(const NodeInfo& node)>;

void check_membership(const Join& join);

}  // namespace wyrmhall::persistence::testing
