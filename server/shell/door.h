// Where connections come in: accepts them, and turns away whom the limits do not let in, before anything is made for
// them.
#pragma once

#include <chrono>
#include <expected>
#include <functional>
#include <optional>
#include <string>

#include "server/environment.h"
#include "server/shell/admission.h"
#include "server/shell/asio.h"

namespace wyrmhall::server {

// All calls come on the io_context's one thread, and so does `welcome`.
class Door {
 public:
  struct Caller {
    TcpSocket socket;
    std::string address;
    std::string group;  // whose limits it shares (server/shell/admission.h)
  };
  // Admission::left() must follow one day for each that is welcomed.
  using Welcome = std::function<void(Caller)>;

  // `clock` and `admission` must outlive it.
  Door(net::io_context& io, const Clock& clock, Admission& admission, Welcome welcome)
      : acceptor_(io), pause_(io), clock_(clock), admission_(admission), welcome_(std::move(welcome)) {}

  // Listens at HOST:PORT. The address that it has then, or a sentence that says why not.
  std::expected<std::string, std::string> listen(const std::string& where);
  // Lets in whoever comes from now on.
  void open() { wait(); }
  void close();

 private:
  void wait();
  void wait(std::chrono::microseconds pause);
  void accept();
  // Whether it was let in, or told why not.
  bool arrived(int descriptor, const net::ip::tcp::endpoint& from);

  TcpAcceptor acceptor_;
  Timer pause_;
  const Clock& clock_;
  Admission& admission_;
  Welcome welcome_;
};

}  // namespace wyrmhall::server
