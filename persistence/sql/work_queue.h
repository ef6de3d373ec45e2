// A queue from which one thread takes everything that is waiting at once.
#pragma once

#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

namespace wyrmhall::persistence::sql {

// put() and close() may be called from any thread, take() from one.
template <class Item>
class WorkQueue {
 public:
  void put(Item&& item) {
    bool wake = false;
    {
      const std::scoped_lock lock(mutex_);
      items_.push_back(std::move(item));
      wake = std::exchange(sleeping_, false);
    }
    if (wake) filled_.notify_one();
  }

  // Nothing is put from now on; what is waiting can still be taken.
  void close() {
    {
      const std::scoped_lock lock(mutex_);
      closed_ = true;
      sleeping_ = false;
    }
    filled_.notify_one();
  }

  // Waits until there is something and swaps it into `items`, whose memory the queue goes on with. False once the queue
  // is closed and empty.
  bool take(std::vector<Item>& items) {
    items.clear();
    std::unique_lock lock(mutex_);
    while (items_.empty() && !closed_) {
      sleeping_ = true;
      filled_.wait(lock, [this] { return !sleeping_; });
    }
    items_.swap(items);
    return !items.empty();
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::vector<Item> items_;
  bool sleeping_ = false;  // whether the taker waits to be woken
  bool closed_ = false;
};

}  // namespace wyrmhall::persistence::sql
