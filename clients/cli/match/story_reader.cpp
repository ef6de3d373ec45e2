#include "clients/cli/match/story_reader.h"

#include <algorithm>

namespace wyrmhall::cli {

void StoryReader::ask() {
  recap_ = false;
  steps_.clear();
  send(0);
}

void StoryReader::ask_for_recap() {
  recap_ = awaits_recap_ = true;
  steps_.clear();
  send(0);
}

bool StoryReader::received(const v1::Story& story) {
  if (recap_ && !awaits_recap_) return false;  // asked for twice, and told
  for (const v1::MatchUpdate& update : story.updates()) {
    shown_.step(update);
    steps_.push_back(update);
  }
  if (story.has_continue_from() && !story.updates().empty()) {
    send(story.continue_from());
    return false;
  }
  printer_.story(steps_, recap_);
  if (!steps_.empty()) told_ = std::max(told_, steps_.back().version());
  steps_.clear();
  return true;
}

void StoryReader::send(std::uint64_t since) {
  v1::ClientMessage message;
  message.mutable_ask_story()->set_channel(model_.channel());
  if (since > 0) message.mutable_ask_story()->set_since_version(since);
  session_.send(message);
}

}  // namespace wyrmhall::cli
