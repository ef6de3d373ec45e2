// Why a request is not answered as asked: RFC 9457's problem details.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/admin/rest/exchange.h"

namespace wyrmhall::server::admin {

// What is wrong with one parameter, by its name.
struct WrongParameter {
  std::string parameter;
  std::string detail;
};

// Thrown by handlers; the dispatcher turns it into the response. The types are in the OpenAPI document.
struct Problem : std::exception {
  Problem(int with_status, std::string of_type, std::string with_detail, std::vector<WrongParameter> wrong = {})
      : status(with_status), type(std::move(of_type)), detail(std::move(with_detail)), errors(std::move(wrong)) {}

  [[nodiscard]] const char* what() const noexcept override { return detail.c_str(); }

  int status;
  std::string type;  // a word, such as "not-found"
  std::string detail;
  std::vector<WrongParameter> errors;
};

// A member of a request's body is not as it must be; `detail` says what it must be.
[[noreturn]] void wrong_body(std::string_view member, std::string detail);
// A parameter in the path or the query is not as it must be; `detail` says what it must be.
[[noreturn]] void wrong_parameter(std::string_view name, std::string detail);

Response to_response(const Problem& problem);

}  // namespace wyrmhall::server::admin
