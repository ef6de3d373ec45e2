#include "persistence/postgres/writer.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "persistence/postgres/errors.h"
#include "persistence/thread_name.h"

namespace wyrmhall::persistence::postgres {
namespace {

// How often a group is tried that other servers were in the way of.
constexpr int kGroupAttempts = 10;

// The last statement says by its rows whether this run is alive, and locks its row: it cannot be declared dead until
// the transaction is over.
std::string begin_locked(Incarnation incarnation) {
  return "BEGIN; SELECT 1 FROM store FOR UPDATE; SELECT 1 FROM node WHERE id = " + std::to_string(incarnation) +
         " AND alive FOR SHARE";
}

}  // namespace

Writer::Writer(std::unique_ptr<Database> database, Incarnation incarnation, sql::OwedAnswers& owed)
    : incarnation_(incarnation),
      owed_(owed),
      database_(std::move(database)),
      heroes_(*database_),
      matches_(*database_, heroes_),
      moves_(*database_, matches_),
      requests_(*database_, heroes_, matches_, moves_) {
  thread_ = std::thread([this] { run(); });
}

Writer::~Writer() {
  queue_.close();
  thread_.join();
}

void Writer::run() {
  name_this_thread("store writer");
  std::vector<Submission> group;
  while (queue_.take(group)) {
    const auto begun = std::chrono::steady_clock::now();
    owed_.deliver(write(group));
    std::this_thread::sleep_until(begun + sql::spacing_after(group.size()));
  }
}

std::vector<Answer> Writer::write(const std::vector<Submission>& group) {
  std::string failure;
  for (int attempt = 1; attempt <= kGroupAttempts; ++attempt) {
    bool again = false;
    try {
      if (!database_->connected()) database_->reconnect();
      return commit(group);
    } catch (const sql::Error& error) {
      failure = sentence(error);
      const auto* reported = dynamic_cast<const Error*>(&error);
      again = reported != nullptr && reported->try_again();
    } catch (const std::exception& error) {
      failure = error.what();
    }
    database_->roll_back();
    moves_.forget_all();
    if (!again) break;
  }
  return sql::answer_all(group, Verdict::kUnknown, failure);
}

std::vector<Answer> Writer::commit(const std::vector<Submission>& group) {
  const auto begun = std::chrono::steady_clock::now();
  std::vector<Answer> answers;
  try {
    const std::size_t taken = take_moves(group);
    answers = taken == group.size() ? commit_moves(group) : commit_locked(group, taken, Care::kTrusting);
  } catch (const sql::Error& error) {
    if (error.about() != sql::Error::About::kRequest) throw;
    database_->roll_back();
    moves_.forget_all();
    answers = commit_locked(group, 0, Care::kSavepoints);
  }
  counts_.count(answers.size(), std::chrono::steady_clock::now() - begun);
  return answers;
}

std::size_t Writer::take_moves(const std::vector<Submission>& group) {
  const auto other = std::ranges::find_if_not(group, [this](const Submission& submission) {
    const auto* append = std::get_if<AppendMove>(&submission.request);
    return append != nullptr && moves_.take(*append);
  });
  return static_cast<std::size_t>(other - group.begin());
}

std::vector<Answer> Writer::commit_moves(const std::vector<Submission>& group) {
  database_->take_warning();
  const bool alive = moves_.write_alone(incarnation_);
  if (const std::string warning = database_->take_warning(); !warning.empty()) throw Error({}, warning);
  if (!alive) moves_.forget_all();
  return sql::answer_all(group, alive ? Verdict::kKept : Verdict::kNotOwner, {});
}

std::vector<Answer> Writer::commit_locked(const std::vector<Submission>& group, std::size_t taken, Care care) {
  if (database_->execute(begin_locked(incarnation_)) == 0) {
    database_->roll_back();
    moves_.forget_all();
    return sql::answer_all(group, Verdict::kNotOwner, {});
  }
  if (care == Care::kTrusting) database_->defer();
  std::vector<Answer> answers;
  answers.reserve(group.size());
  for (std::size_t i = 0; i < group.size(); ++i) {
    const Submission& submission = group[i];
    Answer& answer = answers.emplace_back(answer_to(submission.ticket, submission.request));
    if (i < taken) continue;
    if (care == Care::kTrusting) {
      requests_.carry_out(submission.request, answer);
    } else {
      carry_out_apart(submission.request, answer);
    }
  }
  moves_.write();
  database_->commit();
  return answers;
}

void Writer::carry_out_apart(const Request& request, Answer& answer) {
  database_->execute("SAVEPOINT request");
  try {
    requests_.carry_out(request, answer);
    moves_.write();
  } catch (const sql::Error& error) {
    if (error.about() != sql::Error::About::kRequest) throw;
    database_->execute("ROLLBACK TO request");
    moves_.forget_all();
    answer.verdict = Verdict::kConflict;
  }
  database_->execute("RELEASE request");
}

}  // namespace wyrmhall::persistence::postgres
