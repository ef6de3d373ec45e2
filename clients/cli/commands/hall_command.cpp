#include "clients/cli/commands/hall_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clients/cli/games/game_text.h"
#include "clients/cli/games/typed_words.h"
#include "clients/cli/messages.h"
#include "clients/cli/terminal/refusal_text.h"
#include "clients/cli/terminal/typed_commands.h"
#include "clients/model/code_name.h"
#include "clients/model/handshake.h"
#include "clients/model/ids.h"

namespace wyrmhall::cli {
namespace {

constexpr int kMaxListed = 8;  // of the matches, tables and matches to watch, each

std::string who_plays(std::vector<std::string> names) {
  std::erase(names, "");
  return listed(names);
}

// Whether all seats are the player's own unless told otherwise.
bool is_alone_by_default(const v1::GameOffer& game) {
  return std::ranges::any_of(game.options(), [](const v1::OptionOffer& option) {
    return option.name() == "players" && option.has_default_value() && option.default_value() == 1;
  });
}

}  // namespace

bool HallCommand::welcomed(const v1::Welcome& welcome) {
  welcome_ = welcome;
  return true;
}

void HallCommand::signed_in(const v1::SignedIn& who, bool /*again*/) {
  who_ = who;
  context_.terminal.say(
      t("you.are", {{"name", strip_control_chars(who.player().name())}, {"server", context_.settings.server.text()}}));
  v1::ClientMessage message;
  message.mutable_list_tables();
  session().send(message);
}

void HallCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  if (!message.has_tables()) return;
  tables_ = message.tables();
  list_hall();
  show();
}

void HallCommand::list_hall() {
  in_hall_ = true;
  offers_.clear();
  const auto heading = [&](std::string_view key) { offers_.push_back({t(key), {}}); };
  if (!who_.matches().empty() || !who_.tables().empty()) heading("hall.goOn");
  const auto first = [](const auto& list) { return std::min(list.size(), kMaxListed); };
  for (int i = 0; i < first(who_.matches()); ++i) {
    const v1::MatchSummary& match = who_.matches(i);
    offers_.push_back(
        {labelled(game_title(match.game()), who_plays(seat_names(match.seats()))), [this, id = clients::id_of(match)] {
           go(CommandName::kJoin, [&](Settings& settings) { settings.match = id; });
         }});
  }
  const auto add_table = [this](const v1::Table& table) {
    const std::string game = game_title(clients::game_of(table.options()));
    offers_.push_back({labelled(game, who_plays(seat_names(table.seats()))), [this, id = clients::match_id_of(table)] {
                         go(CommandName::kJoin, [&](Settings& settings) { settings.match = id; });
                       }});
  };
  for (int i = 0; i < first(who_.tables()); ++i) add_table(who_.tables(i));
  if (!who_.challenges().empty()) heading("hall.challenges");
  for (int i = 0; i < first(who_.challenges()); ++i) add_table(who_.challenges(i).table());
  heading("hall.play");
  for (const v1::GameOffer& game : welcome_.games()) {
    offers_.push_back({game_title(strip_control_chars(game.game())), [this, game] { list_opponents(game); }});
  }
  if (!tables_.tables().empty()) heading("hall.join");
  for (int i = 0; i < first(tables_.tables()); ++i) add_table(tables_.tables(i));
  if (!tables_.running().empty()) heading("hall.watch");
  for (int i = 0; i < first(tables_.running()); ++i) {
    const v1::MatchSummary& match = tables_.running(i);
    offers_.push_back(
        {labelled(game_title(match.game()), who_plays(seat_names(match.seats()))), [this, id = clients::id_of(match)] {
           go(CommandName::kWatch, [&](Settings& settings) { settings.match = id; });
         }});
  }
}

void HallCommand::list_opponents(const v1::GameOffer& game) {
  const std::string& name = game.game();
  const auto play = [this, name](std::optional<v1::BotLevel> bot) {
    go(CommandName::kPlay, [&](Settings& settings) {
      settings.game = name;
      settings.bot = bot;
    });
  };
  if (is_alone_by_default(game)) return play(std::nullopt);
  in_hall_ = false;
  offers_ = {{labelled(game_title(name), t("hall.against")), {}}};
  for (const int level : game.bots()) {
    if (!v1::BotLevel_IsValid(level)) continue;
    const auto bot = static_cast<v1::BotLevel>(level);
    offers_.push_back({t(v1::BotLevel_Name(bot)), [play, bot] { play(bot); }});
  }
  offers_.push_back({t("hall.people"), [play] { play(std::nullopt); }});
  offers_.push_back({t("hall.back"), [this] { list_hall(); }});
  show();
}

void HallCommand::show() {
  if (offers_.empty()) return;
  std::vector<ListedChoice> choices;
  std::size_t number = 0;
  for (const Offer& offer : offers_) {
    if (offer.choose) {
      choices.push_back({fmt::format("{:>4}  {}", ++number, offer.text), std::to_string(number)});
    } else {
      choices.push_back({"  " + context_.terminal.paint()(Tint::kStrong, offer.text), {}});
    }
  }
  context_.terminal.show_choices(choices);
  context_.terminal.ask(t("hall.ask", {{"n", number}}));
}

void HallCommand::line(std::string_view text) {
  context_.terminal.answered();
  if (in_english(text) == "quit") {
    if (in_hall_) return end();
    list_hall();
    return show();
  }
  const auto number = number_in_word(text);
  std::uint32_t at = 0;
  for (const Offer& offer : offers_) {
    if (!offer.choose || ++at != number) continue;
    const auto choose = offer.choose;  // it may list other offers
    choose();
    return next_ ? void() : show();
  }
  if (!text.empty()) context_.terminal.say(t("hall.noNumber", {{"typed", strip_control_chars(text)}}));
  show();
}

void HallCommand::go(CommandName command, const std::function<void(Settings&)>& change) {
  next_ = context_.settings;
  next_->command = command;
  change(*next_);
  end();
}

}  // namespace wyrmhall::cli
