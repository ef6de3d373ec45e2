// Tells the service manager that started this process how the process is: systemd, or any other that sets
// NOTIFY_SOCKET. Without that variable nothing is told. The messages are those of sd_notify(3).
#pragma once

#include <sys/un.h>

#include <optional>
#include <string_view>

#include "server/core/environment.h"

namespace wyrmhall::server {

// All calls come from one thread.
class ServiceManager {
 public:
  // Reads NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID.
  ServiceManager();
  ServiceManager(const ServiceManager&) = delete;
  ServiceManager& operator=(const ServiceManager&) = delete;
  ~ServiceManager();

  // Clients can connect.
  void ready() { tell("READY=1"); }
  // The server is about to end.
  void stopping() { tell("STOPPING=1"); }
  // Call it often from the loop that does the work. The manager hears of it once in half the time that it waits; if it
  // hears nothing, it ends the process and starts another.
  void alive(Timestamp now);

 private:
  void tell(std::string_view what) const;

  struct Address {
    sockaddr_un name{};
    socklen_t size = 0;
  };
  static std::optional<Address> address();

  std::optional<Address> to_;
  int socket_ = -1;
  Duration every_{};  // none: the manager does not wait
  Timestamp told_{};
};

}  // namespace wyrmhall::server
