// The admin interface: looks at each request's token, finds its operation, carries it out, and makes a problem of what
// goes wrong. server/admin/openapi.json describes all of it.
#pragma once

#include <string>
#include <vector>

#include "server/admin/context.h"
#include "server/admin/token.h"

namespace wyrmhall::server::admin {

struct ApiSettings {
  Token token;
  std::string data;  // the store's folder; empty where it keeps no history
};

class Api {
 public:
  // `running` must outlive it.
  Api(Running& running, const ApiSettings& settings);

  // From several threads at once. Does not throw.
  Response serve(const Request& request) noexcept;

 private:
  Response answer(const Request& request);
  Response carry_out(const Request& request);

  Token token_;
  Histories histories_;
  Jobs jobs_;  // after what its work uses
  Context context_;
  std::vector<Operation> operations_;
};

}  // namespace wyrmhall::server::admin
