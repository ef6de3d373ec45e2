// How a game's adapter says no.
#pragma once

#include <string>
#include <utility>

#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::server {

inline v1::Refusal refuse(v1::RefusalCode code, std::string detail, std::string field = {}) {
  v1::Refusal refusal;
  refusal.set_code(code);
  refusal.set_detail(std::move(detail));
  refusal.set_field(std::move(field));
  return refusal;
}

}  // namespace wyrmhall::server
