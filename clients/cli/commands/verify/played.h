// Compares the record of a match with what this client showed while it was played: the one part of playing that needs
// the rules, since a record that breaks them proves nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clients/model/message.h"
#include "clients/model/shown_match.h"
#include "receipts/statement.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::cli {

// A match as it was shown and signed, up to its end.
struct PlayedMatch {
  const clients::ShownMatch& shown;
  int seat = 0;
  std::uint64_t version = 0;  // how many moves it had
  const v1::Outcome& outcome;
  const receipts::EndStatement& end;
};

struct Comparison {
  enum class Result : std::uint8_t {
    kSame,
    kUnknown,  // this client is too old to know the record's form, or the rules of the match
    kOther,    // what was shown was not what was played
  };
  Result result = Result::kSame;
  clients::Message said{};  // with kOther: what differs
  // With kOther: what was shown and what the record has instead, by name.
  std::vector<std::pair<std::string, std::string>> seen{};
};

// `record` is the text of a record, from anywhere.
Comparison compare_with_record(const PlayedMatch& played, std::string_view record);

}  // namespace wyrmhall::cli
