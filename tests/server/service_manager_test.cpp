// What a service manager hears, at a socket of the test's.
#include "server/shell/service_manager.h"

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wyrmhall::server {
namespace {

using Heard = std::vector<std::string>;

// A manager that waits `wait_usec` for a sign of life from the process `whose`, at a name without a file.
class Manager {
 public:
  explicit Manager(const char* wait_usec = nullptr, const std::string& whose = std::to_string(::getpid()))
      : socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
    const std::string name = "@wyrmhall-test-" + std::to_string(::getpid());
    sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
    std::memcpy(address.sun_path + 1, name.data() + 1, name.size() - 1);
    REQUIRE(::bind(socket_, reinterpret_cast<const sockaddr*>(&address),
                   static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size())) == 0);
    ::setenv("NOTIFY_SOCKET", name.c_str(), 1);
    if (wait_usec != nullptr) ::setenv("WATCHDOG_USEC", wait_usec, 1);
    ::setenv("WATCHDOG_PID", whose.c_str(), 1);
  }
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;
  ~Manager() {
    ::close(socket_);
    for (const char* name : {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"}) ::unsetenv(name);
  }

  // What came since it was last asked.
  [[nodiscard]] Heard heard() const {
    Heard all;
    std::array<char, 64> text{};
    for (ssize_t size = 0; (size = ::recv(socket_, text.data(), text.size(), 0)) >= 0;) {
      all.emplace_back(text.data(), static_cast<std::size_t>(size));
    }
    return all;
  }

 private:
  int socket_;
};

constexpr Timestamp kStart{1'750'000'000s};

TEST_CASE("it hears when the server is ready and when it stops") {
  const Manager manager;
  ServiceManager told;
  CHECK(manager.heard().empty());
  told.ready();
  CHECK(manager.heard() == Heard{"READY=1"});
  told.alive(kStart);
  CHECK(manager.heard().empty());  // it does not wait for that
  told.stopping();
  CHECK(manager.heard() == Heard{"STOPPING=1"});
}

TEST_CASE("it hears twice in the time that it waits that the loop goes round") {
  const Manager manager("10000000");
  ServiceManager told;
  int heard = 0;
  for (Timestamp now = kStart; now < kStart + 60s; now += 100ms) {
    told.alive(now);
    for (const std::string& message : manager.heard()) {
      CHECK(message == "WATCHDOG=1");
      ++heard;
    }
  }
  CHECK(heard == 12);
}

TEST_CASE("it hears nothing of who is not waited for") {
  const Manager manager("10000000", "1");
  ServiceManager told;
  told.alive(kStart);
  CHECK(manager.heard().empty());
}

TEST_CASE("without a manager, and with one that has gone, the server goes on") {
  ServiceManager alone;
  alone.ready();
  alone.alive(kStart);
  std::optional<Manager> manager(std::in_place, "10000000");
  ServiceManager left;
  manager.reset();
  left.ready();
  left.alive(kStart);
}

}  // namespace
}  // namespace wyrmhall::server
