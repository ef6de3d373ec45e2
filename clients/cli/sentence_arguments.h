// The arguments of a sentence; one that is missing is 0, so that an odd sentence is told oddly and nothing worse.
#pragma once

#include <cstdint>

#include "wyrmhall/v1/sentence.pb.h"

namespace wyrmhall::cli {

class SentenceArguments {
 public:
  explicit SentenceArguments(const v1::Sentence& sentence) : sentence_(&sentence) {}
  std::int32_t operator[](int i) const { return i < sentence_->arguments_size() ? sentence_->arguments(i) : 0; }
  [[nodiscard]] std::uint32_t index(int i) const { return static_cast<std::uint32_t>((*this)[i]); }

 private:
  const v1::Sentence* sentence_;
};

}  // namespace wyrmhall::cli
