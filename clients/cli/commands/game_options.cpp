#include "clients/cli/commands/game_options.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/reflection.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>

#include "clients/cli/messages.h"
#include "clients/cli/terminal/message_text.h"
#include "clients/cli/terminal/terminal.h"
#include "clients/model/code_name.h"

namespace wyrmhall::cli {
namespace {

using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// Empty when all is well, otherwise what is wrong.
using Complaint = std::string;

// The fields of a message, or of a oneof.
template <class Fields>
std::string field_names(const Fields& fields) {
  std::string names;
  for (int i = 0; i < fields.field_count(); ++i) names += (i > 0 ? ", " : "") + fields.field(i)->name();
  return names;
}

std::string value_names(const EnumDescriptor& type) {
  std::string names;
  // The first value says only that none was given.
  for (int i = 1; i < type.value_count(); ++i) names += (i > 1 ? ", " : "") + clients::short_name(*type.value(i));
  return names;
}

Complaint set_enum(Message& message, const FieldDescriptor& field, std::string_view value) {
  for (int i = 1; i < field.enum_type()->value_count(); ++i) {
    if (clients::short_name(*field.enum_type()->value(i)) != value) continue;
    message.GetReflection()->SetEnum(&message, &field, field.enum_type()->value(i));
    return {};
  }
  return t("option.oneOf", {{"option", field.name()}, {"list", value_names(*field.enum_type())}, {"given", value}});
}

Complaint set_bool(Message& message, const FieldDescriptor& field, std::string_view value) {
  const bool on = value == "true" || value == "yes" || value == "on" || value == "1";
  const bool off = value == "false" || value == "no" || value == "off" || value == "0";
  if (!on && !off) return t("option.onOff", {{"option", field.name()}, {"given", value}});
  message.GetReflection()->SetBool(&message, &field, on);
  return {};
}

// Sets, or where the field is a list appends, one whole number.
Complaint add_number(Message& message, const FieldDescriptor& field, std::string_view value) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  const bool is_unsigned = field.cpp_type() == FieldDescriptor::CPPTYPE_UINT32;
  const std::int64_t least = is_unsigned ? 0 : std::numeric_limits<std::int32_t>::min();
  const std::int64_t most =
      is_unsigned ? std::numeric_limits<std::uint32_t>::max() : std::numeric_limits<std::int32_t>::max();
  if (error != std::errc() || end != value.data() + value.size() || number < least || number > most) {
    return t(field.is_repeated() ? "option.numbers" : "option.number", {{"option", field.name()}, {"given", value}});
  }
  const Reflection& reflect = *message.GetReflection();
  if (is_unsigned) {
    const auto wanted = static_cast<std::uint32_t>(number);
    field.is_repeated() ? reflect.AddUInt32(&message, &field, wanted) : reflect.SetUInt32(&message, &field, wanted);
  } else {
    const auto wanted = static_cast<std::int32_t>(number);
    field.is_repeated() ? reflect.AddInt32(&message, &field, wanted) : reflect.SetInt32(&message, &field, wanted);
  }
  return {};
}

Complaint set_list(Message& message, const FieldDescriptor& field, std::string_view value) {
  while (!value.empty()) {
    const auto comma = value.find(',');
    if (auto error = add_number(message, field, value.substr(0, comma)); !error.empty()) return error;
    value.remove_prefix(comma == std::string_view::npos ? value.size() : comma + 1);
  }
  return {};
}

Complaint set_option(Message& message, const std::string& pair) {
  const auto equals = pair.find('=');
  if (equals == std::string::npos) return t("option.pair", {{"given", pair}});
  const std::string key = pair.substr(0, equals);
  const std::string_view value = std::string_view(pair).substr(equals + 1);
  const FieldDescriptor* field = message.GetDescriptor()->FindFieldByName(key);
  if (field == nullptr) {
    return t("option.none", {{"option", key}, {"list", field_names(*message.GetDescriptor())}});
  }
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_ENUM:
      return set_enum(message, *field, value);
    case FieldDescriptor::CPPTYPE_BOOL:
      return set_bool(message, *field, value);
    case FieldDescriptor::CPPTYPE_UINT32:
    case FieldDescriptor::CPPTYPE_INT32:
      return field->is_repeated() ? set_list(message, *field, value) : add_number(message, *field, value);
    case FieldDescriptor::CPPTYPE_STRING:
      message.GetReflection()->SetString(&message, field, std::string(value));
      return {};
    default:
      return t("option.notHere", {{"option", key}});
  }
}

