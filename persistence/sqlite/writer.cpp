#include "persistence/sqlite/writer.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>
#include <variant>

#include "persistence/sqlite/errors.h"

namespace wyrmhall::persistence::sqlite {
namespace {

// A group begins no sooner than this after the one before. On a fast disk groups would be small otherwise, and a commit
// costs as much as dozens of moves. A request that comes after a pause does not wait. The more there was to be written,
// the longer the wait, since a larger group then saves more; but never so long that a player notices.
constexpr std::chrono::microseconds kMinSpacing{1'000};
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
    Answer& answer = answers.emplace_back();
    answer.ticket = submission.ticket;
    answer.verdict = verdict;
    answer.error = failure;
  }
  return answers;
}

}  // namespace

Writer::Writer(std::string path, std::unique_ptr<Database> database, Incarnation incarnation,
               std::int64_t journal_bytes, Outbox& outbox, Reader& reader, Reader& patient_reader)
    : path_(std::move(path)),
      incarnation_(incarnation),
      outbox_(outbox),
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
      admin_log_(
          *database_,
          "INSERT INTO audit (at, operation, target, address, detail, who, outcome) VALUES (?, ?, ?, ?, ?, ?, ?) "
          "RETURNING no"),
      settle_admin_log_(*database_, "UPDATE audit SET outcome = ? WHERE no = ?"),
      tokens_(*database_),
      heroes_(*database_),
      blocked_(*database_),
      accounts_(*database_, tokens_, heroes_, blocked_),
      eraser_(*database_, heroes_, blocked_),
      invitations_(*database_),
      bans_(*database_),
      tables_(*database_),
      archive_(*database_),
      journal_(*database_, archive_, journal_bytes),
      matches_(*database_, archive_, journal_, heroes_) {
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
    outbox_.deliver(write(batch));
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
    Answer& answer = answers.emplace_back();
    answer.ticket = submission.ticket;
    care == Care::kTrusting ? carry_out(submission.request, answer) : carry_out_apart(submission.request, answer);
  }
  journal_.write();
  commit_.run();
  heads_known_ = true;
  trouble_ = false;
  count(answers.size(), std::chrono::steady_clock::now() - begun);
  return answers;
}

void Writer::carry_out(const Request& request, Answer& answer) {
  if (const auto* append = std::get_if<AppendMove>(&request)) {
    answer.verdict = matches_.append(*append, answer.conflict);
  } else if (const auto* create = std::get_if<CreateMatch>(&request)) {
    HeroInTheWay way;
    answer.verdict = matches_.create(*create, way);
    answer.conflict = way.conflict;
    answer.number = way.place;
    if (answer.verdict == Verdict::kKept) tables_.drop(table_id_of(create->match->id));
  } else if (const auto* save = std::get_if<SaveTable>(&request)) {
    tables_.save(save->table);
  } else if (const auto* drop = std::get_if<DropTable>(&request)) {
    tables_.drop(drop->table);
  } else if (const auto* block = std::get_if<BlockAccount>(&request)) {
    if (!accounts_.block(*block)) answer.verdict = Verdict::kConflict;
  } else if (const auto* erase = std::get_if<EraseAccount>(&request)) {
    erase_account(*erase, answer);
  } else if (std::holds_alternative<ContinueErasing>(request)) {
    answer.number = eraser_.go_on();
  } else if (const auto* shun = std::get_if<BlockPlayer>(&request)) {
    if (!blocked_.change(*shun)) answer.verdict = Verdict::kConflict;
  } else if (const auto* make_void = std::get_if<VoidMatch>(&request)) {
    answer.verdict = matches_.make_void(*make_void);
  } else if (const auto* closing = std::get_if<KeepClosingLink>(&request)) {
    keep_closing_link(*closing, answer);
  } else if (const auto* statement = std::get_if<KeepEndStatement>(&request)) {
    keep_end_statement(*statement, answer);
  } else if (const auto* moved = std::get_if<MovedOut>(&request)) {
    matches_.moved_out(*moved);
  } else if (const auto* line = std::get_if<WriteAdminLog>(&request)) {
    write_admin_log(*line, answer);
  } else if (const auto* account = std::get_if<CreateAccount>(&request)) {
    create_account(*account, answer);
  } else if (const auto* rename = std::get_if<RenameAccount>(&request)) {
    accounts_.rename(*rename, answer);
  } else if (const auto* add = std::get_if<AddToken>(&request)) {
    tokens_.add(*add, answer);
  } else if (const auto* revoke = std::get_if<RevokeTokens>(&request)) {
    tokens_.revoke(*revoke);
  } else if (const auto* touch = std::get_if<TouchToken>(&request)) {
    tokens_.touch(*touch);
  } else if (const auto* expire = std::get_if<ExpireAccounts>(&request)) {
    for (const AccountId& expiring : expire->accounts) {
      if (accounts_.expire(expiring, expire->before)) ++answer.number;
    }
  } else if (const auto* hero = std::get_if<KeepHero>(&request)) {
    heroes_.keep(*hero, answer);
  } else if (const auto* retire = std::get_if<RetireHero>(&request)) {
    heroes_.retire(*retire, answer);
  } else {
    mind_door(request, answer);
  }
}

