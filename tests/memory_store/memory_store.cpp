#include "tests/memory_store/memory_store.h"

#include <algorithm>
#include <map>
#include <queue>
#include <ranges>
#include <set>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "persistence/hero_requests.h"
#include "tests/memory_store/memory_door.h"
#include "tests/memory_store/memory_heroes.h"

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
      std::vector<Answer> answers(1);
      answers.front().ticket = next.ticket;
      std::visit([&](const auto& request) { carry_out(request, answers.front()); }, next.request);
      deliver_(std::move(answers));
    }
    delivering_ = false;
  }

  [[nodiscard]] std::size_t pending() const override { return waiting_.size(); }

 private:
  void carry_out(const CreateAccount& request, Answer& answer) {
    const Account& account = *request.account;
    if (const auto same = accounts_.find(account.id); same != accounts_.end()) {
      if (!equal(same->second, account)) refuse(answer, Conflict::kId);
      return;
    }
    if (with_name(account.name_key) != nullptr) return refuse(answer, Conflict::kName);
    if (tokens_.contains(account.token_hash)) return refuse(answer, Conflict::kToken);
    if (request.invitation && !door_.use(*request.invitation, account.created_at)) {
      return refuse(answer, Conflict::kInvitation);
    }
    accounts_.emplace(account.id, account);
    tokens_[account.token_hash] = {account.id, Token{.hash = account.token_hash,
                                                     .client = request.client,
                                                     .made_at = account.created_at,
                                                     .used_at = account.created_at}};
  }

  void carry_out(const RenameAccount& request, Answer& answer) {
    const auto found = accounts_.find(request.account);
    if (found == accounts_.end() || erased_.contains(request.account)) return refuse(answer, Conflict::kNothing);
    Account& account = found->second;
    const Account* other = with_name(request.name_key);
    if (other != nullptr && other != &account) return refuse(answer, Conflict::kName);
    if (account.name == request.name && account.name_key == request.name_key) return;
    if (request.most > 0) {
      Renames& renames = renames_[request.account];
      if (request.at - renames.since >= request.within) renames = {.since = request.at};
      if (renames.count >= request.most) {
        answer.again_at = renames.since + request.within;
        return refuse(answer, Conflict::kLimit);
      }
      ++renames.count;
    }
    account.name = request.name;
    account.name_key = request.name_key;
  }

  void carry_out(const AddToken& request, Answer& answer) {
    if (!accounts_.contains(request.account) || erased_.contains(request.account)) {
      return refuse(answer, Conflict::kNothing);
    }
    const auto same = tokens_.find(request.token.hash);
    if (same != tokens_.end() && same->second.first != request.account) return refuse(answer, Conflict::kToken);
    if (request.alone) carry_out(RevokeTokens{.account = request.account, .but = request.token.hash}, answer);
    if (same != tokens_.end()) return;
    const auto owned = std::ranges::count(std::views::values(tokens_), request.account, &OwnedToken::first);
    if (owned >= static_cast<std::ptrdiff_t>(request.limit)) return refuse(answer, Conflict::kLimit);
    tokens_[request.token.hash] = {request.account, request.token};
  }

  void carry_out(const RevokeTokens& request, Answer& /*answer*/) {
    std::erase_if(tokens_, [&](const auto& entry) {
      const auto& [hash, token] = entry;
      return token.first == request.account && (request.only ? hash == *request.only : hash != request.but);
    });
  }

  void carry_out(const TouchToken& request, Answer& /*answer*/) {
    const auto found = tokens_.find(request.hash);
    if (found == tokens_.end()) return;
    found->second.second.client = request.client;
    found->second.second.used_at = request.at;
  }

  void carry_out(const ListTokens& request, Answer& answer) const {
    for (const auto& [owner, token] : std::views::values(tokens_)) {
      if (owner == request.account) answer.lists().tokens.push_back(token);
    }
    std::ranges::sort(answer.lists().tokens, {},
                      [](const Token& token) { return std::tie(token.made_at, token.hash); });
  }

  void carry_out(const KeepInvitation& request, Answer& answer) { note(door_.keep(request), answer); }
  void carry_out(const DropInvitation& request, Answer& answer) { note(door_.drop(request), answer); }
  void carry_out(const KeepBan& request, Answer& answer) { note(door_.keep(request), answer); }
  void carry_out(const DropBan& request, Answer& answer) { note(door_.drop(request), answer); }

  static void note(bool kept, Answer& answer) {
    if (!kept) refuse(answer, Conflict::kNothing);
  }

  void carry_out(const ListInvitations& /*request*/, Answer& answer) const {
    answer.lists().invitations = door_.invitations();
  }
  void carry_out(const ListBans& /*request*/, Answer& answer) const { answer.lists().bans = door_.bans(); }

  void carry_out(const SaveTable& request, Answer& /*answer*/) { tables_[request.table.id] = request.table; }

  void carry_out(const DropTable& request, Answer& /*answer*/) { tables_.erase(request.table); }

  void carry_out(const CreateMatch& request, Answer& answer) {
    for (const SeatRow& seat : request.match->seats) {
      if (seat.account && !accounts_.contains(*seat.account)) return refuse(answer, Conflict::kNothing);
    }
    if (request.end && !has_accounts(*request.end)) return refuse(answer, Conflict::kNothing);
    if (!matches_.contains(request.match->id)) {
      const HeroInTheWay found = heroes_.in_the_way(request);
      answer.number = found.place;
      if (found.conflict != Conflict::kNothing) return refuse(answer, found.conflict);
      heroes_.take(request);
    }
    tables_.erase(table_id_of(request.match->id));
    const KeptMatch made{{*request.match, {}, std::nullopt}, request.deadline, matches_.size()};
    const auto [match, fresh] = matches_.try_emplace(request.match->id, made);
    if (fresh && request.end) finish(match->second, *request.end);
  }

  void carry_out(const AppendMove& request, Answer& answer) {
    const auto found = matches_.find(request.match);
    if (found == matches_.end()) return refuse(answer, Conflict::kNothing);
    KeptMatch& match = found->second;
    if (match.stored.end || request.index != match.stored.moves.size()) {
      if (!repeated(match.stored, request)) refuse(answer, Conflict::kNothing);
      return;
    }
    if (request.end && !has_accounts(*request.end)) return refuse(answer, Conflict::kNothing);
    if (!heroes_.has_all(request.match, given_back_in(request))) return refuse(answer, Conflict::kHero);
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
    for (const LedgerRow& row : end.ledger) {
      ledger_[{row.account, row.what}].try_emplace(match.no, Booked{match.stored.row.id, row.amount});
    }
    if (end.heroes) heroes_.book(match.stored.row.id, *end.heroes, end.ended_at);
    heroes_.release(match.stored.row.id);
  }

  void carry_out(const BlockAccount& request, Answer& answer) {
    const auto found = accounts_.find(request.account);
    if (found == accounts_.end()) return refuse(answer, Conflict::kNothing);
    found->second.blocked_at = request.at;
  }

  void carry_out(const EraseAccount& request, Answer& answer) {
    const auto found = accounts_.find(request.account);
    if (found == accounts_.end()) return refuse(answer, Conflict::kNothing);
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

  // By what it came in, and whom it did not want to meet or who it.
  void forget_ways(const AccountId& account) {
    std::erase_if(tokens_, [&](const auto& entry) { return entry.second.first == account; });
    blocked_.erase(account);
    for (std::set<AccountId>& blocked : std::views::values(blocked_)) blocked.erase(account);
  }

  [[nodiscard]] bool has_played(const AccountId& account) const {
    return std::ranges::any_of(std::views::values(matches_), [&](const KeptMatch& match) {
      return std::ranges::count(match.stored.row.seats, std::optional(account), &SeatRow::account) != 0;
    });
  }

  void carry_out(const ExpireAccounts& request, Answer& answer) {
    for (const AccountId& id : request.accounts) {
      const auto found = accounts_.find(id);
      if (found == accounts_.end() || erased_.contains(id) || found->second.blocked_at) continue;
      const bool used = std::ranges::any_of(std::views::values(tokens_), [&](const OwnedToken& token) {
        return token.first == id && token.second.used_at >= request.before;
      });
      if (used || found->second.created_at >= request.before || has_played(id)) continue;
      forget_ways(id);
      heroes_.forget(id);
      renames_.erase(id);
      accounts_.erase(found);
      ++answer.number;
    }
  }

  void carry_out(const BlockPlayer& request, Answer& answer) {
    if (!accounts_.contains(request.account) || !accounts_.contains(request.other)) {
      return refuse(answer, Conflict::kNothing);
    }
    std::set<AccountId>& blocked = blocked_[request.account];
    if (!request.blocked) {
      blocked.erase(request.other);
    } else if (!blocked.contains(request.other)) {
      if (blocked.size() >= request.limit) return refuse(answer, Conflict::kNothing);
      blocked.insert(request.other);
    }
  }

  void carry_out(const FindName& request, Answer& answer) const {
    if (const Account* account = with_name(request.name_key)) answer.account = *account;
  }

  void carry_out(const ListBlocked& request, Answer& answer) const {
    const auto found = blocked_.find(request.account);
    if (found == blocked_.end()) return;
    for (const AccountId& other : found->second) answer.lists().people.push_back({other, accounts_.at(other).name});
    std::ranges::sort(answer.lists().people, {}, [](const Person& one) { return std::tie(one.name, one.account); });
  }

  void carry_out(const VoidMatch& request, Answer& answer) {
    const auto found = matches_.find(request.match);
    if (found == matches_.end() || !found->second.stored.end || found->second.voided) {
      return refuse(answer, Conflict::kNothing);
    }
    found->second.voided = true;
    for (auto& [key, rows] : ledger_) rows.erase(found->second.no);
  }

  void carry_out(const KeepClosingLink& request, Answer& answer) {
    const auto found = matches_.find(request.match);
    if (found == matches_.end() || !found->second.stored.end) return refuse(answer, Conflict::kNothing);
    std::vector<SeatLink>& links = found->second.stored.closing_links;
    const auto at = std::ranges::lower_bound(links, request.closing.seat, {}, &SeatLink::seat);
    if (at == links.end() || at->seat != request.closing.seat) {
      links.insert(at, request.closing);
    } else if (*at != request.closing) {
      return refuse(answer, Conflict::kNothing);
    }
    StoredMatch match;
    match.row.id = request.match;
    match.closing_links = links;
    answer.match = std::move(match);
  }

  void carry_out(const KeepEndStatement& request, Answer& answer) {
    const auto found = matches_.find(request.match);
    if (found == matches_.end() || !found->second.stored.end) return refuse(answer, Conflict::kNothing);
    StoredMatch& stored = found->second.stored;
    if (!stored.end_statement) stored.end_statement = request.statement;
    StoredMatch match;
    match.row.id = request.match;
    match.end_statement = stored.end_statement;
    answer.match = std::move(match);
  }

  void carry_out(const KeepHero& request, Answer& answer) {
    const AccountId& account = request.hero->account;
    if (!accounts_.contains(account) || erased_.contains(account)) return refuse(answer, Conflict::kNothing);
    const Conflict conflict = heroes_.keep(request);
    if (conflict != Conflict::kNothing) refuse(answer, conflict);
  }

  void carry_out(const RetireHero& request, Answer& answer) { heroes_.retire(request, answer); }

  void carry_out(const ListHeroes& request, Answer& answer) const { list(heroes_.of(request), answer); }
  void carry_out(const ListFallen& request, Answer& answer) const { list(heroes_.fallen(request), answer); }
  void carry_out(const ListHeroBoard& request, Answer& answer) const { list(heroes_.board(request), answer); }
  void carry_out(const ListStory& request, Answer& answer) const { answer.lists().story = heroes_.story(request); }

  void list(std::vector<HeroRow> heroes, Answer& answer) const {
    for (HeroRow& hero : heroes) {
      const std::string& owner = accounts_.at(hero.account).name;
      answer.lists().heroes.push_back({.hero = std::move(hero), .owner = owner});
    }
  }

  void carry_out(const ContinueErasing& /*request*/, Answer& /*answer*/) {}

  // It has no other place to keep them.
  void carry_out(const MovedOut& /*request*/, Answer& /*answer*/) {}

  void carry_out(const WriteAdminLog& /*request*/, Answer& /*answer*/) {}

  void carry_out(const FindAccount& request, Answer& answer) const {
    const auto found = tokens_.find(request.token_hash);
    if (found == tokens_.end()) return;
    const auto& [owner, token] = found->second;
    answer.account = accounts_.at(owner);
    answer.account->token_hash = token.hash;
    answer.lists().tokens.push_back(token);
  }

  void carry_out(const LoadMatch& request, Answer& answer) const {
    const auto found = matches_.find(request.match);
    if (found == matches_.end()) return;
    if (request.moves) {
      answer.match = found->second.stored;
    } else {
      answer.match = StoredMatch{found->second.stored.row, {}, found->second.stored.end, {}};
      answer.match->row.receipt = std::nullopt;
    }
  }

  void carry_out(const ListMatches& request, Answer& answer) const {
    if (request.with_blocked) carry_out(ListBlocked{request.account}, answer);
    for (const auto& [id, match] : matches_) {
      if (answer.lists().running.size() == request.running_ids) break;
      const auto& seats = match.stored.row.seats;
      const bool plays = std::ranges::find(seats, request.account, &SeatRow::account) != seats.end();
      if (plays && !match.stored.end) answer.lists().running.push_back(id);
    }
    const auto age = [](const KeptMatch* match) { return std::tie(match->stored.row.started_at, match->no); };
    const KeptMatch* before = nullptr;
    if (request.before) {
      const auto found = matches_.find(*request.before);
      if (found == matches_.end()) return;
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
    for (const KeptMatch* match : newest) answer.lists().lines.push_back(line_of(match->stored));
  }

  void carry_out(const LoadTables& /*request*/, Answer& answer) const {
    for (const TableRow& table : std::views::values(tables_)) answer.lists().tables.push_back(table);
  }

  void carry_out(const LoadDeadlines& /*request*/, Answer& answer) const {
    for (const auto& [id, match] : matches_) {
      if (match.deadline) answer.lists().deadlines.push_back({id, *match.deadline});
      if (!match.stored.end) ++answer.number;
    }
    std::ranges::sort(answer.lists().deadlines, {},
                      [](const Deadline& deadline) { return std::tie(deadline.at, deadline.match); });
  }

  void carry_out(const ReadLedger& request, Answer& answer) const {
    const auto rows = ledger_.find({request.account, request.what});
    if (rows == ledger_.end()) return;
    answer.tally = tally_of(request.what, rows->second);
    const auto before = request.before ? matches_.find(*request.before) : matches_.end();
    if (request.before && before == matches_.end()) return;
    for (const auto& [no, booked] : std::views::reverse(rows->second)) {
      if (answer.lists().history.size() >= request.limit) return;
      if (request.before && no >= before->second.no) continue;
      answer.lists().history.push_back({line_of(matches_.at(booked.match).stored), booked.amount});
    }
  }

  void carry_out(const ListTallies& request, Answer& answer) const {
    std::vector<Tally> all;
    for (const auto& [key, rows] : ledger_) {
      if (key.second != request.what) continue;
      if (request.own == key.first) answer.tally = tally_of(key.second, rows);
      const Tally tally{
          .account = key.first, .name = accounts_.at(key.first).name, .amount = tally_of(key.second, rows)};
      const bool listed = !request.after || std::pair(-tally.amount, tally.account) >
                                                std::pair(-request.after->amount, request.after->account);
      if (listed && tally.amount > 0) all.push_back(tally);
    }
    std::ranges::sort(all, {}, [](const Tally& tally) { return std::pair(-tally.amount, tally.account); });
    if (all.size() > request.limit) all.resize(request.limit);
    answer.lists().tallies = std::move(all);
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

  // Null where nobody has it.
  [[nodiscard]] const Account* with_name(const std::string& name_key) const {
    for (const Account& account : std::views::values(accounts_)) {
      if (account.name_key == name_key) return &account;
    }
    return nullptr;
  }

  static void refuse(Answer& answer, Conflict taken) {
    answer.verdict = Verdict::kConflict;
    answer.conflict = taken;
  }

  struct Booked {
    MatchId match{};
    std::int64_t amount = 0;
  };
  using Rows = std::map<std::uint64_t, Booked>;  // by the number of the match

  static std::int64_t tally_of(std::string_view what, const Rows& rows) {
    std::int64_t tally = 0;
    for (const Booked& booked : std::views::values(rows)) {
      tally = is_best(what) ? std::max(tally, booked.amount) : tally + booked.amount;
    }
    return tally;
  }

  struct Renames {
    Timestamp since{};
    std::uint32_t count = 0;
  };
  using OwnedToken = std::pair<AccountId, Token>;

  Deliver deliver_;
  std::queue<Submission> waiting_;
  bool delivering_ = false;
  // Ordered by id, which is by age. The log of administrators is not kept: no request reads it.
  std::map<AccountId, Account> accounts_;
  std::set<AccountId> erased_;
  std::map<AccountId, Renames> renames_;
  std::map<Hash, OwnedToken> tokens_;
  std::map<AccountId, std::set<AccountId>> blocked_;
  MemoryDoor door_;
  std::map<TableId, TableRow> tables_;
  std::map<MatchId, KeptMatch> matches_;
  MemoryHeroes heroes_{erased_};
  std::map<std::pair<AccountId, std::string>, Rows> ledger_;
};

}  // namespace

std::unique_ptr<Store> open_memory_store(Store::Deliver deliver) {
  return std::make_unique<MemoryStore>(std::move(deliver));
}

}  // namespace wyrmhall::persistence