// The numbers that were given.
std::vector<std::uint32_t> numbers_of(const Message& message, const FieldDescriptor& field) {
  const Reflection& reflect = *message.GetReflection();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    return {static_cast<std::uint32_t>(reflect.GetEnumValue(message, &field))};
  }
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_UINT32) return {};
  if (!field.is_repeated()) return {reflect.GetUInt32(message, &field)};
  const auto& given = reflect.GetRepeatedFieldRef<std::uint32_t>(message, &field);
  return {given.begin(), given.end()};
}

std::string given_text(const Message& message, const FieldDescriptor& field) {
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM)
    return clients::short_name(*message.GetReflection()->GetEnum(message, &field));
  std::string text;
  for (const std::uint32_t number : numbers_of(message, field))
    text += (text.empty() ? "" : ",") + std::to_string(number);
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
        return number >= option.least() && number <= option.most() &&
               (number - option.least()) % std::max(option.step(), 1U) == 0;
      default:
        return true;
    }
  });
}

// "3 to 8", "duel, arena", "on or off".
std::string values_text(const v1::OptionOffer& option) {
  std::string text;
  switch (option.kind()) {
    case v1::OPTION_KIND_SWITCH:
      return t("values.switch");
    case v1::OPTION_KIND_ENUMERATOR:
      for (const std::string& name : option.enumerators())
        text += (text.empty() ? "" : ", ") + strip_control_chars(name);
      return text;
    default:
      break;
  }
  text = t("form.range", {{"n", std::to_string(option.least())}, {"m", std::to_string(option.most())}});
  if (option.or_zero()) text = t("values.zero", {{"values", text}});
  if (option.step() > 1) text = t("values.steps", {{"values", text}, {"n", option.step()}});
  return option.kind() == v1::OPTION_KIND_LIST ? t("values.list", {{"values", text}}) : text;
}

}  // namespace

std::expected<v1::GameOptions, std::string> make_options(std::string_view game, const std::vector<std::string>& pairs) {
  v1::GameOptions options;
  const FieldDescriptor* field = options.GetDescriptor()->FindFieldByName(std::string(game));
  if (field == nullptr || field->real_containing_oneof() == nullptr) {
    const std::string games = field_names(*options.GetDescriptor()->FindOneofByName("game"));
    return std::unexpected(t("game.none", {{"game", game}, {"list", games}}));
  }
  Message& of_game = *options.GetReflection()->MutableMessage(&options, field);
  std::set<std::string> keys;
  for (const std::string& pair : pairs) {
    if (auto error = set_option(of_game, pair); !error.empty()) return std::unexpected(error);
    const std::string key = pair.substr(0, pair.find('='));
    if (!keys.insert(key).second) return std::unexpected(t("option.twice", {{"option", key}}));
  }
  return options;
}

std::string offer_text(const v1::OptionOffer& option) {
  std::string text = strip_control_chars(option.name()) + "=" + values_text(option);
  if (!option.has_default_value()) return text;
  std::string usual = std::to_string(option.default_value());
  if (option.kind() == v1::OPTION_KIND_SWITCH) usual = option.default_value() == 0 ? "off" : "on";
  const auto enumerator = static_cast<int>(option.default_value()) - 1;
  if (enumerator >= 0 && enumerator < option.enumerators_size())
    usual = strip_control_chars(option.enumerators(enumerator));
  return t("values.default", {{"option", text}, {"value", usual}});
}

std::string why_not_offered(const v1::Welcome& welcome, const v1::GameOptions& options) {
  const std::string game = clients::game_of(options);
  if (game.empty()) return {};
  const auto& games = welcome.games();
  const auto offer = std::ranges::find(games, game, [](const v1::GameOffer& each) { return each.game(); });
  if (offer == games.end()) return games.empty() ? "" : t(v1::RefusalCode_Name(v1::REFUSAL_CODE_GAME_UNKNOWN));
  const Message& of_game = inner_message(options);
  std::vector<const FieldDescriptor*> fields;
  of_game.GetReflection()->ListFields(of_game, &fields);
  for (const FieldDescriptor* field : fields) {
    const auto option =
        std::ranges::find(offer->options(), field->name(), [](const auto& each) { return each.name(); });
    if (option == offer->options().end()) {
      // A server from before options were described says nothing of any.
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

std::string options_text(const v1::GameOptions& options) {
  return line_text(inner_message(options)) + (options.no_odds() ? " no odds" : "");
}

}  // namespace wyrmhall::cli
