// wyrmhalld: the server.
#include <sodium.h>
#include <spdlog/spdlog.h>

#include <csignal>
#include <iostream>
#include <string_view>

#include "server/offline/check_command.h"
#include "server/offline/check_upgrade.h"
#include "server/offline/move_store_command.h"
#include "server/shell/config.h"
#include "server/shell/heap.h"
#include "server/shell/log.h"
#include "server/shell/server.h"

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "check-upgrade") {
    return wyrmhall::server::check_upgrade(argc - 1, argv + 1);
  }
  const auto config = wyrmhall::server::read_config(argc, argv);
  if (!config) return config.error();
  if (config->check_data) return wyrmhall::server::check_data_command(config->data, std::cout, std::cerr);
  if (config->move_store) {
    return wyrmhall::server::move_store_command(config->data, config->store, std::cout, std::cerr);
  }
  wyrmhall::server::use_large_pages();
  wyrmhall::server::set_up_log(config->log_format, config->log_level);
  if (sodium_init() < 0) {
    spdlog::critical("the operating system provides no random numbers");
    return 1;
  }
  // A peer that goes away, or a file that may not grow, is to be an error code and not the end of the process.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  wyrmhall::server::Server server(*config);
  return server.run([](const std::string& address) { std::cout << "listening on " << address << std::endl; });
}
