#include "tests/load/web_socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "tests/load/poller.h"

namespace wyrmhall::load {
namespace {

// The example of RFC 6455, whose answer is known by heart: the load has no need for a fresh nonce.
constexpr std::string_view kKey = "dGhlIHNhbXBsZSBub25jZQ==";
constexpr std::string_view kAccept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";
// Longer upgrade answers than this are a fault.
constexpr std::size_t kMaxUpgradeBytes = 8192;
// Longer messages than this are a fault: the server's largest is far below.
constexpr std::size_t kMaxMessageBytes = 1 << 20;

constexpr std::uint8_t kContinuation = 0, kBinary = 2, kClose = 8, kPing = 9, kPong = 10;

sockaddr_in address_of(const std::string& host, std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  if (::inet_pton(AF_INET, host.c_str(), &address.sin_addr) != 1) {
    throw std::system_error(EINVAL, std::generic_category(), "not an IPv4 address: " + host);
  }
  return address;
}

std::string_view text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

void WebSocket::connect(const std::string& host, std::uint16_t port, const std::string& source) {
  descriptor_ = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "socket");
  const int on = 1;
  ::setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (!source.empty()) {
    // Lets the kernel choose the port when it knows the destination too: ports then do not run out.
    ::setsockopt(descriptor_, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    const sockaddr_in from = address_of(source, 0);
    if (::bind(descriptor_, reinterpret_cast<const sockaddr*>(&from), sizeof from) != 0) {
      throw std::system_error(errno, std::generic_category(), "bind " + source);
    }
  }
  host_ = host + ":" + std::to_string(port);
  const sockaddr_in to = address_of(host, port);
  if (::connect(descriptor_, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0 && errno != EINPROGRESS) {
    throw std::system_error(errno, std::generic_category(), "connect to " + host_);
  }
  stage_ = Stage::connecting;
  wants_write_ = true;
  poller_.add(*this, wants_write_);
}

void WebSocket::close() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);  // which takes it out of the poller, too
  descriptor_ = -1;
  stage_ = Stage::closed;
}

void WebSocket::fail(std::string_view why) {
  if (stage_ == Stage::closed) return;
  close();
  conversation_.lost(why);
}

void WebSocket::upgrade() {
  stage_ = Stage::upgrading;
  out_ += "GET /ws HTTP/1.1\r\nHost: ";
  out_ += host_;
  out_ += "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ";
  out_ += kKey;
  out_ += "\r\n\r\n";
}

void WebSocket::on_writable() {
  if (stage_ == Stage::connecting) {
    int error = 0;
    socklen_t size = sizeof error;
    ::getsockopt(descriptor_, SOL_SOCKET, SO_ERROR, &error, &size);
    if (error != 0) return fail(std::string("cannot connect: ") + std::strerror(error));
    upgrade();
  }
  flush();
}

void WebSocket::flush() {
  while (!out_.empty()) {
    const ssize_t sent = ::send(descriptor_, out_.data(), out_.size(), MSG_NOSIGNAL);
    if (sent < 0) {
      if (errno == EINTR) continue;
      if (errno == EAGAIN) break;
      return fail(std::string("cannot send: ") + std::strerror(errno));
    }
    out_.erase(0, static_cast<std::size_t>(sent));
  }
  if (wants_write_ != !out_.empty()) {
    wants_write_ = !out_.empty();
    poller_.change(*this, wants_write_);
  }
}

void WebSocket::send(Bytes message) {
  send_frame(kBinary, message);
}

void WebSocket::send_frame(std::uint8_t opcode, Bytes payload) {
  if (stage_ != Stage::open) return;
  const std::size_t width = payload.size() < 126 ? 0 : 2;
  const std::size_t begin = out_.size();
  out_.resize(begin + 2 + width + 4 + payload.size());
  auto* at = reinterpret_cast<std::uint8_t*>(out_.data() + begin);
  *at++ = 0x80 | opcode;
  *at++ = static_cast<std::uint8_t>(0x80 | (width == 0 ? payload.size() : 126));
  for (std::size_t i = 0; i < width; ++i) *at++ = static_cast<std::uint8_t>(payload.size() >> (8 * (width - 1 - i)));
  // What a mask is good for, upsetting old proxies less, does not ask for a good generator.
  mask_ = mask_ * 1664525 + 1013904223;
  std::array<std::uint8_t, 4> mask;
  std::memcpy(mask.data(), &mask_, mask.size());
  at = std::copy(mask.begin(), mask.end(), at);
  for (std::size_t i = 0; i < payload.size(); ++i) at[i] = payload[i] ^ mask[i % 4];
  flush();
}

void WebSocket::on_readable() {
  const std::span<std::uint8_t> scratch = poller_.scratch();
  const ssize_t got = ::recv(descriptor_, scratch.data(), scratch.size(), 0);
  if (got < 0) {
    if (errno == EINTR || errno == EAGAIN) return;
    return fail(std::string("cannot receive: ") + std::strerror(errno));
  }
  if (got == 0) return fail("the server closed the connection");
  const Bytes fresh(scratch.data(), static_cast<std::size_t>(got));
  if (in_.empty()) {
    const std::size_t taken = take(fresh);
    in_.assign(fresh.data() + taken, fresh.size() - taken);
  } else {
    in_.append(fresh.data(), fresh.size());
    const std::size_t taken = take({in_.data(), in_.size()});
    in_.erase(0, taken);
  }
}

std::size_t WebSocket::take(Bytes input) {
  std::size_t taken = 0;
  while (stage_ == Stage::upgrading || stage_ == Stage::open) {
    const Bytes rest = input.subspan(taken);
    const std::size_t step = stage_ == Stage::open ? take_frame(rest) : take_upgrade(rest);
    if (step == 0) return taken;
    taken += step;
  }
  return input.size();
}

std::size_t WebSocket::take_upgrade(Bytes input) {
  const std::string_view text = text_of(input);
  const std::size_t end = text.find("\r\n\r\n");
  if (end == std::string_view::npos) {
    if (text.size() > kMaxUpgradeBytes) fail("the upgrade's answer does not end");
    return 0;
  }
  const std::string_view head = text.substr(0, end);
  if (!head.starts_with("HTTP/1.1 101") || head.find(kAccept) == std::string_view::npos) {
    fail("the upgrade was refused: " + std::string(head.substr(0, head.find("\r\n"))));
    return 0;
  }
  stage_ = Stage::open;
  conversation_.opened();
  return end + 4;
}

std::size_t WebSocket::take_frame(Bytes input) {
  if (input.size() < 2) return 0;
  std::size_t size = input[1] & 0x7f;
  std::size_t head = 2;
  if (size >= 126) {
    const std::size_t width = size == 126 ? 2 : 8;
    if (input.size() < head + width) return 0;
    size = 0;
    for (std::size_t i = 0; i < width; ++i) size = size << 8 | input[head + i];
    head += width;
  }
  if ((input[1] & 0x80) != 0 || (input[0] & 0x70) != 0 || size > kMaxMessageBytes) {
    fail("a frame that no server may send");
    return 0;
  }
  if (input.size() < head + size) return 0;
  on_frame(input[0] & 0x0f, (input[0] & 0x80) != 0, input.subspan(head, size));
  return head + size;
}

void WebSocket::on_frame(std::uint8_t opcode, bool last, Bytes payload) {
  switch (opcode) {
    case kBinary:
      if (last) return conversation_.received(payload);
      fragments_.assign(payload.data(), payload.size());
      return;
    case kContinuation:
      fragments_.append(payload.data(), payload.size());
      if (fragments_.size() > kMaxMessageBytes) return fail("a message that does not end");
      if (last) conversation_.received({fragments_.data(), fragments_.size()});
      return;
    case kPing:
      return send_frame(kPong, payload);
    case kPong:
      return;
    case kClose: {
      std::string why = "the server said goodbye";
      if (payload.size() >= 2) {
        why += " (" + std::to_string(payload[0] << 8 | payload[1]) + ")";
        why += payload.size() > 2 ? ": " : "";
        why += text_of(payload.subspan(2));
      }
      return fail(why);
    }
    default:
      return fail("a frame of an unknown kind");
  }
}

}  // namespace wyrmhall::load
