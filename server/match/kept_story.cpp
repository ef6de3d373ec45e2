#include "server/match/kept_story.h"

#include <algorithm>
#include <iterator>

#include "wyrmhall/v1/match.pb.h"

namespace wyrmhall::server {

void KeptStory::take_over() {
  for (const std::string& update : writer_.take().updates) {
    begin_.push_back(fields_.size());
    MessageWriter field;
    field.bytes(pb::Story::kUpdatesFieldNumber, update);
    fields_ += field.view();
  }
}

KeptStory::Part KeptStory::part(std::uint64_t since, std::size_t most) const {
  // The story begins with the match as it was dealt: an update of its own.
  const std::size_t first = since == 0 ? 0 : since + 1;
  if (first >= begin_.size()) return {};
  const std::size_t from = begin_[first];
  std::size_t past = begin_.size();
  if (fields_.size() - from > most && since + 2 < past) {
    const auto over = std::ranges::upper_bound(begin_, from + most);
    // The asker goes on from a later version than this one.
    past = std::max<std::size_t>(static_cast<std::size_t>(std::distance(begin_.begin(), over)) - 1, since + 2);
  }
  const std::size_t to = past < begin_.size() ? begin_[past] : fields_.size();
  return {.fields = std::string_view(fields_).substr(from, to - from),
          .continue_from = past < begin_.size() ? std::optional<std::uint64_t>(past - 1) : std::nullopt};
}

}  // namespace wyrmhall::server
