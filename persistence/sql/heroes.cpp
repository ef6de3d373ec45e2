#include "persistence/sql/heroes.h"

#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "persistence/hero_requests.h"
#include "persistence/sql/hero_columns.h"

namespace wyrmhall::persistence::sql {
namespace {

constexpr std::string_view kFrom =
    " FROM heroes AS h JOIN accounts AS a ON a.id = h.account LEFT JOIN matches AS m ON m.no = h.match ";

// The heroes that a condition and an order name.
std::string select_heroes(std::string_view rest) {
  return std::string("SELECT ").append(kHeroColumns).append(", a.name").append(kFrom).append(rest);
}

std::string of_account() {
  return select_heroes("WHERE h.account = ? AND (h.standing, h.id) > (?, ?) ORDER BY h.standing, h.id LIMIT ?");
}

constexpr const char* kStory =
    "SELECT s.no, m.id, s.at, s.body FROM hero_story AS s JOIN matches AS m ON m.no = s.match "
    "WHERE s.hero = ? AND s.no < ? ORDER BY s.no DESC LIMIT ?";

std::string all_fallen() {
  return select_heroes(
      "WHERE h.fallen_at IS NOT NULL AND (h.fallen_at, h.id) < (?, ?) ORDER BY h.fallen_at DESC, h.id DESC LIMIT ?");
}

std::string fallen_of_account() {
  return select_heroes(
      "WHERE h.account = ? AND h.fallen_at IS NOT NULL AND (h.fallen_at, h.id) < (?, ?) "
      "ORDER BY h.fallen_at DESC, h.id DESC LIMIT ?");
}

// The condition "> 0" is there for the index, which holds only heroes that have any.
std::string board_first(const std::string& column) {
  return select_heroes("WHERE h." + column + " > 0 ORDER BY h." + column + " DESC, h.id LIMIT ?");
}
std::string board_level(const std::string& column) {
  return select_heroes("WHERE h." + column + " = ? AND h." + column + " > 0 AND h.id > ? ORDER BY h.id LIMIT ?");
}
std::string board_below(const std::string& column) {
  return select_heroes("WHERE h." + column + " < ? AND h." + column + " > 0 ORDER BY h." + column +
                       " DESC, h.id LIMIT ?");
}

void take_lines(Cursor&& row, std::vector<HeroLine>& lines) {
  while (row.next()) lines.push_back({.hero = hero_in(row), .owner = row.bytes(kHeroColumnCount)});
}

}  // namespace

HeroWriter::HeroWriter(Database& database)
    : database_(database),
      account_(database, "SELECT 1 FROM accounts WHERE id = ? AND deleted_at IS NULL"),
      owner_(database, "SELECT account FROM heroes WHERE id = ?"),
      living_(database, kLiving),
      insert_(database,
              "INSERT INTO heroes (id, account, name, body, revision, alive, chapter, slain, made_at) "
              "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      drop_unused_(database, kDropUnused),
      oldest_(database, kOldest),
      drop_story_(database, "DELETE FROM hero_story WHERE hero = ?"),
      drop_(database, "DELETE FROM heroes WHERE id = ? AND match IS NULL"),
      state_(database, "SELECT account, revision, match, fallen_at, retired_at FROM heroes WHERE id = ?"),
      retire_(database, "UPDATE heroes SET retired_at = ? WHERE id = ?"),
      hide_taken_(database, kHideTaken),
      some_(database, kSome),
      use_(database,
           "INSERT INTO match_heroes (match, place, hero, seat, revision, body_before) "
           "SELECT ?, ?, id, ?, revision, body FROM heroes WHERE id = ?"),
      take_(database, "UPDATE heroes SET match = ? WHERE id = ?"),
      has_(database, "SELECT 1 FROM heroes WHERE id = ? AND match = ?"),
      used_(database, "UPDATE match_heroes SET body_after = ? WHERE match = ? AND hero = ?"),
      book_(database,
            "UPDATE heroes SET body = ?, revision = revision + 1, alive = ?, chapter = ?, slain = ?, fallen_at = ?, "
            "match = NULL WHERE id = ?"),
      lines_(database, "SELECT coalesce(max(no) + 1, 0) FROM hero_story WHERE hero = ?"),
      add_line_(database, "INSERT INTO hero_story (hero, no, match, at, body) VALUES (?, ?, ?, ?, ?)"),
      trim_story_(database, "DELETE FROM hero_story WHERE hero = ? AND no < ?"),
      left_(database, kLeft),
      free_(database, "UPDATE heroes SET match = NULL WHERE id = ?"),
      erased_(database,
              "SELECT 1 FROM heroes AS h JOIN accounts AS a ON a.id = h.account WHERE h.id = ? AND a.deleted_at IS NOT "
              "NULL") {}

std::uint32_t HeroWriter::living(const AccountId& account) {
  Cursor row = living_.query(account);
  return row.next() ? row.as<std::uint32_t>(0) : 0;
}

void HeroWriter::keep(const KeepHero& request, Outcome& outcome) {
  const HeroRow& hero = *request.hero;
  outcome.verdict = Verdict::kConflict;
  if (!account_.query(hero.account).next()) return;
  {
    Cursor row = owner_.query(hero.id);
    if (row.next()) {
      if (row.id<AccountId>(0) == hero.account) {
        outcome.verdict = Verdict::kKept;
      } else {
        outcome.conflict = Conflict::kId;
      }
      return;
    }
  }
  if (living(hero.account) >= request.limit) {
    outcome.conflict = Conflict::kLimit;
    return;
  }
  insert(hero);
  outcome.verdict = Verdict::kKept;
}

void HeroWriter::insert(const HeroRow& hero) {
  insert_.run(hero.id, hero.account, std::string_view(hero.name), Blob(hero.body), hero.revision, hero.alive,
              hero.scores[0], hero.scores[1], hero.made_at);
  trim(hero.account);
}

void HeroWriter::trim(const AccountId& account) {
  // An account from before there was a bound may have any number of heroes: each hero that joins deletes some of them.
  constexpr std::int64_t kUnusedAtOnce = 100;
  constexpr std::int64_t kUsedAtOnce = 3;  // with their stories
  drop_unused_.run(account, kUnusedAtOnce);
  if (database_.changed() == kUnusedAtOnce) return;
  std::vector<HeroId> oldest;
  {
    Cursor row = oldest_.query(account, kUsedAtOnce, kHeroesRemembered);
    while (row.next()) oldest.push_back(row.id<HeroId>(0));
  }
  drop(oldest);
}

void HeroWriter::retire(const RetireHero& request, Outcome& outcome) {
  outcome.verdict = Verdict::kConflict;
  {
    Cursor row = state_.query(request.hero);
    if (!row.next() || row.id<AccountId>(0) != request.account || !row.null(3)) return;
    if (!row.null(2)) {
      outcome.conflict = Conflict::kHero;
      return;
    }
    outcome.verdict = Verdict::kKept;
    if (!row.null(4)) return;
  }
  retire_.run(request.at, request.hero);
}

void HeroWriter::hide_taken(const AccountId& account) {
  hide_taken_.run(account);
}

bool HeroWriter::forget_some(const AccountId& account, std::uint32_t most) {
  std::vector<HeroId> some;
  {
    Cursor row = some_.query(account, most);
    while (row.next()) some.push_back(row.id<HeroId>(0));
  }
  drop(some);
  return some.size() < most;
}

void HeroWriter::drop(const std::vector<HeroId>& heroes) {
  for (const HeroId& hero : heroes) {
    drop_story_.run(hero);
    drop_.run(hero);
  }
}

Conflict HeroWriter::newcomers_in_the_way(const CreateMatch& request) {
  std::map<AccountId, std::uint32_t> joining;
  for (const HeroRow& hero : *request.newcomers) {
    if (owner_.query(hero.id).next() || !account_.query(hero.account).next()) return Conflict::kHero;
    if (hero.alive && living(hero.account) + ++joining[hero.account] > request.hero_limit) return Conflict::kLimit;
  }
  return Conflict::kNothing;
}

HeroInTheWay HeroWriter::in_the_way(const CreateMatch& request) {
  if (!are_sound_heroes(request)) return {.conflict = Conflict::kHero};
  if (request.newcomers) {
    if (const Conflict conflict = newcomers_in_the_way(request); conflict != Conflict::kNothing)
      return {.conflict = conflict};
  }
  if (!request.heroes) return {};
  for (const HeroTaken& taken : *request.heroes) {
    if (is_newcomer_in(request, taken.hero)) continue;
    Cursor row = state_.query(taken.hero);
    const HeroInTheWay otherwise{.conflict = Conflict::kHero, .place = taken.place};
    if (!row.next()) return otherwise;
    const bool free = row.null(2) && row.null(3) && row.null(4);
    const bool same = row.as<std::uint32_t>(1) == taken.revision && owner_in(request, taken) == row.id<AccountId>(0);
    if (!free || !same) return otherwise;
  }
  return {};
}

void HeroWriter::take(std::int64_t match_no, const CreateMatch& request) {
  if (request.newcomers) {
    for (const HeroRow& hero : *request.newcomers) insert(hero);
  }
  if (!request.heroes) return;
  for (const HeroTaken& taken : *request.heroes) {
    use_.run(match_no, taken.place, taken.seat, taken.hero);
    take_.run(match_no, taken.hero);
  }
}

bool HeroWriter::has_all(std::int64_t match_no, const std::vector<HeroId>& heroes) {
  for (const HeroId& hero : heroes) {
    if (!has_.query(hero, match_no).next()) return false;
  }
  return are_different(heroes);
}

void HeroWriter::book(std::int64_t match_no, std::span<const HeroBooked> heroes, Timestamp at) {
  for (const HeroBooked& hero : heroes) {
    used_.run(Blob(hero.body), match_no, hero.hero);
    book_.run(Blob(hero.body), hero.alive, hero.scores[0], hero.scores[1],
              hero.fallen ? std::optional(at) : std::nullopt, hero.hero);
    if (!drop_erased(hero.hero)) tell(hero.hero, match_no, hero.story, at);
  }
}

void HeroWriter::tell(const HeroId& hero, std::int64_t match_no, const std::vector<std::string>& story, Timestamp at) {
  if (story.empty()) return;
  std::int64_t no = 0;
  {
    Cursor row = lines_.query(hero);
    if (row.next()) no = row.integer(0);
  }
  for (const std::string& line : story) add_line_.run(hero, no++, match_no, at, Blob(line));
  if (no > kStoryRemembered) trim_story_.run(hero, no - kStoryRemembered);
}

bool HeroWriter::drop_erased(const HeroId& hero) {
  if (!erased_.query(hero).next()) return false;
  drop({hero});
  return true;
}

void HeroWriter::release(std::int64_t match_no) {
  std::vector<HeroId> left;
  {
    Cursor row = left_.query(match_no);
    while (row.next()) left.push_back(row.id<HeroId>(0));
  }
  for (const HeroId& hero : left) {
    free_.run(hero);
    drop_erased(hero);
  }
}

HeroReader::Board::Board(Database& database, const std::string& column)
    : first(database, board_first(column)),
      level(database, board_level(column)),
      below(database, board_below(column)) {}

HeroReader::HeroReader(Database& database)
    : database_(database),
      standing_(database, "SELECT standing FROM heroes WHERE id = ? AND account = ?"),
      of_(database, of_account()),
      story_(database, kStory),
      fallen_(database, all_fallen()),
      fallen_of_(database, fallen_of_account()),
      boards_{Board(database, kScoreColumns[0]), Board(database, kScoreColumns[1])} {}

std::vector<std::string> HeroReader::queries() {
  std::vector<std::string> all = {of_account(), kStory, all_fallen(), fallen_of_account()};
  for (const char* column : kScoreColumns) {
    for (const auto& make : {board_first, board_level, board_below}) all.push_back(make(column));
  }
  return all;
}

std::vector<HeroLine> HeroReader::of(const ListHeroes& request) {
  const ReadTransaction together(database_);
  std::vector<HeroLine> lines;
  std::int64_t standing = -1;  // before all that there are
  if (request.after) {
    Cursor row = standing_.query(*request.after, request.account);
    if (!row.next()) return lines;
    standing = row.integer(0);
  }
  take_lines(of_.query(request.account, standing, request.after.value_or(HeroId{}), request.limit), lines);
  return lines;
}

std::vector<ListedHero> HeroReader::placed(const AccountId& account, const StablePlace& after, std::uint32_t limit) {
  std::vector<HeroLine> lines;
  take_lines(of_.query(account, after.standing, after.hero, limit), lines);
  std::vector<ListedHero> placed;
  placed.reserve(lines.size());
  for (HeroLine& line : lines) placed.push_back({{standing_of(line.hero), line.hero.id}, std::move(line.hero)});
  return placed;
}

std::vector<StoryLine> HeroReader::story(const ListStory& request) {
  std::vector<StoryLine> lines;
  const std::int64_t before = request.before ? *request.before : std::numeric_limits<std::int64_t>::max();
  Cursor row = story_.query(request.hero, before, request.limit);
  while (row.next()) {
    lines.push_back(
        {.no = row.as<std::uint32_t>(0), .match = row.id<MatchId>(1), .at = row.time(2), .body = row.bytes(3)});
  }
  return lines;
}

std::vector<HeroLine> HeroReader::fallen(const ListFallen& request) {
  std::vector<HeroLine> lines;
  const std::int64_t at = request.after ? unix_micros(request.after->at) : std::numeric_limits<std::int64_t>::max();
  const HeroId hero = request.after ? request.after->hero : HeroId{};
  if (request.account) {
    take_lines(fallen_of_.query(*request.account, at, hero, request.limit), lines);
  } else {
    take_lines(fallen_.query(at, hero, request.limit), lines);
  }
  return lines;
}

std::vector<HeroLine> HeroReader::board(const ListHeroBoard& request) {
  const ReadTransaction together(database_);
  Board& board = boards_.at(request.score);
  std::vector<HeroLine> lines;
  if (!request.after) {
    take_lines(board.first.query(request.limit), lines);
    return lines;
  }
  take_lines(board.level.query(request.after->amount, request.after->hero, request.limit), lines);
  const auto left = request.limit - static_cast<std::uint32_t>(lines.size());
  if (left > 0) take_lines(board.below.query(request.after->amount, left), lines);
  return lines;
}

}  // namespace wyrmhall::persistence::sql
