// What an appended move costs: CPU of the whole process per move, while matches are played to their end side by side.
//
//   append_bench --matches 1000 --seconds 10
//
// Each match submits its next move when the one before has been answered, at once or at a given rate; when it is over a
// new one takes its place. So starts and ends are in the figure, as they are in play. The baseline is the same play
// against a store that answers from a thread without keeping anything: what the harness itself costs.
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <expected>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "persistence/postgres_store.h"
#include "persistence/sql/work_queue.h"
#include "persistence/sqlite_store.h"
#include "tests/persistence/samples.h"
#include "tests/persistence/scratch_folder.h"

namespace wyrmhall::persistence::testing {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kAccounts = 100;

struct Play {
  std::size_t matches = 200;
  std::uint32_t moves = 60;  // of a match
  double seconds = 10;
  double rate = 0;  // moves per second; 0 for as fast as they are answered
};

// Answers at once, from a thread of its own.
class NothingKept : public Store {
 public:
  explicit NothingKept(Deliver deliver) : deliver_(std::move(deliver)), thread_([this] { run(); }) {}
  ~NothingKept() override {
    queue_.close();
    thread_.join();
  }

  [[nodiscard]] Incarnation incarnation() const override { return 1; }
  void submit(Submission&& submission) override { queue_.put(std::move(submission)); }
  [[nodiscard]] std::size_t pending() const override { return 0; }

 private:
  void run() {
    std::vector<Submission> batch;
    while (queue_.take(batch)) {
      std::vector<Answer> answers(batch.size());
      for (std::size_t i = 0; i < batch.size(); ++i) answers[i].ticket = batch[i].ticket;
      deliver_(std::move(answers));
      std::this_thread::sleep_for(std::chrono::microseconds(500));  // groups as large as a disk makes them
    }
  }

  Deliver deliver_;
  sql::WorkQueue<Submission> queue_;
  std::thread thread_;
};

struct Delivered {
  Clock::time_point at;
  std::vector<Answer> answers;
};

struct Figures {
  std::uint64_t moves = 0;
  std::uint64_t matches = 0;
  double cpu = 0;
  double wall = 0;
  StoreStats stats;
  std::vector<double> waits;  // of a sample of moves, in milliseconds
};

double cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

class Players {
 public:
  Players(const Play& play, sql::WorkQueue<Delivered>& answers) : play_(play), answers_(answers) {}

  Figures run(Store& store) {
    for (std::uint64_t number = 1; number <= kAccounts; ++number) store.submit({0, CreateAccount{account(number)}});
    slots_.resize(play_.matches);
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) start(store, slot);
    const auto begin = Clock::now();
    const auto end = begin + std::chrono::duration<double>(play_.seconds);
    const double cpu = cpu_seconds();
    std::vector<Delivered> taken;
    std::vector<std::uint64_t> due;
    while (Clock::now() < end && answers_.take(taken)) {
      for (const auto& [at, batch] : taken) {
        for (const Answer& answer : batch) {
          if (answer.verdict != Verdict::kKept) std::printf("not kept: %s\n", answer.error.c_str());
          if (answer.ticket == 0) continue;
          due.push_back(answer.ticket - 1);
          if (++answered_ % 16 == 0) note_wait(slots_[due.back()].submitted, at);
        }
      }
      for (const std::uint64_t slot : due) next(store, slot, begin);
      due.clear();
    }
    figures_.cpu = cpu_seconds() - cpu;
    figures_.wall = std::chrono::duration<double>(Clock::now() - begin).count();
    figures_.stats = store.stats();
    return std::move(figures_);
  }

 private:
  struct Slot {
    std::uint64_t match = 0;
    std::uint32_t next = 0;
    Clock::time_point submitted;
  };

  void note_wait(Clock::time_point from, Clock::time_point to) {
    figures_.waits.push_back(std::chrono::duration<double, std::milli>(to - from).count());
  }

  void start(Store& store, std::size_t number) {
    Slot& slot = slots_[number];
    slot.match = ++last_match_ + kAccounts;
    slot.next = 0;
    store.submit({0, CreateMatch{match(slot.match, {1 + slot.match % kAccounts, 1 + (slot.match + 1) % kAccounts})}});
    submit(store, number);
  }

  void next(Store& store, std::size_t number, Clock::time_point begin) {
    Slot& slot = slots_[number];
    ++figures_.moves;
    if (play_.rate > 0) {
      std::this_thread::sleep_until(begin +
                                    std::chrono::duration<double>(static_cast<double>(figures_.moves) / play_.rate));
    }
    if (slot.next == play_.moves) {
      ++figures_.matches;
      start(store, number);
    } else {
      submit(store, number);
    }
  }

