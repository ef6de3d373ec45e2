#include "persistence/sqlite/writer.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>
#include <variant>

#include "persistence/sqlite/errors.h"
#include "persistence/thread_name.h"

namespace wyrmhall::persistence::sqlite {
namespace {

bool of_the_request(const sql::Error& error) {
  return error.about() == sql::Error::About::kRequest;
}

}  // namespace

Writer::Writer(std::string path, std::unique_ptr<Database> database, Incarnation incarnation,
               std::int64_t journal_bytes, sql::OwedAnswers& owed, Reader& reader, Reader& patient_reader)
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
      heroes_(*database_),
      matches_(*database_, heroes_),
      archive_(*database_),
      journal_(*database_, archive_, journal_bytes),
      moves_(*database_, archive_, journal_, matches_),
      requests_(*database_, heroes_, matches_, moves_) {
  know_heads();
  thread_ = std::thread([this] { run(); });
}

Writer::~Writer() {
  queue_.close();
  thread_.join();
  checkpoints_.finish();
}

void Writer::run() {
  name_this_thread("store writer");
  std::vector<Submission> batch;
  while (queue_.take(batch)) {
    const auto begun = std::chrono::steady_clock::now();
    owed_.deliver(write(batch));
    look(batch);
    checkpoints_.maybe();
    std::this_thread::sleep_until(begun + sql::spacing_after(batch.size()));
  }
}

std::vector<Answer> Writer::write(const std::vector<Submission>& batch) {
  if (std::ranges::none_of(batch, is_write, &Submission::request)) return {};
  std::string failure;
  try {
    try {
      return commit(batch, Care::kTrusting);
    } catch (const sql::Error& error) {
      if (!of_the_request(error)) throw;
      database_->roll_back();
      return commit(batch, Care::kSavepoints);
    }
  } catch (const sql::Error& error) {
    failure = sentence(error, path_);
  } catch (const std::exception& error) {
    failure = error.what();
  }
  trouble_ = true;
  database_->roll_back();
  return sql::answer_all(batch, Verdict::kUnknown, failure);
}

std::vector<Answer> Writer::commit(const std::vector<Submission>& batch, Care care) {
  const auto begun = std::chrono::steady_clock::now();
  if (trouble_) prove_writable();
  know_heads();
  begin_.run();
  heads_known_ = false;  // from here on they change along with what may yet be rolled back
  if (!owner()) {
    database_->roll_back();
    return sql::answer_all(batch, Verdict::kNotOwner, {});
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
  journal_.write();
  commit_.run();
  heads_known_ = true;
  trouble_ = false;
  counts_.count(answers.size(), std::chrono::steady_clock::now() - begun);
  return answers;
}

void Writer::carry_out_apart(const Request& request, Answer& answer) {
  savepoint_.run();
  try {
    requests_.carry_out(request, answer);
  } catch (const sql::Error& error) {
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
        const Head* head = load->moves ? journal_.find(load->match) : nullptr;
        (load->patient ? patient_reader_ : reader_)
            .put({submission.ticket, *load, head != nullptr ? sql::Tail{head->folded, head->moves} : sql::Tail{}});
        continue;
      }
      const auto& load = std::get<LoadDeadlines>(submission.request);
      answer.value = LoadDeadlines::Answer{.deadlines = moves_.deadlines(load.until),
                                           .running = load.with_running ? matches_.running() : 0};
    } catch (const sql::Error& error) {
      answer.verdict = Verdict::kUnknown;
      answer.error = sentence(error, path_);
    }
    answers.push_back(std::move(answer));
  }
  owed_.deliver(std::move(answers));
}

void Writer::know_heads() {
  if (heads_known_) return;
  journal_.recover();
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

}  // namespace wyrmhall::persistence::sqlite
