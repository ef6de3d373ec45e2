// What the client keeps between its runs, one folder a server and in it one a name: the token to come back with, and
// the chain of each match that is being set up or played. Files that hold a secret are for their owner alone.
#pragma once

#include <chrono>
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clients/cli/profile/private_file.h"
#include "clients/cli/profile/seen_commitments.h"
#include "clients/cli/profile/server_key.h"
#include "clients/model/chain_store.h"
#include "common/id.h"
#include "receipts/signature.h"

namespace wyrmhall::cli {

// Who the player is on a server.
struct KeptToken {
  std::string token;  // 32 bytes
  std::optional<AccountId> account;
};

class ProfileStore final : public clients::ChainStore {
 public:
  // `server` is the address of the server as it is typed.
  ProfileStore(const std::filesystem::path& data, std::string_view server);
  ~ProfileStore() override;

  // $XDG_STATE_HOME/wyrmhall, or ~/.local/state/wyrmhall.
  static std::filesystem::path default_data();

  // Uses this name from here on. While this object lives, other processes see that the name is in use.
  void use_name(const std::string& name);
  // Uses a made-up name that this server knows us by and that no running process uses, or a new one.
  void use_made_up_name();
  // Uses a new made-up name.
  void use_new_made_up_name();
  // Uses the name that has a chain for this match; false if none has.
  bool use_name_of_match(const MatchId& match);
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] bool name_is_made_up() const { return made_up_; }

  // Uses the name of the player whom this token was made for; nothing is kept before keep_given().
  void use_token(std::string token) { given_ = std::move(token); }
  // The token has signed in as this player: it is kept under the player's name. A token that is there already is set
  // aside, and not thrown away.
  [[nodiscard]] std::expected<void, std::string> keep_given(const std::string& name, const AccountId& account);
  // The player of this name has another one now.
  [[nodiscard]] std::expected<void, std::string> renamed(const std::string& name);

  // Absent: never been here under this name. An error: a file is there, but holds no token.
  [[nodiscard]] std::expected<std::optional<KeptToken>, std::string> token() const;
  [[nodiscard]] std::expected<void, std::string> save_token(const KeptToken& token) const;
  // The token is gone for good.
  [[nodiscard]] std::expected<void, std::string> forget_token() const;
  [[nodiscard]] std::filesystem::path token_path() const;

  // --- What clients::ChainStore asks for ---
  [[nodiscard]] std::optional<clients::KeptChain> chain(const MatchId& match) const override;
  [[nodiscard]] std::expected<void, std::string> save_chain(const MatchId& match,
                                                            const clients::KeptChain& chain) const override;
  void save_links_shown(const MatchId& match, int k) const override;
  [[nodiscard]] std::shared_ptr<const void> lock_chains() const override;
  [[nodiscard]] std::optional<TableId> table_of_commitment(std::string_view commitment) const override;
  [[nodiscard]] std::expected<void, std::string> save_commitment(std::string_view commitment,
                                                                 const TableId& table) const override;
  [[nodiscard]] std::string pinned_key() const override;

  void drop_chain(const MatchId& match) const;
  // The name's matches and tables that have a chain here, the newest first, without those whose files were last written
  // longer ago.
  [[nodiscard]] std::vector<MatchId> kept_chains(std::chrono::hours ago) const;

  // Both receipts of a match that is over. The newest 1,000 are kept.
  void save_receipts(const MatchId& match, const receipts::Signed& start, const receipts::Signed& end) const;

  // The key that the server signs with, for all names.
  [[nodiscard]] ServerKey server_key() const;
  // Where evidence against the server is put.
  [[nodiscard]] std::filesystem::path accusations_folder() const;

 private:
  // What the server has shown to any of our names.
  [[nodiscard]] SeenCommitments seen_commitments() const;
  [[nodiscard]] std::filesystem::path chain_path(const MatchId& match) const;
  [[nodiscard]] std::filesystem::path links_path(const MatchId& match) const;
  [[nodiscard]] std::filesystem::path folder_of(const std::string& name) const;
  [[nodiscard]] std::expected<void, std::string> set_token_aside() const;
  bool take(const std::filesystem::path& folder);

  std::filesystem::path server_folder_;
  std::filesystem::path folder_;
  std::string name_;
  std::string given_;  // a token that is not kept yet
  bool made_up_ = false;
  int lock_ = -1;
};

}  // namespace wyrmhall::cli
