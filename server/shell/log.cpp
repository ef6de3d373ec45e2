#include "server/shell/log.h"

#include <google/protobuf/stubs/logging.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <string_view>

namespace wyrmhall::server {
namespace {

// The message with what JSON does not allow inside a string escaped.
class JsonText final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm& /*time*/, spdlog::memory_buf_t& to) override {
    for (const char c : std::string_view(message.payload.data(), message.payload.size())) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') {
        to.push_back('\\');
        to.push_back(c);
      } else if (byte < 0x20) {
        fmt::format_to(std::back_inserter(to), "\\u{:04x}", byte);
      } else {
        to.push_back(c);
      }
    }
  }
  [[nodiscard]] std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<JsonText>(); }
};

// Protobuf logs messages of its own about what it cannot read. The sender of such bytes could make it log them without
// end, and they help only somebody who looks for an error.
void protobuf_says(google::protobuf::LogLevel /*level*/, const char* /*file*/, int /*line*/,
                   const std::string& message) {
  spdlog::debug("protobuf: {}", message);
}

}  // namespace

void set_up_log(const std::string& format, const std::string& level) {
  auto logger = spdlog::stderr_logger_mt("wyrmhalld");
  if (format == "json") {
    auto formatter = std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc);
    formatter->add_flag<JsonText>('*').set_pattern(R"({"time":"%Y-%m-%dT%H:%M:%S.%fZ","level":"%l","message":"%*"})");
    logger->set_formatter(std::move(formatter));
  } else {
    logger->set_pattern("%Y-%m-%d %H:%M:%S.%e %^%-5l%$ %v");
  }
  logger->flush_on(spdlog::level::info);
  spdlog::set_default_logger(std::move(logger));
  spdlog::set_level(spdlog::level::from_str(level));
  google::protobuf::SetLogHandler(protobuf_says);
}

}  // namespace wyrmhall::server
