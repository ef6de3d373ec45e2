// A message for people, as its key in clients/messages and the values in it: the model speaks no language.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wyrmhall::clients {

// A value that goes into a message, by its name there: {"n", 3}, {"name", "Mira"}. A text must be UTF-8, and one from
// somebody else must be without control characters.
struct Argument {
  Argument(std::string_view called, std::integral auto number)
      : name(called), value(static_cast<std::int64_t>(number)) {}
  Argument(std::string_view called, std::string_view text) : name(called), value(std::string(text)) {}
  friend bool operator==(const Argument&, const Argument&) = default;

  std::string name;
  std::variant<std::int64_t, std::string> value;
};
using Arguments = std::vector<Argument>;

struct Message {
  std::string key;
  Arguments arguments{};
  friend bool operator==(const Message&, const Message&) = default;
};

}  // namespace wyrmhall::clients
