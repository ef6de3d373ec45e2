// The tokens that open the admin interface: the single one, which may do everything, and those of a file, which is read
// again when it has changed.
#pragma once

#include <expected>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/admin/token_file.h"

namespace wyrmhall::server::admin {

// The name of the single token in the log of changes.
inline constexpr std::string_view kSingleName = "admin";

// Who asks, by the token.
struct Knock {
  enum class Verdict : std::uint8_t { kNoToken, kWrong, kExpired, kKnown };
  Verdict verdict = Verdict::kNoToken;
  std::string name;           // set if the token is expired or known
  Role role = Role::kNobody;  // set if the token is known
};

struct KeyLine {
  std::string name;
  Role role = Role::kNobody;
  std::optional<Timestamp> until;
  std::optional<Timestamp> used_at;  // since the server started
};

class Keyring {
 public:
  // At least one of them; `file` is empty for none. On failure, a sentence.
  static std::expected<std::unique_ptr<Keyring>, std::string> open(const std::optional<Token>& single,
                                                                   const std::string& file);

  // The rest from any thread.

  // Looks whether the file has changed, once a second at most. A file that is wrong is told in the log, and the tokens
  // from before stay good.
  Knock knock(std::string_view authorization, Timestamp now);
  [[nodiscard]] std::vector<KeyLine> list();

 private:
  // Tells whether the file is the same as before.
  struct Stamp {
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;
    std::int64_t size = -1;  // -1: there is none
    std::uint64_t inode = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  struct Key {
    NamedToken named;
    std::optional<Timestamp> used_at;
  };

  explicit Keyring(std::string file) : file_(std::move(file)) {}
  [[nodiscard]] Stamp stamp() const;
  void look_at_file(Timestamp now);
  void take(std::vector<NamedToken> tokens);

  const std::string file_;
  std::mutex mutex_;  // guards what follows
  std::optional<NamedToken> single_;
  std::vector<Key> keys_;  // the single one first
  Stamp seen_;
  Timestamp looked_at_{};
};

}  // namespace wyrmhall::server::admin
