// What administrators reach of the running server: the admin listener, if there is a token, and what is deleted by age.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "persistence/store_place.h"
#include "server/admin/api.h"
#include "server/shell/config.h"
#include "server/shell/http/admin_port.h"
#include "server/shell/http/http_listener.h"
#include "server/shell/retention.h"

namespace wyrmhall::server {

class Administration {
 public:
  // On failure, a sentence. `port` outlives what this opens.
  std::optional<std::string> open(const Config& config, const persistence::StorePlace& store, AdminPort& port);
  // Its threads wait for the core, which must run or have said that it will not.
  void close(AdminPort& port);

 private:
  std::optional<Retention> retention_;
  std::optional<admin::Api> api_;
  std::unique_ptr<HttpListener> listener_;
};

}  // namespace wyrmhall::server
