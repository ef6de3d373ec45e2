#include "server/connections/remarks.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace wyrmhall::server {
namespace {

constexpr Rate kRemarkRate{.per_second = kRemarksPerSecond, .at_once = kRemarksAtOnce};

// By seat, each once.
using People = std::vector<AccountId>;

void add(People& people, const AccountId& account) {
  if (std::ranges::find(people, account) == people.end()) people.push_back(account);
}

pb::Refusal no_table() {
  return refusal(pb::REFUSAL_CODE_TABLE_UNKNOWN, "there is no such table, and no such match is open on this connection",
                 "table_id");
}

}  // namespace

void Remarks::say(const Session& session, const pb::ClientMessage& message, Timestamp now, Outbox& out) {
  const Asker asker{session.id, message.command_id()};
  const pb::Say& say = message.say();
  const auto id = id_from_bytes<TableId>(say.table_id());
  if (!id) return out.refuse(asker, no_id("table_id"));
  if (!pb::Remark_IsValid(say.remark()) || say.remark() == pb::REMARK_UNSPECIFIED) {
    return out.refuse(asker, refusal(pb::REFUSAL_CODE_FIELD_INVALID, "there is no such remark", "remark"));
  }
  if (const auto wait = rates_.wait(session.account, 1, kRemarkRate, now); wait.count() > 0) {
    return out.refuse(
        asker,
        again_after(refusal(pb::REFUSAL_CODE_TOO_FAST, "you have said much in a short time; wait a little"), wait));
  }
  if (const pb::Table* const table = play_.lobby.table(*id)) {
    People people;
    for_each_person(*table, [&](int, const AccountId& account) { add(people, account); });
    if (std::ranges::find(people, session.account) == people.end()) {
      return out.refuse(asker, refusal(pb::REFUSAL_CODE_NOT_SEATED, "you do not sit at this table"));
    }
    return tell(people, session, asker, say, out);
  }
  const MatchId match = match_id_of(*id);
  if (const persistence::MatchRow* const row = play_.channels.open_on(session, match)) {
    return say_in(*row, session, asker, say, out);
  }
  if (!play_.channels.may_be_open(session, match)) return out.refuse(asker, no_table());
  waiting_.emplace(++last_waiting_, Waiting{.asker = asker, .say = say});
  out.ask(SaidIn{.number = last_waiting_}, persistence::LoadMatch{.match = match, .moves = false});
}

void Remarks::answered(const SaidIn& wait, const SaidIn::Answer& answer, Outbox& out) {
  const auto found = waiting_.find(wait.number);
  if (found == waiting_.end()) return;
  const Waiting waiting = std::move(found->second);
  waiting_.erase(found);
  const Session* const session = core_.waiting(waiting.asker, answer, out);
  if (session == nullptr) return;
  if (!answer.value) return out.refuse(waiting.asker, no_table());
  say_in(answer.value->row, *session, waiting.asker, waiting.say, out);
}

void Remarks::say_in(const persistence::MatchRow& match, const Session& session, const Asker& asker, const pb::Say& say,
                     Outbox& out) {
  People people;
  for (const persistence::SeatRow& seat : match.seats) {
    if (seat.account) add(people, *seat.account);
  }
  if (std::ranges::find(people, session.account) == people.end()) {
    return out.refuse(asker, refusal(pb::REFUSAL_CODE_NOT_YOUR_MATCH, "you have no seat in this match"));
  }
  tell(people, session, asker, say, out);
}

void Remarks::tell(const People& people, const Session& session, const Asker& asker, const pb::Say& say, Outbox& out) {
  rates_.spend(session.account, 1, kRemarkRate, core_.environment.clock.now());
  pb::ServerMessage told;
  pb::Said& said = *told.mutable_said();
  said.set_table_id(say.table_id());
  said.mutable_player()->set_account_id(to_bytes(session.account));
  said.mutable_player()->set_name(session.name);
  said.set_remark(say.remark());
  for (const AccountId& account : people) {
    if (play_.lobby.blocks().between(session.account, account)) continue;
    out.tell(account, frame(0, told), session.id);
  }
  out.answer(asker, told);
}

}  // namespace wyrmhall::server
