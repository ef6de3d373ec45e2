// One HTTP request and its answer, while the caller waits. Beast stays behind it (http_request.cpp).
#pragma once

#include <chrono>
#include <expected>
#include <string>

namespace wyrmhall::clients {

struct HttpRequest {
  std::string host;
  std::string port;
  std::string method = "GET";
  std::string target = "/";
  std::string bearer;  // the token
  std::string body;    // JSON, or empty
  std::chrono::seconds longest{120};
};

struct HttpAnswer {
  int status = 0;
  std::string content_type;
  std::string location;
  std::string link;  // the Link header
  std::string age;   // the Age header
  std::string body;
};

// On failure, a sentence.
std::expected<HttpAnswer, std::string> ask(const HttpRequest& request);

}  // namespace wyrmhall::clients
