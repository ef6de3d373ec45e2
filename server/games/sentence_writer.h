// A Sentence of a game: its phrase, and the figures that go into it.
#pragma once

#include <cstdint>

#include "server/wire/message_writer.h"
#include "wyrmhall/v1/sentence.pb.h"

namespace wyrmhall::server {

// While one lives, what it is called with becomes arguments of the Sentence.
class SentenceWriter {
 public:
  // `game` is the field of Sentence that has the phrases of the game.
  SentenceWriter(MessageWriter& to, int game, int phrase)
      : arguments_(with_phrase(to, game, phrase), v1::Sentence::kArgumentsFieldNumber) {}
  void operator()(auto... arguments) const { (arguments_.add_signed(static_cast<std::int32_t>(arguments)), ...); }

 private:
  static MessageWriter& with_phrase(MessageWriter& to, int game, int phrase) {
    to.number(game, phrase);
    return to;
  }
  MessageWriter::Packed arguments_;
};

}  // namespace wyrmhall::server
