#include "persistence/sqlite/writer.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>
#include <variant>

#include "persistence/sqlite/errors.h"

namespace wyrmhall::persistence::sqlite {
namespace {

// A group begins no sooner than this after the one before. A request that comes after a pause does not wait. The more
// there was to be written, the longer the wait, since a larger group then saves more; but never so long that a player
// notices. The shortest is what a commit takes on a fast disk anyway: when the server is quiet, waiting longer costs
// players time and saves hardly anything (docs/notes/performance.md).
constexpr std::chrono::microseconds kMinSpacing{300};
constexpr std::chrono::microseconds kMaxSpacing{6'000};
constexpr std::chrono::microseconds kSpacingPerWrite{100};

std::chrono::microseconds spacing_after(std::size_t writes) {
  return std::clamp(static_cast<std::chrono::microseconds::rep>(writes) * kSpacingPerWrite, kMinSpacing, kMaxSpacing);
}

// Whether an error is about the one request and not about the disk.
bool of_the_request(const Error& error) {
  return error.kind() == SQLITE_CONSTRAINT || error.kind() == SQLITE_TOOBIG || error.kind() == SQLITE_MISMATCH;
}

Histogram<> copy_of(const Histogram<std::atomic<std::uint64_t>>& from) {
  Histogram<> copy;
  for (std::size_t i = 0; i < copy.counts.size(); ++i) copy.counts.at(i) = from.counts.at(i);
  copy.sum = from.sum;
  return copy;
}

std::vector<Answer> answer_all(const std::vector<Submission>& batch, Verdict verdict, const std::string& failure) {
  std::vector<Answer> answers;
  for (const Submission& submission : batch) {
    if (!is_write(submission.request)) continue;
    Answer& answer = answers.emplace_back(answer_to(submission.ticket, submission.request));
    answer.verdict = verdict;
    answer.error = failure;
  }
  return answers;
}

}  // namespace

Writer::Writer(std::string path, std::unique_ptr<Database> database, Incarnation incarnation,
               std::int64_t journal_bytes, OwedAnswers& owed, Reader& reader, Reader& patient_reader)
    : path_(std::move(path)),
      incarnation_(incarnation),
      owed_(owed),
      reader_(reader),
      patient_reader_(patient_reader),
      database_(std::move(database)),
      checkpoints_(*database_),
      begin_(*database_, "BEGIN IMMEDIATE"),
      commit_(*database_, "COMMIT"),
      savepoint_(*database_, "SAVEPOINT request"),
      release_(*database_, "RELEASE request"),
      undo_(*database_, "ROLLBACK TO request"),
      owner_(*database_, "SELECT incarnation FROM server"),
      touch_(*database_, "UPDATE server SET incarnation = incarnation"),
      requests_(*database_, journal_bytes) {
  know_heads();
  thread_ = std::thread([this] { run(); });
}

Writer::~Writer() {
  queue_.close();
  thread_.join();
  checkpoints_.finish();
}

StoreStats Writer::stats() const {
  return {.groups = groups_.load(std::memory_order_relaxed),
          .writes = writes_.load(std::memory_order_relaxed),
          .largest_group = largest_.load(std::memory_order_relaxed),
          .group_size = copy_of(group_size_),
          .commit_time = copy_of(commit_time_)};
}

void Writer::run() {
  std::vector<Submission> batch;
  while (queue_.take(batch)) {
    const auto begun = std::chrono::steady_clock::now();
    owed_.deliver(write(batch));
    look(batch);
    checkpoints_.maybe();
    std::this_thread::sleep_until(begun + spacing_after(batch.size()));
  }
}

std::vector<Answer> Writer::write(const std::vector<Submission>& batch) {
  if (std::ranges::none_of(batch, is_write, &Submission::request)) return {};
  std::string failure;
  try {
    try {
      return commit(batch, Care::kTrusting);
    } catch (const Error& error) {
      if (!of_the_request(error)) throw;
      database_->roll_back();
      return commit(batch, Care::kSavepoints);
    }
  } catch (const Error& error) {
    failure = sentence(error, path_);
  } catch (const std::exception& error) {
    failure = error.what();
  }
  trouble_ = true;
  database_->roll_back();
  return answer_all(batch, Verdict::kUnknown, failure);
}

std::vector<Answer> Writer::commit(const std::vector<Submission>& batch, Care care) {
  const auto begun = std::chrono::steady_clock::now();
  if (trouble_) prove_writable();
  know_heads();
  begin_.run();
  heads_known_ = false;  // from here on they change along with what may yet be rolled back
  if (!owner()) {
    database_->roll_back();
    return answer_all(batch, Verdict::kNotOwner, {});
  }
  std::vector<Answer> answers;
  answers.reserve(batch.size());
  for (const Submission& submission : batch) {
    if (!is_write(submission.request)) continue;
    Answer& answer = answers.emplace_back(answer_to(submission.ticket, submission.request));
    if (care == Care::kTrusting) {
      requests_.carry_out(submission.request, answer);
    } else {
      carry_out_apart(submission.request, answer);
    }
  }
  requests_.journal().write();
  commit_.run();
  heads_known_ = true;
  trouble_ = false;
  count(answers.size(), std::chrono::steady_clock::now() - begun);
  return answers;
}

void Writer::carry_out_apart(const Request& request, Answer& answer) {
  savepoint_.run();
  try {
    requests_.carry_out(request, answer);
  } catch (const Error& error) {
    if (!of_the_request(error)) throw;
    undo_.run();
    answer.verdict = Verdict::kConflict;
  }
  release_.run();
}

void Writer::look(const std::vector<Submission>& batch) {
  std::vector<Answer> answers;
  for (const Submission& submission : batch) {
    if (is_write(submission.request)) continue;
    Answer answer = answer_to(submission.ticket, submission.request);
    try {
      know_heads();
      if (const auto* load = std::get_if<LoadMatch>(&submission.request)) {
        const Head* head = load->moves ? requests_.journal().find(load->match) : nullptr;
        (load->patient ? patient_reader_ : reader_)
            .put({submission.ticket, *load, head != nullptr ? Tail{head->folded, head->moves} : Tail{}});
        continue;
      }
      answer.value = requests_.deadlines();
    } catch (const Error& error) {
      answer.verdict = Verdict::kUnknown;
      answer.error = sentence(error, path_);
    }
    answers.push_back(std::move(answer));
  }
  owed_.deliver(std::move(answers));
}

void Writer::know_heads() {
  if (heads_known_) return;
  requests_.journal().recover();
  heads_known_ = true;
}

void Writer::prove_writable() {
  // Reading the heads again costs a pass over the journal: not before it is of use.
  begin_.run();
  touch_.run();
  commit_.run();
}

bool Writer::owner() {
  Cursor row = owner_.query();
  return row.next() && row.integer(0) == incarnation_;
}

void Writer::count(std::size_t writes, std::chrono::steady_clock::duration time) {
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(time).count();
  group_size_.count(writes);
  commit_time_.count(static_cast<std::uint64_t>(micros));
  groups_.fetch_add(1, std::memory_order_relaxed);
  writes_.fetch_add(writes, std::memory_order_relaxed);
  largest_.store(std::max<std::uint64_t>(largest_.load(std::memory_order_relaxed), writes), std::memory_order_relaxed);
}

}  // namespace wyrmhall::persistence::sqlite
