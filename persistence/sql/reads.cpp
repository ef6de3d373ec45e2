#include "persistence/sql/reads.h"

#include <concepts>
#include <utility>
#include <variant>
#include <vector>

namespace wyrmhall::persistence::sql {

Reads::Reads(Database& database, MoveSource& source)
    : relations_(database),
      invitations_(database),
      bans_(database),
      matches_(database, source),
      tables_(database),
      tokens_(database),
      ledger_(database, matches_),
      heroes_(database),
      members_(database) {}

void Reads::look(const Request& request, const Tail& tail, Answer& answer) {
  std::visit(
      [&]<class R>(const R& one) {
        if constexpr (std::same_as<R, LoadMatch>) {
          answer.value = load(one, tail);
        } else if constexpr (!R::kWrites && !std::same_as<R, LoadDeadlines>) {
          answer.value = read(one);
        }
      },
      request);
}

Boxed<StoredMatch> Reads::load(const LoadMatch& request, const Tail& tail) {
  return request.moves ? matches_.load(request.match, tail) : matches_.load_row(request.match);
}

ListMatches::Answer Reads::read(const ListMatches& request) {
  ListMatches::Answer answer{.lines = matches_.list(request)};
  if (request.with_blocked)
    answer.blocked = relations_.of({.account = request.account, .relation = Relation::kBlocked});
  if (request.running_ids == 0) return answer;
  // A list that has them all says so by itself.
  const bool all = request.only_running && !request.before && answer.lines.size() < request.limit &&
                   answer.lines.size() <= request.running_ids;
  std::vector<MatchId> running;
  if (all) {
    for (const MatchLine& line : answer.lines) running.push_back(line.id);
  } else {
    running = matches_.running(request.account, request.running_ids);
  }
  answer.running = std::move(running);
  return answer;
}

}  // namespace wyrmhall::persistence::sql
