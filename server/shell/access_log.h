// The log of who comes and who is refused, in lines that tools can read:
//
//   access new-guest address=192.0.2.1 account=0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f times=1
//   access refused address=192.0.2.1 why=token-unknown times=37
//
// docs/hosting.md explains the fields. However much happens, there are few lines: the first of a kind for an address
// comes at once, and the others of a minute together as one.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/core/access_event.h"
#include "server/core/environment.h"

namespace wyrmhall::server {

enum class LogAddresses : std::uint8_t {
  kPlain,
  kHashed,  // the same address is the same word until the server is restarted
  kNone
};

// All calls come from one thread.
class AccessLog {
 public:
  using Key = std::array<std::uint8_t, 32>;
  // `warns`: something was refused.
  using Write = std::function<void(bool warns, const std::string& line)>;
  // Into the server's log, with a key that is drawn now and kept nowhere.
  explicit AccessLog(LogAddresses addresses);
  // `key`: of the hashes.
  AccessLog(LogAddresses addresses, const Key& key, Write write)
      : addresses_(addresses), key_(key), write_(std::move(write)) {}

  void happened(const AccessEvent& event, Timestamp now);
  // Once a second or so: lines that are due.
  void tick(Timestamp now);
  // Writes what has gathered so far.
  void finish(Timestamp now);
  // Holds from now on; what has gathered is written in the old way first.
  void set_addresses(LogAddresses addresses, Timestamp now);

  // For how many kinds of lines something is being gathered.
  [[nodiscard]] std::size_t gathering() const { return lines_.size(); }

 private:
  // What has happened in the same way since its last line.
  struct Line {
    AccessEvent::Kind kind = AccessEvent::Kind::kRefused;
    std::string address;
    std::string why;
    std::optional<AccountId> account;
    std::uint64_t times = 0;
    Timestamp written_at{};
  };
  [[nodiscard]] std::string shown(const PeerAddress& from) const;
  void write(Line& line, Timestamp now);

  LogAddresses addresses_;
  Key key_{};
  Write write_;
  std::unordered_map<std::string, Line> lines_;  // by kind, address and why
};

}  // namespace wyrmhall::server
