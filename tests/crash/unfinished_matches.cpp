// Fills a folder's database with matches in the midst of play and then dies, as a server that is killed does.
//
//   unfinished_matches FOLDER MATCHES MOVES      prints the id of each match, the one with the latest deadline last
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>

#include "persistence/sqlite_store.h"
#include "server/core/ids.h"
#include "tests/server/stored_match.h"

namespace {

using namespace wyrmhall;

// Keeps what it is asked to, and waits until it is kept.
class Keeper {
 public:
  explicit Keeper(const std::string& folder) {
    auto opened = persistence::open_sqlite_store(
        {.folder = folder, .full_sync = false}, [this](const std::vector<persistence::Answer>& answers) {
          const std::scoped_lock lock(mutex_);
          for (const auto& answer : answers) refused_ = refused_ || answer.verdict != persistence::Verdict::kKept;
          answered_ += answers.size();
          came_.notify_all();
        });
    if (!opened) {
      std::fprintf(stderr, "%s\n", opened.error().c_str());
      std::exit(1);
    }
    store_ = *std::move(opened);
  }

  void keep(persistence::Request request) { store_->submit({++asked_, std::move(request)}); }

  // Whether all was kept.
  bool wait() {
    std::unique_lock lock(mutex_);
    came_.wait(lock, [this] { return answered_ == asked_; });
    return !refused_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  std::uint64_t asked_ = 0;
  std::uint64_t answered_ = 0;
  bool refused_ = false;
  std::unique_ptr<persistence::Store> store_;
};

Uuid uuid_of(std::uint64_t number, std::uint8_t kind) {
  Uuid id{};
  id[0] = kind;
  for (std::size_t i = 0; i < 8; ++i) id[15 - i] = static_cast<std::uint8_t>(number >> (8 * i));
  return id;
}

persistence::Account player(std::uint64_t number) {
  persistence::Account account{.id = AccountId(uuid_of(number, 1)),
                               .name = fmt::format("Player {}", number),
                               .name_key = fmt::format("player{}", number),
                               .token_hash = {},
                               .created_at = {}};
  const Uuid id = uuid_of(number, 2);
  std::ranges::copy(id, account.token_hash.begin());
  return account;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "unfinished_matches FOLDER MATCHES MOVES\n");
    return 2;
  }
  const auto matches = std::strtoull(argv[2], nullptr, 10);
  const auto moves = static_cast<std::size_t>(std::strtoull(argv[3], nullptr, 10));
  constexpr std::uint32_t kTurnSeconds = 24 * 3600;
  const auto now = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
  Keeper keeper(argv[1]);
  for (std::uint64_t number = 0; number < matches; ++number) {
    test::StoredMatchPlan plan{.id = MatchId(uuid_of(number, 3)),
                               .options = {},
                               .turn_seconds = kTurnSeconds,
                               .started_at = now - std::chrono::hours(1) + std::chrono::microseconds(number),
                               .players = {player(2 * number), player(2 * number + 1)},
                               .moves = moves};
    plan.options.mutable_duel()->set_match_games(9);
    const persistence::StoredMatch stored = test::play_stored_match(plan, number + 1);
    for (const auto& account : plan.players) keeper.keep(persistence::CreateAccount{account});
    keeper.keep(persistence::CreateMatch{.match = stored.row, .deadline = std::nullopt});
    std::uint32_t index = 0;
    for (const persistence::Move& move : stored.moves) {
      keeper.keep(persistence::AppendMove{.match = plan.id,
                                          .index = index++,
                                          .move = move,
                                          .deadline = move.at + std::chrono::seconds(kTurnSeconds),
                                          .end = std::nullopt});
    }
    std::printf("%s\n", uuid_text(plan.id).c_str());
    if (number % 100 == 0 && !keeper.wait()) return 1;
  }
  std::fflush(stdout);
  if (!keeper.wait()) return 1;
  ::kill(::getpid(), SIGKILL);
}
