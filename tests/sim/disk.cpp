#include "tests/sim/disk.h"

#include <algorithm>
#include <utility>

namespace wyrmhall::sim {

using persistence::Answer;
using persistence::Request;
using persistence::Submission;
using persistence::Verdict;

Disk::Disk(Agenda& agenda, Rng rng, std::unique_ptr<SyncStore> store, Counters& counters,
           std::function<void(const Request&)> kept, std::function<void(std::vector<Answer>)> deliver)
    : agenda_(agenda),
      rng_(rng),
      store_(std::move(store)),
      counters_(counters),
      kept_(std::move(kept)),
      deliver_(std::move(deliver)) {}

void Disk::set_health(Health health) {
  if (health == Health::kSlow) counters_.hit(Sometimes::kDiskSlow);
  health_ = health;
}

void Disk::submit(Submission submission) {
  ++unanswered_;
  if (const auto* creation = std::get_if<persistence::CreateMatch>(&submission.request)) {
    creating_.emplace(submission.ticket, creation->match->id);
  }
  queue_.push_back(std::move(submission));
  plan_commit();
}

bool Disk::is_creating(const MatchId& match) const {
  return std::ranges::any_of(creating_, [&](const auto& entry) { return entry.second == match; });
}

Duration Disk::commit_time() {
  if (health_ == Health::kSlow) return rng_.between(100 * kMillisecond, 3 * kSecond);
  return rng_.between(commit_least, commit_most);
}

void Disk::plan_commit() {
  if (planned_ || queue_.empty()) return;
  planned_ = true;
  agenda_.after(commit_time(), [this, run = run_] {
    if (run == run_) commit();
  });
}

// One group: all of its writes are kept, or none.
void Disk::commit() {
  planned_ = false;
  const std::vector<Submission> group = std::exchange(queue_, {});
  const bool sick = health_ == Health::kFailing || health_ == Health::kFull || health_ == Health::kTakenOver;
  const bool keeps = !sick || (health_ == Health::kFailing && rng_.chance(0.5));
  std::vector<Submission> carried_out;
  std::vector<Answer> written;
  std::vector<Answer> read;
  for (const Submission& submission : group) {
    const bool fails =
        persistence::is_write(submission.request) ? !keeps : (health_ == Health::kFailing && rng_.chance(0.5));
    if (!fails) {
      carried_out.push_back(submission);
      continue;
    }
    Answer answer = persistence::answer_to(submission.ticket, submission.request);
    answer.verdict = health_ == Health::kTakenOver ? Verdict::kNotOwner : Verdict::kUnknown;
    if (health_ == Health::kTakenOver) counters_.hit(Sometimes::kTakenOver);
    if (health_ == Health::kFull) counters_.hit(Sometimes::kDiskFull);
    if (health_ == Health::kFailing) counters_.hit(Sometimes::kDiskFailed);
    if (const auto* append = std::get_if<persistence::AppendMove>(&submission.request)) in_doubt_.insert(append->match);
    answer.error = health_ == Health::kFull ? "the disk is full" : "the disk failed";
    (persistence::is_write(submission.request) ? written : read).push_back(std::move(answer));
  }
  std::size_t kept_moves = 0;
  std::vector<Answer> answers = store_->carry_out(carried_out);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Request& request = carried_out[i].request;
    if (!persistence::is_write(request)) {
      read.push_back(std::move(answers[i]));
      continue;
    }
    if (answers[i].verdict == Verdict::kKept) {
      kept_(request);
      const auto* creation = std::get_if<persistence::CreateMatch>(&request);
      if (creation != nullptr && !created_.insert(creation->match->id).second) {
        counters_.hit(Sometimes::kCreationRepeated);
      }
      const auto* append = std::get_if<persistence::AppendMove>(&request);
      if (append != nullptr) ++kept_moves;
      if (append != nullptr && !sick && in_doubt_.erase(append->match) > 0) {
        counters_.hit(Sometimes::kJournalFailureSurvived);
      }
      if (sick) {
        if (append != nullptr) in_doubt_.insert(append->match);
        counters_.hit(Sometimes::kDiskFailed);
        answers[i].verdict = Verdict::kUnknown;
        answers[i].error = "the disk failed while it said that it had kept it";
      }
    }
    written.push_back(std::move(answers[i]));
  }
  std::ranges::sort(written, {}, &Answer::ticket);
  // Another thread answers what only looks, so that may be sooner or later than the writes.
  writes_answered_at_ = std::max(writes_answered_at_, agenda_.now() + commit_time() / 2);
  answer_later(std::move(written), kept_moves, writes_answered_at_ - agenda_.now());
  answer_later(std::move(read), 0, commit_time() / 2);
  plan_commit();
}

void Disk::answer_later(std::vector<Answer> answers, std::size_t kept_moves, Duration delay) {
  if (answers.empty()) return;
  kept_unanswered_ += kept_moves;
  agenda_.after(delay, [this, run = run_, batch = std::move(answers), kept_moves]() mutable {
    if (run != run_) return;
    unanswered_ -= batch.size();
    for (const Answer& answer : batch) creating_.erase(answer.ticket);
    kept_unanswered_ -= kept_moves;
    deliver_(std::move(batch));
  });
}

void Disk::crash() {
  ++run_;
  planned_ = false;
  queue_.clear();
  creating_.clear();
  unanswered_ = 0;
  kept_unanswered_ = 0;
  writes_answered_at_ = {};
}

Answer Disk::look_now(Request request) {
  std::vector<Answer> answers = store_->carry_out({{.ticket = 1, .request = std::move(request)}});
  return std::move(answers.front());
}

}  // namespace wyrmhall::sim
