#include "tests/sim/log_watch.h"

#include <spdlog/details/null_mutex.h>
#include <spdlog/sinks/base_sink.h>

#include <utility>

namespace wyrmhall::sim {
namespace {

class Sink final : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
 public:
  explicit Sink(LogWatch::Listener listener) : listener_(std::move(listener)) {}

 private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    listener_({message.payload.data(), message.payload.size()}, message.level >= spdlog::level::err);
  }
  void flush_() override {}

  LogWatch::Listener listener_;
};

}  // namespace

LogWatch::LogWatch(Listener listener) : before_(spdlog::default_logger()) {
  auto logger = std::make_shared<spdlog::logger>("sim", std::make_shared<Sink>(std::move(listener)));
  logger->set_level(spdlog::level::trace);
  spdlog::set_default_logger(std::move(logger));
}

LogWatch::~LogWatch() {
  spdlog::set_default_logger(before_);
}

}  // namespace wyrmhall::sim
