// How a simulated client plays: opens its matches, plays what is offered, keeps its copy, and looks at the end.
#include <algorithm>

#include "clients/model/confirmation.h"
#include "clients/model/offered_actions.h"
#include "common/hex.h"
#include "record/verify.h"
#include "rules/dice/fair_stream.h"
#include "tests/sim/client.h"
#include "tests/sim/violation.h"

namespace wyrmhall::sim {
namespace {

constexpr std::size_t kOlderCopies = 3;
constexpr std::uint64_t kNeverWas = 1'000'000;       // a version that no match comes to
constexpr double kCloses = 0.5;                      // its chain, before anything else is done after the end
constexpr Duration kResignInTheEnd = 600 * kSecond;  // of calm: what takes longer is given up

}  // namespace

Client::Match* Client::of_channel(std::uint32_t channel, std::string* id) {
  for (auto& [match_id, match] : matches_) {
    if (!match.open || match.copy.channel != channel) continue;
    if (id != nullptr) *id = match_id;
    return &match;
  }
  return nullptr;
}

// --- What the server tells ---

void Client::note(const pb::MatchOpened& opened, std::uint64_t answer_to) {
  const std::string& id = opened.info().match_id();
  Match& match = matches_[id];
  if (answer_to != 0 && match.opening == answer_to) match.opening = 0;
  const bool known = match.asked_from.has_value();
  const bool gap = opened.updates(0).has_diff();
  if (answer_to != 0 && known) context_.counters.hit(gap ? Sometimes::kResumeWithGap : Sometimes::kResumeBySnapshot);
  match.asked_from.reset();
  match.copy.take(opened);
  match.open = true;
  match.early = false;
  match.played = match.played || opened.seat() >= 0;
  if (opened.seat() < 0) context_.counters.hit(Sometimes::kSpectator);
  if (context_.match_ids.empty() || rng_.chance(0.3)) context_.match_ids.push_back(id);
  if (const auto seated = tables_.find(id); seated != tables_.end()) {
    match.chain = std::move(seated->second.chain);
    match.commitment = seated->second.commitment;
    tables_.erase(seated);
  }
  if (opened.seat() >= 0) {
    const std::string& x0 = opened.info().seats(opened.seat()).x0();
    match.chain_gone = match.chain.length() < 0 || match.chain.link(0) != x0;
    if (!match.chain_gone && !match.commitment.empty() && match.commitment != opened.info().server_commitment()) {
      throw Violation("the dice are fixed", "the match has another commitment than its table had");
    }
  }
  for (const pb::MatchUpdate& update : opened.updates()) {
    if (update.has_diff() && update.version() <= match.copy.version) continue;  // told on the old channel meanwhile
    take(id, match, update);
    if (update.last_link().empty() || match.chain_gone) continue;
    const auto index = match.chain.index_of(update.last_link());
    if (!index) throw Violation("the dice are fixed", "the last link is none of this seat's chain");
    match.next_link = *index + 1;
  }
}

void Client::note(const pb::MatchUpdate& update, std::uint64_t answer_to) {
  std::string id;
  Match* match = of_channel(update.channel(), &id);
  if (match == nullptr) return;
  if (answer_to != 0 && match->resigning == answer_to) match->resigning = 0;
  take(id, *match, update);
}

void Client::note(const pb::MatchAbsences& absences) {
  Match* match = of_channel(absences.channel(), nullptr);
  if (match == nullptr) return;
  match->somebody_absent = !absences.seats().empty();
  for (const pb::AbsentSeat& seat : absences.seats()) {
    if (static_cast<int>(seat.seat()) != match->copy.seat) continue;
    throw Violation("who was there is not absent", "a client is told that it is absent itself");
  }
}

void Client::take(const std::string& id, Match& match, const pb::MatchUpdate& update) {
  if (is_repeat(update)) return;
  if (match.copy.version > 0 && rng_.chance(0.05)) {
    match.older.push_back({match.copy.version, match.copy.view});
    if (match.older.size() > kOlderCopies) match.older.pop_front();
  }
  if (const auto trouble = match.copy.take(update)) throw Violation("never less", *trouble);
  context_.checkers.merged(id, match.copy, update);
  if (!match.copy.outcome) return;
  rules::ServerSeed seed{};
  if (match.copy.server_seed.size() != seed.size()) throw Violation("the dice are fixed", "an end without a seed");
  std::ranges::transform(match.copy.server_seed, seed.begin(), [](char c) { return static_cast<std::uint8_t>(c); });
  const rules::Digest commitment = rules::commitment(seed);
  if (match.copy.info.server_commitment() != std::string(commitment.begin(), commitment.end())) {
    throw Violation("the dice are fixed", "the seed is not what was committed to");
  }
}

// Whether a refusal says nothing about an action or a resignation itself, so that it is sent again.
bool Client::asks_again_after(std::uint64_t id, const pb::Refusal& refusal) {
  Question& question = questions_.at(id);
  switch (refusal.code()) {
    case pb::REFUSAL_CODE_TOO_FAST:
    case pb::REFUSAL_CODE_BUSY:
    case pb::REFUSAL_CODE_NO_STORE:
    case pb::REFUSAL_CODE_MOVED:
    case pb::REFUSAL_CODE_SIGN_IN_FIRST:
    case pb::REFUSAL_CODE_HELLO_FIRST:
      question.again_at =
          context_.agenda.now() + std::chrono::milliseconds(refusal.retry_after_ms()) + rng_.between({}, kSecond);
      return true;
    case pb::REFUSAL_CODE_CHANNEL_UNKNOWN:
      if (const auto found = matches_.find(question.match); found != matches_.end()) found->second.open = false;
      return true;
    default:
      return false;
  }
}

void Client::act_refused(std::uint64_t id, const Question& question, const pb::Refusal& refusal) {
  const pb::RefusalCode code = refusal.code();
  const auto found = matches_.find(question.match);
  if (asks_again_after(id, refusal)) return;
  if (found != matches_.end() && found->second.acting == id) found->second.acting = 0;
  const bool at_present = refusal.version() == question.message.act().version();
  const bool by_rule = code == pb::REFUSAL_CODE_ILLEGAL || code == pb::REFUSAL_CODE_FIELD_INVALID ||
                       code == pb::REFUSAL_CODE_NOT_YOUR_TURN || code == pb::REFUSAL_CODE_STALE;
  if (!question.mischief && ((by_rule && at_present) || code == pb::REFUSAL_CODE_WRONG_LINK)) {
    throw Violation("choices are exact", "what was offered was refused: " + refusal.detail());
  }
  questions_.erase(id);
}

// --- What the client does ---

bool Client::play() {
  for (auto& [id, match] : matches_) {
    const bool asks = match.resigning != 0 || match.claiming != 0;
    if ((match.done && !asks) || match.opening != 0) continue;
    if (play(id, match)) return true;
  }
  std::erase_if(matches_, [&](const auto& entry) {
    const Match& match = entry.second;
    return match.done && match.acting == 0 && match.resigning == 0 && match.claiming == 0 && rng_.chance(0.05);
  });
  return false;
}

bool Client::play(const std::string& id, Match& match) {
  const Duration now = context_.agenda.now();
  if (!match.open) {
    open(id, match);
    return true;
  }
  if (match.copy.outcome) return wind_up(id, match);
  if (match.copy.seat < 0) {
    match.done = context_.calm;
    return false;
  }
  if (match.acting != 0 || match.resigning != 0 || match.claiming != 0) return false;
  if (claim(id, match)) return true;
  const bool late = context_.calm && now - context_.calm_since > kResignInTheEnd;
  if (rng_.chance(late ? 0.1 : context_.calm ? 0 : profile_.resigns)) {
    const bool out = !clients::offers_anything(match.copy.choices) && rng_.chance(0.5);
    if (out && !late) return false;
    pb::ClientMessage message;
    message.mutable_resign()->set_channel(match.copy.channel);
    match.resigning = ask(std::move(message));
    questions_.at(match.resigning).match = id;
    if (rng_.chance(profile_.sends_twice)) say_again(match.resigning);
    return true;
  }
  const pb::Choices& choices = match.copy.choices;
  if (!clients::offers_anything(choices) || now < match.asleep_until) return false;
  if (match.considered != match.copy.version) {
    match.considered = match.copy.version;
    if (!context_.calm && rng_.chance(profile_.sleeps)) {
      match.asleep_until = now + rng_.between(10, 60) * kSecond;
      return false;
    }
  }
  const pb::GameAction action = clients::action_at(choices, rng_.below(clients::count_actions(choices)));
  act(id, match, action, match.copy.version, LinkChoice::kRight, false);
  return true;
}

bool Client::claim(const std::string& id, Match& match) {
  const double often = match.somebody_absent ? profile_.claims : profile_.claims * 0.01;
  if (context_.calm || often == 0 || !rng_.chance(often)) return false;
  pb::ClientMessage message;
  message.mutable_claim_absence()->set_channel(match.copy.channel);
  match.claiming = ask(std::move(message));
  questions_.at(match.claiming).match = id;
  if (rng_.chance(profile_.sends_twice)) say_again(match.claiming);
  return true;
}

void Client::act(const std::string& id, Match& match, const pb::GameAction& action, std::uint64_t version,
                 LinkChoice link, bool mischief) {
  pb::ClientMessage message;
  pb::Act& act = *message.mutable_act();
  act.set_channel(match.copy.channel);
  act.set_version(version);
  *act.mutable_action() = action;
  std::optional<int> index;
  if (link == LinkChoice::kWrong) {
    act.set_link(std::string(16, 'w'));
  } else if (match.chain_gone) {
    act.set_chain_lost(true);
  } else if (match.next_link > match.chain.length()) {
    act.set_chain_lost(true);
    context_.counters.hit(Sometimes::kChainUsedUp);
  } else {
    index = match.next_link;
    act.set_link(match.chain.link(*index));
    // What is sent out of turn was offered in another state, and its place among these choices would mean something
    // else.
    if (!mischief && *index < match.chain.length()) {
      act.set_choice(clients::place_of(action, match.copy.choices));
      clients::confirm(id_from_bytes<MatchId>(id).value(), match.chain.link(*index + 1), act);
    }
  }
  match.acting = ask(std::move(message));
  Question& question = questions_.at(match.acting);
  question.match = id;
  question.chain_index = index;
  question.mischief = mischief;
  if (rng_.chance(profile_.sends_twice)) say_again(match.acting);
}

bool Client::waits_to_open(const std::string& id) const {
  return std::ranges::any_of(questions_, [&](const auto& asked) {
    const pb::ClientMessage& message = asked.second.message;
    return message.has_open_match() && message.open_match().match_id() == id;
  });
}

void Client::open(const std::string& id, Match& match) {
  pb::ClientMessage message;
  message.mutable_open_match()->set_match_id(id);
  match.asked_from.reset();
  match.copy.channel = 0;
  match.copy.choices.Clear();
  if (!match.copy.info.match_id().empty()) {
    match.asked_from = match.copy.version;
    const auto roll = rng_.below(100);
    if (roll < 15 && !match.older.empty() && !waits_to_open(id)) {
      const OlderCopy& older = match.older[rng_.below(match.older.size())];
      match.asked_from = older.version;
      match.copy.version = older.version;
      match.copy.view = older.view;
      match.copy.outcome.reset();
      context_.counters.hit(Sometimes::kResumeWithOldVersion);
    } else if (roll < 25) {
      match.asked_from.reset();
    } else if (roll < 35) {
      match.asked_from = kNeverWas + rng_.below(1000);
      context_.counters.hit(Sometimes::kResumeWithWrongVersion);
    }
    if (match.asked_from) message.mutable_open_match()->set_have_version(*match.asked_from);
  }
  if (rng_.chance(profile_.sends_twice * 0.3)) ask(message);
  match.opening = ask(std::move(message));
}

// After the end: the record, another match, and good-bye.
bool Client::wind_up(const std::string& id, Match& match) {
  if (match.acting != 0 || match.resigning != 0 || match.claiming != 0) return false;
  if (match.exporting) return false;
  if (close_chain(id, match)) return true;
  if (!context_.calm && rng_.chance(profile_.exports)) {
    match.exporting = true;
    match.closed_before = match.closing == Match::Closing::kAcknowledged;
    ask_record(id, match, {});
    return true;
  }
  match.done = true;
  if (context_.calm) return false;
  if (match.copy.seat >= 0 && !second_device_ && rng_.chance(profile_.rematches)) {
    pb::ClientMessage message;
    message.mutable_rematch()->set_match_id(id);
    ask(std::move(message));
    return true;
  }
  if (rng_.chance(0.5)) {
    pb::ClientMessage message;
    message.mutable_close_match()->set_channel(match.copy.channel);
    ask(std::move(message));
    match.open = false;
    match.copy.channel = 0;
    return true;
  }
  return false;
}

bool Client::close_chain(const std::string& id, Match& match) {
  const bool can = match.copy.seat >= 0 && !match.chain_gone && match.next_link > 1 &&
                   match.next_link <= match.chain.length() && match.closing == Match::Closing::kNotYet;
  if (!can || context_.calm || !rng_.chance(kCloses)) return false;
  match.closing = Match::Closing::kAsked;
  pb::ClientMessage message;
  message.mutable_close_chain()->set_match_id(id);
  match.closing_link = match.chain.link(match.next_link);
  message.mutable_close_chain()->set_link(match.closing_link);
  const std::uint64_t asked = ask(std::move(message));
  questions_.at(asked).match = id;
  if (rng_.chance(profile_.sends_twice)) say_again(asked);
  return true;
}

void Client::chain_closed(const std::string& id) {
  context_.counters.hit(Sometimes::kChainClosed);
  if (const auto found = matches_.find(id); found != matches_.end()) {
    found->second.closing = Match::Closing::kAcknowledged;
  }
}

// From where it stands on, `record` being all that has come.
void Client::ask_record(const std::string& id, Match& match, std::string record) {
  match.record = std::move(record);
  pb::ClientMessage message;
  message.mutable_export_()->set_match_id(id);
  message.mutable_export_()->set_offset(match.record.size());
  message.mutable_export_()->set_with_closing_links(true);
  ask(std::move(message));
}

void Client::take_export(const pb::RecordPart& part, const std::string& id) {
  context_.counters.hit(Sometimes::kExport);
  const auto found = matches_.find(id);
  if (found == matches_.end()) return;
  Match& match = found->second;
  if (part.offset() != match.record.size()) return;
  // Somebody has closed a chain between two parts.
  if (part.offset() > 0 && part.total() != match.record_total) return ask_record(id, match, {});
  match.record_total = part.total();
  match.record += part.data();
  if (match.record.size() < part.total()) return ask_record(id, match, std::move(match.record));
  match.exporting = false;
  match.done = true;
  const auto account = record::verify(match.record);
  if (!account) throw Violation("records verify", account.error().where + " " + account.error().what);
  context_.counters.hit(Sometimes::kRecordVerified);
  const record::Confirmations& confirmations = account->confirmations;
  if (confirmations.different > 0) {
    throw Violation("what was decided is what was played",
                    std::to_string(confirmations.different) + " decisions are confirmed as others");
  }
  if (confirmations.confirmed > 0) context_.counters.hit(Sometimes::kConfirmed);
  // No link of a move follows on it, so it stands nowhere else in the record.
  if (match.closed_before && match.record.find(hex_text(match.closing_link)) == std::string::npos) {
    throw Violation("never less", "a closing link that was acknowledged is not in the record");
  }
  match.record.clear();
}

}  // namespace wyrmhall::sim
