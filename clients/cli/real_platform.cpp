#include "clients/cli/real_platform.h"

namespace wyrmhall::cli {
namespace {

class RealWire : public Wire {
 public:
  RealWire(clients::EventLoop& loop, const clients::Address& address, clients::WebSocket::Events events)
      : socket_(loop, address, std::move(events)) {}
  void send(std::string frame) override { socket_.send(std::move(frame)); }

 private:
  clients::WebSocket socket_;
};

}  // namespace

std::unique_ptr<Wire> RealPlatform::dial(clients::WebSocket::Events events) {
  return std::make_unique<RealWire>(loop_, address_, std::move(events));
}

Platform::Milliseconds RealPlatform::now() {
  return std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now().time_since_epoch());
}

std::uint64_t RealPlatform::random() {
  return (std::uint64_t{random_()} << 32U) | random_();
}

}  // namespace wyrmhall::cli
