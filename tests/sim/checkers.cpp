#include "tests/sim/checkers.h"

#include <fmt/format.h>

#include <algorithm>

#include "rules/dice/fair_stream.h"
#include "server/core/ids.h"
#include "server/core/limits.h"
#include "tests/sim/canonical.h"
#include "tests/sim/violation.h"

namespace wyrmhall::sim {

namespace {

constexpr const char* kDurable = "durable before visible";
constexpr const char* kChallenges = "a challenge is kept";
constexpr const char* kNeverLess = "never less";
constexpr const char* kAsBefore = "answered as before";
constexpr const char* kSecrets = "secrets";
constexpr const char* kBounds = "bounds";
constexpr const char* kAnswered = "every command is answered";
constexpr const char* kForgotten = "nothing is forgotten";
constexpr const char* kLogs = "the log tells no trouble";

constexpr Duration kSilence = 20 * kSecond;   // longer than any disk here is ill
constexpr std::uint64_t kSilenceEvery = 256;  // steps, for a look at what was not answered
constexpr std::uint64_t kSearchEvery = 64;    // frames, for the seeds of all running matches

std::string hex(const persistence::Hash& seed) {
  std::string text;
  for (const std::uint8_t byte : seed) text += fmt::format("{:02x}", byte);
  return text;
}

// Refusals that say nothing about the command itself: it may be sent again.
bool passing(pb::RefusalCode code) {
  return code == pb::REFUSAL_CODE_TOO_FAST || code == pb::REFUSAL_CODE_BUSY || code == pb::REFUSAL_CODE_NO_STORE ||
         code == pb::REFUSAL_CODE_MOVED || code == pb::REFUSAL_CODE_CHANNEL_UNKNOWN ||
         code == pb::REFUSAL_CODE_SIGN_IN_FIRST || code == pb::REFUSAL_CODE_HELLO_FIRST;
}

}  // namespace

// --- At the server ---

void Checkers::restarted(Timestamp now) {
  started_ = now;
  sessions_.clear();
  mail_.clear();
  told_now_.clear();
  durable_.restarted();
}

void Checkers::went(std::uint64_t link) {
  const auto found = sessions_.find(link);
  if (found == sessions_.end()) return;
  for (const auto& [command, match] : found->second.letters) --mail_[match];
  sessions_.erase(found);
}

void Checkers::heard(std::uint64_t link, const pb::ClientMessage& command) {
  Session& session = sessions_[link];
  if (command.command_id() != 0) session.unanswered.emplace(command.command_id(), agenda_.now());
  std::uint32_t channel = 0;
  if (command.has_act()) channel = command.act().channel();
  if (command.has_resign()) channel = command.resign().channel();
  if (command.has_claim_absence()) channel = command.claim_absence().channel();
  const auto open = session.channels.find(channel);
  if (open == session.channels.end()) return;
  if (session.letters.emplace(command.command_id(), open->second).second) ++mail_[open->second];
  Question& question = session.acts[command.command_id()];
  question.match = open->second;
  question.claims = command.has_claim_absence();
  if (command.has_act()) {
    const server::GameKind* game = server::find_game(log_of(open->second).row().game);
    question.action = game->stored_action(command.act().action());
  }
}

void Checkers::sent(std::uint64_t link, std::string_view bytes, const pb::ServerMessage& message) {
  ++counters_.frames;
  const auto found = sessions_.find(link);
  if (found == sessions_.end()) throw Violation(kBounds, "a frame for a connection that is gone");
  Session& session = found->second;
  if (network_.waiting_messages(link) > server::kOutMessages || network_.waiting_bytes(link) > server::kOutBytes) {
    throw Violation(kBounds, fmt::format("{} messages with {} bytes wait for one reader",
                                         network_.waiting_messages(link), network_.waiting_bytes(link)));
  }
  if (++frames_ % kSearchEvery == 0) check_seeds(bytes, "a frame");
  switch (message.message_case()) {
    case pb::ServerMessage::kUpdate:
      check_update(session, message.answer_to(), message.update());
      break;
    case pb::ServerMessage::kMatchOpened:
      check_opened(session, message.match_opened());
      break;
    case pb::ServerMessage::kRefusal:
      check_refusal(session, message.answer_to(), message.refusal());
      break;
    case pb::ServerMessage::kSignedIn:
      check_signed_in(session, message.signed_in());
      break;
    case pb::ServerMessage::kTableState:
      check_table(message.table_state());
      break;
    case pb::ServerMessage::kChallengeOffer:
      check_offer(session, message.challenge_offer());
      break;
    case pb::ServerMessage::kTables:
      for (const pb::Table& table : message.tables().tables()) check_table(table);
      break;
    case pb::ServerMessage::kStory:
      for (const pb::MatchUpdate& update : message.story().updates()) {
        const auto open = session.channels.find(message.story().channel());
        if (open != session.channels.end()) tell(open->second, update.version(), false);
      }
      break;
    default:
      break;
  }
  if (message.answer_to() == 0) return;
  session.unanswered.erase(message.answer_to());
  if (const auto letter = session.letters.find(message.answer_to()); letter != session.letters.end()) {
    --mail_[letter->second];
    session.letters.erase(letter);
  }
  session.acts.erase(message.answer_to());
}

const MatchLog& Checkers::log_of(const MatchId& match) const {
  const MatchLog* log = durable_.match(match);
  if (log == nullptr) throw Violation(kDurable, "a match is shown that is not on disk");
  return *log;
}

// `whole`: whether it says how the match stands now.
void Checkers::tell(const MatchId& match, std::uint64_t version, bool whole) {
  const MatchLog& log = log_of(match);
  if (version > log.version()) {
    throw Violation(kDurable, fmt::format("match {}: version {} is shown, {} is on disk", uuid_text(match), version,
                                          log.version()));
  }
  if (!whole) return;
  told_now_.insert(match);
  std::uint64_t& highest = told_[match];
  if (version < highest) {
    throw Violation(kNeverLess,
                    fmt::format("match {}: version {} is shown after {}", uuid_text(match), version, highest));
  }
  highest = version;
}

const persistence::Move* Checkers::move_of(const MatchLog& log, const Session& session, const Question& question,
                                           std::uint64_t command) {
  if (question.claims) return log.claim_of(command);
  const auto seat = log.seat_of(session.account);
  return seat ? log.move_of(*seat, command) : nullptr;
}

void Checkers::check_update(Session& session, std::uint64_t answer_to, const pb::MatchUpdate& update) {
  const auto open = session.channels.find(update.channel());
  if (open == session.channels.end()) throw Violation(kRefold, "an update on a channel that was never opened");
  const MatchId match = open->second;
  tell(match, update.version(), !is_repeat(update));
  const MatchLog& log = log_of(match);
  if (update.has_outcome() && (!log.over() || update.version() != log.version())) {
    throw Violation(kDurable, "an outcome is shown that is not on disk");
  }
  if (update.has_outcome() == update.server_seed().empty()) {
    throw Violation(kSecrets, "the server's seed is shown with the outcome and only then");
  }
  if (answer_to == 0) {
    if (update.has_snapshot()) counters_.hit(Sometimes::kSlowReaderGotSnapshot);
    return;
  }
  if (update.has_snapshot()) counters_.hit(Sometimes::kDoubtfulMoveKept);
  const auto question = session.acts.find(answer_to);
  if (question == session.acts.end()) return;
  const persistence::Move* move = move_of(log, session, question->second, answer_to);
  if (move == nullptr) throw Violation(kExactlyOnce, "a command was answered that is not in the log");
  if (move->action != question->second.action)
    throw Violation(kExactlyOnce, "another action than the command's is in the log");
  if (is_repeat(update)) counters_.hit(Sometimes::kRepeatAnsweredAsBefore);
}

void Checkers::check_opened(Session& session, const pb::MatchOpened& opened) {
  const auto match = id_from_bytes<MatchId>(opened.info().match_id());
  if (!match || opened.updates().empty()) throw Violation(kRefold, "a match was opened with nothing in it");
  const MatchLog& log = log_of(*match);
  session.channels[opened.channel()] = *match;
  for (const pb::MatchUpdate& update : opened.updates()) {
    tell(*match, update.version(), &update == &opened.updates(opened.updates_size() - 1));
    if (!update.server_seed().empty() && !log.over()) throw Violation(kSecrets, "a seed is shown in a running match");
  }
  const auto seat = log.seat_of(session.account);
  if (opened.seat() != (seat ? static_cast<int>(*seat) : -1)) throw Violation(kRefold, "opened as another seat");
  const rules::Digest commitment = rules::commitment(log.row().server_seed);
  if (opened.info().server_commitment() != std::string(commitment.begin(), commitment.end())) {
    throw Violation(kRefold, "the commitment is not that of the seed");
  }
}

void Checkers::check_refusal(Session& session, std::uint64_t answer_to, const pb::Refusal& refusal) {
  const pb::RefusalCode code = refusal.code();
  if (code == pb::REFUSAL_CODE_TOO_FAST) counters_.hit(Sometimes::kFloodRefused);
  if (code == pb::REFUSAL_CODE_LIMIT_REACHED) counters_.hit(Sometimes::kLimitReached);
  if (code == pb::REFUSAL_CODE_MALFORMED) counters_.hit(Sometimes::kMalformedRefused);
  if (code == pb::REFUSAL_CODE_NAME_TAKEN) counters_.hit(Sometimes::kNameTaken);
  if (code == pb::REFUSAL_CODE_STALE) counters_.hit(Sometimes::kStaleRefused);
  if (code == pb::REFUSAL_CODE_WRONG_LINK) counters_.hit(Sometimes::kWrongLinkRefused);
  if (code == pb::REFUSAL_CODE_ABSENT_TOO_SHORTLY) counters_.hit(Sometimes::kClaimTooEarly);
  if (code == pb::REFUSAL_CODE_NOT_ABSENT) counters_.hit(Sometimes::kClaimOfNobody);
  if (code == pb::REFUSAL_CODE_NOT_YOUR_TURN) counters_.hit(Sometimes::kOutOfTurnRefused);
  if (code == pb::REFUSAL_CODE_BUSY && refusal.detail().find("match") != std::string::npos) {
    counters_.hit(Sometimes::kCommandQueueFull);
  }
  if (code == pb::REFUSAL_CODE_INTERNAL || code == pb::REFUSAL_CODE_UNSPECIFIED || refusal.detail().empty()) {
    throw Violation(kLogs, "a refusal that says that the server made a mistake, or nothing");
  }
  const auto found = session.acts.find(answer_to);
  if (found == session.acts.end()) return;
  const Question& question = found->second;
  const MatchLog& log = log_of(question.match);
  const persistence::Move* move = move_of(log, session, question, answer_to);
  const bool lost =
      code == pb::REFUSAL_CODE_NO_STORE && refusal.detail().find("move could not be saved") != std::string::npos;
  if (lost) counters_.hit(Sometimes::kDoubtfulMoveLost);
  if (move != nullptr && move->action == question.action) {
    if (!passing(code)) {
      throw Violation(kAsBefore, fmt::format("a command that is in the log was refused: {}", refusal.detail()));
    }
    if (lost) throw Violation(kExactlyOnce, "a move that is on disk was said not to be");
  }
}

void Checkers::check_signed_in(Session& session, const pb::SignedIn& signed_in) {
  const auto account = id_from_bytes<AccountId>(signed_in.player().account_id());
  if (!account || !durable_.has_account(*account)) throw Violation(kDurable, "an account is shown that is not on disk");
  session.account = *account;
  for (const pb::Table& table : signed_in.tables()) check_table(table);
  for (const pb::ChallengeOffer& offer : signed_in.challenges()) check_offer(session, offer);
  if (const std::string table = durable_.forgotten_challenge(*account, signed_in); !table.empty()) {
    throw Violation(kChallenges, fmt::format("the challenge at table {} is not told", table));
  }
  for (const pb::MatchSummary& line : signed_in.matches()) log_of(*id_from_bytes<MatchId>(line.match_id()));
}

// That one is over may be told of any table.
void Checkers::check_offer(const Session& session, const pb::ChallengeOffer& offer) {
  if (!offer.has_table()) return;
  if (!durable_.may_offer(offer.table(), session.account)) {
    throw Violation(kDurable, fmt::format("a challenge is told that is not on disk: {}", offer.ShortDebugString()));
  }
}

void Checkers::check_table(const pb::Table& table) {
  if (!durable_.may_show(table)) {
    throw Violation(kDurable, fmt::format("a table is shown as it is not on disk: {}", table.ShortDebugString()));
  }
  durable_.shown_start(table);
}

void Checkers::check_seeds(std::string_view bytes, const char* where) {
  for (const MatchId& id : durable_.running()) {
    const persistence::Hash& seed = durable_.match(id)->row().server_seed;
    const std::string_view raw(reinterpret_cast<const char*>(seed.data()), seed.size());
    if (bytes.find(raw) != std::string_view::npos || bytes.find(hex(seed)) != std::string_view::npos) {
      throw Violation(kSecrets, fmt::format("{} has the seed of a running match", where));
    }
  }
}

void Checkers::check_silence(Duration patience) const {
  for (const auto& [link, session] : sessions_) {
    for (const auto& [command, since] : session.unanswered) {
      if (agenda_.now() - since < patience) continue;
      const auto act = session.acts.find(command);
      throw Violation(kAnswered, fmt::format("command {} of connection {} was never answered{}", command, link,
                                             act != session.acts.end() ? "; it acts" : ""));
    }
  }
}

void Checkers::ready(const server::CoreCounts& counts) const {
  std::size_t clocks = 0;
  std::size_t soon = 0;  // of them, what a server must know: it reads those of later days later
  for (const MatchId& id : durable_.running()) {
    const auto deadline = durable_.match(id)->deadline();
    if (!deadline) continue;
    ++clocks;
    if (*deadline <= started_ + server::kDeadlinesAhead) ++soon;
  }
  // A table that closes at once may be off the disk before the server has heard so. And where the tables took longer to
  // be read than the clocks, some of these may have run out meanwhile: such a match rests no more.
  const bool lost = counts.resting + counts.woken < soon || counts.resting > clocks;
  if (counts.tables < durable_.tables() || lost) {
    throw Violation(kForgotten, fmt::format("{} tables and {} clocks are known after a start, of {} and {} to {}",
                                            counts.tables, counts.resting, durable_.tables(), soon, clocks));
  }
  if (counts.matches > counts.woken) throw Violation(kBounds, "matches are read that nobody wants yet");
  check_running(counts);
}

// Nothing is on its way: as many run as there are on disk.
void Checkers::check_running(const server::CoreCounts& counts) const {
  const auto on_disk = static_cast<std::int64_t>(durable_.running().size());
  if (counts.running == on_disk) return;
  throw Violation(kBounds, fmt::format("{} matches count as running, {} do", counts.running, on_disk));
}

void Checkers::after_step(const server::CoreCounts& counts, std::size_t unanswered, std::size_t working) {
  ++counters_.steps;
  if (counters_.steps % kSilenceEvery == 0) check_silence(kSilence);
  if (counts.sessions != network_.at_server()) {
    throw Violation(kBounds,
                    fmt::format("the core has {} sessions, there are {}", counts.sessions, network_.at_server()));
  }
  const std::size_t results =
      counts.work_waiting + counts.reports_at_work + counts.bot_moves_waiting + counts.passwords_waiting;
  if (counts.store_waiting != unanswered || results != working) {
    throw Violation(kBounds, fmt::format("the core waits for {} answers and {} results, {} and {} are on their way",
                                         counts.store_waiting, results, unanswered, working));
  }
  if (counts.tables > server::kTablesInAll || counts.matches > server::kMatchesInMemory ||
      counts.store_waiting > server::kStoreQueue + server::kMatchesInMemory) {
    throw Violation(kBounds, "too many tables, matches or requests");
  }
  for (const auto& [match, waiting] : mail_) {
    if (waiting <= server::kCommandQueue + 1) continue;
    // Each player has room for kCommandQueue commands, and so have all others together.
    const std::size_t most = server::kCommandQueue * (log_of(match).row().seats.size() + 1) + 1;
    if (const std::size_t unread = waiting_for(match); unread > most) {
      throw Violation(kBounds, fmt::format("{} commands wait for one match", unread));
    }
  }
}

// An answer to a reader that cannot keep up comes once it has: what is in the log does not wait for the match any more.
std::size_t Checkers::waiting_for(const MatchId& match) const {
  const MatchLog& log = log_of(match);
  std::size_t waiting = 0;
  for (const auto& [link, session] : sessions_) {
    const auto seat = log.seat_of(session.account);
    for (const auto& [command, of] : session.letters) {
      if (of == match && !(seat && log.move_of(*seat, command) != nullptr)) ++waiting;
    }
  }
  return waiting;
}

void Checkers::logged(std::string_view line, bool is_error) {
  check_seeds(line, "a line of the log");
  const bool of_the_disk =
      line.find("not kept") != std::string_view::npos || line.find("the store refuses") != std::string_view::npos;
  if (is_error && !of_the_disk) throw Violation(kLogs, std::string(line));
}

// --- At a client ---

void Checkers::merged(const std::string& match_id, const MatchCopy& copy, const pb::MatchUpdate& update) {
  const MatchLog& log = log_of(*id_from_bytes<MatchId>(match_id));
  const MatchLog::Shown shown = log.shown(copy.seat, copy.version);
  ++counters_.views;
  const auto wrong = [&](const char* what) {
    throw Violation(kRefold, fmt::format("match {} at version {} as seat {}: {} is not what the log's fold shows",
                                         uuid_text(log.row().id), copy.version, copy.seat, what));
  };
  if (canonical(copy.view) != shown.view) wrong("the view");
  if (copy.waiting_on != shown.waiting_on) wrong("who is waited on");
  if (update.has_diff() && hash_of_events(update) != shown.events) wrong("an event");
  if (update.has_choices() && canonical(update.choices()) != shown.choices) wrong("the choices");
  const bool whole = update.channel() != 0;  // inside of MatchOpened only the last update has choices
  if (whole && !update.has_choices() && !shown.choices.empty()) wrong("a missing list of choices");
  if (copy.outcome.has_value() != (log.over() && copy.version == log.version())) wrong("the outcome");
}

void Checkers::acknowledged(const std::string& match_id, int seat, std::uint64_t command_id) {
  const MatchLog& log = log_of(*id_from_bytes<MatchId>(match_id));
  if (seat < 0 || log.move_of(static_cast<std::uint8_t>(seat), command_id) == nullptr) {
    throw Violation(kExactlyOnce, "an acknowledged command is not in the log");
  }
}

}  // namespace wyrmhall::sim
