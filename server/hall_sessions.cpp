// What a connection may say, and when.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <limits>

#include "server/frames.h"
#include "server/hall.h"
#include "server/lists.h"
#include "server/match/ending.h"
#include "server/message_arena.h"
#include "server/secret_hash.h"
#include "server/sign_in_token.h"

namespace wyrmhall::server {

using persistence::Verdict;

namespace {

constexpr std::uint32_t kProtocolVersion = 1;

}  // namespace

void Hall::post(Session& session, std::uint32_t channel, std::string bytes, Answered answers) {
  if (session.stage == Session::Stage::kClosing) return;
  const bool full = session.full(bytes.size());
  if (channel == 0 && full) return close(session, 1008, "too slow to read");
  if (channel != 0) {
    Session::Channel* open = session.channel(channel);
    if (open == nullptr) return;
    // Where much waits for all of them, who has more than a share of it gets no more.
    const bool crowded =
        session.place_in_line != 0 && unsent_.bytes() + bytes.size() > settings_.limits.unsent_bytes / 2;
    if (full || crowded) open->behind = true;
    if ((full || crowded) && session.behind_since == 0) session.behind_since = environment_.clock.now();
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

// Too much waits for all connections together: those who take nothing go, who has for the longest first. What waits
// for them is thrown away, since waiting until they have read it would be waiting for them.
void Hall::make_room() {
  while (unsent_.bytes() > settings_.limits.unsent_bytes) {
    const auto number = unsent_.slowest();
    if (!number) return;  // each has its share, and no more
    Session& slowest = *sessions_.find(*number);
    slowest.stage = Session::Stage::kClosing;
    unsent_.forget(slowest);
    ++out_.tally.crowded_out;
    effects_.emplace_back(
        CloseSession{.session = *number, .code = 1008, .reason = "too slow to read", .at_once = true});
  }
}

void Hall::close(Session& session, std::uint16_t code, std::string_view reason) {
  if (session.stage == Session::Stage::kClosing) return;
  session.stage = Session::Stage::kClosing;
  effects_.emplace_back(CloseSession{.session = session.id.number, .code = code, .reason = std::string(reason)});
}

void Hall::refuse(Session& session, std::uint64_t command_id, pb::Refusal refused) {
  ++out_.tally.refusals[static_cast<std::size_t>(refused.code())];
  if (is_told(refused.code())) tell_refusal(session, refused.code(), refused.field());
  post(session, 0, refusal_frame(command_id, std::move(refused)));
}

void Hall::tell_refusal(const Session& session, pb::RefusalCode code, std::string_view field) const {
  if (!settings_.on_door) return;
  const std::string why = refusal_word(code, field);
  settings_.on_door({.kind = DoorEvent::Kind::kRefused, .from = *session.address, .why = why});
}

void Hall::notify(pb::NoticeKind kind, std::uint32_t retry_after_ms) {
  pb::ServerMessage message;
  message.mutable_notice()->set_kind(kind);
  message.mutable_notice()->set_retry_after_ms(retry_after_ms);
  const std::string bytes = frame(0, message);
  for (auto& [number, session] : sessions_.all()) {
    if (session.stage == Session::Stage::kSignedIn) post(session, 0, bytes);
  }
}

void Hall::received(std::uint64_t number, std::span<const std::uint8_t> bytes) {
  Session* session = sessions_.find(number);
  if (session == nullptr || session->stage == Session::Stage::kClosing) return;
  const bool early = session->stage != Session::Stage::kSignedIn;
  if (bytes.size() > (early ? kEarlyMessageBytes : kMessageBytes)) {
    return close(*session, 1009, early ? "before sign-in a message has at most 8 KiB" : "a message has at most 16 KiB");
  }
  const auto strike = [&](std::uint64_t command_id, pb::Refusal refused) {
    refuse(*session, command_id, std::move(refused));
    if (++session->refused_in_a_row >= kRefusedInARow) close(*session, 1008, "too many refused messages in a row");
  };
  // The message lives on the stack, as far as it fits there: nothing is allocated for a turn. It nests as deep as
  // protobuf lets any: a hundred levels.
  MessageArena<8192> arena;
  pb::ClientMessage& incoming = arena.make<pb::ClientMessage>();
  const bool whole = incoming.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
  const Micros now = environment_.clock.now();
  const CommandProperties properties = commands_.of(incoming);
  if (!session->bucket.take(now, properties.cost)) {
    pb::Refusal refused = refusal(pb::REFUSAL_CODE_TOO_FAST, "too many commands in too short a time");
    refused.set_retry_after_ms(session->bucket.ms_until(properties.cost));
    effects_.emplace_back(PauseReading{.session = number});
    return strike(whole ? incoming.command_id() : 0, std::move(refused));
  }
  if (!whole) {
    return strike(0, refusal(pb::REFUSAL_CODE_MALFORMED, "the frame is no ClientMessage of wyrmhall.v1"));
  }
  if (incoming.command_id() == 0) {
    return strike(0, refusal(pb::REFUSAL_CODE_MALFORMED, "a command has an id other than 0", "command_id"));
  }
  if (incoming.command_case() == pb::ClientMessage::COMMAND_NOT_SET) {
    return strike(incoming.command_id(),
                  refusal(pb::REFUSAL_CODE_UNKNOWN_COMMAND, "this server knows no such command"));
  }
  // What an action may have in it is for its game's adapter to judge.
  const bool unknown = incoming.has_act() ? has_own_unknown_fields(incoming) || has_own_unknown_fields(incoming.act())
                                          : has_unknown_fields(incoming);
  if (unknown) {
    return strike(incoming.command_id(),
                  refusal(pb::REFUSAL_CODE_FIELD_INVALID, "the command has a field that this server does not know"));
  }
  session->refused_in_a_row = 0;
  command(*session, incoming, properties, now);
  flush();
}

// Whether what has to come first has come, and the store has room for it; otherwise it has been refused.
bool Hall::allowed_now(Session& session, std::uint64_t id, const CommandProperties& command) {
  if (command.needs == pb::COMMAND_NEEDS_NOTHING) return true;
  const auto no = [&](pb::Refusal refused) {
    refuse(session, id, std::move(refused));
    return false;
  };
  if (session.stage == Session::Stage::kNew) {
    no(refusal(pb::REFUSAL_CODE_HELLO_FIRST, "the first message must be Hello"));
    close(session, 1002, "the first message must be Hello");
    return false;
  }
  if (asked_.size() >= kStoreQueue) return no(refusal(pb::REFUSAL_CODE_BUSY, "the server is busy; try again"));
  if (command.writes && store_refuses_ && environment_.clock.now() < store_retry_at_) {
    pb::Refusal refused =
        refusal(pb::REFUSAL_CODE_NO_STORE, "the disk refuses, so nothing is taken; what was shown is safe; try again");
    refused.set_retry_after_ms(static_cast<std::uint32_t>(std::chrono::milliseconds(kStoreRetry).count()));
    return no(std::move(refused));
  }
  if (command.needs == pb::COMMAND_NEEDS_SIGN_IN && session.stage != Session::Stage::kSignedIn) {
    return no(refusal(pb::REFUSAL_CODE_SIGN_IN_FIRST, "sign in first"));
  }
  return true;
}

void Hall::command(Session& session, const pb::ClientMessage& message, const CommandProperties& properties,
                   Micros now) {
  using C = pb::ClientMessage;
  const std::uint64_t id = message.command_id();
  const auto command = message.command_case();
  if (!allowed_now(session, id, properties)) return;
  switch (command) {
    case C::kHello:
      return greet(session, message);
    case C::kSignIn:
      return sign_in(session, message);
    case C::kAct:
      return match_command(session, message.act().channel(), message, now);
    case C::kResign:
      return match_command(session, message.resign().channel(), message, now);
    case C::kClaimAbsence:
      return match_command(session, message.claim_absence().channel(), message, now);
    case C::kAskOdds:
      return match_command(session, message.ask_odds().channel(), message, now);
    case C::kAskStory:
      return match_command(session, message.ask_story().channel(), message, now);
    case C::kOpenMatch:
      return open_match(session, message);
    case C::kCloseMatch:
      return close_match(session, message);
    case C::kListTables:
      return lobby_.list(sender_of(session), message, running_matches(message.list_tables()), out_);
    case C::kListMatches:
      return list_matches(session, message);
    case C::kListNuggets:
      return list_nuggets(session, message);
    case C::kListRichest:
      return list_richest(session, message);
    case C::kBlockPlayer:
    case C::kUnblockPlayer:
      return change_blocked(session, message);
    case C::kListBlocked:
      return list_blocked(session, id);
    case C::kListSignIns:
    case C::kAddSignIn:
    case C::kRevokeSignIn:
    case C::kRevokeOtherSignIns:
    case C::kRename:
      return identity_command(session, message);
    case C::kExport:
      return export_record(session, message);
    case C::kAskLuck:
    case C::kAskReceipt:
    case C::kRematch: {
      const bool luck = command == C::kAskLuck;
      const bool receipt = command == C::kAskReceipt;
      const auto match = id_from_bytes(luck      ? message.ask_luck().match_id()
                                       : receipt ? message.ask_receipt().match_id()
                                                 : message.rematch().match_id());
      if (!match) {
        return refuse(session, id, refusal(pb::REFUSAL_CODE_FIELD_INVALID, "an id has 16 bytes", "match_id"));
      }
      if ((luck || receipt) && !may_report(session, id, luck ? Report::kLuck : Report::kReceipt)) return;
      const Asker asker{session.id, id};
      return ask(luck      ? StoreWait(LuckOf{asker})
                 : receipt ? StoreWait(ReceiptOf{asker})
                           : StoreWait(RematchOf{asker}),
                 persistence::LoadMatch{.match = *match});
    }
    default:
      return lobby_.command(sender_of(session), message, out_);
  }
}

void Hall::greet(Session& session, const pb::ClientMessage& message) {
  const pb::Hello& hello = message.hello();
  if (session.stage != Session::Stage::kNew) {
    return refuse(session, message.command_id(), refusal(pb::REFUSAL_CODE_HELLO_FIRST, "Hello comes once"));
  }
  if (hello.protocol_version() != kProtocolVersion) {
    pb::Refusal refused = refusal(
        pb::REFUSAL_CODE_WRONG_VERSION,
        fmt::format("this server speaks protocol version {}; please update", kProtocolVersion), "protocol_version");
    refused.set_given(hello.protocol_version());
    refused.set_lowest(kProtocolVersion);
    refused.set_highest(kProtocolVersion);
    refuse(session, message.command_id(), std::move(refused));
    return close(session, 1002, "wrong protocol version");
  }
  if (hello.client().size() > kClientNameBytes) {
    return refuse(session, message.command_id(),
                  refusal(pb::REFUSAL_CODE_FIELD_INVALID, "a client's name has at most 64 bytes", "client"));
  }
  session.stage = Session::Stage::kGreeted;
  session.client = hello.client();
  pb::ServerMessage reply;
  pb::Welcome& welcome = *reply.mutable_welcome();
  welcome.set_server(settings_.server);
  for (const GameKind* kind : all_games()) *welcome.add_games() = kind->offer();
  welcome.set_message_limit_bytes(kMessageBytes);
  welcome.set_ping_seconds(static_cast<std::uint32_t>(kPingEvery.count()));
  const receipts::PublicKey& key = environment_.signing_key.public_key();
  welcome.set_receipt_key(key.data(), key.size());
  for (const receipts::PublicKey& older : settings_.older_keys)
    welcome.add_older_receipt_keys(older.data(), older.size());
  post(session, 0, frame(message.command_id(), reply));
}

void Hall::sign_in(Session& session, const pb::ClientMessage& message) {
  const std::uint64_t id = message.command_id();
  if (session.stage != Session::Stage::kGreeted) {
    return refuse(session, id, refusal(pb::REFUSAL_CODE_SIGNED_IN_ALREADY, "you have signed in already"));
  }
  switch (message.sign_in().as_case()) {
    case pb::SignIn::kToken:
      if (message.sign_in().token().size() != kTokenBytes) {
        return refuse(session, id, refusal(pb::REFUSAL_CODE_TOKEN_UNKNOWN, "a token has 32 bytes", "token"));
      }
      session.account = {};
      session.token_hash = hash_of(message.sign_in().token());
      ask(TokenOwner{{session.id, id}}, persistence::FindAccount{.token_hash = session.token_hash});
      break;
    case pb::SignIn::kNewGuest:
      return admit_guest(session, message);
    case pb::SignIn::AS_NOT_SET:
      return refuse(session, id, refusal(pb::REFUSAL_CODE_FIELD_INVALID, "sign in as a new guest or by a token", "as"));
  }
  session.stage = Session::Stage::kSigningIn;
}

Session* Hall::waiting(const Asker& asker, const persistence::Answer& answer) {
  Session* session = sessions_.find(asker.session.number);
  const bool moved = answer.verdict == Verdict::kNotOwner;
  if (session == nullptr || (!moved && answer.verdict != Verdict::kUnknown)) return session;
  if (session->stage == Session::Stage::kSigningIn) session->stage = Session::Stage::kGreeted;
  pb::Refusal refused = moved ? refusal(pb::REFUSAL_CODE_MOVED, "another server has taken over; connect again")
                              : refusal(pb::REFUSAL_CODE_NO_STORE, "the store does not answer; try again");
  if (!moved) refused.set_retry_after_ms(static_cast<std::uint32_t>(std::chrono::milliseconds(kStoreRetry).count()));
  refuse(*session, asker.command_id, std::move(refused));
  return nullptr;
}

void Hall::asked(const TokenOwner& wait, Session& session, persistence::Answer& answer) {
  if (std::exchange(session.look_again, false)) {
    return ask(wait, persistence::FindAccount{.token_hash = session.token_hash});
  }
  if (!answer.account || answer.account->blocked_at) {
    if (session.stage == Session::Stage::kSigningIn) session.stage = Session::Stage::kGreeted;
    return out_.refuse(
        wait.asker, answer.account
                        ? refusal(pb::REFUSAL_CODE_ACCOUNT_BLOCKED, "whoever runs this server has blocked this account")
                        : refusal(pb::REFUSAL_CODE_TOKEN_UNKNOWN, "this server knows no such token", "token"));
  }
  session.account = answer.account->id;
  session.name = answer.account->name;
  note_use(session, answer);
  ask(MatchesAtSignIn{wait.asker}, persistence::ListMatches{.account = session.account,
                                                            .only_running = true,
                                                            .with_blocked = true,
                                                            .running_ids = kRunningRead,
                                                            .before = {},
                                                            .limit = kMatchesPerPage});
}

void Hall::asked(const MatchesAtSignIn& wait, Session& session, const persistence::Answer& answer) {
  signed_in(session, wait.asker.command_id, answer);
}

void Hall::asked(const MatchList& wait, Session& /*session*/, const persistence::Answer& answer) {
  pb::ServerMessage reply;
  write_matches(answer, *reply.mutable_matches());
  out_.answer(wait.asker, reply);
}

void Hall::asked(const NuggetList& wait, Session& /*session*/, const persistence::Answer& answer) {
  pb::ServerMessage reply;
  write_nuggets(answer, *reply.mutable_nuggets());
  out_.answer(wait.asker, reply);
}

void Hall::asked(const RichestList& wait, Session& /*session*/, const persistence::Answer& answer) {
  pb::ServerMessage reply;
  write_richest(answer, *reply.mutable_richest());
  out_.answer(wait.asker, reply);
}

void Hall::asked(const RematchOf& wait, Session& session, const persistence::Answer& answer) {
  if (!answer.match) {
    return out_.refuse(wait.asker, refusal(pb::REFUSAL_CODE_MATCH_UNKNOWN, "there is no such match", "match_id"));
  }
  lobby_.rematch(sender_of(session), wait.asker.command_id, *answer.match, out_);
}

void Hall::signed_in(Session& session, std::uint64_t command_id, const persistence::Answer& answer) {
  if (session.stage != Session::Stage::kSigningIn) return;
  // Those who are in stay in: whoever has a copy of the token throws nobody out of a match.
  if (sessions_.of(session.account).size() >= settings_.limits.sessions_per_account) {
    session.stage = Session::Stage::kGreeted;
    pb::Refusal refused =
        refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                "you are connected as often as you may be; close one of the others first", "own_connections");
    refused.set_retry_after_ms(static_cast<std::uint32_t>(std::chrono::milliseconds(kSessionsFullRetry).count()));
    return refuse(session, command_id, std::move(refused));
  }
  if (!lobby_.blocks().knows(session.account)) know_blocked(session.account, answer);
  const bool first = sessions_.of(session.account).empty();
  sessions_.sign_in(session, session.account, session.name);
  if (first) {
    running_.came(session.account, answer.lists().running);
    came(session.account);
    lobby_.came(session.account, session.address);
  }
  if (settings_.on_door) {
    settings_.on_door({.kind = session.token.empty() ? DoorEvent::Kind::kSignedIn : DoorEvent::Kind::kNewGuest,
                       .from = *session.address,
                       .account = session.account});
  }
  session.proof.reset();
  pb::ServerMessage reply;
  pb::SignedIn& to = *reply.mutable_signed_in();
  to.mutable_player()->set_account_id(to_bytes(session.account));
  to.mutable_player()->set_name(session.name);
  to.set_token(std::exchange(session.token, {}));
  for (const auto& line : answer.lists().lines) write_summary(line, *to.add_matches());
  lobby_.tables_of(session.account, *to.mutable_tables());
  post(session, 0, frame(command_id, reply));
}

void Hall::list_matches(Session& session, const pb::ClientMessage& message) {
  const pb::ListMatches& wanted = message.list_matches();
  const auto before = id_from_bytes(wanted.before());
  if (!before && !wanted.before().empty()) {
    return refuse(session, message.command_id(),
                  refusal(pb::REFUSAL_CODE_FIELD_INVALID, "an id has 16 bytes", "before"));
  }
  ask(MatchList{{session.id, message.command_id()}},
      persistence::ListMatches{
          .account = session.account, .only_running = wanted.running(), .before = before, .limit = kMatchesPerPage});
}

void Hall::list_nuggets(Session& session, const pb::ClientMessage& message) {
  const auto before = id_from_bytes(message.list_nuggets().before());
  if (!before && !message.list_nuggets().before().empty()) {
    return refuse(session, message.command_id(),
                  refusal(pb::REFUSAL_CODE_FIELD_INVALID, "an id has 16 bytes", "before"));
  }
  ask(NuggetList{{session.id, message.command_id()}},
      persistence::ReadLedger{
          .account = session.account, .what = std::string(kNuggets), .before = before, .limit = kMatchesPerPage});
}

void Hall::list_richest(Session& session, const pb::ClientMessage& message) {
  const pb::ListRichest& wanted = message.list_richest();
  std::optional<persistence::TallyPlace> after;
  if (wanted.has_after()) {
    const auto account = id_from_bytes(wanted.after().account_id());
    if (!account || wanted.after().nuggets() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      return refuse(session, message.command_id(),
                    refusal(pb::REFUSAL_CODE_FIELD_INVALID, "this is no place that was in a list", "after"));
    }
    after = {.amount = static_cast<std::int64_t>(wanted.after().nuggets()), .account = *account};
  }
  ask(RichestList{{session.id, message.command_id()}},
      persistence::ListTallies{.what = std::string(kNuggets), .after = after, .limit = kMatchesPerPage});
}

}  // namespace wyrmhall::server
