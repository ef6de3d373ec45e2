#include "tests/sim/client.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clients/model/offered_actions.h"
#include "tests/sim/violation.h"

namespace wyrmhall::sim {
namespace {

constexpr Duration kPatience = 4 * kSecond;  // for an answer, then the command is sent again
constexpr Duration kArrival = 12 * kSecond;  // for hello and sign-in
constexpr Duration kGiveUp = 20 * kSecond;   // on an answer, then the connection is closed

// Whether a command plays, so that it is sent again until it is answered.
bool plays(const pb::ClientMessage& command) {
  return command.has_act() || command.has_resign() || command.has_claim_absence();
}

}  // namespace

Client::Client(ClientContext& context, int number, Rng rng, ClientProfile profile, Rng aside)
    : context_(context),
      number_(number),
      rng_(rng),
      profile_(profile),
      aside_(aside),
      challenger_(Rng(rng).fork(), context.counters),
      next_id_(rng_.below(1ULL << 48U) + 1) {}

void Client::start() {
  started_ = true;
  connect_at_ = context_.agenda.now();
  plan_wake();
}

void Client::share_account(const Client& owner) {
  token_ = owner.token_;
  keys_ = owner.keys_;
  account_ = owner.account_;
  name_ = owner.name_;
  second_device_ = true;
  context_.counters.hit(Sometimes::kSecondDevice);
}

void Client::calm_down() {
  profile_ = calm_profile(profile_);
}

// --- Time ---

void Client::plan_wake() {
  context_.agenda.after(rng_.between(profile_.think_least, profile_.think_most), [this] { wake(); });
}

void Client::wake() {
  plan_wake();
  const Duration now = context_.agenda.now();
  if (stage_ == Stage::kAway) {
    if (now >= connect_at_) connect();
    return;
  }
  if (stage_ == Stage::kArriving) {
    if (now - stage_since_ > kArrival) hang_up();
    return;
  }
  if (ask_again_what_was_not_answered()) return;
  if (!context_.calm && (misbehave() || change_identity())) return;
  // Tables first: the hand-shake has a clock.
  if (tend_tables()) return;
  if (play()) return;
  if (!context_.calm) seek_match();
}

// --- The connection ---

void Client::connect() {
  stage_ = Stage::kArriving;
  stage_since_ = context_.agenda.now();
  link_ = context_.network.connect(number_);
  if (profile_.forgets > 0 && rng_.chance(profile_.forgets)) forget();
  pb::ClientMessage hello;
  hello.mutable_hello()->set_protocol_version(1);
  hello.mutable_hello()->set_client("sim");
  ask(std::move(hello));
  shown_out_ = false;
  sign_in();
}

std::string Client::new_name() {
  // Few enough names that some are taken.
  name_ = fmt::format("Guest {}", rng_.below(200));
  return name_;
}

void Client::hang_up() {
  context_.network.hang_up(link_);
  gone();
}

void Client::lost(std::uint64_t link, std::uint16_t close_code) {
  if (link != link_ || stage_ == Stage::kAway) return;
  if (close_code == 1008 && !shown_out_) context_.counters.hit(Sometimes::kSlowReaderClosed);
  if (close_code == 1009) context_.counters.hit(Sometimes::kTooLongClosed);
  gone();
}

void Client::gone() {
  stage_ = Stage::kAway;
  link_ = 0;
  changing_ = 0;
  connect_at_ = context_.agenda.now() + rng_.between(10 * kMillisecond, context_.calm ? kSecond : 5 * kSecond);
  for (auto& [id, match] : matches_) {
    match.open = false;
    match.somebody_absent = false;
    match.opening = 0;
    match.exporting = false;
    match.copy.channel = 0;
  }
  // What plays is asked again, with the same id; the rest is asked anew where it is still wanted.
  std::erase_if(questions_, [](const auto& entry) { return !plays(entry.second.message); });
  for (auto& [id, question] : questions_) question.again_at = {};
  for (auto& [id, seated] : tables_) seated.acted_in = pb::TABLE_PHASE_UNSPECIFIED;
  listed_.clear();
}

void Client::forget() {
  if (stage_ == Stage::kSignedIn) hang_up();
  matches_.clear();
  tables_.clear();
  questions_.clear();
  listed_.clear();
  changing_ = 0;
  next_id_ = rng_.below(1ULL << 48U) + 1;
}

void Client::say(const pb::ClientMessage& message) {
  context_.network.say(link_, message.SerializeAsString());
}

std::uint64_t Client::ask(pb::ClientMessage message) {
  const std::uint64_t id = next_id_++;
  message.set_command_id(id);
  Question& question = questions_[id];
  question.message = std::move(message);
  question.asked_at = context_.agenda.now();
  question.first_link = link_;
  question.first_run = context_.server_run;
  question.blocked_then = blocked_;
  say_again(id);
  return id;
}

void Client::say_again(std::uint64_t id) {
  Question& question = questions_.at(id);
  question.again_at = context_.agenda.now() + kPatience;
  ++question.copies;
  say(question.message);
}

bool Client::ask_again_what_was_not_answered() {
  const Duration now = context_.agenda.now();
  for (auto& [id, question] : questions_) {
    if (now < question.again_at) continue;
    if (plays(question.message)) {
      const auto found = matches_.find(question.match);
      if (found == matches_.end()) continue;
      Match& match = found->second;
      if (!match.open) continue;  // play() opens it first
      if (question.message.has_act()) question.message.mutable_act()->set_channel(match.copy.channel);
      if (question.message.has_resign()) question.message.mutable_resign()->set_channel(match.copy.channel);
      if (question.message.has_claim_absence()) {
        question.message.mutable_claim_absence()->set_channel(match.copy.channel);
      }
      if (question.asked_at + kGiveUp < now && question.first_link == link_ && rng_.chance(0.2)) {
        hang_up();
        return true;
      }
      say_again(id);
      return true;
    }
    if (question.asked_at + kGiveUp < now) {
      // Silence: the connection may be dead.
      hang_up();
      return true;
    }
  }
  return false;
}

void Client::arrived(std::uint64_t link, const Frame& frame) {
  if (link != link_ || stage_ == Stage::kAway) return;
  const pb::ServerMessage& message = *frame.message;
  const std::uint64_t id = message.answer_to();
  if (const auto asked = questions_.find(id); asked != questions_.end() && asked->second.message.has_find_table()) {
    if (message.has_table_state() && asked->second.blocked_then == blocked_) found_table(message.table_state());
  }
  if (message.has_table_state()) note(message.table_state());
  if (message.has_challenge_offer()) challenger_.took(message.challenge_offer());
  if (message.has_blocked_players()) {
    blocked_.clear();
    for (const pb::Player& player : message.blocked_players().players()) blocked_.insert(player.account_id());
    context_.counters.hit(Sometimes::kBlocked);
  }
  if (message.has_match_opened()) note(message.match_opened(), id);
  if (message.has_update()) note(message.update(), id);
  if (message.has_match_absences()) note(message.match_absences());
  if (message.has_signed_in()) signed_in(message.signed_in());
  if (message.has_renamed()) name_ = message.renamed().player().name();
  if (message.notice().kind() == pb::NOTICE_KIND_SIGNED_OUT) shown_out_ = true;
  if (message.has_tables()) listed_.assign(message.tables().tables().begin(), message.tables().tables().end());
  for (const pb::Table& table : message.tables().tables()) look_for_secrets(table);
  if (id != 0) answered(id, message);
}

void Client::answered(std::uint64_t id, const pb::ServerMessage& message) {
  const auto found = questions_.find(id);
  if (found == questions_.end()) return;  // a second answer to a command that was sent twice
  const Question question = found->second;
  identity_answered(id, question, message);
  if (message.has_refusal()) return refused(id, question, message.refusal());
  questions_.erase(found);
  if (message.has_stable()) note(message.stable());
  if (message.has_done() && question.message.has_close_chain()) chain_closed(question.match);
  if (message.has_odds()) context_.counters.hit(Sometimes::kOdds);
  if (message.has_story()) context_.counters.hit(Sometimes::kStory);
  if (message.has_record()) take_export(message.record(), question.message.export_().match_id());
  if (!plays(question.message)) return;
  if (!message.has_update()) throw Violation("answers fit", "an action was answered by something else than an update");
  const auto at = matches_.find(question.match);
  if (at == matches_.end()) return;
  Match& match = at->second;
  if (match.acting == id) match.acting = 0;
  if (match.resigning == id) match.resigning = 0;
  if (match.claiming == id) match.claiming = 0;
  const bool across_crash = question.first_run != context_.server_run;
  if (question.message.has_resign() && across_crash && is_repeat(message.update())) {
    context_.counters.hit(Sometimes::kResignationRepeatedAcrossCrash);
  }
  if (question.chain_index) match.next_link = std::max(match.next_link, *question.chain_index + 1);
  if (!question.message.has_claim_absence()) context_.checkers.acknowledged(question.match, match.copy.seat, id);
  if (question.first_link != link_) context_.counters.hit(Sometimes::kRepeatAfterReconnect);
  if (across_crash) context_.counters.hit(Sometimes::kRepeatAcrossCrash);
}

void Client::refused(std::uint64_t id, const Question& question, const pb::Refusal& refusal) {
  using C = pb::ClientMessage;
  const pb::RefusalCode code = refusal.code();
  const auto command = question.message.command_case();
  if (command == C::kAct) return act_refused(id, question, refusal);
  if ((command == C::kResign || command == C::kClaimAbsence) && asks_again_after(id, refusal)) return;
  questions_.erase(id);
  if (command == C::kSignIn && stage_ == Stage::kArriving) {
    return sign_in_refused(refusal);
  }
  if (code == pb::REFUSAL_CODE_HERO_BUSY) context_.counters.hit(Sometimes::kHeroBusy);
  if (code == pb::REFUSAL_CODE_HERO_GONE || code == pb::REFUSAL_CODE_HERO_UNKNOWN) stable_.clear();
  if (code == pb::REFUSAL_CODE_FIND_PAUSED) context_.counters.hit(Sometimes::kFindPaused);
  if (command == C::kOpenMatch) {
    const auto found = matches_.find(question.message.open_match().match_id());
    if (found == matches_.end()) return;
    // The first of two may be refused since the second, whose answer is still to come, has taken its channel.
    if (found->second.opening == id) found->second.opening = 0;
    if (code == pb::REFUSAL_CODE_MATCH_UNKNOWN && found->second.early) {
      matches_.erase(found);
    } else if (code == pb::REFUSAL_CODE_MATCH_UNKNOWN) {
      throw Violation("never less", "a match that was shown is not known any more");
    }
  }
  if (command == C::kExport) {
    if (const auto found = matches_.find(question.message.export_().match_id()); found != matches_.end()) {
      found->second.exporting = false;
      found->second.done = true;
    }
  }
  if (code == pb::REFUSAL_CODE_TABLE_UNKNOWN || code == pb::REFUSAL_CODE_NOT_SEATED) {
    if (command == C::kReady) tables_.erase(question.message.ready().table_id());
    if (command == C::kReveal) tables_.erase(question.message.reveal().table_id());
    if (command == C::kLeaveTable) tables_.erase(question.message.leave_table().table_id());
    if (command == C::kSeatBot) tables_.erase(question.message.seat_bot().table_id());
  }
  if (command == C::kResign || command == C::kClaimAbsence) {
    const auto found = matches_.find(question.match);
    if (found == matches_.end()) return;
    if (found->second.resigning == id) found->second.resigning = 0;
    if (found->second.claiming == id) found->second.claiming = 0;
  }
}

void Client::signed_in(const pb::SignedIn& message) {
  stage_ = Stage::kSignedIn;
  stage_since_ = context_.agenda.now();
  if (!message.token().empty()) {
    token_ = tried_ = message.token();
    keys_->good.push_back(token_);
  }
  account_ = message.player().account_id();
  challenger_.signed_in(message);
  for (const pb::MatchSummary& line : message.matches()) {
    Match& match = matches_[line.match_id()];
    match.played = true;
    match.done = false;
  }
  std::set<std::string> here;
  for (const pb::Table& table : message.tables()) {
    here.insert(table.table_id());
    note(table);
  }
  std::erase_if(tables_, [&](const auto& entry) { return !here.contains(entry.first); });
}

std::size_t Client::open_matches() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      matches_, [](const auto& entry) { return entry.second.open && !entry.second.copy.outcome; }));
}

bool Client::at_rest() const {
  if (!started_) return true;
  if (stage_ != Stage::kSignedIn || !tables_.empty()) return false;
  if (std::ranges::any_of(matches_, [](const auto& entry) { return entry.second.played && !entry.second.done; })) {
    return false;
  }
  return std::ranges::none_of(questions_, [](const auto& entry) { return plays(entry.second.message); });
}

std::string Client::state() const {
  std::string text = fmt::format("client {} ({}): stage {}, {} tables, {} questions", number_, name_,
                                 static_cast<int>(stage_), tables_.size(), questions_.size());
  for (const auto& [id, match] : matches_) {
    if (match.played && !match.done) {
      text += fmt::format("; match at version {}, seat {}, open {}, acting {}, over {}, choices {}", match.copy.version,
                          match.copy.seat, match.open, match.acting, match.copy.outcome.has_value(),
                          clients::count_actions(match.copy.choices));
    }
  }
  for (const auto& [id, question] : questions_) text += "; asked " + question.message.ShortDebugString().substr(0, 120);
  return text;
}

}  // namespace wyrmhall::sim
