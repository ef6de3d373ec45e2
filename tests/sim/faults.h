// What goes wrong in a run, how often and how badly: drawn from its seed. Each kind is there in some runs and not in
// others, since faults that always come together hide each other.
#pragma once

#include <functional>

#include "tests/sim/world.h"

namespace wyrmhall::sim {

class Faults {
 public:
  explicit Faults(World& world);

  // Plans the first of each kind.
  void begin();
  // From now on nothing goes wrong any more, and what is broken is mended.
  void end();

 private:
  // Lets something happen again and again, `every` apart on average.
  void repeat(Duration every, std::function<void()> kind);
  void cut_somebody();
  void lose_somebody();
  void stall_somebody();
  void end_server();
  void sicken_disk();
  void restart_later(Duration down);
  Client* somebody();

  World& world_;
  Rng rng_;
  bool over_ = false;
};

}  // namespace wyrmhall::sim
