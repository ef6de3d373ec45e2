// The arguments of a sentence that travels beside choices and refusals.
#pragma once

#include <google/protobuf/descriptor.h>

#include <cstdint>

#include "clients/cli/games/game_text.h"
#include "clients/cli/messages.h"
#include "wyrmhall/v1/sentence.pb.h"

namespace wyrmhall::cli {

// A missing argument is 0, so that an odd sentence is told oddly and nothing worse happens.
class SentenceArguments {
 public:
  static constexpr int kMax = 4;  // that any phrase has

  explicit SentenceArguments(const v1::Sentence& sentence) : sentence_(&sentence) {}
  std::int32_t operator[](int i) const { return i < sentence_->arguments_size() ? sentence_->arguments(i) : 0; }
  [[nodiscard]] std::uint32_t index(int i) const { return static_cast<std::uint32_t>((*this)[i]); }

 private:
  const v1::Sentence* sentence_;
};

// What the message of a phrase may name of them, each in every way in which it could be meant: {n0} the first as a
// number, {seat1} the second as the player in that seat, {option0} the first as the name of a field of the game's
// options. A game adds its own ways, such as {dragon0}.
Arguments values_of(const Scene& scene, const SentenceArguments& arguments,
                    const google::protobuf::Descriptor& options);

}  // namespace wyrmhall::cli
