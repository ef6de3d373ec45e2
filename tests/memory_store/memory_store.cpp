#include "tests/memory_store/memory_store.h"

#include <algorithm>
#include <map>
#include <queue>
#include <ranges>
#include <set>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "persistence/hero_requests.h"
#include "tests/memory_store/memory_door.h"
#include "tests/memory_store/memory_heroes.h"
#include "tests/memory_store/memory_ledger.h"
#include "tests/memory_store/memory_members.h"
#include "tests/memory_store/memory_relations.h"
#include "tests/memory_store/memory_renames.h"
#include "tests/memory_store/memory_tokens.h"

namespace wyrmhall::persistence {
namespace {

struct KeptMatch {
  StoredMatch stored;
  std::optional<Timestamp> deadline;
  std::uint64_t no = 0;  // in the order in which they were made
  bool voided = false;
};

class MemoryStore : public Store {
 public:
  explicit MemoryStore(Deliver deliver) : deliver_(std::move(deliver)) {}

  [[nodiscard]] Incarnation incarnation() const override { return 1; }

  void submit(Submission&& submission) override {
    waiting_.push(std::move(submission));
    if (delivering_) return;
    delivering_ = true;
    while (!waiting_.empty()) {
      const Submission next = std::move(waiting_.front());
      waiting_.pop();
      std::vector<Answer> answers = {answer_to(next.ticket, next.request)};
      Answer& answer = answers.front();
      std::visit(
          [&]<class R>(const R& request) {
            if constexpr (R::kWrites) {
              carry_out(request, answer, std::get<AnswerOf<R>>(answer.value));
            } else {
              answer.value = read(request);
            }
          },
          next.request);
      deliver_(std::move(answers));
    }
    delivering_ = false;
  }

  [[nodiscard]] std::size_t pending() const override { return waiting_.size(); }

 private:
  void carry_out(const CreateAccount& request, Outcome& outcome, CreateAccount::Answer& /*answer*/) {
    const Account& account = *request.account;
    if (const auto same = accounts_.find(account.id); same != accounts_.end()) {
      if (!equal(same->second, account)) refuse(outcome, Conflict::kId);
      return;
    }
    const bool reserved = renames_.is_reserved(account.name_key, account.id, account.created_at);
    if (reserved || with_name(account.name_key) != nullptr) return refuse(outcome, Conflict::kName);
    if (tokens_.owner(account.token_hash) != nullptr) return refuse(outcome, Conflict::kToken);
    if (request.invitation && !door_.use(*request.invitation, account.created_at)) {
      return refuse(outcome, Conflict::kInvitation);
    }
    renames_.drop(account.name_key);
    accounts_.emplace(account.id, account);
    tokens_.put(account.id, {.hash = account.token_hash,
                             .client = request.client,
                             .made_at = account.created_at,
                             .used_at = account.created_at});
  }

  void carry_out(const RenameAccount& request, Outcome& outcome, RenameAccount::Answer& answer) {
    const auto found = accounts_.find(request.account);
    if (!is_there(request.account)) return refuse(outcome, Conflict::kNothing);
    Account& account = found->second;
    const Account* other = with_name(request.name_key);
    if (other != nullptr && other != &account) return refuse(outcome, Conflict::kName);
    if (account.name == request.name && account.name_key == request.name_key) return;
    if (renames_.is_reserved(request.name_key, request.account, request.at)) return refuse(outcome, Conflict::kName);
    if (request.most > 0 && !renames_.count(request, answer)) return refuse(outcome, Conflict::kLimit);
    renames_.keep(account.name_key, request);
    account.name = request.name;
    account.name_key = request.name_key;
  }

  void carry_out(const AddToken& request, Outcome& outcome, AddToken::Answer& /*answer*/) {
    if (!is_there(request.account)) return refuse(outcome, Conflict::kNothing);
    tokens_.add(request, outcome);
  }
  [[nodiscard]] ListTokens::Answer read(const ListTokens& request) const { return tokens_.of(request.account); }

