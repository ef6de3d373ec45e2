#include "persistence/sqlite/reader.h"

#include <sys/resource.h>

#include <concepts>
#include <exception>
#include <filesystem>
#include <variant>
#include <vector>

#include "persistence/sqlite/errors.h"

namespace wyrmhall::persistence::sqlite {
namespace {

constexpr int kNiceness = 10;

}  // namespace

Reader::Reader(const std::string& path, OwedAnswers& owed, bool yielding)
    : path_(path),
      owed_(owed),
      database_(path, Database::Access::kReadOnly),
      relations_(database_),
      invitations_(database_),
      bans_(database_),
      matches_(database_, std::filesystem::path(path_).parent_path()),
      tables_(database_),
      tokens_(database_),
      ledger_(database_, matches_),
      heroes_(database_),
      members_(database_),
      thread_([this, yielding] {
        // Linux counts niceness by thread, and takes 0 for the one that asks.
        if (yielding) (void)::setpriority(PRIO_PROCESS, 0, kNiceness);
        run();
      }) {}

Reader::~Reader() {
  queue_.close();
  thread_.join();
}

void Reader::run() {
  std::vector<ReadJob> jobs;
  while (queue_.take(jobs)) {
    std::vector<Answer> answers;
    answers.reserve(jobs.size());
    for (const ReadJob& job : jobs) answers.push_back(answer(job));
    owed_.deliver(std::move(answers));
  }
}

Answer Reader::answer(const ReadJob& job) {
  Answer answer = answer_to(job.ticket, job.request);
  try {
    look(job, answer);
  } catch (const YearMissing& missing) {
    answer.error = missing.what();  // the store is in order, but for this one match
  } catch (const Error& error) {
    answer.verdict = Verdict::kUnknown;
    answer.error = sentence(error, path_);
  } catch (const std::exception& error) {
    answer.verdict = Verdict::kUnknown;
    answer.error = error.what();
  }
  return answer;
}

void Reader::look(const ReadJob& job, Answer& answer) {
  std::visit(
      [&]<class R>(const R& request) {
        if constexpr (std::same_as<R, LoadMatch>) {
          answer.value = load(request, job.tail);
        } else if constexpr (!R::kWrites && !std::same_as<R, LoadDeadlines>) {
          answer.value = read(request);
        }
      },
      job.request);
}

Boxed<StoredMatch> Reader::load(const LoadMatch& request, const Tail& tail) {
  return request.moves ? matches_.load(request.match, tail) : matches_.load_row(request.match);
}

ListMatches::Answer Reader::read(const ListMatches& request) {
  ListMatches::Answer answer{.lines = matches_.list(request)};
  if (request.with_blocked)
    answer.blocked = relations_.of({.account = request.account, .relation = Relation::kBlocked});
  if (request.running_ids > 0) answer.running = matches_.running(request.account, request.running_ids);
  return answer;
}

}  // namespace wyrmhall::persistence::sqlite
