// The schemas of the OpenAPI document, made of what schema.h lists. Those with a title stand among the document's
// components, and elsewhere only a reference to them.
#pragma once

#include <fmt/ranges.h>

#include <functional>

#include "server/admin/rest/json.h"

namespace wyrmhall::server::admin {

// What a field holds where nobody has said anything.
template <class T, class Get>
Json default_of(const Get& get) {
  return std::invoke(get, T{});
}

class Schemas {
 public:
  // Adds to `components`, which must outlive it.
  explicit Schemas(Json& components) : components_(components) {}

  // The schema of what is written in an answer.
  template <class T>
  Json of(const Notes& notes = {}) {
    return made<T>(notes, false);
  }
  // The schema of what is read: a member that answers have as null may be missing, and a time may be any of RFC 3339.
  template <class T>
  Json of_input(const Notes& notes = {}) {
    return made<T>(notes, true);
  }

  static Json reference(std::string_view name) { return {{"$ref", "#/components/schemas/" + std::string(name)}}; }

 private:
  template <class T>
  Json made(const Notes& notes, bool input) {
    Json schema = bare<T>(notes, input);
    if (!notes.about.empty()) schema["description"] = notes.about;
    if (!notes.pattern.empty()) schema["pattern"] = notes.pattern;
    return schema;
  }

  template <class T>
  Json bare(const Notes& notes, bool input) {
    if constexpr (kIsA<T, std::optional>) {
      Json schema = bare<typename T::value_type>(notes, input);
      return input ? schema : or_null(std::move(schema));
    } else if constexpr (kIsA<T, std::variant>) {
      return one_of(static_cast<T*>(nullptr));
    } else if constexpr (std::same_as<T, std::monostate>) {
      return {{"type", "null"}};
    } else if constexpr (kIsA<T, Part> || kIsA<T, Made>) {
      return bare<typename T::Whole>(notes, input);
    } else if constexpr (kIsA<T, Chosen>) {
      const std::string one = fmt::format("({})", fmt::join(T::names_there(), "|"));
      return {{"type", "string"}, {"pattern", fmt::format("^{0}(,{0})*$", one)}};
    } else if constexpr (Described<T>) {
      return titled(kSchema<T>.title, [&](Json& schema) { describe_object<T>(schema, input); });
    } else if constexpr (Worded<T>) {
      return titled(kSchema<T>.title, [](Json& schema) {
        schema["type"] = "string";
        schema["enum"] = kSchema<T>.words;
      });
    } else if constexpr (ReadFromText<T>) {
      const bool number = kSchema<T>.type == "integer";
      Json schema = {{"type", kSchema<T>.type}, {number ? "minimum" : "minLength", number ? 0 : 1}};
      if (!kSchema<T>.about.empty()) schema["description"] = kSchema<T>.about;
      return schema;
    } else if constexpr (IdText<T>) {
      return reference("Id");
    } else if constexpr (Text<T>) {
      Json schema = {{"type", "string"}};
      limit(schema, notes, "minLength", "maxLength");
      return notes.empty_none && !input ? or_null(std::move(schema)) : schema;
    } else if constexpr (std::same_as<T, bool>) {
      return {{"type", "boolean"}};
    } else if constexpr (std::same_as<T, Timestamp>) {
      return input ? Json{{"type", "string"}} : reference("Time");
    } else if constexpr (std::same_as<T, std::chrono::sys_days>) {
      return reference("Day");
    } else if constexpr (std::integral<T>) {
      Json schema = {{"type", "integer"}};
      if (std::is_unsigned_v<T>) schema["minimum"] = 0;
      limit(schema, notes, "minimum", "maximum");
      return schema;
    } else if constexpr (std::same_as<T, Json> || Message<T>) {
      return {{"type", "object"}};
    } else if constexpr (Figures<T>) {
      using Figure = std::remove_cvref_t<decltype(std::declval<std::ranges::range_value_t<T>>().second)>;
      return {{"type", "object"}, {"additionalProperties", made<Figure>({}, input)}};
    } else {
      Json schema = {{"type", "array"}, {"items", made<std::ranges::range_value_t<T>>({}, input)}};
      limit(schema, notes, "minItems", "maxItems");
      return schema;
    }
  }

  template <class T>
  void describe_object(Json& schema, bool input) {
    Json properties = Json::object();
    Json required = Json::array();
    const bool partial = kSchema<T>.title.partial;
    visit_fields<T>([&](const auto& field) {
      using Value = std::remove_cvref_t<std::invoke_result_t<decltype(field.get), T&>>;
      const std::string name(field.name);
      const Notes& notes = field.notes;
      if constexpr (kIsA<Value, std::optional>) {
        properties[name] = notes.left_out ? made<typename Value::value_type>(notes, input) : made<Value>(notes, input);
      } else {
        properties[name] = made<Value>(notes, input);
        if constexpr (std::integral<Value> && std::default_initializable<T>) {
          if (input && !notes.required) properties[name]["default"] = default_of<T>(field.get);
        }
      }
      if (input ? notes.required : !notes.left_out && !partial) required.push_back(name);
    });
    schema = {{"type", "object"},
              {"properties", std::move(properties)},
              {"required", std::move(required)},
              {"additionalProperties", false}};
  }

  template <class... T>
  Json one_of(const std::variant<T...>* /*type*/) {
    return {{"oneOf", Json::array({made<T>({}, false)...})}};
  }

  template <class Make>
  Json titled(const Title& title, Make&& make) {
    Json schema = Json::object();
    const std::string name(title.name);
    if (name.empty() || !components_.contains(name)) {
      make(schema);
      if (!title.about.empty()) schema["description"] = title.about;
    }
    if (name.empty()) return schema;
    if (!schema.empty()) components_[name] = std::move(schema);
    return reference(name);
  }

  static Json or_null(Json schema) { return {{"anyOf", Json::array({std::move(schema), {{"type", "null"}}})}}; }
  static void limit(Json& schema, const Notes& notes, const char* least, const char* most) {
    if (notes.least != kUnset) schema[least] = notes.least;
    if (notes.most != kUnset) schema[most] = notes.most;
  }

  Json& components_;
};

}  // namespace wyrmhall::server::admin
