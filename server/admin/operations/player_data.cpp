// Everything that is kept about a person, page by page. However much that is, a page holds a limited number of lines.
#include <algorithm>
#include <array>
#include <limits>
#include <variant>

#include "common/hex.h"
#include "server/admin/operation.h"
#include "server/admin/operations/hero_line.h"
#include "server/admin/operations/match_line.h"
#include "server/admin/operations/player_line.h"
#include "server/admin/operations/session_line.h"
#include "server/admin/rest/cursor.h"

namespace wyrmhall::server::admin {
namespace {

using persistence::BookingPlace;
using persistence::StablePlace;

using MatchPlace = std::optional<persistence::MatchCursor>;

constexpr std::size_t kKindBytes = 64;  // of what is booked, such as "nuggets"
constexpr std::uint32_t kWholeStory = std::numeric_limits<std::uint32_t>::max();

// This hero has been told, and its story down to this line.
struct StoryPlace {
  StablePlace hero;
  std::uint32_t before = 0;
};

// The lists follow one another: what is booked, the matches, the heroes with their stories.
using DataPlace = std::variant<BookingPlace, MatchPlace, StoryPlace>;
struct DataCursor {
  DataPlace at;
};

constexpr std::array kLists = {'l', 'm', 'h'};

std::string place_text(const BookingPlace& at) {
  return at.what.empty() ? "" : cursor_digits(at.match_no) + hex_text(at.what);
}
std::string place_text(const MatchPlace& at) {
  return at ? cursor_text(*at) : "";
}
std::string place_text(const StoryPlace& at) {
  if (at.hero.standing < 0) return "";
  return cursor_digits(at.hero.standing) + cursor_digits(at.before) + uuid_text(at.hero.hero);
}

std::optional<DataPlace> parse_booking(std::string_view text) {
  if (text.empty()) return BookingPlace{};
  const auto no = take_cursor_digits(text);
  if (!no || text.empty() || text.size() > 2 * kKindBytes) return std::nullopt;
  auto what = from_hex(text);
  if (!what) return std::nullopt;
  return BookingPlace{.what = *std::move(what), .match_no = *no};
}
std::optional<DataPlace> parse_match(std::string_view text) {
  if (text.empty()) return MatchPlace{};
  const MatchPlace at = parse_match_cursor(text);
  return at ? std::optional<DataPlace>(at) : std::nullopt;
}
std::optional<DataPlace> parse_hero(std::string_view text) {
  if (text.empty()) return StoryPlace{};
  const auto standing = take_cursor_digits(text);
  const auto before = take_cursor_digits(text);
  const auto hero = parse_uuid(text);
  if (!standing || !before || !hero || *before < 0 || *before > kWholeStory) return std::nullopt;
  return StoryPlace{.hero = {.standing = *standing, .hero = HeroId(*hero)},
                    .before = static_cast<std::uint32_t>(*before)};
}

constexpr auto kReadDataCursor = [](std::string_view text) -> std::optional<DataCursor> {
  if (text.empty()) return std::nullopt;
  const auto place = [&]() -> std::optional<DataPlace> {
    const std::string_view rest = text.substr(1);
    switch (text.front()) {
      case kLists[0]:
        return parse_booking(rest);
      case kLists[1]:
        return parse_match(rest);
      case kLists[2]:
        return parse_hero(rest);
      default:
        return std::nullopt;
    }
  }();
  return place ? std::optional(DataCursor{*place}) : std::nullopt;
};

std::string data_cursor_text(const DataPlace& at) {
  return kLists.at(at.index()) + std::visit([](const auto& place) { return place_text(place); }, at);
}

struct DataQuery {
  std::optional<DataCursor> cursor;
  std::uint32_t limit = kAdminPage;
};

// How a player gets in but by a token, and what else is kept of the account.
using Membership = persistence::ReadMembership::Answer;

struct PlayerData {
  PlayerLine account;
  std::optional<Membership> membership;
  std::vector<PlayerName> blocked;
  std::vector<PlayerName> followed;
  std::vector<persistence::Token> sign_ins;
  std::vector<SessionLine> sessions;
  std::vector<persistence::Booking> ledger;
  std::vector<MatchLine> matches;
  std::vector<HeroLine> heroes;
  std::vector<StoryLine> stories;
  std::optional<std::string> next;
};

}  // namespace

template <>
inline constexpr auto kSchema<DataCursor> = TextForm{kReadDataCursor, kCursorRefusal, {}};

template <>
inline constexpr auto kSchema<DataQuery> = query(cursor_field(&DataQuery::cursor), limit_field(&DataQuery::limit));

template <>
inline constexpr auto kSchema<persistence::Booking> =
    object({}, field("match", &persistence::Booking::match), field("what", &persistence::Booking::what),
           field("amount", &persistence::Booking::amount));

template <>
inline constexpr auto kSchema<persistence::Token> =
    object({"SignIn",
            "A token of a player's; of the token itself the server keeps only a hash. When it was last used is kept to "
            "the day."},
           field("client", &persistence::Token::client, {.about = "The program that it was made for or last used by."}),
           field("name", &persistence::Token::name,
                 {.about = "What the player calls it; null where it has no name.", .empty_none = true}),
           field("readOnly", &persistence::Token::read_only), field("madeAt", &persistence::Token::made_at),
           field("usedAt", &persistence::Token::used_at));

template <>
inline constexpr auto kSchema<persistence::Passkey> =
    object({"Passkey", "Of a passkey the server keeps the public half."}, field("name", &persistence::Passkey::name),
           field("host", &persistence::Passkey::host), field("madeAt", &persistence::Passkey::made_at),
           field("usedAt", &persistence::Passkey::used_at));

template <>
inline constexpr auto kSchema<Membership> = object(
    {"Membership"}, field("member", [](const Membership& now) { return now.member(); }),
    field("password", &Membership::password, {.about = "Whether there is one; it is kept as a hash."}),
    field("recoveryCodes", &Membership::codes_left, {.about = "That are not used up; they are kept as hashes."}),
    field("passkeys", &Membership::passkeys),
    field("deleteAt",
          [](const Membership& now) {
            return now.delete_at() == Timestamp{} ? std::nullopt : std::optional(now.delete_at());
          },
          {.about = "When the account is to be deleted, as its player wants."}),
    field("renamedAt",
          [](const Membership& now) {
            const bool never = !now.history || now.history->renamed_at == Timestamp{};
            return never ? std::nullopt : std::optional(now.history->renamed_at);
          },
          {.about = "When the player took another name the last time."}),
    field("formerNames",
          [](const Membership& now) { return now.history ? now.history->former_keys : std::vector<std::string>(); },
          {.about = "That are reserved for the player, in the form in which names are compared."}));

template <>
inline constexpr auto kSchema<PlayerData> = object(
    {"PlayerData",
     "A page of everything that is kept about a person. Each list is all pages' one after another; \"limit\" counts "
     "the "
     "lines of ledger, matches, heroes and stories together."},
    field("account", &PlayerData::account),
    field("membership", &PlayerData::membership, {.about = "On the first page."}),
    field("blocked", &PlayerData::blocked, {.about = "Whom the player has blocked. On the first page."}),
    field("followed", &PlayerData::followed, {.about = "Whom the player follows. On the first page."}),
    field("signIns", &PlayerData::sign_ins, {.about = "On the first page."}),
    field("sessions", &PlayerData::sessions, {.about = "On the first page."}), field("ledger", &PlayerData::ledger),
    field("matches", &PlayerData::matches), field("heroes", &PlayerData::heroes),
    field("stories", &PlayerData::stories, {.about = "Of one hero after another, the latest line first."}),
    field("next", &PlayerData::next, {.about = kAboutNext}));

namespace {

// One row more than `left` shows that there is another page: returns whether there is.
template <class Row>
bool cut(std::vector<Row>& rows, std::uint32_t left) {
  const bool more = rows.size() > left;
  if (more) rows.resize(left);
  return more;
}

// Fills a page from a place on. Each says whether there is more of its list, which then goes on at the place.
class PageFiller {
 public:
  PageFiller(persistence::AdminQueries& history, const AccountId& player, std::uint32_t limit, PlayerData& page)
      : history_(history), player_(player), left_(limit), page_(page) {}

