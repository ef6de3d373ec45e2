#include "server/shell/net/proxy_protocol.h"

#include <algorithm>
#include <array>

#include "server/core/limits.h"
#include "server/shell/net/networks.h"

namespace wyrmhall::server {
namespace {

namespace ip = boost::asio::ip;

constexpr std::array<std::uint8_t, 12> kSignature = {0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D,
                                                     0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A};
constexpr std::size_t kHead = 16;  // signature, version and command, family, length
constexpr std::uint8_t kLocal = 0x20;
constexpr std::uint8_t kProxy = 0x21;
constexpr std::uint8_t kTcp4 = 0x11;
constexpr std::uint8_t kTcp6 = 0x21;
constexpr std::size_t kTcp4Bytes = 12;  // two addresses, two ports
constexpr std::size_t kTcp6Bytes = 36;

}  // namespace

ProxyPreamble proxy_preamble(std::span<const std::uint8_t> bytes) {
  using Verdict = ProxyPreamble::Verdict;
  const auto known = std::min(bytes.size(), kSignature.size());
  if (!std::equal(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(known), kSignature.begin())) {
    return {.verdict = Verdict::kBad, .from = {}};
  }
  if (bytes.size() < kHead) return {.from = {}};
  const std::uint8_t command = bytes[12];
  const std::uint8_t family = bytes[13];
  const std::size_t length = (std::size_t{bytes[14]} << 8U) | bytes[15];
  const std::size_t size = kHead + length;
  const bool tcp4 = family == kTcp4;
  const bool tcp6 = family == kTcp6;
  const bool known_command = command == kLocal || command == kProxy;
  const bool too_short = command == kProxy && length < (tcp4 ? kTcp4Bytes : tcp6 ? kTcp6Bytes : 0);
  if (!known_command || size > kProxyPreambleBytes || too_short) return {.verdict = Verdict::kBad, .from = {}};
  if (bytes.size() < size) return {.from = {}};
  ProxyPreamble whole{.verdict = Verdict::kWhole, .bytes = size, .from = {}};
  const auto source = bytes.subspan(kHead);
  if (command == kProxy && tcp4) {
    ip::address_v4::bytes_type address{};
    std::copy_n(source.begin(), address.size(), address.begin());
    whole.from = ip::address_v4(address);
  } else if (command == kProxy && tcp6) {
    ip::address_v6::bytes_type address{};
    std::copy_n(source.begin(), address.size(), address.begin());
    const ip::address_v6 v6(address);
    whole.from = v6.is_v4_mapped() ? ip::address(ip::make_address_v4(ip::v4_mapped, v6)) : ip::address(v6);
  }
  return whole;
}

}  // namespace wyrmhall::server
