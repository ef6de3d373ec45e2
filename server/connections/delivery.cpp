#include "server/connections/delivery.h"

#include <utility>

#include "server/wire/frames.h"
#include "server/wire/wire_time.h"

namespace wyrmhall::server {

void Delivery::deliver(Outbox& out) {
  for (const SessionId& too_fast : out.pauses) effects_.emplace_back(PauseReading{.session = too_fast.number});
  for (const auto& told : out.refusals_told) {
    if (const Session* session = sessions_.here(told.to)) tell_refusal(*session, told.code, told.field);
  }
  for (auto& posted : out.posts) {
    if (Session* session = sessions_.here(posted.to)) {
      post(*session, posted.channel, std::move(posted.frame), posted.answers);
    }
  }
  for (const auto& message : out.account_messages) {
    for (const SessionId& id : sessions_.of(message.account)) {
      Session* const session = sessions_.here(id);
      if (session != nullptr && id != message.except) post(*session, 0, message.frame);
    }
  }
  for (const auto& end : out.channel_ends) {
    Session* session = sessions_.here(end.session);
    if (session == nullptr) continue;
    for (const Answered& owed : session->drop_channel(end.channel)) {
      post(*session, 0, repeat_frame(owed.command_id, end.channel, owed.version));
    }
  }
  for (const auto& closing : out.closings) {
    if (Session* session = sessions_.here(closing.session)) close(*session, closing.code, closing.reason);
  }
}

void Delivery::notify(pb::NoticeKind kind, std::chrono::milliseconds retry_after) {
  pb::ServerMessage message;
  message.mutable_notice()->set_kind(kind);
  message.mutable_notice()->set_retry_after_ms(wire_ms(retry_after));
  const std::string bytes = frame(0, message);
  for (auto& [number, session] : sessions_.all()) {
    if (session.stage == Session::Stage::kSignedIn) post(session, 0, bytes);
  }
}

bool Delivery::sent(Session& session, std::size_t messages, std::size_t bytes) {
  unsent_.remove(session, messages, bytes);
  return session.behind_since != kNever && session.queued_messages == 0;
}

void Delivery::post(Session& session, std::uint32_t channel, std::string bytes, Answered answers) {
  if (session.stage == Session::Stage::kClosing) return;
  const bool full = session.full(bytes.size());
  if (channel == 0 && full) return close(session, 1008, "too slow to read");
  if (channel != 0) {
    Session::Channel* open = session.channel(channel);
    if (open == nullptr) return;
    // When a lot waits for all of them together, a connection that has more than its share waiting gets no more.
    const bool crowded =
        session.place_in_line != 0 && unsent_.bytes() + bytes.size() > settings_.limits.unsent_bytes / 2;
    if (full || crowded) open->behind = true;
    if ((full || crowded) && session.behind_since == kNever) session.behind_since = environment_.clock.now();
    if (open->behind) {
      // One snapshot later says what these updates would have said. What they answer is answered after it.
      if (answers.command_id != 0) open->owed.push_back(answers);
      if (open->owed.size() > kAnswersOwed) close(session, 1008, "too slow to read");
      return;
    }
  }
  unsent_.add(session, bytes.size());
  effects_.emplace_back(std::in_place_type<SendFrame>, session.id.number, std::move(bytes));
  if (unsent_.bytes() > settings_.limits.unsent_bytes) make_room();
}

// Too much waits for all connections together: those that take nothing are ended, the one that has taken nothing for
// the longest first. What waits for them is thrown away, since to send it first would be to wait for them.
void Delivery::make_room() {
  while (unsent_.bytes() > settings_.limits.unsent_bytes) {
    const auto number = unsent_.slowest();
    if (!number) return;  // each has its share, and no more
    Session& slowest = *sessions_.find(*number);
    slowest.stage = Session::Stage::kClosing;
    unsent_.forget(slowest);
    ++totals_.crowded_out;
    effects_.emplace_back(
        CloseSession{.session = *number, .code = 1008, .reason = "too slow to read", .at_once = true});
  }
}

void Delivery::close(Session& session, std::uint16_t code, std::string_view reason) {
  if (session.stage == Session::Stage::kClosing) return;
  session.stage = Session::Stage::kClosing;
  effects_.emplace_back(CloseSession{.session = session.id.number, .code = code, .reason = std::string(reason)});
}

void Delivery::tell_refusal(const Session& session, pb::RefusalCode code, std::string_view field) const {
  if (!settings_.on_access) return;
  const std::string why = refusal_word(code, field);
  settings_.on_access({.kind = AccessEvent::Kind::kRefused, .from = *session.address, .why = why});
}

}  // namespace wyrmhall::server
