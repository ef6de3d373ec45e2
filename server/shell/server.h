// The server as a whole: carries out what the core decides, on one thread for all sockets and matches, beside the
// store's threads and the workers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/shell/config.h"

namespace wyrmhall::server {

class Server {
 public:
  explicit Server(Config config);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server();

  // Serves until stop() is called or a SIGTERM or SIGINT comes. `listening` is called once clients can connect, with
  // the address as HOST:PORT. The exit status: 0; 1 when it could not start, or 75 when another server took over its
  // store, after a line in the log that says why.
  int run(const std::function<void(const std::string& address)>& listening);

  // Ends as SIGTERM does. May be called from any thread while run() runs.
  void stop();

 private:
  class Shell;
  Config config_;
  std::unique_ptr<Shell> shell_;
};

}  // namespace wyrmhall::server
