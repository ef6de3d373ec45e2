// What handlers give back, and which response it becomes: a described value by itself is a 200.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "server/admin/rest/json.h"

namespace wyrmhall::server::admin {

// With another status, or with headers.
template <class T, int kCode = 200>
struct Reply {
  T value;
  std::vector<std::pair<std::string, std::string>> headers = {};
};
template <class T>
using Created = Reply<T, 201>;
template <class T>
using Accepted = Reply<T, 202>;
struct Done {};  // 204

template <class T>
struct Answer {
  using Value = T;
  static constexpr int kStatus = 200;
  static Response respond(const T& value) { return json_response(to_json(value)); }
};

template <class T, int kCode>
struct Answer<Reply<T, kCode>> {
  using Value = T;
  static constexpr int kStatus = kCode;
  static Response respond(const Reply<T, kCode>& reply) {
    Response response = json_response(to_json(reply.value), kCode);
    response.headers = reply.headers;
    return response;
  }
};

template <>
struct Answer<Done> {
  using Value = void;
  static constexpr int kStatus = 204;
  static Response respond(Done /*done*/) { return {.status = kStatus, .content_type = "", .body = {}, .headers = {}}; }
};

// A response that is made already.
template <>
struct Answer<Response> {
  using Value = void;
  static constexpr int kStatus = 200;
  static Response respond(Response response) { return response; }
};

}  // namespace wyrmhall::server::admin
