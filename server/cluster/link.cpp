#include "server/cluster/link.h"

#include <algorithm>

#include "server/cluster/node.pb.h"

namespace wyrmhall::server::cluster {

void Link::tell(std::string message, Timestamp now) {
  if (kept_.empty()) moved_on_at_ = now;
  kept_bytes_ += message.size();
  kept_.push_back(std::move(message));
}

std::vector<std::string> Link::due(Timestamp now) {
  if (!kept_.empty() && (now - moved_on_at_ > kLinkGivesUpAfter || kept_bytes_ > kLinkBytes)) {
    begin_again(stream_ + 1, now);
    knows_stream_ = false;
    owes_word_at_ = now;  // so that the other learns of it
  } else if ((sent_ > 0 || !knows_stream_) && now - sent_at_ > kLinkRepeatsAfter) {
    sent_ = 0;
    if (!knows_stream_) owes_word_at_ = now;
    sent_at_ = now;
  }
  std::vector<std::string> frames;
  while (sent_ < kept_.size() || (owes_word_at_ && now >= *owes_word_at_)) {
    owes_word_at_.reset();
    if (sent_ == 0) sent_at_ = now;
    frames.push_back(frame_from(sent_));
  }
  return frames;
}

// From the message at `next` on, as many as go into one frame.
std::string Link::frame_from(std::size_t& next) const {
  node::v1::LinkFrame frame;
  frame.set_from(static_cast<std::uint64_t>(self_));
  frame.set_stream(stream_);
  frame.set_first(first_kept_ + next);
  frame.set_received(received_);
  for (std::size_t bytes = 0; next < kept_.size(); ++next) {
    bytes += kept_[next].size();
    if (bytes > kLinkFrameBytes && frame.messages_size() > 0) break;
    frame.add_messages(kept_[next]);
  }
  return frame.SerializeAsString();
}

std::vector<std::string> Link::heard(const node::v1::LinkFrame& frame, Timestamp now) {
  if (frame.stream() < stream_) {
    owes_word_at_ = now;  // it does not know yet that its stream was given up
    return {};
  }
  if (frame.stream() > stream_) {
    begin_again(frame.stream(), now);
    owes_word_at_ = now;
  }
  knows_stream_ = true;
  acknowledge(frame.received(), now);
  if (frame.messages().empty()) return {};
  // One that comes before its time comes again, and one that came before was sent again for want of a word.
  if (frame.first() > received_ + 1) {
    owes_word_at_ = now;
    return {};
  }
  const std::uint64_t known = received_ + 1 - frame.first();
  std::vector<std::string> messages;
  for (int i = static_cast<int>(std::min<std::uint64_t>(known, static_cast<std::uint64_t>(frame.messages_size())));
       i < frame.messages_size(); ++i) {
    messages.push_back(frame.messages(i));
    ++received_;
  }
  const Timestamp say_at = messages.empty() ? now : now + kLinkSaysWithin;
  owes_word_at_ = std::min(owes_word_at_.value_or(say_at), say_at);
  return messages;
}

void Link::acknowledge(std::uint64_t received, Timestamp now) {
  while (!kept_.empty() && first_kept_ <= received) {
    kept_bytes_ -= kept_.front().size();
    kept_.pop_front();
    ++first_kept_;
    if (sent_ > 0) --sent_;
    moved_on_at_ = now;
    sent_at_ = now;
  }
}

void Link::begin_again(std::uint64_t stream, Timestamp now) {
  stream_ = stream;
  kept_.clear();
  kept_bytes_ = 0;
  first_kept_ = 1;
  sent_ = 0;
  moved_on_at_ = now;
  received_ = 0;
  began_again_ = true;
}

}  // namespace wyrmhall::server::cluster
