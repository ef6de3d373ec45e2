#include "persistence/sql/writes.h"

#include <string_view>
#include <variant>

namespace wyrmhall::persistence::sql {
namespace {

Verdict kept_if(bool fits) {
  return fits ? Verdict::kKept : Verdict::kConflict;
}

}  // namespace

Writes::Writes(Database& database, HeroWriter& heroes, Matches& matches, MoveLog& moves)
    : heroes_(heroes),
      matches_(matches),
      moves_(moves),
      admin_log_(
          database,
          "INSERT INTO audit (at, operation, target, address, detail, who, outcome) VALUES (?, ?, ?, ?, ?, ?, ?) "
          "RETURNING no"),
      settle_admin_log_(database, "UPDATE audit SET outcome = ? WHERE no = ?"),
      tokens_(database),
      members_(database, tokens_),
      relations_(database),
      accounts_(database, tokens_, members_, heroes_, relations_),
      eraser_(database, heroes_, relations_),
      invitations_(database),
      bans_(database),
      tables_(database) {}

void Writes::carry_out(const Request& request, Answer& answer) {
  std::visit(
      [&]<class R>(const R& one) {
        if constexpr (R::kWrites) write(one, answer, std::get<typename R::Answer>(answer.value));
      },
      request);
}

// --- Matches and tables ---

void Writes::write(const AppendMove& request, Outcome& outcome, Nothing& /*answer*/) {
  outcome.verdict = moves_.append(request, outcome.conflict);
}

void Writes::write(const CreateMatch& request, Outcome& outcome, CreateMatch::Answer& answer) {
  HeroInTheWay way;
  outcome.verdict = matches_.create(request, way);
  outcome.conflict = way.conflict;
  answer.place = way.place;
  if (outcome.kept()) tables_.drop(table_id_of(request.match->id));
}

void Writes::write(const VoidMatch& request, Outcome& outcome, Nothing& /*answer*/) {
  outcome.verdict = matches_.make_void(request);
}

void Writes::write(const KeepClosingLink& request, Outcome& outcome, KeepClosingLink::Answer& answer) {
  answer.match = request.match;
  outcome.verdict = matches_.keep_closing_link(request, answer.links);
}

void Writes::write(const KeepEndStatement& request, Outcome& outcome, Boxed<receipts::Signed>& answer) {
  answer = matches_.keep_end_statement(request);
  outcome.verdict = kept_if(answer.has_value());
}

void Writes::write(const MovedOut& request, Outcome& /*outcome*/, Nothing& /*answer*/) {
  moves_.moved_out(request);
}

void Writes::write(const SaveTable& request, Outcome& /*outcome*/, Nothing& /*answer*/) {
  tables_.save(request.table);
}

void Writes::write(const DropTable& request, Outcome& /*outcome*/, Nothing& /*answer*/) {
  tables_.drop(request.table);
}

// --- Accounts ---

void Writes::write(const CreateAccount& request, Outcome& outcome, Nothing& /*answer*/) {
  const bool new_account = request.invitation && accounts_.would_create(*request.account);
  if (new_account && !invitations_.use(*request.invitation, request.account->created_at)) {
    outcome.conflict = Conflict::kInvitation;
  } else {
    outcome.conflict = accounts_.create(request);
  }
  outcome.verdict = kept_if(outcome.conflict == Conflict::kNothing);
}

void Writes::write(const BlockAccount& request, Outcome& outcome, Nothing& /*answer*/) {
  outcome.verdict = kept_if(accounts_.block(request));
}

void Writes::write(const EraseAccount& request, Outcome& outcome, EraseAccount::Answer& answer) {
  outcome.verdict = kept_if(accounts_.erase(request));
  if (!outcome.kept()) return;
  eraser_.begin(request.account);
  answer.left = eraser_.go_on();
}

void Writes::write(const PlanDeletion& request, Outcome& outcome, Nothing& /*answer*/) {
  accounts_.plan_deletion(request, outcome);
}

void Writes::write(const ContinueErasing& /*request*/, Outcome& /*outcome*/, ContinueErasing::Answer& answer) {
  answer.left = eraser_.go_on();
}

void Writes::write(const ExpireAccounts& request, Outcome& /*outcome*/, ExpireAccounts::Answer& answer) {
  for (const AccountId& account : request.accounts) {
    if (accounts_.expire(account, request.before)) ++answer.deleted;
  }
}

void Writes::write(const RenameAccount& request, Outcome& outcome, RenameAccount::Answer& answer) {
  accounts_.rename(request, outcome, answer);
}

void Writes::write(const AddToken& request, Outcome& outcome, Nothing& /*answer*/) {
  tokens_.add(request, outcome);
}

void Writes::write(const RevokeTokens& request, Outcome& /*outcome*/, Nothing& /*answer*/) {
  tokens_.revoke(request);
}

void Writes::write(const NameToken& request, Outcome& outcome, Nothing& /*answer*/) {
  outcome.verdict = kept_if(tokens_.name(request));
}

void Writes::write(const TouchToken& request, Outcome& /*outcome*/, Nothing& /*answer*/) {
  tokens_.touch(request);
}

void Writes::write(const CountTry& request, Outcome& outcome, CountTry::Answer& answer) {
  members_.count(request, outcome, answer);
}

void Writes::write(const TakeBackTry& request, Outcome& /*outcome*/, Nothing& /*answer*/) {
  members_.take_back(request);
}

void Writes::write(const KeepPassword& request, Outcome& outcome, Nothing& /*answer*/) {
  members_.keep(request, outcome);
}

void Writes::write(const KeepRecoveryCodes& request, Outcome& outcome, Nothing& /*answer*/) {
  outcome.verdict = kept_if(members_.keep(request));
}

void Writes::write(const UseRecoveryCode& request, Outcome& outcome, Nothing& /*answer*/) {
  members_.use(request, outcome);
}

void Writes::write(const KeepPasskey& request, Outcome& outcome, Nothing& /*answer*/) {
  members_.keep(request, outcome);
}

void Writes::write(const UsePasskey& request, Outcome& outcome, Nothing& /*answer*/) {
  members_.use(request, outcome);
}

void Writes::write(const DropPasskey& request, Outcome& outcome, Nothing& /*answer*/) {
  members_.drop(request, outcome);
}

void Writes::write(const RelatePlayers& request, Outcome& outcome, Nothing& /*answer*/) {
  relations_.change(request, outcome);
}

// --- Heroes ---

void Writes::write(const KeepHero& request, Outcome& outcome, Nothing& /*answer*/) {
  heroes_.keep(request, outcome);
}

void Writes::write(const RetireHero& request, Outcome& outcome, Nothing& /*answer*/) {
  heroes_.retire(request, outcome);
}

// --- Administration ---

void Writes::write(const KeepInvitation& request, Outcome& outcome, Nothing& /*answer*/) {
  outcome.verdict = kept_if(invitations_.keep(request));
}

void Writes::write(const DropInvitation& request, Outcome& outcome, Nothing& /*answer*/) {
  outcome.verdict = kept_if(invitations_.drop(request.invitation));
}

void Writes::write(const KeepBan& request, Outcome& outcome, Nothing& /*answer*/) {
  outcome.verdict = kept_if(bans_.keep(request));
}

void Writes::write(const DropBan& request, Outcome& outcome, Nothing& /*answer*/) {
  outcome.verdict = kept_if(bans_.drop(request.network));
}

void Writes::write(const WriteAdminLog& request, Outcome& /*outcome*/, WriteAdminLog::Answer& answer) {
  const AdminLogEntry& entry = *request.entry;
  if (request.settles) {
    settle_admin_log_.run(std::string_view(entry.outcome), *request.settles);
    return;
  }
  answer.no = admin_log_
                  .run(entry.at, std::string_view(entry.operation), std::string_view(entry.target),
                       std::string_view(entry.address), std::string_view(entry.detail), std::string_view(entry.who),
                       std::string_view(entry.outcome))
                  .value();
}

}  // namespace wyrmhall::persistence::sql
