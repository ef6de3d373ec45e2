#include "server/shell/worker_pools.h"

namespace wyrmhall::server {

WorkerPools::WorkerPools(unsigned bot_threads, const Workers::Done& done)
    : odds_(kWorkThreads, false, done),
      reports_(kReportThreads, true, done),
      passwords_(kPasswordThreads, true, done),
      bots_(thinking_threads(bot_threads), true, done) {}

Workers& WorkerPools::of(Work::Kind kind) {
  switch (kind) {
    case Work::Kind::kBotMove:
      return bots_;
    case Work::Kind::kReport:
      return reports_;
    case Work::Kind::kPassword:
      return passwords_;
    case Work::Kind::kOdds:
      break;
  }
  return odds_;
}

}  // namespace wyrmhall::server
