// Who is at the other end of each connection, and whether it may come in: by its own address, or by the one that a
// trusted proxy tells.
//
// A connection that comes by itself is counted when it is accepted. A connection of a trusted proxy is not: each
// request says whose it is, and is counted for that address as long as it is answered or its session lasts.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/ip/address.hpp>

#include "server/core/access_event.h"
#include "server/core/environment.h"
#include "server/shell/net/admission.h"
#include "server/shell/net/client_address.h"
#include "server/shell/net/networks.h"

namespace wyrmhall::server {

struct Proxies {
  Networks trusted;
  ProxyHeader header = ProxyHeader::kXForwardedFor;
  bool preamble = false;  // theirs begin with the PROXY protocol
};

// One connection. Only Callers uses its fields.
struct Caller {
  boost::asio::ip::address peer;  // the other end, or whom the PROXY protocol names
  PeerAddress client;             // whose limits it shares
  bool trusted = false;           // the peer is a proxy: each request says whose it is
  bool preamble = false;          // the PROXY protocol is still to come
  bool counted = false;
  bool session = false;
};

// All calls come from one thread.
class Callers {
 public:
  // `limits` and `clock` must outlive it.
  Callers(const Limits& limits, const Clock& clock, Proxies proxies)
      : limits_(limits), clock_(clock), proxies_(std::move(proxies)), admission_(limits) {}

  enum class Entry : std::uint8_t {
    kIn,          // left() must follow one day; so it must for the next
    kProbesOnly,  // too many: only a probe is to be answered
    kOut,         // to be shut out without a word
  };
  Entry came(const boost::asio::ip::address& peer, Caller& caller);
  // What the PROXY protocol said. False: the connection is to be dropped.
  bool told(Caller& caller, const std::optional<boost::asio::ip::address>& from);
  // A request, by `header`(name) of its headers: whether it may be answered. answered() follows, except for a session.
  bool asks(Caller& caller, const std::function<std::string(std::string_view name)>& header, bool upgrade);
  void answered(Caller& caller);
  // It would become a session: whether it may.
  bool upgrades(Caller& caller);
  void left(Caller& caller);

  // Whether an address is to be kept out.
  using Banned = std::function<bool(const boost::asio::ip::address& address)>;
  void keep_out(Banned banned) { banned_ = std::move(banned); }
  // Is told of each connection that is turned away.
  void watch(AccessWatch watch) { watch_ = std::move(watch); }
  void limits_changed() { admission_.limits_changed(); }
  void trust(Proxies proxies) { proxies_ = std::move(proxies); }
  [[nodiscard]] const Networks& trusted() const { return proxies_.trusted; }
  [[nodiscard]] const TurnedAway& turned_away() const { return turned_away_; }

 private:
  // kProbesOnly: turned away, and it may be a probe all the same.
  Entry count(Caller& caller, double cost);
  void turn_away(const Caller& caller, std::uint64_t& counter, std::string_view why);

  const Limits& limits_;
  const Clock& clock_;
  Proxies proxies_;
  Admission admission_;
  Banned banned_;
  AccessWatch watch_;
  TurnedAway turned_away_;
  std::size_t uncounted_ = 0;  // connections of proxies
};

}  // namespace wyrmhall::server
