// The line that a person types in on a screen, with what was typed before. The editing is that of the forms of ncurses.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

namespace wyrmhall::cli {

class TypedLine {
 public:
  TypedLine();
  TypedLine(const TypedLine&) = delete;
  TypedLine& operator=(const TypedLine&) = delete;
  ~TypedLine();

  // Where it stands on the screen; what is typed stays. Before anything else.
  void place(std::size_t row, std::size_t column, std::size_t columns);
  // Takes a key, a letter or one of ncurses' KEY_; does nothing with keys that mean nothing here.
  void press(int key, bool is_special);
  [[nodiscard]] std::string text() const;
  void set(std::string_view text);
  // What is typed becomes the latest of what was typed before, and the line empty.
  std::string take();
  // The line that was typed before the one shown here, or after it.
  void show_earlier();
  void show_later();
  // To be called once everything else on the screen has been drawn.
  void draw() const;

 private:
  struct Field;
  void drive(int request) const;

  std::unique_ptr<Field> field_;
  std::deque<std::string> earlier_;  // the oldest first
  std::size_t at_ = 0;               // in `earlier_`, of what stands here; its end for what is new
};

}  // namespace wyrmhall::cli
