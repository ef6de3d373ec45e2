// A JSON value that is written and never looked at: the text that compact() gives of it (record/json.h), put together
// as it grows, without the tree in between. It has as much of a JSON type's interface as writing needs
// (rules/notation.h):
//
//   CompactText roll = CompactText::object();
//   roll["sides"] = 8;
//   roll["value"] = 3;
//   roll.text();   // {"sides":8,"value":3}
//
// Members and elements stand in the order in which they are given, each once.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace wyrmhall::record {

// `text` as a JSON string, after what is in `to`. Throws nlohmann::json::exception where it is no UTF-8.
void append_string(std::string& to, std::string_view text);

class CompactText {
 public:
  CompactText() = default;  // null
  CompactText(std::nullptr_t) {}
  CompactText(std::same_as<bool> auto value) : text_(value ? "true" : "false") {}
  template <std::integral Number>
    requires(!std::same_as<Number, bool>)
  CompactText(Number number) {
    std::array<char, 24> digits;  // NOLINT(cppcoreguidelines-pro-type-member-init): as far as it is filled
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), +number).ptr;
    text_.assign(digits.data(), end);
  }
  CompactText(std::string_view text) {
    text_.clear();
    append_string(text_, text);
  }
  CompactText(const std::string& text) : CompactText(std::string_view(text)) {}
  CompactText(const char* text) : CompactText(std::string_view(text)) {}

  static CompactText array() { return CompactText('[', ']'); }
  static CompactText object() { return CompactText('{', '}'); }

  // Of a list.
  void push_back(const CompactText& value) {
    separate();
    value.append_to(text_);
  }

  // A member of an object, to be given its value at once.
  class Member {
   public:
    Member(CompactText& object, std::string_view name) : object_(object), name_(name) {}
    void operator=(const CompactText& value) && {
      object_.separate();
      append_string(object_.text_, name_);
      object_.text_ += ':';
      value.append_to(object_.text_);
    }

   private:
    CompactText& object_;
    std::string_view name_;
  };
  Member operator[](std::string_view name) { return {*this, name}; }

  [[nodiscard]] std::string text() && {
    if (end_ != '\0') text_ += end_;
    return std::move(text_);
  }

 private:
  CompactText(char begin, char end) : text_(1, begin), end_(end) {}

  void separate() {
    if (text_.size() > 1) text_ += ',';
  }
  void append_to(std::string& to) const {
    to += text_;
    if (end_ != '\0') to += end_;
  }

  std::string text_ = "null";  // without its end
  char end_ = '\0';            // of a list or an object
};

}  // namespace wyrmhall::record
