#include "server/shell/administration.h"

#include <spdlog/spdlog.h>

#include <utility>

#include "server/shell/admin_keys.h"
#include "server/shell/data_folder.h"

namespace wyrmhall::server {

std::optional<std::string> Administration::open(const Config& config, const persistence::StorePlace& store,
                                                AdminPort& port) {
  auto keys = admin_keys(config);
  if (!keys) return keys.error();
  if (*keys == nullptr) {
    spdlog::info("no admin token is set, so the admin listener is off");
  } else {
    api_.emplace(port,
                 admin::ApiSettings{.keys = *std::move(keys), .store = store, .replica = replica_place(config, store)});
    auto opened =
        HttpListener::open(config.admin, [this](const admin::Request& request) { return api_->serve(request); });
    if (!opened) return opened.error();
    listener_ = *std::move(opened);
    spdlog::info("administration listens on {}", listener_->address());
  }
  retention_.emplace(port, store, config.keep);
  return std::nullopt;
}

void Administration::close(AdminPort& port) {
  if (retention_) retention_->stop();
  port.close();
  retention_.reset();
  listener_.reset();
  api_.reset();
}

}  // namespace wyrmhall::server
