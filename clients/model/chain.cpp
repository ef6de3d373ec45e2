#include "clients/model/chain.h"

#include <sodium.h>

#include <stdexcept>
#include <utility>

namespace wyrmhall::clients {
namespace {

constexpr std::string_view kLinkLabel = "wyrmhall link v1";

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

std::string sha256(std::string_view bytes) {
  std::string digest(crypto_hash_sha256_BYTES, '\0');
  crypto_hash_sha256(reinterpret_cast<unsigned char*>(digest.data()), bytes_of(bytes), bytes.size());
  return digest;
}

std::string link_of(std::string_view x) {
  return sha256(std::string(kLinkLabel).append(x)).substr(0, kLinkBytes);
}

Chain Chain::draw() {
  if (sodium_init() < 0) throw std::runtime_error("the operating system gives no random numbers");
  std::string root(kLinkBytes, '\0');
  randombytes_buf(root.data(), root.size());
  return Chain(std::move(root));
}

Chain::Chain(std::string root, int length)
    : root_(std::move(root)), length_(length), links_((static_cast<std::size_t>(length) + 1) * kLinkBytes, '\0') {
  if (root_.size() != kLinkBytes) throw std::invalid_argument("the end of a chain has 16 bytes");
  std::string x = root_;
  for (int k = length; k >= 0; --k) {
    links_.replace(static_cast<std::size_t>(k) * kLinkBytes, kLinkBytes, x);
    x = link_of(x);
  }
}

std::string Chain::at(int k) const {
  return links_.substr(static_cast<std::size_t>(k) * kLinkBytes, kLinkBytes);
}

std::string Chain::commitment() const {
  return link_of(at(0));
}

std::optional<int> Chain::find(std::string_view link) const {
  if (link.size() != kLinkBytes) return std::nullopt;
  for (int k = 0; k <= length_; ++k) {
    if (std::string_view(links_).substr(static_cast<std::size_t>(k) * kLinkBytes, kLinkBytes) == link) return k;
  }
  return std::nullopt;
}

}  // namespace wyrmhall::clients
