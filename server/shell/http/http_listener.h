// A small HTTP server on threads of its own, for administration: it delays no match. Beast is kept out of this header.
#pragma once

#include <expected>
#include <memory>
#include <string>

#include "server/admin/rest/exchange.h"

namespace wyrmhall::server {

class HttpListener {
 public:
  // Listens on HOST:PORT, where port 0 picks one. On failure, a sentence. `serve` is called until the listener is gone.
  static std::expected<std::unique_ptr<HttpListener>, std::string> open(const std::string& address, admin::Serve serve);

  HttpListener() = default;
  HttpListener(const HttpListener&) = delete;
  HttpListener& operator=(const HttpListener&) = delete;
  // Ends all connections and waits for the requests that are being worked on.
  virtual ~HttpListener() = default;

  // Its address as HOST:PORT.
  [[nodiscard]] virtual const std::string& address() const = 0;
};

}  // namespace wyrmhall::server