  void carry_out(const CountTry& request, Outcome& outcome, CountTry::Answer& answer) {
    members_.count(request, with_name(request.name_key), outcome, answer);
  }
  void carry_out(const TakeBackTry& request, Outcome& /*outcome*/, TakeBackTry::Answer& /*answer*/) {
    members_.take_back(request);
  }
  // What members do.
  template <class R>
    requires requires(MemoryMembers& members, const R& request, Outcome& outcome) { members.keep(request, outcome); }
  void carry_out(const R& request, Outcome& outcome, AnswerOf<R>& /*answer*/) {
    // One that is erased has no codes and no passkeys either.
    constexpr bool kUses = std::is_same_v<R, UseRecoveryCode> || std::is_same_v<R, UsePasskey>;
    if (!is_there(request.account)) return refuse(outcome, kUses ? Conflict::kSecret : Conflict::kNothing);
    members_.keep(request, outcome);
  }
  [[nodiscard]] ReadMembership::Answer read(const ReadMembership& request) const {
    auto answer = members_.read(request.account);
    const auto found = accounts_.find(request.account);
    if (found != accounts_.end()) answer.history = renames_.history_of(found->second);
    return answer;
  }
  [[nodiscard]] FindPasskey::Answer read(const FindPasskey& request) const {
    AccountId owner{};
    const Passkey* const found = members_.find(request.id, owner);
    if (found == nullptr) return {};
    return {.passkey = *found, .account = accounts_.at(owner), .password = members_.password_of(owner)};
  }

  // By which tokens, and who is let in at all.
  template <class R>
    requires requires(MemoryTokens& tokens, const R& request) { tokens.change(request); }
  void carry_out(const R& request, Outcome& outcome, AnswerOf<R>& /*answer*/) {
    if (!tokens_.change(request)) refuse(outcome, Conflict::kNothing);
  }
  template <class R>
    requires requires(MemoryDoor& door, const R& request) { door.change(request); }
  void carry_out(const R& request, Outcome& outcome, AnswerOf<R>& /*answer*/) {
    if (!door_.change(request)) refuse(outcome, Conflict::kNothing);
  }

  [[nodiscard]] ListInvitations::Answer read(const ListInvitations& /*request*/) const { return door_.invitations(); }
  [[nodiscard]] ListBans::Answer read(const ListBans& /*request*/) const { return door_.bans(); }

  void carry_out(const SaveTable& request, Outcome& /*outcome*/, SaveTable::Answer& /*answer*/) {
    tables_[request.table.id] = request.table;
  }

  void carry_out(const DropTable& request, Outcome& /*outcome*/, DropTable::Answer& /*answer*/) {
    tables_.erase(request.table);
  }

  void carry_out(const CreateMatch& request, Outcome& outcome, CreateMatch::Answer& answer) {
    for (const SeatRow& seat : request.match->seats) {
      if (seat.account && !accounts_.contains(*seat.account)) return refuse(outcome, Conflict::kNothing);
    }
    if (request.end && !has_accounts(*request.end)) return refuse(outcome, Conflict::kNothing);
    if (!matches_.contains(request.match->id)) {
      const HeroInTheWay found = heroes_.in_the_way(request);
      answer.place = found.place;
      if (found.conflict != Conflict::kNothing) return refuse(outcome, found.conflict);
      heroes_.take(request);
    }
    tables_.erase(table_id_of(request.match->id));
    const KeptMatch made{{*request.match, {}, std::nullopt}, request.deadline, matches_.size()};
    const auto [match, fresh] = matches_.try_emplace(request.match->id, made);
    if (fresh && request.end) finish(match->second, *request.end);
  }

  void carry_out(const AppendMove& request, Outcome& outcome, AppendMove::Answer& /*answer*/) {
    const auto found = matches_.find(request.match);
    if (found == matches_.end()) return refuse(outcome, Conflict::kNothing);
    KeptMatch& match = found->second;
    if (match.stored.end || request.index != match.stored.moves.size()) {
      if (!repeated(match.stored, request)) refuse(outcome, Conflict::kNothing);
      return;
    }
    if (request.end && !has_accounts(*request.end)) return refuse(outcome, Conflict::kNothing);
    if (!heroes_.has_all(request.match, given_back_in(request))) return refuse(outcome, Conflict::kHero);
    if (request.heroes) heroes_.book(request.match, *request.heroes, request.move.at);
    match.stored.moves.push_back(request.move);
    match.deadline = request.deadline;
    if (request.end) finish(match, *request.end);
  }

  [[nodiscard]] bool has_accounts(const MatchEnd& end) const {
    return std::ranges::all_of(end.ledger, [this](const LedgerRow& row) { return accounts_.contains(row.account); });
  }

  void finish(KeptMatch& match, const MatchEnd& end) {
    match.stored.end = MatchEnd{end.outcome, end.ended_at, {}};
    match.deadline.reset();
    ledger_.book(match.no, match.stored.row.id, end.ledger);
    if (end.heroes) heroes_.book(match.stored.row.id, *end.heroes, end.ended_at);
    heroes_.release(match.stored.row.id);
  }