  bool fill(BookingPlace& at) {
    auto rows = history_.bookings(player_, at, left_ + 1);
    const bool more = cut(rows, left_);
    for (auto& row : rows) {
      at = {.what = row.what, .match_no = row.match_no};
      add(page_.ledger, std::move(row));
    }
    return more;
  }

  bool fill(MatchPlace& at) {
    auto rows = history_.matches({.player = player_}, at, left_ + 1);
    const bool more = cut(rows, left_);
    for (const auto& row : rows) {
      at = row.at;
      add(page_.matches, match_line(row));
    }
    return more;
  }

  bool fill(StoryPlace& at) {
    for (;;) {
      auto lines = history_.story({.hero = at.hero.hero, .before = at.before, .limit = left_ + 1});
      const bool more = cut(lines, left_);
      for (const auto& line : lines) {
        at.before = line.no;
        add(page_.stories, story_line(at.hero.hero, line));
      }
      if (more) return true;
      const auto next = history_.heroes(player_, at.hero, 1);
      if (next.empty()) return false;
      if (left_ == 0) return true;
      at = {.hero = next[0].at, .before = kWholeStory};
      add(page_.heroes, hero_line(next[0].hero));
    }
  }

 private:
  template <class Line>
  void add(std::vector<Line>& list, Line line) {
    list.push_back(std::move(line));
    --left_;
  }

