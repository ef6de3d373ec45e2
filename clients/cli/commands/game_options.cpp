#include "clients/cli/commands/game_options.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/reflection.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "clients/cli/commands/option_values.h"
#include "clients/cli/messages.h"
#include "clients/cli/terminal/message_text.h"
#include "clients/cli/terminal/table.h"
#include "clients/cli/terminal/terminal.h"
#include "clients/model/code_name.h"

namespace wyrmhall::cli {
namespace {

using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// How many names of an option can be read in one line; more names stand in columns below it.
constexpr int kMaxNamesInLine = 12;
constexpr std::size_t kBelow = 6;  // columns by which what stands below an option is indented

// Empty when all is well, otherwise what is wrong.
using Complaint = std::string;

// The fields of a message, or of a oneof.
template <class Fields>
std::string field_names(const Fields& fields) {
  std::string names;
  for (int i = 0; i < fields.field_count(); ++i) names += (i > 0 ? ", " : "") + fields.field(i)->name();
  return names;
}

Complaint set_option(Message& message, const std::string& pair) {
  const auto equals = pair.find('=');
  if (equals == std::string::npos) return t("option.pair", {{"given", pair}});
  const std::string key = pair.substr(0, equals);
  const std::string_view value = std::string_view(pair).substr(equals + 1);
  const FieldDescriptor* field = message.GetDescriptor()->FindFieldByName(key);
  // As rulebooks and records write it: roundLimit.
  if (field == nullptr) field = message.GetDescriptor()->FindFieldByCamelcaseName(key);
  if (field == nullptr) {
    return t("option.none", {{"option", key}, {"list", field_names(*message.GetDescriptor())}});
  }
  return set_value(message, *field, value);
}

Complaint set_options(Message& of_game, const std::vector<std::string>& pairs) {
  std::set<std::string> keys;
  for (const std::string& pair : pairs) {
    if (auto error = set_option(of_game, pair); !error.empty()) return error;
    const std::string key = pair.substr(0, pair.find('='));
    if (!keys.insert(key).second) return t("option.twice", {{"option", key}});
  }
  return {};
}

// What a message that speaks of any game has for this one; null if it has nothing.
Message* message_of(Message& any, std::string_view game) {
  const FieldDescriptor* field = any.GetDescriptor()->FindFieldByName(std::string(game));
  const bool is_game = field != nullptr && field->real_containing_oneof() != nullptr;
  return is_game ? any.GetReflection()->MutableMessage(&any, field) : nullptr;
}

// The numbers that were given.
std::vector<std::uint32_t> numbers_of(const Message& message, const FieldDescriptor& field) {
  const Reflection& reflect = *message.GetReflection();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    std::vector<std::uint32_t> numbers;
    if (!field.is_repeated()) numbers.push_back(static_cast<std::uint32_t>(reflect.GetEnumValue(message, &field)));
    for (int i = 0; field.is_repeated() && i < reflect.FieldSize(message, &field); ++i) {
      numbers.push_back(static_cast<std::uint32_t>(reflect.GetRepeatedEnumValue(message, &field, i)));
    }
    return numbers;
  }
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_UINT32) return {};
  if (!field.is_repeated()) return {reflect.GetUInt32(message, &field)};
  const auto& given = reflect.GetRepeatedFieldRef<std::uint32_t>(message, &field);
  return {given.begin(), given.end()};
}

std::string given_text(const Message& message, const FieldDescriptor& field) {
  const EnumDescriptor* type = field.enum_type();
  std::string text;
  for (const std::uint32_t number : numbers_of(message, field)) {
    const auto* named = type == nullptr ? nullptr : type->FindValueByNumber(static_cast<int>(number));
    text += (text.empty() ? "" : ",") + (named == nullptr ? std::to_string(number) : clients::short_name(*named));
  }
  return text;
}

bool is_offered(const v1::OptionOffer& option, const Message& message, const FieldDescriptor& field) {
  return std::ranges::all_of(numbers_of(message, field), [&](std::uint32_t number) {
    switch (option.kind()) {
      case v1::OPTION_KIND_ENUMERATOR:
        return number >= 1 && number <= static_cast<std::uint32_t>(option.enumerators_size());
      case v1::OPTION_KIND_NUMBER:
      case v1::OPTION_KIND_LIST:
        if (number == 0 && option.or_zero()) return true;
        if (option.values_size() > 0) return std::ranges::find(option.values(), number) != option.values().end();
        return number >= option.least() && number <= option.most() &&
               (number - option.least()) % std::max(option.step(), 1U) == 0;
      default:
        return true;
    }
  });
}

