#include "clients/cli/terminal/typed_line.h"

#define NCURSES_NOMACROS  // functions, which can be called by their full names
#include <curses.h>
#include <form.h>

#include <algorithm>
#include <array>

namespace wyrmhall::cli {
namespace {

constexpr int kMaxTyped = 200;           // letters
constexpr std::size_t kMaxEarlier = 50;  // lines

constexpr int control(char letter) {
  return letter - '@';
}

}  // namespace

// The form with its one field, where it stands.
struct TypedLine::Field {
  Field(std::size_t row, std::size_t column, std::size_t columns)
      : row_(static_cast<int>(row)), column_(static_cast<int>(column)), columns_(static_cast<int>(columns)) {
    window = ::newwin(1, columns_, row_, column_);
    fields = {::new_field(1, columns_, 0, 0, 0, 0), nullptr};
    ::field_opts_off(fields[0], O_STATIC | O_AUTOSKIP | O_BLANK);
    ::set_max_field(fields[0], std::max(kMaxTyped, columns_));
    form = ::new_form(fields.data());
    ::set_form_win(form, window);
    ::set_form_sub(form, window);
    ::post_form(form);
  }
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;
  ~Field() {
    ::unpost_form(form);
    ::free_form(form);
    ::free_field(fields[0]);
    ::delwin(window);
  }
  [[nodiscard]] bool stands_at(std::size_t row, std::size_t column, std::size_t columns) const {
    return row_ == static_cast<int>(row) && column_ == static_cast<int>(column) &&
           columns_ == static_cast<int>(columns);
  }

  WINDOW* window = nullptr;
  std::array<FIELD*, 2> fields{};
  FORM* form = nullptr;

 private:
  int row_;
  int column_;
  int columns_;
};

TypedLine::TypedLine() = default;
TypedLine::~TypedLine() = default;

void TypedLine::place(std::size_t row, std::size_t column, std::size_t columns) {
  if (field_ && field_->stands_at(row, column, columns)) return;
  const std::string kept = field_ ? text() : std::string();
  field_ = std::make_unique<Field>(row, column, columns);
  set(kept);
}

void TypedLine::drive(int request) const {
  ::form_driver(field_->form, request);
}

void TypedLine::press(int key, bool is_special) {
  if (is_special) {
    switch (key) {
      case KEY_LEFT:
        return drive(REQ_PREV_CHAR);
      case KEY_RIGHT:
        return drive(REQ_NEXT_CHAR);
      case KEY_HOME:
        return drive(REQ_BEG_FIELD);
      case KEY_END:
        return drive(REQ_END_FIELD);
      case KEY_BACKSPACE:
        return drive(REQ_DEL_PREV);
      case KEY_DC:
        return drive(REQ_DEL_CHAR);
      default:
        return;
    }
  }
  switch (key) {
    case control('A'):
      return drive(REQ_BEG_FIELD);
    case control('E'):
      return drive(REQ_END_FIELD);
    case control('B'):
      return drive(REQ_PREV_CHAR);
    case control('F'):
      return drive(REQ_NEXT_CHAR);
    case control('D'):
      return drive(REQ_DEL_CHAR);
    case control('K'):
      return drive(REQ_CLR_EOF);
    case control('U'):
      return drive(REQ_CLR_FIELD);
    case control('H'):
    case '\x7F':
      return drive(REQ_DEL_PREV);
    default:
      if (key >= ' ') ::form_driver_w(field_->form, OK, static_cast<wchar_t>(key));
  }
}

std::string TypedLine::text() const {
  drive(REQ_VALIDATION);
  const std::string_view padded = ::field_buffer(field_->fields[0], 0);
  const auto first = padded.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return std::string(padded.substr(first, padded.find_last_not_of(' ') - first + 1));
}

void TypedLine::set(std::string_view text) {
  drive(REQ_CLR_FIELD);
  ::set_field_buffer(field_->fields[0], 0, std::string(text).c_str());
  drive(REQ_END_FIELD);
}

std::string TypedLine::take() {
  std::string typed = text();
  drive(REQ_CLR_FIELD);
  if (!typed.empty() && (earlier_.empty() || earlier_.back() != typed)) earlier_.push_back(typed);
  if (earlier_.size() > kMaxEarlier) earlier_.pop_front();
  at_ = earlier_.size();
  return typed;
}

void TypedLine::show_earlier() {
  if (at_ > 0) set(earlier_[--at_]);
}

void TypedLine::show_later() {
  if (at_ < earlier_.size()) ++at_;
  set(at_ < earlier_.size() ? earlier_[at_] : std::string());
}

void TypedLine::draw() const {
  ::pos_form_cursor(field_->form);
  ::touchwin(field_->window);
  ::wnoutrefresh(field_->window);
}

}  // namespace wyrmhall::cli
