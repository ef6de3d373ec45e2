#include "persistence/sqlite/reader.h"

#include <sys/resource.h>

#include <exception>
#include <filesystem>
#include <variant>
#include <vector>

#include "persistence/sqlite/errors.h"

namespace wyrmhall::persistence::sqlite {
namespace {

constexpr int kNiceness = 10;

}  // namespace

Reader::Reader(const std::string& path, Outbox& outbox, bool yielding)
    : path_(path),
      outbox_(outbox),
      database_(path, Database::Access::kReadOnly),
      accounts_(database_),
      blocked_(database_),
      invitations_(database_),
      bans_(database_),
      matches_(database_, std::filesystem::path(path_).parent_path()),
      tables_(database_),
      tokens_(database_),
      ledger_(database_, matches_),
      heroes_(database_),
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
    outbox_.deliver(std::move(answers));
  }
}

Answer Reader::answer(const ReadJob& job) {
  Answer answer;
  answer.ticket = job.ticket;
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
  if (const auto* find = std::get_if<FindAccount>(&job.request)) {
    tokens_.find(find->token_hash, answer);
  } else if (const auto* load = std::get_if<LoadMatch>(&job.request)) {
    answer.match = load->moves ? matches_.load(load->match, job.tail) : matches_.load_row(load->match);
  } else if (const auto* list = std::get_if<ListMatches>(&job.request)) {
    answer.lists().lines = matches_.list(*list);
    if (list->with_blocked) answer.lists().people = blocked_.of(list->account);
    if (list->running_ids > 0) answer.lists().running = matches_.running(list->account, list->running_ids);
  } else if (const auto* name = std::get_if<FindName>(&job.request)) {
    answer.account = accounts_.find_name(name->name_key);
  } else if (const auto* tokens = std::get_if<ListTokens>(&job.request)) {
    answer.lists().tokens = tokens_.of(tokens->account);
  } else if (const auto* blocked = std::get_if<ListBlocked>(&job.request)) {
    answer.lists().people = blocked_.of(blocked->account);
  } else if (std::holds_alternative<ListInvitations>(job.request)) {
    answer.lists().invitations = invitations_.all();
  } else if (std::holds_alternative<ListBans>(job.request)) {
    answer.lists().bans = bans_.all();
  } else if (const auto* read = std::get_if<ReadLedger>(&job.request)) {
    ledger_.read(*read, answer);
  } else if (const auto* board = std::get_if<ListTallies>(&job.request)) {
    ledger_.list(*board, answer);
  } else if (std::holds_alternative<LoadTables>(job.request)) {
    answer.lists().tables = tables_.all();
  } else {
    look_at_heroes(job.request, answer);
  }
}

void Reader::look_at_heroes(const Request& request, Answer& answer) {
  if (const auto* list = std::get_if<ListHeroes>(&request)) {
    answer.lists().heroes = heroes_.of(*list);
  } else if (const auto* story = std::get_if<ListStory>(&request)) {
    answer.lists().story = heroes_.story(*story);
  } else if (const auto* fallen = std::get_if<ListFallen>(&request)) {
    answer.lists().heroes = heroes_.fallen(*fallen);
  } else if (const auto* board = std::get_if<ListHeroBoard>(&request)) {
    answer.lists().heroes = heroes_.board(*board);
  }
}

}  // namespace wyrmhall::persistence::sqlite
