// A request to the admin listener and its response, as values: shell/http_listener does what HTTP itself needs.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace wyrmhall::server::admin {

struct Request {
  std::string method;
  std::string target;         // path and query, as they came
  std::string authorization;  // these five: the header's value, or empty
  std::string accept;
  std::string content_type;
  std::string if_none_match;
  std::string host;
  std::string body;
  std::string address;  // who asks
};

struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
  std::chrono::milliseconds hold{0};  // it is sent this much later
};

// Called from several threads at once. Must not throw.
using Serve = std::function<Response(const Request&)>;

}  // namespace wyrmhall::server::admin