  void submit(Store& store, std::size_t number) {
    Slot& slot = slots_[number];
    AppendMove request;
    request.match = match_id(slot.match);
    request.index = slot.next++;
    request.move.seat = static_cast<std::uint8_t>(request.index % 2);
    request.move.action_id = request.index + 1;
    request.move.answered_version = request.index;
    request.move.at = from_unix_micros(1'760'000'000'000'000 + static_cast<std::int64_t>(figures_.moves));
    request.move.action = "\x08\x01\x12\x06tenner";
    request.move.link = Link{1, 2, 3};
    if (slot.next == play_.moves) {
      request.end =
          MatchEnd{.outcome = "\x08\x01",
                   .ended_at = request.move.at,
                   .ledger = {{.account = account_id(1 + slot.match % kAccounts), .what = "won", .amount = 1}}};
    } else {
      request.deadline = request.move.at + std::chrono::minutes(1);
    }
    slot.submitted = Clock::now();
    store.submit({number + 1, std::move(request)});
  }

  Play play_;
  sql::WorkQueue<Delivered>& answers_;
  std::vector<Slot> slots_;
  std::uint64_t last_match_ = 0;
  std::uint64_t answered_ = 0;
  Figures figures_;
};

void print(const char* name, Figures figures) {
  std::ranges::sort(figures.waits);
  const auto wait = [&figures](double part) {
    return figures.waits.empty()
               ? 0.0
               : figures.waits[static_cast<std::size_t>(part * static_cast<double>(figures.waits.size() - 1))];
  };
  const auto moves = static_cast<double>(figures.moves);
  const double groups = std::max(1.0, static_cast<double>(figures.stats.groups));
  std::printf(
      "%-9s %8.0f moves/s  %6.3f us CPU/move  %7.1f writes/group (most %llu)  wait ms: median %.2f 99%% %.2f most "
      "%.2f\n",
      name, moves / figures.wall, figures.cpu * 1e6 / moves, static_cast<double>(figures.stats.writes) / groups,
      static_cast<unsigned long long>(figures.stats.largest_group), wait(0.5), wait(0.99), wait(1));
}

}  // namespace

// What a store was opened as, or the end of the program.
std::unique_ptr<Store> opened(std::expected<std::unique_ptr<Store>, std::string> store) {
  if (store) return *std::move(store);
  std::printf("%s\n", store.error().c_str());
  std::exit(1);
}

int run(const Play& play, bool full_sync, std::int64_t journal_bytes, const std::string& only,
        const std::string& postgres) {
  const auto measure = [&play](const char* name, const auto& open) {
    sql::WorkQueue<Delivered> answers;
    const std::unique_ptr<Store> store =
        open([&answers](std::vector<Answer> batch) { answers.put({Clock::now(), std::move(batch)}); });
    print(name, Players(play, answers).run(*store));
  };
  if (only != "sqlite") {
    measure("baseline", [](Store::Deliver deliver) { return std::make_unique<NothingKept>(std::move(deliver)); });
  }
  if (only != "baseline") {
    const ScratchFolder folder;
    measure("sqlite", [&](Store::Deliver deliver) {
      return opened(open_sqlite_store({.folder = folder.path(), .full_sync = full_sync, .journal_bytes = journal_bytes},
                                      std::move(deliver)));
    });
  }
  if (!postgres.empty()) {
    measure("postgres", [&](Store::Deliver deliver) {
      return opened(open_postgres_store({.place = postgres}, std::move(deliver)));
    });
  }
  return 0;
}

}  // namespace wyrmhall::persistence::testing

int main(int count, char** arguments) {
  wyrmhall::persistence::testing::Play play;
  bool no_sync = false;
  std::int64_t journal_bytes = wyrmhall::persistence::SqliteOptions{}.journal_bytes;
  std::string only;
  std::string postgres;
  CLI::App app("What an appended move costs");
  app.add_option("--matches", play.matches, "matches at a time")->capture_default_str();
  app.add_option("--moves", play.moves, "moves of a match")->capture_default_str();
  app.add_option("--seconds", play.seconds, "how long to measure")->capture_default_str();
  app.add_option("--rate", play.rate, "moves per second, 0 for as fast as they are answered")->capture_default_str();
  app.add_option("--journal-bytes", journal_bytes, "see SqliteOptions")->capture_default_str();
  app.add_option("--only", only, "baseline or sqlite");
  app.add_option("--postgres", postgres,
                 "an empty PostgreSQL database to measure too (tests/cluster/with_postgres.py)");
  app.add_flag("--no-sync", no_sync, "do not wait for the disk");
  CLI11_PARSE(app, count, arguments);
  return wyrmhall::persistence::testing::run(play, !no_sync, journal_bytes, only, postgres);
}
