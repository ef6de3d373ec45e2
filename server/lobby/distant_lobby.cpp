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
  if (owner() == 0 || session == nullptr) return;  // whoever has it next is asked
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
  out.to_node(owner(), told.SerializeAsString());
}

std::optional<Arrival> DistantLobby::admitted(Incarnation from, std::uint64_t session) {
  const auto guest = guests_.find(session);
  if (from != owner() || guest == guests_.end()) return std::nullopt;
  return std::exchange(guest->second.arrival, std::nullopt);
}

void DistantLobby::send_held(std::uint64_t session, Outbox& out) {
  const auto guest = guests_.find(session);
  if (guest == guests_.end()) return;
  guest->second.is_in = true;
  for (Command& command : std::exchange(guest->second.held, {})) ask(session, guest->second, std::move(command), out);
}

std::vector<Arrival> DistantLobby::take_arrivals() {
  std::vector<Arrival> arrivals;
  for (auto& [number, guest] : guests_) {
    if (guest.arrival) arrivals.push_back(*std::exchange(guest.arrival, std::nullopt));
  }
  return arrivals;
}

void DistantLobby::command(const Session& session, std::uint64_t command_id, std::span<const std::uint8_t> message,
                           Outbox& out) {
  Guest& guest = guests_[session.id.number];
  if (guest.asked.size() + guest.held.size() >= kCommandQueue) return out.refuse(session.id, command_id, moving());
  Command command{.command_id = command_id,
                  .message = std::string(message.begin(), message.end()),
                  .since = environment_.clock.now()};
  if (guest.is_in && owner() != 0) return ask(session.id.number, guest, std::move(command), out);
  guest.held.push_back(std::move(command));
}

void DistantLobby::ask(std::uint64_t session, Guest& guest, Command command, Outbox& out) {
  nodes::NodeMessage told;
  told.mutable_lobby_command()->set_session(session);
  told.mutable_lobby_command()->set_message(command.message);
  out.to_node(owner(), told.SerializeAsString());
  guest.asked.push_back(std::move(command));
}

std::vector<DistantLobby::Held> DistantLobby::take_held() {
  std::vector<Held> all;
  for (auto& [number, guest] : guests_) {
    for (Command& command : guest.held) all.push_back({.session = number, .message = std::move(command.message)});
    guest.held.clear();
  }
  return all;
}

void DistantLobby::answered(std::uint64_t session, std::uint64_t command_id) {
  const auto guest = guests_.find(session);
  if (guest == guests_.end()) return;
  std::erase_if(guest->second.asked, [&](const Command& one) { return one.command_id == command_id; });
}

void DistantLobby::not_here(Incarnation from, std::uint64_t session, std::uint64_t command_id) {
  const auto guest = guests_.find(session);
  if (guest == guests_.end()) return;
  for (Command& one : guest->second.asked) {
    if (one.command_id == command_id) guest->second.held.push_back(std::move(one));
  }
  std::erase_if(guest->second.asked, [&](const Command& one) { return one.command_id == command_id; });
  if (from != owner()) return;
  guest->second.is_in = false;
  not_here_.insert(session);
}

void DistantLobby::left(const Session& session, Outbox& out) {
  not_here_.erase(session.id.number);
  if (guests_.erase(session.id.number) == 0 || owner() == 0) return;
  nodes::NodeMessage told;
  told.mutable_left()->set_session(session.id.number);
  out.to_node(owner(), told.SerializeAsString());
}

// --- Who has the lobby ---

void DistantLobby::placed(Outbox& out) {
  if (placement_.lobby() == at_) return;
  at_ = placement_.lobby();
  move(out);
}

void DistantLobby::tell_again(Incarnation peer, Outbox& out) {
  if (peer == owner()) move(out);
}

// Whoever was in comes in anew; whoever was about to be let in asks again.
void DistantLobby::move(Outbox& out) {
  not_here_.clear();
  to_resume_.clear();
  for (const auto& [number, session] : sessions_.all()) {
    if (session.stage == Session::Stage::kSignedIn) to_resume_.push_back(number);
  }
  for (auto& [number, guest] : guests_) {
    guest.is_in = false;
    // Its last words may be on their way.
    if (!guest.asked.empty() && guest.doubted_since == kNever) guest.doubted_since = environment_.clock.now();
    if (guest.arrival && guest.arrival->resumes) guest.arrival.reset();  // it is among those who resume
    if (guest.arrival) send(number, *guest.arrival, out);
  }
}

void DistantLobby::tick(bool is_here, Outbox& out) {
  const Timestamp now = environment_.clock.now();
  const bool anywhere = is_here || owner() != 0;
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
  for (auto& [number, guest] : guests_) refuse_late(number, guest, now, out);
}

// Whoever waits too long may ask again.
void DistantLobby::refuse_late(std::uint64_t number, Guest& guest, Timestamp now, Outbox& out) {
  Session* const session = sessions_.find(number);
  if (session == nullptr) return;
  if (guest.arrival && !guest.arrival->resumes && now - guest.since >= kOwnerAnswersWithin) {
    out.refuse(guest.arrival->asker, moving());
    session->sign_in_failed();
    guest.arrival.reset();
  }
  std::erase_if(guest.held, [&](const Command& command) {
    const bool late = now - command.since >= kOwnerAnswersWithin;
    if (late) out.refuse(session->id, command.command_id, moving());
    return late;
  });
  if (guest.doubted_since == kNever) return;
  if (guest.asked.empty()) {
    guest.doubted_since = kNever;
  } else if (now - guest.doubted_since >= kLastWordsWithin) {
    out.close(session->id, 1001, "the lobby has moved to another server: connect again");
  }
}

}  // namespace wyrmhall::server
