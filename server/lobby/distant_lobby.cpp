#include "server/lobby/distant_lobby.h"

#include <algorithm>
#include <utility>

#include "server/cluster/node.pb.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

namespace nodes = node::v1;
using persistence::Incarnation;

namespace {

pb::Refusal moving() {
  return again_after(refusal(pb::REFUSAL_CODE_BUSY, "the lobby moves to another server; look, and try again"),
                     kStoreRetry);
}

}  // namespace

void DistantLobby::admit(const Session& session, Arrival arrival, Outbox& out) {
  Guest& guest = guests_[session.id.number];
  guest.arrival = std::move(arrival);
  guest.since = environment_.clock.now();
  send(session.id.number, *guest.arrival, out);
}

void DistantLobby::send(std::uint64_t number, const Arrival& arrival, Outbox& out) {
  const Session* const session = sessions_.find(number);
  if (owner_ == 0 || session == nullptr) return;  // whoever has it next is asked
  nodes::NodeMessage told;
  nodes::Admit& admit = *told.mutable_admit();
  admit.set_session(number);
  admit.set_account(to_bytes(session->account));
  admit.set_name(session->name);
  admit.set_address(session->address->text);
  for (const std::string& group : session->address->groups) admit.add_address_groups(group);
  admit.set_read_only(session->read_only);
  admit.set_token_hash(to_bytes(session->token_hash));
  for (const MatchId& match : arrival.running) admit.add_running(to_bytes(match));
  for (const AccountId& account : arrival.blocked) admit.add_blocked(to_bytes(account));
  admit.set_resumes(arrival.resumes);
  out.to_node(owner_, told.SerializeAsString());
}

std::optional<Arrival> DistantLobby::admitted(Incarnation from, std::uint64_t session) {
  const auto guest = guests_.find(session);
  if (from != owner_ || guest == guests_.end()) return std::nullopt;
  return std::exchange(guest->second.arrival, std::nullopt);
}

std::vector<Arrival> DistantLobby::take_arrivals() {
  std::vector<Arrival> arrivals;
  for (auto& [number, guest] : guests_) {
    if (guest.arrival) arrivals.push_back(*std::move(guest.arrival));
  }
  guests_.clear();
  return arrivals;
}

void DistantLobby::command(const Session& session, std::uint64_t command_id, std::span<const std::uint8_t> message,
                           Outbox& out) {
  const auto guest = guests_.find(session.id.number);
  const bool is_in = guest != guests_.end() && !guest->second.arrival;
  if (!is_in || owner_ == 0 || guest->second.asked.size() >= kCommandQueue) {
    return out.refuse(session.id, command_id, moving());
  }
  guest->second.asked.push_back(command_id);
  nodes::NodeMessage told;
  nodes::LobbyCommand& command = *told.mutable_lobby_command();
  command.set_session(session.id.number);
  command.set_message(message.data(), message.size());
  out.to_node(owner_, told.SerializeAsString());
}

void DistantLobby::answered(std::uint64_t session, std::uint64_t command_id) {
  if (const auto guest = guests_.find(session); guest != guests_.end()) std::erase(guest->second.asked, command_id);
}

void DistantLobby::not_here(Incarnation from, std::uint64_t session) {
  if (from == owner_) not_here_.insert(session);
}

void DistantLobby::left(const Session& session, Outbox& out) {
  not_here_.erase(session.id.number);
  if (guests_.erase(session.id.number) == 0 || owner_ == 0) return;
  nodes::NodeMessage told;
  told.mutable_left()->set_session(session.id.number);
  out.to_node(owner_, told.SerializeAsString());
}

// --- Who has the lobby ---

void DistantLobby::placed(Outbox& out) {
  const Incarnation owner = placement_.has_lobby() ? 0 : placement_.lobby();
  if (owner == owner_ && !placement_.has_lobby()) return;
  if (placement_.has_lobby() && owner_ == 0 && guests_.empty()) return;
  owner_ = owner;
  move(out);
}

void DistantLobby::tell_again(Incarnation peer, Outbox& out) {
  if (peer == owner_) move(out);
}

// Whoever was in comes in anew; whoever was about to be let in asks again.
void DistantLobby::move(Outbox& out) {
  not_here_.clear();
  to_resume_.clear();
  for (const auto& [number, session] : sessions_.all()) {
    if (session.stage == Session::Stage::kSignedIn) to_resume_.push_back(number);
  }
  for (auto guest = guests_.begin(); guest != guests_.end();) {
    auto& [number, one] = *guest;
    if (const Session* const session = sessions_.find(number)) {
      for (const std::uint64_t command_id : one.asked) out.refuse(session->id, command_id, moving());
    }
    one.asked.clear();
    const bool arrives = one.arrival && !one.arrival->resumes;
    if (arrives) send(number, *one.arrival, out);
    guest = arrives ? std::next(guest) : guests_.erase(guest);
  }
}

void DistantLobby::tick(bool is_here, Outbox& out) {
  const Timestamp now = environment_.clock.now();
  const bool anywhere = is_here || owner_ != 0;
  for (std::size_t i = 0; i < kResumedAtOnce && anywhere && !to_resume_.empty(); ++i) {
    const std::uint64_t number = to_resume_.front();
    to_resume_.pop_front();
    const Session* const session = sessions_.find(number);
    if (session == nullptr || session->stage != Session::Stage::kSignedIn) continue;
    out.ask(MatchesAtResume{.asker = {.session = session->id}}, persistence::ListMatches{.account = session->account,
                                                                                         .only_running = true,
                                                                                         .with_blocked = true,
                                                                                         .running_ids = kRunningRead,
                                                                                         .before = {},
                                                                                         .limit = 1});
  }
  if (now < ask_again_at_) return;
  ask_again_at_ = now + kAskOwnerAgain;
  for (const std::uint64_t number : std::exchange(not_here_, {})) {
    const auto guest = guests_.find(number);
    if (guest == guests_.end()) continue;
    if (guest->second.arrival) {
      send(number, *guest->second.arrival, out);
    } else {
      to_resume_.push_back(number);  // the lobby has forgotten who that is
    }
  }
  // Whoever waits too long for the lobby may sign in again.
  for (auto guest = guests_.begin(); guest != guests_.end();) {
    auto& [number, one] = *guest;
    const bool late = one.arrival && !one.arrival->resumes && now - one.since >= kOwnerAnswersWithin;
    Session* const session = late ? sessions_.find(number) : nullptr;
    if (session != nullptr) {
      out.refuse(one.arrival->asker, moving());
      session->sign_in_failed();
    }
    guest = late ? guests_.erase(guest) : std::next(guest);
  }
}

}  // namespace wyrmhall::server