  void carry_out(const BlockAccount& request, Outcome& outcome, BlockAccount::Answer& /*answer*/) {
    const auto found = accounts_.find(request.account);
    if (found == accounts_.end()) return refuse(outcome, Conflict::kNothing);
    found->second.blocked_at = request.at;
  }

  void carry_out(const EraseAccount& request, Outcome& outcome, EraseAccount::Answer& /*answer*/) {
    const auto found = accounts_.find(request.account);
    if (found == accounts_.end()) return refuse(outcome, Conflict::kNothing);
    auto& delete_at = found->second.delete_at;
    if (request.if_wanted && (!delete_at || *delete_at > request.at)) return refuse(outcome, Conflict::kNothing);
    delete_at.reset();
    found->second.name = request.name;
    found->second.name_key = request.name_key;
    erased_.insert(request.account);
    forget_ways(request.account);
    heroes_.forget(request.account);
    for (KeptMatch& match : std::views::values(matches_)) {
      for (SeatRow& seat : match.stored.row.seats) {
        if (seat.account == request.account) seat.name = request.name;
      }
    }
  }

  void carry_out(const PlanDeletion& request, Outcome& outcome, PlanDeletion::Answer& /*answer*/) {
    if (request.code && !members_.use_up(request.account, *request.code)) return refuse(outcome, Conflict::kSecret);
    if (!is_there(request.account)) return refuse(outcome, Conflict::kNothing);
    auto& delete_at = accounts_.at(request.account).delete_at;
    delete_at = request.at ? delete_at.value_or(*request.at) : request.at;
  }

  // By what it came in, and whom it did not want to meet or who it.
  void forget_ways(const AccountId& account) {
    tokens_.forget(account);
    members_.forget(account);
    renames_.free_names(account);
    relations_.forget(account);
  }

  [[nodiscard]] bool has_played(const AccountId& account) const {
    return std::ranges::any_of(std::views::values(matches_), [&](const KeptMatch& match) {
      return std::ranges::count(match.stored.row.seats, std::optional(account), &SeatRow::account) != 0;
    });
  }

  void carry_out(const ExpireAccounts& request, Outcome& /*outcome*/, ExpireAccounts::Answer& answer) {
    for (const AccountId& id : request.accounts) {
      const auto found = accounts_.find(id);
      if (!is_there(id) || found->second.blocked_at || members_.has(id)) continue;
      const bool used =
          std::ranges::any_of(tokens_.of(id), [&](const Token& token) { return token.used_at >= request.before; });
      if (used || found->second.created_at >= request.before || has_played(id)) continue;
      forget_ways(id);
      heroes_.forget(id);
      renames_.forget(id);
      accounts_.erase(found);
      ++answer.deleted;
    }
  }

  void carry_out(const RelatePlayers& request, Outcome& outcome, RelatePlayers::Answer& /*answer*/) {
    const bool there = accounts_.contains(request.account) && accounts_.contains(request.other);
    if (!there) return refuse(outcome, Conflict::kNothing);
    if (!relations_.change(request)) refuse(outcome, Conflict::kLimit);
  }

  [[nodiscard]] FindPlayers::Answer read(const FindPlayers& request) const {
    FindPlayers::Answer found;
    for (const std::string& key : request.name_keys) {
      const AccountId* const had_it = renames_.had(key);
      const Account* const account = had_it == nullptr ? with_name(key) : &accounts_.at(*had_it);
      if (account == nullptr || !is_there(account->id)) continue;
      found.push_back({.person = {account->id, account->name},
                       .name_key = key,
                       .has_blocked = relations_.holds(account->id, Relation::kBlocked, request.asked_by)});
    }
    return found;
  }

  [[nodiscard]] ListRelated::Answer read(const ListRelated& request) const { return relations_.of(request, accounts_); }

  [[nodiscard]] std::vector<MatchId> running_of(const AccountId& account, std::uint32_t limit) const {
    std::vector<MatchId> running;
    for (const auto& [id, match] : matches_) {
      if (running.size() == limit) break;
      const auto& seats = match.stored.row.seats;
      const bool plays = std::ranges::find(seats, account, &SeatRow::account) != seats.end();
      if (plays && !match.stored.end) running.push_back(id);
    }
    return running;
  }

  void carry_out(const VoidMatch& request, Outcome& outcome, VoidMatch::Answer& /*answer*/) {
    const auto found = matches_.find(request.match);
    if (found == matches_.end() || !found->second.stored.end || found->second.voided) {
      return refuse(outcome, Conflict::kNothing);
    }
    found->second.voided = true;
    ledger_.take_back(found->second.no);
  }

