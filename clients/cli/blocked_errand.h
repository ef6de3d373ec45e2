// block, unblock, blocked: whom this player does not want to be matched with.
#pragma once

#include "clients/cli/errand.h"

namespace wyrmhall::cli {

class BlockedErrand : public Errand {
 public:
  using Errand::Errand;
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;
};

}  // namespace wyrmhall::cli
