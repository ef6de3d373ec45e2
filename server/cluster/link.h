// What one run of a server tells another over a bus that may lose, repeat and reorder whatever it carries: each message
// comes once, and in order.
//
// Messages are numbered, sent again until the other says that they have come, and kept until then. Where that takes too
// long, the stream is given up: the other learns of it with the first frame of the next one, and each of the two tells
// the other anew what it needs to know. So who uses a link has to bear two things only: that a message is late, and
// that the link begins again.
//
// All calls come from one thread at a time.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/time.h"
#include "persistence/answer.h"

namespace wyrmhall::node::v1 {
class LinkFrame;
}

namespace wyrmhall::server::cluster {

using persistence::Incarnation;

// Of one frame, at most; a bus takes 1 MB.
inline constexpr std::size_t kLinkFrameBytes = 512UL * 1024;
// What was not said to have come is sent again after this time, and then as often.
inline constexpr auto kLinkRepeatsAfter = std::chrono::milliseconds(300);
// That something has come is said with the next message, and by itself after this time: most of what comes is answered
// at once, and a frame of its own costs both sides as much as one with messages.
inline constexpr auto kLinkSaysWithin = std::chrono::milliseconds(50);
// If the other has said nothing of what it was sent for so long, or so much waits for it, the stream is given up.
inline constexpr auto kLinkGivesUpAfter = std::chrono::seconds(10);
inline constexpr std::size_t kLinkBytes = 64UL * 1024 * 1024;

class Link {
 public:
  Link(Incarnation self, Incarnation peer, Timestamp now) : self_(self), peer_(peer), moved_on_at_(now) {}

  [[nodiscard]] Incarnation peer() const { return peer_; }

  void tell(std::string message, Timestamp now);

  // The frames that are to be sent now. To be called when something was told, and a few times a second.
  [[nodiscard]] std::vector<std::string> due(Timestamp now);

  // A frame of the other's has come: the messages in it that are new. What stands before `began_again()` turned true
  // was told before the link began again.
  [[nodiscard]] std::vector<std::string> heard(const node::v1::LinkFrame& frame, Timestamp now);

  // Whether the stream was given up, by either, since the last call: what was told and had not come is lost.
  [[nodiscard]] bool take_began_again() { return std::exchange(began_again_, false); }

  // What waits to be sent, or to be said to have come.
  [[nodiscard]] std::size_t waiting() const { return kept_.size(); }

 private:
  void begin_again(std::uint64_t stream, Timestamp now);
  void acknowledge(std::uint64_t received, Timestamp now);
  [[nodiscard]] std::string frame_from(std::size_t& next) const;

  Incarnation self_;
  Incarnation peer_;
  std::uint64_t stream_ = 1;
  std::deque<std::string> kept_;  // that were not said to have come
  std::uint64_t first_kept_ = 1;  // the number of the first of them
  std::size_t kept_bytes_ = 0;
  std::size_t sent_ = 0;   // how many of them were sent since the first of them was sent last
  Timestamp sent_at_{};    // when that was, or something was said to have come since
  Timestamp moved_on_at_;  // when the other said last that something has come, or nothing waited
  std::uint64_t received_ = 0;
  std::optional<Timestamp> owes_word_at_;  // when it is to be said what has come, with messages or without
  bool began_again_ = false;
  bool knows_stream_ = true;  // the other has answered in this stream, or it is the first
};

}  // namespace wyrmhall::server::cluster