// "3 to 8", "duel, arena", "on or off", "15, 24, 30".
std::string values_text(const v1::OptionOffer& option) {
  std::string text;
  if (option.kind() == v1::OPTION_KIND_SWITCH) return t("values.switch");
  for (const std::string& name : option.enumerators()) text += (text.empty() ? "" : ", ") + strip_control_chars(name);
  if (!text.empty()) return option.kind() == v1::OPTION_KIND_LIST ? t("values.some", {{"values", text}}) : text;
  for (const std::uint32_t each : option.values()) text += (text.empty() ? "" : ", ") + std::to_string(each);
  if (!text.empty()) return text;
  text = t("form.range", {{"n", std::to_string(option.least())}, {"m", std::to_string(option.most())}});
  if (option.or_zero()) text = t("values.zero", {{"values", text}});
  if (option.step() > 1) text = t("values.steps", {{"values", text}, {"n", option.step()}});
  return option.kind() == v1::OPTION_KIND_LIST ? t("values.list", {{"values", text}}) : text;
}

bool has_many_names(const v1::OptionOffer& option) {
  return option.kind() != v1::OPTION_KIND_SWITCH && option.enumerators_size() > kMaxNamesInLine;
}

// "players=3 to 8 (default 3)"; "frontier=one of the 48 below" if there are too many for a line.
std::string offer_text(const v1::OptionOffer& option) {
  std::string text = strip_control_chars(option.name()) + "=";
  if (has_many_names(option)) {
    text += t(option.kind() == v1::OPTION_KIND_LIST ? "values.below.some" : "values.below.one",
              {{"n", option.enumerators_size()}});
  } else {
    text += values_text(option);
  }
  if (!option.has_default_value()) return text;
  std::string usual = std::to_string(option.default_value());
  if (option.kind() == v1::OPTION_KIND_SWITCH) usual = option.default_value() == 0 ? "off" : "on";
  const auto enumerator = static_cast<int>(option.default_value()) - 1;
  if (enumerator >= 0 && enumerator < option.enumerators_size())
    usual = strip_control_chars(option.enumerators(enumerator));
  return t("values.default", {{"option", text}, {"value", usual}});
}

// The names of an option in columns, if there are too many for a line.
std::vector<std::string> names_below(const v1::OptionOffer& option, std::size_t line_width) {
  if (!has_many_names(option)) return {};
  std::vector<std::string> names;
  for (const std::string& name : option.enumerators()) names.push_back(strip_control_chars(name));
  std::vector<std::string> lines = in_columns(names, line_width - std::min(line_width, kBelow));
  for (std::string& line : lines) line.insert(0, kBelow, ' ');
  return lines;
}

// As it is typed; a newer server may have levels that this program does not know.
std::string level_name(int level) {
  const auto* const named = google::protobuf::GetEnumDescriptor<v1::BotLevel>()->FindValueByNumber(level);
  return named == nullptr ? std::to_string(level) : clients::short_name(*named);
}

}  // namespace

std::expected<v1::GameOptions, std::string> make_options(std::string_view game, const std::vector<std::string>& pairs) {
  v1::GameOptions options;
  Message* const of_game = message_of(options, game);
  if (of_game == nullptr) {
    const std::string games = field_names(*options.GetDescriptor()->FindOneofByName("game"));
    return std::unexpected(t("game.none", {{"game", game}, {"list", games}}));
  }
  if (auto error = set_options(*of_game, pairs); !error.empty()) return std::unexpected(error);
  return options;
}

std::expected<std::vector<std::string>, std::string> any_of(std::string_view game,
                                                            const std::vector<std::string>& names) {
  v1::GameOptions options;
  Message* const of_game = message_of(options, game);
  if (of_game == nullptr) return {};
  const auto& type = *of_game->GetDescriptor();
  std::vector<std::string> all = {"clock"};
  for (int i = 0; i < type.field_count(); ++i) all.push_back(type.field(i)->name());
  if (std::ranges::find(names, "all") != names.end()) return all;
  for (const std::string& name : names) {
    if (std::ranges::find(all, name) != all.end()) continue;
    return std::unexpected(t("any.none", {{"given", name}, {"list", "all, clock, " + field_names(type)}}));
  }
  return names;
}

std::expected<v1::SeatPart, std::string> make_part(std::string_view game, const std::vector<std::string>& pairs) {
  v1::SeatPart part;
  Message* const of_game = message_of(part, game);
  if (of_game == nullptr) return std::unexpected(t("bring.nothing", {{"game", game}}));
  if (auto error = set_options(*of_game, pairs); !error.empty()) return std::unexpected(error);
  return part;
}

std::vector<std::string> offer_lines(const Paint& paint, const v1::GameOffer& offer) {
  const std::string& game = offer.game();
  std::vector<std::string> lines;
  const auto add = [&](const std::string& text, const std::string& key) {
    lines.push_back("  " + text);
    // A server may have options that this client has no words for.
    if (has_message(game, key)) lines.push_back(paint(Tint::kFaint, std::string(kBelow, ' ') + t(game, key, {})));
  };
  for (const v1::OptionOffer& option : offer.options()) {
    add(offer_text(option), "option." + option.name());
    for (std::string& line : names_below(option, paint.line_width())) lines.push_back(std::move(line));
  }
  if (!offer.bots().empty()) {
    std::vector<std::string> levels;
    for (const int level : offer.bots()) levels.push_back(level_name(level));
    lines.push_back("  " + t("games.bots", {{"list", listed(levels)}}));
  }
  const FieldDescriptor* field = v1::GameOptions::descriptor()->FindFieldByName(game);
  if (field == nullptr || field->message_type() == nullptr) return lines;
  for (int i = 0; i < field->message_type()->field_count(); ++i) {
    const FieldDescriptor& option = *field->message_type()->field(i);
    if (is_message_list(option)) add(option.name() + "=…", "option." + option.name());
  }
  const FieldDescriptor* part = v1::SeatPart::descriptor()->FindFieldByName(game);
  for (int i = 0; part != nullptr && i < part->message_type()->field_count(); ++i) {
    const FieldDescriptor& brought = *part->message_type()->field(i);
    const EnumDescriptor* type = brought.is_repeated() ? nullptr : brought.enum_type();
    add("--bring " + brought.name() + "=" + (type == nullptr ? "…" : value_names(*type)), "bring." + brought.name());
  }
  return lines;
}

