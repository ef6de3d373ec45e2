// Where connections come in: accepts them, and turns away those that the limits do not let in, before anything is made
// for them.
#pragma once

#include <chrono>
#include <expected>
#include <functional>
#include <string>

#include "server/shell/net/asio.h"
#include "server/shell/net/callers.h"
#include "server/shell/net/seldom.h"

namespace wyrmhall::server {

// A connection that has been let in.
struct AcceptedSocket {
  TcpSocket socket;
  Caller caller;
  bool probes_only = false;  // Callers::Entry::kProbesOnly
};

// All calls come on the io_context's one thread, and so does `welcome`.
class Acceptor {
 public:
  // Callers::left() must follow for each connection that is welcomed.
  using Welcome = std::function<void(AcceptedSocket)>;

  // `callers` must outlive it.
  Acceptor(net::io_context& io, Callers& callers, Welcome welcome)
      : acceptor_(io), pause_(io), callers_(callers), welcome_(std::move(welcome)) {}

  // Listens at HOST:PORT. Gives the address that it has then, or a sentence that says why not.
  std::expected<std::string, std::string> listen(const std::string& where);
  // Lets in connections from now on.
  void open() { wait(); }
  void close();

 private:
  void wait();
  void wait(std::chrono::microseconds pause);
  void accept();
  // One connection: false when there is none for now.
  bool accept_one();
  void arrived(int descriptor, const net::ip::tcp::endpoint& from);

  TcpAcceptor acceptor_;
  Timer pause_;
  Callers& callers_;
  Welcome welcome_;
  bool refused_ = false;  // the system gives no more connections for now
  Seldom complaint_;
};

}  // namespace wyrmhall::server