  void carry_out(const KeepClosingLink& request, Outcome& outcome, KeepClosingLink::Answer& answer) {
    const auto found = matches_.find(request.match);
    if (found == matches_.end() || !found->second.stored.end) return refuse(outcome, Conflict::kNothing);
    std::vector<SeatLink>& links = found->second.stored.closing_links;
    const auto at = std::ranges::lower_bound(links, request.closing.seat, {}, &SeatLink::seat);
    if (at == links.end() || at->seat != request.closing.seat) {
      links.insert(at, request.closing);
    } else if (*at != request.closing) {
      return refuse(outcome, Conflict::kNothing);
    }
    answer = {.match = request.match, .links = links};
  }

  void carry_out(const KeepEndStatement& request, Outcome& outcome, KeepEndStatement::Answer& answer) {
    const auto found = matches_.find(request.match);
    if (found == matches_.end() || !found->second.stored.end) return refuse(outcome, Conflict::kNothing);
    StoredMatch& stored = found->second.stored;
    if (!stored.end_statement) stored.end_statement = request.statement;
    answer = stored.end_statement;
  }

  void carry_out(const KeepHero& request, Outcome& outcome, KeepHero::Answer& /*answer*/) {
    const AccountId& account = request.hero->account;
    if (!accounts_.contains(account) || erased_.contains(account)) return refuse(outcome, Conflict::kNothing);
    const Conflict conflict = heroes_.keep(request);
    if (conflict != Conflict::kNothing) refuse(outcome, conflict);
  }

  void carry_out(const RetireHero& request, Outcome& outcome, RetireHero::Answer& /*answer*/) {
    heroes_.retire(request, outcome);
  }

  [[nodiscard]] ListHeroes::Answer read(const ListHeroes& request) const { return lines_of(heroes_.of(request)); }
  [[nodiscard]] ListFallen::Answer read(const ListFallen& request) const { return lines_of(heroes_.fallen(request)); }
  [[nodiscard]] ListHeroBoard::Answer read(const ListHeroBoard& request) const {
    return lines_of(heroes_.board(request));
  }
  [[nodiscard]] ListStory::Answer read(const ListStory& request) const { return heroes_.story(request); }

  [[nodiscard]] std::vector<HeroLine> lines_of(const std::vector<HeroRow>& heroes) const {
    std::vector<HeroLine> lines;
    for (const HeroRow& hero : heroes) lines.push_back({.hero = hero, .owner = accounts_.at(hero.account).name});
    return lines;
  }

  void carry_out(const ContinueErasing& /*request*/, Outcome& /*outcome*/, ContinueErasing::Answer& /*answer*/) {}

  // It has no other place to keep them.
  void carry_out(const MovedOut& /*request*/, Outcome& /*outcome*/, MovedOut::Answer& /*answer*/) {}

  void carry_out(const WriteAdminLog& /*request*/, Outcome& /*outcome*/, WriteAdminLog::Answer& /*answer*/) {}

  [[nodiscard]] FindAccount::Answer read(const FindAccount& request) const {
    FindAccount::Answer answer;
    const AccountId* const owner = tokens_.owner(request.token_hash);
    if (owner == nullptr) return answer;
    answer.account = accounts_.at(*owner);
    answer.account->token_hash = request.token_hash;
    answer.token = tokens_.at(request.token_hash);
    return answer;
  }

  [[nodiscard]] LoadMatch::Answer read(const LoadMatch& request) const {
    LoadMatch::Answer answer;
    const auto found = matches_.find(request.match);
    if (found == matches_.end()) return answer;
    if (request.moves) {
      answer = found->second.stored;
    } else {
      answer = StoredMatch{found->second.stored.row, {}, found->second.stored.end, {}};
      answer->row.receipt = std::nullopt;
    }
    return answer;
  }

  [[nodiscard]] ListMatches::Answer read(const ListMatches& request) const {
    ListMatches::Answer answer;
    if (request.with_blocked) answer.blocked = read(ListRelated{.account = request.account});
    if (request.running_ids > 0) answer.running = running_of(request.account, request.running_ids);
    const auto age = [](const KeptMatch* match) { return std::tie(match->stored.row.started_at, match->no); };
    const KeptMatch* before = nullptr;
    if (request.before) {
      const auto found = matches_.find(*request.before);
      if (found == matches_.end()) return answer;
      before = &found->second;
    }
    std::vector<const KeptMatch*> newest;
    for (const KeptMatch& match : std::views::values(matches_)) {
      if (request.only_running && match.stored.end) continue;
      if (before != nullptr && age(&match) >= age(before)) continue;
      const MatchRow& row = match.stored.row;
      if (std::ranges::find(row.seats, request.account, &SeatRow::account) == row.seats.end()) continue;
      newest.push_back(&match);
    }
    std::ranges::sort(newest, std::ranges::greater(), age);
    if (newest.size() > request.limit) newest.resize(request.limit);
    for (const KeptMatch* match : newest) answer.lines.push_back(line_of(match->stored));
    return answer;
  }

