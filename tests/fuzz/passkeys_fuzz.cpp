// Hostile passkeys: what claims to come from a browser and a device. The client's data fit the challenge, so that what
// is read after them is reached; the first byte says which of the two is tried. Nothing made up may be accepted as a
// use, for no key here has signed it.
#include <cstdlib>
#include <string>
#include <string_view>

#include "server/accounts/webauthn/passkeys.h"

namespace wyrmhall::fuzz {
namespace {

const server::webauthn::Expected kExpected{.challenge = {}, .origin = "https://example.org"};
// 32 zeros, as browsers write them.
constexpr std::string_view kChallenge = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

std::string client_data(std::string_view type) {
  return R"({"type":")" + std::string(type) + R"(","challenge":")" + std::string(kChallenge) +
         R"(","origin":"https://example.org"})";
}

void try_one(std::string_view bytes) {
  if (bytes.empty()) return;
  const bool creates = bytes.front() % 2 == 0;
  bytes.remove_prefix(1);
  if (creates) {
    const auto made = server::webauthn::read_new_passkey(bytes, client_data("webauthn.create"), kExpected);
    if (!made) return;
    // A key that is taken can be used, and has signed nothing.
    if (server::webauthn::check_use(made->key, 0, bytes, client_data("webauthn.get"), bytes, kExpected)) std::abort();
    return;
  }
  const std::size_t half = bytes.size() / 2;
  const std::string key = "\x08" + std::string(32, '\x05');
  if (server::webauthn::check_use(key, 0, bytes.substr(0, half), client_data("webauthn.get"), bytes.substr(half),
                                  kExpected)) {
    std::abort();
  }
  (void)server::webauthn::check_use(key, 0, bytes, bytes, bytes, kExpected);
}

}  // namespace
}  // namespace wyrmhall::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  wyrmhall::fuzz::try_one({reinterpret_cast<const char*>(data), size});
  return 0;
}
