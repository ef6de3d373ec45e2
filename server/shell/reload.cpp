#include "server/shell/reload.h"

#include <spdlog/spdlog.h>

#include <string>
#include <utility>

#include "server/shell/limit_table.h"

namespace wyrmhall::server {

std::optional<Config> reload(const Config& before) {
  auto again = read_config_again(before);
  if (!again) {
    spdlog::error("the configuration has a mistake, so nothing was changed: {}", again.error());
    return std::nullopt;
  }
  for (const std::string& option : changed_for_a_restart(before, *again)) {
    spdlog::warn("{} cannot change while the server runs; restart to change it", option);
  }
  const auto changes = changed_limits(before.limits, again->limits);
  for (const std::string& change : changes) spdlog::info("{}", change);
  if (before.origins != again->origins) spdlog::info("allow-origin has changed");
  if (before.registration != again->registration) spdlog::info("registration has changed");
  if (before.log_addresses != again->log_addresses) spdlog::info("log-addresses has changed");
  if (before.log_level != again->log_level) {  // otherwise it is as administration may have set it
    spdlog::info("log-level: {}", again->log_level);
    spdlog::set_level(spdlog::level::from_str(again->log_level));
  }
  Config config = before;
  config.limits = again->limits;
  config.registration = again->registration;
  config.log_addresses = again->log_addresses;
  config.origins = std::move(again->origins);
  config.trusted_proxies = std::move(again->trusted_proxies);
  config.proxy_header = again->proxy_header;
  config.proxy_protocol = again->proxy_protocol;
  config.log_level = again->log_level;
  spdlog::info("the configuration was read again: {} limits changed", changes.size());
  return config;
}

}  // namespace wyrmhall::server
