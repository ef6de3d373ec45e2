#include "server/admin/api.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>
#include <optional>

#include "record/notation.h"
#include "rules/dice/sha256.h"

namespace wyrmhall::server::admin {
namespace {

constexpr std::size_t kTagBytes = 12;

// The values that a path has where the template has names; nothing where it is another path.
std::optional<std::vector<std::string>> match(std::string_view pattern, const std::vector<std::string>& path) {
  std::vector<std::string> values;
  pattern.remove_prefix(1);
  for (const std::string& part : path) {
    const auto end = pattern.find('/');
    const std::string_view expected = pattern.substr(0, end);
    const bool last = end == std::string_view::npos;
    if (last != (&part == &path.back())) return std::nullopt;
    if (expected.starts_with('{')) {
      values.push_back(part);
    } else if (expected != part) {
      return std::nullopt;
    }
    if (!last) pattern.remove_prefix(end + 1);
  }
  return values;
}

// A response that the asker has already needs not be sent again.
void tag(const Request& request, Response& response) {
  const auto hash = rules::sha256({reinterpret_cast<const std::uint8_t*>(response.body.data()), response.body.size()});
  const std::string etag = '"' + record::hex_text(std::span(hash).first(kTagBytes)) + '"';
  response.headers.emplace_back("ETag", etag);
  if (request.if_none_match != "*" && request.if_none_match.find(etag) == std::string::npos) return;
  response.status = 304;
  response.body.clear();
  response.content_type.clear();
}

}  // namespace

Api::Api(Running& running, const ApiSettings& settings)
    : token_(settings.token),
      histories_(settings.data),
      jobs_([&running] { return running.now(); }),
      context_{.running = running, .histories = histories_, .jobs = jobs_, .backups = settings.data + "/backups"} {
  for (const auto& some :
       {match_operations(), player_operations(), present_operations(), upkeep_operations(), about_operations()}) {
    operations_.insert(operations_.end(), some.begin(), some.end());
  }
}

Response Api::serve(const Request& request) noexcept {
  try {
    Response response = answer(request);
    response.headers.emplace_back("X-Content-Type-Options", "nosniff");
    if (response.status == 200 && (request.method == "GET" || request.method == "HEAD")) tag(request, response);
    // What is behind the token is for nobody's cache but the asker's own, which has to ask again.
    response.headers.emplace_back("Cache-Control", "no-cache, private");
    return response;
  } catch (const std::exception& error) {
    spdlog::critical("admin: {}", error.what());
    return {.status = 500, .content_type = "", .body = {}, .headers = {}};
  }
}

Response Api::answer(const Request& request) {
  try {
    return carry_out(request);
  } catch (const Problem& problem) {
    Response response = to_response(problem);
    if (problem.status == 401) response.headers.emplace_back("WWW-Authenticate", "Bearer realm=\"wyrmhall admin\"");
    if (problem.status == 503) response.headers.emplace_back("Retry-After", "1");
    return response;
  } catch (const NoAnswer& error) {
    spdlog::warn("admin: {}", error.what());
    return to_response(Problem(503, "no-answer", "The server is too busy to answer, or about to end."));
  } catch (const persistence::Unavailable& error) {
    spdlog::error("admin: {}", error.what());
    return to_response(Problem(503, "store-unavailable", "The database cannot be read."));
  } catch (const std::exception& error) {
    // What it was stands in the log and is nobody else's business.
    spdlog::error("admin: {} {}: {}", request.method, request.target.substr(0, 200), error.what());
    return to_response(Problem(500, "internal", "The server made a mistake; it is in its log."));
  }
}

Response Api::carry_out(const Request& request) {
  const bool has_token = token_.opens(request.authorization);
  const auto refuse = [&] {
    return Problem(401, "token-needed",
                   request.authorization.empty() ? "Send the admin token: Authorization: Bearer TOKEN."
                                                 : "This is not the admin token.");
  };
  Target target;
  try {
    target = parse_target(request.target);
  } catch (const Problem&) {
    if (!has_token) throw refuse();
    throw;
  }
  // HEAD is GET without the body, which the listener leaves out.
  const std::string_view method = request.method == "HEAD" ? std::string_view("GET") : request.method;
  std::string allowed;
  for (const Operation& operation : operations_) {
    auto values = match(operation.path, target.path);
    if (!values) continue;
    if (operation.method != method) {
      allowed += (allowed.empty() ? "" : ", ") + std::string(operation.method);
      continue;
    }
    if (operation.needs_token && !has_token) throw refuse();
    Call call{.request = request, .values = *std::move(values), .query = Query(target.query)};
    return operation.handle(context_, call);
  }
  // Whoever has no token does not learn what there is.
  if (!has_token) throw refuse();
  if (allowed.empty()) throw Problem(404, "not-found", "There is nothing at this address.");
  Response response =
      to_response(Problem(405, "method-not-allowed", "This address knows other methods: " + allowed + "."));
  response.headers.emplace_back("Allow", allowed);
  return response;
}

}  // namespace wyrmhall::server::admin
