// A value that is rarely there, kept behind a pointer, so that the struct around it stays small. Otherwise it behaves
// as std::optional does.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace wyrmhall::persistence {

template <class T>
class Boxed {
 public:
  Boxed() = default;
  Boxed(std::nullopt_t /*nothing*/) {}
  Boxed(T value) : value_(std::make_unique<T>(std::move(value))) {}
  Boxed(std::optional<T> value) : value_(value ? std::make_unique<T>(*std::move(value)) : nullptr) {}
  Boxed(const Boxed& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
  Boxed(Boxed&&) noexcept = default;
  Boxed& operator=(Boxed other) noexcept {
    value_ = std::move(other.value_);
    return *this;
  }
  ~Boxed() = default;

  [[nodiscard]] bool has_value() const { return value_ != nullptr; }
  explicit operator bool() const { return has_value(); }

  // Only where there is one.
  T& operator*() & { return *value_; }
  const T& operator*() const& { return *value_; }
  T&& operator*() && { return std::move(*value_); }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }

  friend bool operator==(const Boxed& one, const Boxed& other) {
    if (!one || !other) return one.has_value() == other.has_value();
    return *one == *other;
  }

 private:
  std::unique_ptr<T> value_;
};

// All that are in a boxed list; none where there is no list.
template <class T>
std::span<const T> all_in(const Boxed<std::vector<T>>& list) {
  return list ? std::span<const T>(*list) : std::span<const T>();
}

}  // namespace wyrmhall::persistence
