// What reading a tally, a history and the board costs on a database with many ledger rows.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "persistence/sqlite_store.h"
#include "tests/persistence/samples.h"
#include "tests/persistence/scratch_folder.h"

namespace wyrmhall::persistence::testing {
namespace {

using Clock = std::chrono::steady_clock;

// Asks, and waits for the answers without a test around it.
class Asker {
 public:
  Store::Deliver deliver() {
    return [this](std::vector<Answer> answers) {
      const std::scoped_lock lock(mutex_);
      for (Answer& answer : answers) {
        const std::uint64_t ticket = answer.ticket;
        answers_.insert_or_assign(ticket, std::move(answer));
      }
      came_.notify_all();
    };
  }
  void open(std::unique_ptr<Store> store) { store_ = std::move(store); }
  std::uint64_t submit(Request request) {
    store_->submit({++last_ticket_, std::move(request)});
    return last_ticket_;
  }
  Answer take(std::uint64_t ticket) {
    std::unique_lock lock(mutex_);
    came_.wait(lock, [&] { return answers_.contains(ticket); });
    return std::move(answers_.extract(ticket).mapped());
  }
  template <class Request>
  AnswerTo<Request> ask(Request request) {
    return AnswerTo<Request>(take(submit(std::move(request))));
  }

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  std::unordered_map<std::uint64_t, Answer> answers_;
  std::uint64_t last_ticket_ = 0;
  std::unique_ptr<Store> store_;  // last: it delivers until it is gone
};

void fill(Asker& asker, std::uint64_t accounts, std::uint64_t rows) {
  std::vector<std::uint64_t> tickets;
  const auto settle = [&] {
    for (const std::uint64_t ticket : tickets) asker.take(ticket);
    tickets.clear();
  };
  for (std::uint64_t who = 1; who <= accounts; ++who) tickets.push_back(asker.submit(CreateAccount{account(who)}));
  settle();
  for (std::uint64_t row = 0; row < rows; ++row) {
    // Some win much more often than others.
    const std::uint64_t who = 1 + ((row * row) % accounts);
    const std::uint64_t number = 1'000'000 + row;
    tickets.push_back(asker.submit(CreateMatch{match(number, {who, 0})}));
    AppendMove last = append(number, 0);
    last.end = MatchEnd{.outcome = "won",
                        .ended_at = last.move.at,
                        .ledger = {{.account = account_id(who), .what = "nuggets", .amount = 1}}};
    tickets.push_back(asker.submit(last));
    if (tickets.size() > 2000) settle();
  }
  settle();
}

template <class Ask>
void measure(const char* what, Ask&& ask) {
  constexpr int kTimes = 2000;
  std::vector<double> micros;
  for (int i = 0; i < kTimes; ++i) {
    const auto begun = Clock::now();
    ask(static_cast<std::uint64_t>(i));
    micros.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begun).count());
  }
  std::ranges::sort(micros);
  std::printf("%-44s median %8.1f us   99 in 100 %8.1f us\n", what, micros[kTimes / 2], micros[kTimes * 99 / 100]);
}

int run(std::uint64_t accounts, std::uint64_t rows) {
  const ScratchFolder folder;
  Asker asker;
  auto store = open_sqlite_store({.folder = folder.path(), .full_sync = false}, asker.deliver());
  if (!store) {
    std::printf("%s\n", store.error().c_str());
    return 1;
  }
  asker.open(std::move(*store));
  fill(asker, accounts, rows);
  std::printf("%llu ledger rows of %llu accounts; from the question to the answer, threads included\n",
              static_cast<unsigned long long>(rows), static_cast<unsigned long long>(accounts));
  const auto who = [&](std::uint64_t i) { return account_id(1 + (i * i % accounts)); };
  measure("tables, of which there is none", [&](std::uint64_t /*i*/) { asker.ask(LoadTables{}); });
  measure("tally, without history", [&](std::uint64_t i) {
    asker.ask(ReadLedger{.account = who(i), .what = "nuggets", .before = std::nullopt, .limit = 0});
  });
  measure("tally and the last 50 of the history", [&](std::uint64_t i) {
    asker.ask(ReadLedger{.account = who(i), .what = "nuggets", .before = std::nullopt, .limit = 50});
  });
  measure("the richest 50",
          [&](std::uint64_t /*i*/) { asker.ask(ListTallies{.what = "nuggets", .after = std::nullopt, .limit = 50}); });
  TallyPlace after;
  measure("each next page of the richest, from the top", [&](std::uint64_t /*i*/) {
    const auto page = asker.ask(ListTallies{.what = "nuggets", .after = after, .limit = 50});
    after = page.value.tallies.empty()
                ? TallyPlace{.amount = 1'000'000'000, .account = {}}
                : TallyPlace{page.value.tallies.back().amount, page.value.tallies.back().account};
  });
  return 0;
}

}  // namespace
}  // namespace wyrmhall::persistence::testing

int main(int count, char** arguments) {
  std::uint64_t accounts = 5'000;
  std::uint64_t rows = 100'000;
  CLI::App app("What tallies, histories and the board cost");
  app.add_option("--accounts", accounts, "players")->capture_default_str();
  app.add_option("--rows", rows, "rows of the ledger")->capture_default_str();
  CLI11_PARSE(app, count, arguments);
  return wyrmhall::persistence::testing::run(accounts, rows);
}
