// What the terminal shows of matches of every game that are played at random: screens of several sizes, in each
// language, and what the help and the list of choices say can be typed. Names no game.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "clients/cli/games/game_text.h"
#include "clients/cli/match/listing.h"
#include "clients/cli/messages.h"
#include "clients/cli/terminal/paint.h"
#include "clients/cli/terminal/screen_layout.h"
#include "clients/model/spelled_out.h"
#include "in_language.h"
#include "server/games/registry.h"
#include "tests/server/random_options.h"
#include "tests/server/stored_match.h"

namespace wyrmhall::cli {
namespace {

constexpr int kMatches = 12;  // of each game
constexpr std::size_t kMoves = 120;
constexpr std::size_t kLookEvery = 4;  // moves
constexpr ScreenSize kWindows[] = {{20, 60}, {24, 80}, {40, 120}};

// What one seat is asked, as its client has it.
struct Asked {
  v1::GameView view;
  v1::MatchInfo info;
  v1::Choices choices;
  int seat;
};

Asked asked(const server::RunningGame& game, const v1::MatchInfo& info, rules::Seat seat) {
  return {server::snapshot_of(game, {seat}), info, clients::spelled_out(server::choices_of(game, seat)),
          static_cast<int>(seat)};
}

bool is_legal(const server::RunningGame& game, rules::Seat seat, const v1::GameAction& action) {
  return !game.refusal_of(rules::MoveKind::kAction, seat, &action);
}

// Each number of the list, and each example of the help, is a decision that the server takes.
void check_typing(const server::RunningGame& game, const GameText& text, const Asked& now, int& examples) {
  const Paint paint(false);
  const Scene scene{now.view, now.info, now.seat, 1U << static_cast<unsigned>(now.seat), paint, &now.choices};
  const auto seat = static_cast<rules::Seat>(now.seat);
  const std::vector<ListedLine> lines = listing(text, scene, now.choices);
  const auto count = static_cast<std::int64_t>(count_numbers(lines));
  for (std::int64_t number = 1; number <= count; ++number) {
    const auto action = action_of_number(lines, number);
    REQUIRE(action);
    CHECK(is_legal(game, seat, *action));
  }
  CHECK_FALSE(action_of_number(lines, 0));
  CHECK_FALSE(action_of_number(lines, count + 1));
  for (const GameText::Way& way : text.ways_to_type(scene, now.choices)) {
    const GameText::Typed typed = text.typed(scene, now.choices, way.example);
    const bool taken = typed.action && is_legal(game, seat, *typed.action);
    CHECK_MESSAGE(taken, way.example, ": ", typed.complaint);
    CHECK_FALSE(way.what.empty());
    ++examples;
  }
}

// The board has room in every window, and headline and prompt are in sight.
void check_screens(const GameText& text, const Asked& now) {
  for (const ScreenSize size : kWindows) {
    const Paint paint(true, board_width(size.columns));
    Scene scene{now.view, now.info, now.seat, 1U << static_cast<unsigned>(now.seat), paint, &now.choices};
    ScreenContent content;
    content.board = text.board(scene);
    scene.brief = true;
    content.brief = text.board(scene);
    CHECK(content.brief.size() <= content.board.size());
    for (ListedLine& line : listing(text, scene, now.choices)) content.choices.push_back({"   1  " + line.text, "1"});
    content.prompt = t("choice.ask", {{"n", 3}});
    REQUIRE_FALSE(content.board.empty());
    const ScreenPicture picture = lay_out(content, size);
    REQUIRE(picture.rows.size() == size.rows);
    for (const auto& row : picture.rows) REQUIRE_MESSAGE(columns(row.text) <= size.columns, row.text);
    CHECK(without_codes(picture.rows.front().text).starts_with(without_codes(content.board.front()).substr(0, 8)));
    CHECK(picture.rows.back().text.contains(content.prompt));
  }
}

v1::MatchInfo info_of(const v1::GameOptions& options, std::size_t seats) {
  v1::MatchInfo info;
  *info.mutable_options() = options;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    v1::Player& player = *info.add_seats()->mutable_player();
    player.set_account_id(std::string(16, static_cast<char>('a' + seat)));
    player.set_name("Player " + std::to_string(seat));
  }
  return info;
}

}  // namespace

TEST_CASE("every screen has room, and everything that is offered to be typed is taken") {
  for (const char* language : {"en", "fr"}) {
    const wyrmhall::tests::InLanguage speaks(language);
    for (const server::GameKind* kind : server::all_games()) {
      const std::string game(kind->offer().game());
      const GameText& text = text_of(game);
      rules::FastDice chance(17);
      int examples = 0;
      int looks = 0;
      for (int match = 0; match < kMatches;) {
        v1::GameOptions options = test::random_options(game, chance);
        if (kind->complete(options)) continue;
        ++match;
        test::StoredMatchPlan plan;
        plan.game = game;
        plan.options = options;
        plan.moves = kMoves;
        plan.players.resize(static_cast<std::size_t>(kind->seats(options)));
        const persistence::StoredMatch stored = test::play_stored_match(plan, chance.bits());
        const v1::MatchInfo info = info_of(options, plan.players.size());
        auto running = kind->start(stored.row).value();
        const auto look = [&](std::size_t move) {
          if (move % kLookEvery != 0) return;
          for (rules::Seat seat = 0; seat < rules::kMaxSeats; ++seat) {
            if (!running->waiting_on().contains(seat)) continue;
            INFO(game, ", ", std::string(language), ", move ", move, ", seat ", static_cast<int>(seat));
            const Asked now = asked(*running, info, seat);
            check_typing(*running, text, now, examples);
            check_screens(text, now);
            ++looks;
          }
        };
        look(0);
        REQUIRE(server::fold(*running, stored.moves, look));
      }
      MESSAGE(game, ", ", std::string(language), ": ", looks, " decisions looked at, ", examples, " examples typed");
      CHECK(looks > kMatches);
    }
  }
}

}  // namespace wyrmhall::cli