  persistence::AdminQueries& history_;
  const AccountId& player_;
  std::uint32_t left_;
  PlayerData& page_;
};

// Where the next page begins; nothing after the last one.
std::optional<DataPlace> fill(PageFiller filler, DataPlace at) {
  for (;;) {
    if (std::visit([&](auto& place) { return filler.fill(place); }, at)) return at;
    if (std::holds_alternative<BookingPlace>(at)) {
      at = MatchPlace{};
    } else if (std::holds_alternative<MatchPlace>(at)) {
      at = StoryPlace{};
    } else {
      return std::nullopt;
    }
  }
}

std::vector<PlayerName> related(Context& context, const AccountId& id, persistence::Relation relation) {
  std::vector<PlayerName> names;
  const persistence::ListRelated list{.account = id, .relation = relation};
  for (const persistence::Person& person : context.running.ask(list).value) {
    names.push_back({.id = person.account, .name = person.name});
  }
  return names;
}

// The moves of a finished match are in its record, which everybody may have.
PlayerData export_data(Context& context, const AccountId& id, const DataQuery& query) {
  const auto history = history_to_show(context);
  PlayerData page{.account = find_player(*history, id),
                  .membership = std::nullopt,
                  .blocked = {},
                  .followed = {},
                  .sign_ins = {},
                  .sessions = {},
                  .ledger = {},
                  .matches = {},
                  .heroes = {},
                  .stories = {},
                  .next = {}};
  if (!query.cursor) {
    page.membership = context.running.ask(persistence::ReadMembership{.account = id}).value;
    page.blocked = related(context, id, persistence::Relation::kBlocked);
    page.followed = related(context, id, persistence::Relation::kFollowed);
    page.sign_ins = context.running.ask(persistence::ListTokens{.account = id}).value;
    page.sessions = sessions_of(context.running, id);
  }
  const auto next = fill(PageFiller(*history, id, query.limit, page), query.cursor.value_or(DataCursor{}).at);
  if (next) page.next = data_cursor_text(*next);
  return page;
}

}  // namespace

std::span<const Operation> player_data_operations() {
  static constexpr std::array kOperations = {
      operation<export_data>("exportPlayer", "GET", "/admin/v1/players/{id}/export", Role::kOperate,
                             "All that is kept about a player, page by page",
                             {.history = true, .noted = Noted::kReadings}),
  };
  return kOperations;
}

}  // namespace wyrmhall::server::admin
