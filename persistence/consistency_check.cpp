#include "persistence/consistency_check.h"

namespace wyrmhall::persistence {
namespace {

// How a hero stands after its matches, if all is right.
struct Standing {
  std::uint32_t revision = 0;
  const std::string* body = nullptr;  // null before the first match
  std::optional<MatchId> holder;
};

std::optional<std::string> trouble_in_row(const HeroRow& row, const Standing& expected) {
  if (row.match != expected.holder) {
    if (!expected.holder) return "it is kept as being in match " + uuid_text(*row.match) + ", which has it not";
    return "match " + uuid_text(*expected.holder) + " has it, and it is kept as being elsewhere";
  }
  if (row.revision != expected.revision) return "it is of another revision than its matches left it with";
  if (expected.body != nullptr && row.body != *expected.body) return "it is otherwise than its last match left it";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> trouble_in(const HeroBooks& books) {
  Standing standing;
  for (const HeroMatch& match : books.matches) {
    const HeroUse& use = match.use;
    const std::string where = "match " + uuid_text(match.match);
    if (standing.holder) return where + " took it while another had it";
    if (use.taken.revision != standing.revision) return where + " took it at another revision than it had";
    if (standing.body != nullptr && use.before != *standing.body) {
      return where + " took it otherwise than the match before left it";
    }
    if (use.after) ++standing.revision;
    standing.body = use.after ? &*use.after : &use.before;
    if (!match.over && !use.after) standing.holder = match.match;
  }
  if (books.row) return trouble_in_row(*books.row, standing);
  if (standing.holder) return "match " + uuid_text(*standing.holder) + " has it, and it is not there";
  return std::nullopt;
}

}  // namespace wyrmhall::persistence