std::string why_not_offered(const v1::Welcome& welcome, const v1::GameOptions& options,
                            std::optional<v1::BotLevel> bot) {
  const std::string game = clients::game_of(options);
  if (game.empty()) return {};
  const auto& games = welcome.games();
  const auto offer = std::ranges::find(games, game, [](const v1::GameOffer& each) { return each.game(); });
  if (offer == games.end()) return games.empty() ? "" : t(v1::RefusalCode_Name(v1::REFUSAL_CODE_GAME_UNKNOWN));
  if (bot && !offer->bots().empty() && std::ranges::find(offer->bots(), *bot) == offer->bots().end()) {
    std::vector<std::string> levels;
    for (const int level : offer->bots()) levels.push_back(level_name(level));
    return t("bot.none", {{"given", level_name(*bot)}, {"game", game_title(game)}, {"list", listed(levels)}});
  }
  const Message& of_game = inner_message(options);
  std::vector<const FieldDescriptor*> fields;
  of_game.GetReflection()->ListFields(of_game, &fields);
  for (const FieldDescriptor* field : fields) {
    if (is_message_list(*field)) continue;  // of which nothing is described
    const auto option =
        std::ranges::find(offer->options(), field->name(), [](const auto& each) { return each.name(); });
    if (option == offer->options().end()) {
      // A server older than the descriptions of options describes none.
      if (offer->options().empty()) return {};
      return t("option.unknown", {{"option", field->name()}});
    }
    if (!is_offered(*option, of_game, *field)) {
      return t("option.must",
               {{"option", field->name()}, {"values", values_text(*option)}, {"given", given_text(of_game, *field)}});
    }
  }
  return {};
}

std::string what_has_no_effect(const v1::GameOptions& given, const v1::GameOptions& completed) {
  const std::string game = clients::game_of(given);
  if (game.empty() || clients::game_of(completed) != game) return {};
  const Message& of_game = inner_message(given);
  const Message& of_table = inner_message(completed);
  std::vector<const FieldDescriptor*> fields;
  of_game.GetReflection()->ListFields(of_game, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->is_repeated() || of_table.GetReflection()->HasField(of_table, field)) continue;
    return t("option.noEffect", {{"option", field->name()}, {"game", game}});
  }
  return {};
}

std::string chosen_options_text(const v1::GameOptions& options, const v1::Welcome& welcome) {
  v1::GameOptions chosen = options;
  const std::string game = clients::game_of(options);
  Message* const of_game = message_of(chosen, game);
  const auto offer = std::ranges::find(welcome.games(), game, [](const v1::GameOffer& each) { return each.game(); });
  if (of_game == nullptr || offer == welcome.games().end()) return options_text(options);
  const Reflection& reflect = *of_game->GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflect.ListFields(*of_game, &fields);
  for (const FieldDescriptor* field : fields) {
    const auto option =
        std::ranges::find(offer->options(), field->name(), [](const auto& each) { return each.name(); });
    const bool has_usual = option != offer->options().end() && option->has_default_value();
    const bool is_switch = field->cpp_type() == FieldDescriptor::CPPTYPE_BOOL;
    const auto given = is_switch ? std::vector<std::uint32_t>{reflect.GetBool(*of_game, field) ? 1U : 0U}
                                 : numbers_of(*of_game, *field);
    const bool is_usual = has_usual && given == std::vector{option->default_value()};
    if (is_usual || is_message_list(*field)) reflect.ClearField(of_game, field);
  }
  return options_text(chosen);
}

std::string options_text(const v1::GameOptions& options) {
  const Message& of_game = inner_message(options);
  const std::unique_ptr<Message> simple(of_game.New());
  simple->CopyFrom(of_game);
  std::string entries;
  std::vector<const FieldDescriptor*> fields;
  of_game.GetReflection()->ListFields(of_game, &fields);
  for (const FieldDescriptor* field : fields) {
    if (!is_message_list(*field)) continue;
    entries += " " + field->name() + "=" + entries_text(of_game, *field);
    simple->GetReflection()->ClearField(simple.get(), field);
  }
  const std::string text = line_text(*simple) + entries + (options.no_odds() ? " no odds" : "");
  return text.starts_with(' ') ? text.substr(1) : text;
}

}  // namespace wyrmhall::cli
