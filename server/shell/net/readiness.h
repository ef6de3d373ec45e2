// Which sockets have something to read, or room to write again: an epoll set of the established connections.
//
// Asio would look again at each socket after each read, and have an operation made for each. The kernel tells this set
// of every change by itself, so a message costs one read; and the sockets that have something are known together, so
// that their memory can be asked for together (server/core/prefetch.h). Asio waits for the set as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>

#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/unordered/unordered_flat_map.hpp>

#include "server/shell/net/asio.h"

namespace wyrmhall::server {

// All calls come on the thread of the io_context, which must outlive it and has work for as long as it is there.
class Readiness {
 public:
  class Watcher {
   public:
    // What has become possible since the last call. `gone`: the other side sends no more, or the socket has failed. May
    // end this watcher and any other.
    virtual void ready(bool readable, bool writable, bool gone) = 0;
    // ready() comes soon: asks for the memory that it will use, and, after that, for what this points to.
    virtual void prefetch_state() const = 0;
    virtual void prefetch_parts() const = 0;
    // There is no Readiness any more: what waits for it never happens.
    virtual void abandoned() = 0;

   protected:
    ~Watcher() = default;
  };

  // Throws boost::system::system_error when the kernel has no more of these.
  explicit Readiness(net::io_context& io);
  Readiness(const Readiness&) = delete;
  Readiness& operator=(const Readiness&) = delete;
  ~Readiness();

  // From now on `watcher` is told of a socket that does not block; the first time soon, of what is possible now. Gives
  // its number, or 0 when the kernel refuses.
  std::uint64_t watch(int socket, Watcher& watcher);

  // Tells what has come now. It happens by itself too, once Asio gets to it. Not from inside of ready().
  void look();

  // How often all that has come has been looked at.
  [[nodiscard]] std::uint64_t round() const { return round_; }

  // Calls `work` in a later round, after what has come by then. For a watcher that has had its share of this round:
  // however much some have to say, what the others say is heard in between.
  void later(std::move_only_function<void()> work);

  // To be called before the socket is closed. The watcher is told nothing more. It is no error if the socket is not
  // watched.
  void forget(std::uint64_t number);

 private:
  void wait();
  void look_again();
  void tell();
  void do_some_later();

  net::posix::basic_stream_descriptor<Executor> set_;
  boost::unordered_flat_map<std::uint64_t, Watcher*> watchers_;
  std::uint64_t next_number_ = 1;
  std::uint64_t round_ = 1;
  std::deque<std::move_only_function<void()>> later_;
  bool looks_again_ = false;
};

}  // namespace wyrmhall::server