void Writer::erase_account(const EraseAccount& request, Answer& answer) {
  if (!accounts_.erase(request)) {
    answer.verdict = Verdict::kConflict;
    return;
  }
  eraser_.begin(request.account);
  answer.number = eraser_.go_on();
}

void Writer::keep_closing_link(const KeepClosingLink& request, Answer& answer) {
  StoredMatch match;
  match.row.id = request.match;
  answer.verdict = matches_.keep_closing_link(request, match.closing_links);
  if (answer.verdict == Verdict::kKept) answer.match = std::move(match);
}

void Writer::keep_end_statement(const KeepEndStatement& request, Answer& answer) {
  StoredMatch match;
  match.row.id = request.match;
  match.end_statement = matches_.keep_end_statement(request);
  if (!match.end_statement) {
    answer.verdict = Verdict::kConflict;
    return;
  }
  answer.match = std::move(match);
}

void Writer::create_account(const CreateAccount& request, Answer& answer) {
  const bool new_account = request.invitation && accounts_.would_create(*request.account);
  if (new_account && !invitations_.use(*request.invitation, request.account->created_at)) {
    answer.conflict = Conflict::kInvitation;
  } else {
    answer.conflict = accounts_.create(request);
  }
  if (answer.conflict != Conflict::kNothing) answer.verdict = Verdict::kConflict;
}

void Writer::mind_door(const Request& request, Answer& answer) {
  bool kept = true;
  if (const auto* invitation = std::get_if<KeepInvitation>(&request)) {
    kept = invitations_.keep(*invitation);
  } else if (const auto* no_invitation = std::get_if<DropInvitation>(&request)) {
    kept = invitations_.drop(no_invitation->invitation);
  } else if (const auto* ban = std::get_if<KeepBan>(&request)) {
    kept = bans_.keep(*ban);
  } else if (const auto* no_ban = std::get_if<DropBan>(&request)) {
    kept = bans_.drop(no_ban->network);
  }
  if (!kept) answer.verdict = Verdict::kConflict;
}

void Writer::write_admin_log(const WriteAdminLog& request, Answer& answer) {
  const AdminLogEntry& entry = *request.entry;
  if (request.settles) {
    settle_admin_log_.run(std::string_view(entry.outcome), *request.settles);
    return;
  }
  answer.number = admin_log_
                      .run(entry.at, std::string_view(entry.operation), std::string_view(entry.target),
                           std::string_view(entry.address), std::string_view(entry.detail), std::string_view(entry.who),
                           std::string_view(entry.outcome))
                      .value();
}

void Writer::carry_out_apart(const Request& request, Answer& answer) {
  savepoint_.run();
  try {
    carry_out(request, answer);
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
    Answer answer;
    answer.ticket = submission.ticket;
    try {
      know_heads();
      if (const auto* load = std::get_if<LoadMatch>(&submission.request)) {
        const Head* head = load->moves ? journal_.find(load->match) : nullptr;
        (load->patient ? patient_reader_ : reader_)
            .put({submission.ticket, *load, head != nullptr ? Tail{head->folded, head->moves} : Tail{}});
        continue;
      }
      answer.lists().deadlines = matches_.deadlines();
      answer.number = matches_.running();
    } catch (const Error& error) {
      answer.verdict = Verdict::kUnknown;
      answer.error = sentence(error, path_);
    }
    answers.push_back(std::move(answer));
  }
  outbox_.deliver(std::move(answers));
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

void Writer::count(std::size_t writes, std::chrono::steady_clock::duration time) {
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(time).count();
  group_size_.count(writes);
  commit_time_.count(static_cast<std::uint64_t>(micros));
  groups_.fetch_add(1, std::memory_order_relaxed);
  writes_.fetch_add(writes, std::memory_order_relaxed);
  largest_.store(std::max<std::uint64_t>(largest_.load(std::memory_order_relaxed), writes), std::memory_order_relaxed);
}

}  // namespace wyrmhall::persistence::sqlite