  [[nodiscard]] LoadTables::Answer read(const LoadTables& /*request*/) const {
    const auto tables = std::views::values(tables_);
    return {tables.begin(), tables.end()};
  }

  [[nodiscard]] LoadDeadlines::Answer read(const LoadDeadlines& request) const {
    LoadDeadlines::Answer answer;
    for (const auto& [id, match] : matches_) {
      if (match.deadline && *match.deadline <= request.until) answer.deadlines.push_back({id, *match.deadline});
      if (request.with_running && !match.stored.end) ++answer.running;
    }
    std::ranges::sort(answer.deadlines, {},
                      [](const Deadline& deadline) { return std::tie(deadline.at, deadline.match); });
    return answer;
  }

  [[nodiscard]] ReadLedger::Answer read(const ReadLedger& request) const {
    ReadLedger::Answer answer{.tally = ledger_.tally(request.account, request.what), .history = {}};
    const auto before = request.before ? matches_.find(*request.before) : matches_.end();
    if (request.before && before == matches_.end()) return answer;
    const auto history = request.before ? ledger_.history(request, before->second.no) : ledger_.history(request);
    for (const auto& [match, amount] : history) {
      answer.history.push_back({line_of(matches_.at(match).stored), amount});
    }
    return answer;
  }

  [[nodiscard]] ListTallies::Answer read(const ListTallies& request) const {
    ListTallies::Answer answer{.tallies = ledger_.list(request)};
    for (Tally& tally : answer.tallies) tally.name = accounts_.at(tally.account).name;
    if (request.own) answer.own = ledger_.tally(*request.own, request.what);
    return answer;
  }

  static MatchLine line_of(const StoredMatch& match) {
    MatchLine line{match.row.id, match.row.game, match.row.seats, match.row.started_at, match.end};
    for (SeatRow& seat : line.seats) {
      seat.commitment.clear();
      seat.x0.clear();
    }
    return line;
  }

  static bool equal(const Account& left, const Account& right) {
    return left.id == right.id && left.name == right.name && left.name_key == right.name_key &&
           left.token_hash == right.token_hash && left.created_at == right.created_at;
  }

  static bool repeated(const StoredMatch& match, const AppendMove& request) {
    if (request.index >= match.moves.size() || match.moves[request.index] != request.move) return false;
    if (!match.end) return !request.end;
    return request.index + 1 == match.moves.size() && request.end && request.end->outcome == match.end->outcome &&
           request.end->ended_at == match.end->ended_at;
  }

  // It is there and not erased.
  [[nodiscard]] bool is_there(const AccountId& account) const {
    return accounts_.contains(account) && !erased_.contains(account);
  }

  // Null where nobody has it.
  [[nodiscard]] const Account* with_name(const std::string& name_key) const {
    const auto accounts = std::views::values(accounts_);
    const auto found = std::ranges::find(accounts, name_key, &Account::name_key);
    return found == accounts.end() ? nullptr : &*found;
  }

  static void refuse(Outcome& outcome, Conflict taken) {
    outcome.verdict = Verdict::kConflict;
    outcome.conflict = taken;
  }

  Deliver deliver_;
  std::queue<Submission> waiting_;
  bool delivering_ = false;
  // Ordered by id, which is by age. The log of administrators is not kept: no request reads it.
  std::map<AccountId, Account> accounts_;
  std::set<AccountId> erased_;
  MemoryRenames renames_;
  MemoryTokens tokens_;
  MemoryMembers members_{tokens_};
  MemoryRelations relations_;
  MemoryDoor door_;
  std::map<TableId, TableRow> tables_;
  std::map<MatchId, KeptMatch> matches_;
  MemoryHeroes heroes_{erased_};
  MemoryLedger ledger_;
};

}  // namespace

std::unique_ptr<Store> open_memory_store(Store::Deliver deliver) {
  return std::make_unique<MemoryStore>(std::move(deliver));
}

}  // namespace wyrmhall::persistence
