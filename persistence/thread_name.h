// What operators see of a thread, in `top -H` and perf. Threads that it starts have its name until they take another.
#pragma once

#include <pthread.h>

namespace wyrmhall {

// That of the core, as the system calls it by itself.
inline constexpr const char* kMainThread = "wyrmhalld";

// At most 15 letters.
inline void name_this_thread(const char* name) {
  pthread_setname_np(pthread_self(), name);
}

}  // namespace wyrmhall
