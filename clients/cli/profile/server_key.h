// The key by which a server signs its statements, as this client came to know it: pinned when it is first seen, and
// never replaced unless the person agrees.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

namespace wyrmhall::cli {

class ServerKey {
 public:
  enum class Standing : std::uint8_t {
    kUnsigned,  // this server signs nothing, and never did
    kPinned,    // the one that is pinned, perhaps since now
    kChanged,   // another key than the one that is pinned, or none any more
  };

  // One file a server.
  explicit ServerKey(std::filesystem::path file);

  // What the server shows now, 32 bytes or none. The first one is pinned.
  std::expected<Standing, std::string> shown(std::string_view key);
  // The person agrees to what the server shows now; what was pinned is kept beside it. On failure: what the system
  // says.
  std::expected<void, std::string> accept(std::string_view key);

  // The one that is pinned, 32 bytes; empty for none.
  [[nodiscard]] const std::string& pinned() const { return pinned_; }

 private:
  std::filesystem::path file_;
  std::string pinned_;
};

}  // namespace wyrmhall::cli
