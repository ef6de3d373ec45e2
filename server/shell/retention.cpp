#include "server/shell/retention.h"

#include <spdlog/spdlog.h>

#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "persistence/thread_name.h"
#include "server/admin/erase_player.h"
#include "server/core/limits.h"
#include "server/core_admin.h"

namespace wyrmhall::server {
namespace {

void must_be_kept(const persistence::Outcome& outcome) {
  if (!outcome.kept()) throw std::runtime_error("the store refuses");
}

}  // namespace

Retention::Retention(admin::Running& running, persistence::StorePlace place, KeepTimes keep)
    : running_(running), place_(std::move(place)), keep_(keep), thread_([this] { run(); }) {}

Retention::~Retention() {
  stop();
  thread_.join();
}

void Retention::stop() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
}

bool Retention::stopping() {
  const std::scoped_lock lock(mutex_);
  return stopping_;
}

bool Retention::wait(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  return !wake_.wait_for(lock, time, [this] { return stopping_; });
}

void Retention::run() {
  name_this_thread("retention");
  for (std::chrono::milliseconds pause = kRetentionFirst; wait(pause); pause = kRetentionEvery) {
    std::uint64_t moved = 0;
    std::uint64_t deleted = 0;
    std::uint64_t erased = 0;
    try {
      auto history = persistence::open_admin_queries(place_);
      if (!history) throw std::runtime_error(history.error());
      finish_erasing();
      delete_players(**history, erased);
      move_matches_out(**history, moved);
      delete_guests(**history, deleted);
    } catch (const admin::NoAnswer& error) {
      // Somebody who stops the server waits for nobody; what was not done is done after the next start.
      if (!stopping())
        spdlog::error("old matches and guests could not be removed from the database yet: {}", error.what());
    } catch (const std::exception& error) {
      spdlog::error("old matches and guests could not be removed from the database yet: {}", error.what());
    }
    if (moved != 0) spdlog::info("moved {} finished matches from the database to yearly files", moved);
    if (erased != 0) spdlog::info("deleted {} players who wanted that", erased);
    if (deleted != 0) spdlog::info("deleted {} guests who had never played and did not come back", deleted);
  }
}

// For a server that ended while it erased somebody, or an administrator who would not wait for that.
void Retention::finish_erasing() {
  for (;;) {
    const auto answer = running_.ask(persistence::ContinueErasing{});
    must_be_kept(answer);
    if (answer.value.left == 0 || !wait(kRetentionPause)) return;
  }
}

void Retention::move_matches_out(persistence::AdminQueries& history, std::uint64_t& moved) {
  if (!keep_.matches) return;
  const Timestamp before = running_.now() - *keep_.matches;
  std::optional<std::int64_t> after = 0;
  do {
    persistence::CopiedOut copied = history.copy_out(before, *after, kMatchesMovedAtOnce);
    for (persistence::MovedOut& year : copied.years) {
      const std::size_t matches = year.matches.size();
      must_be_kept(running_.ask(std::move(year)));
      moved += matches;
    }
    after = copied.go_on_after;
  } while (after && wait(kRetentionPause));
}

void Retention::delete_players(persistence::AdminQueries& history, std::uint64_t& erased) {
  std::vector<AccountId> some;
  do {
    some = history.to_delete(running_.now(), kDeletedAtOnce);
    for (const AccountId& player : some) {
      const persistence::Outcome outcome = admin::erase_player(running_, history, player, true);
      // With a conflict the player has changed their mind just now.
      if (outcome.verdict != persistence::Verdict::kConflict) must_be_kept(outcome);
      if (outcome.kept()) ++erased;
      if (!wait(kRetentionPause)) return;
    }
  } while (some.size() == kDeletedAtOnce);
}

void Retention::delete_guests(persistence::AdminQueries& history, std::uint64_t& deleted) {
  if (!keep_.guests) return;
  // The use of a token is noted once in kTokenUseNoted.
  const Timestamp before = running_.now() - *keep_.guests - kTokenUseNoted;
  std::vector<AccountId> some = {AccountId{}};
  do {
    some = history.expiring(before, some.back(), kGuestsExpiredAtOnce);
    if (some.empty()) break;
    const auto answer = running_.ask([&](Core& core) {
      return persistence::ExpireAccounts{.before = before, .accounts = CoreAdmin(core).away(some)};
    });
    must_be_kept(answer);
    deleted += answer.value.deleted;
    running_.on_core([&](Core& core) { CoreAdmin(core).guests_expired(answer.value.deleted); });
  } while (some.size() == kGuestsExpiredAtOnce && wait(kRetentionPause));
}

}  // namespace wyrmhall::server
