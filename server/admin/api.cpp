#include "server/admin/api.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>
#include <optional>

#include "common/hex.h"
#include "rules/dice/sha256.h"
#include "server/admin/document.h"
#include "server/core/limits.h"

namespace wyrmhall::server::admin {
namespace {

constexpr std::size_t kTagBytes = 12;
constexpr std::size_t kTargetBytes = 64;  // of a target in the log of changes that was never looked at
constexpr const char* kTokenWrong = "token-wrong";

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

// A response that the asker already has need not be sent again.
void tag(const Request& request, Response& response) {
  const auto hash = rules::sha256({reinterpret_cast<const std::uint8_t*>(response.body.data()), response.body.size()});
  const std::string etag = '"' + hex_text(std::span(hash).first(kTagBytes)) + '"';
  response.headers.emplace_back("ETag", etag);
  if (request.if_none_match != "*" && request.if_none_match.find(etag) == std::string::npos) return;
  response.status = 304;
  response.body.clear();
  response.content_type.clear();
}

}  // namespace

Api::Api(Running& running, ApiSettings settings)
    : keys_(std::move(settings.keys)),
      histories_(settings.store),
      replica_(settings.replica ? std::optional<Histories>(std::in_place, *settings.replica) : std::nullopt),
      census_(histories_),
      jobs_([&running] { return running.now(); }),
      context_{.running = running,
               .histories = histories_,
               .replica = replica_ ? &*replica_ : nullptr,
               .jobs = jobs_,
               .keys = *keys_,
               .watch = watch_,
               .census = census_,
               .data = settings.store.folder,
               .backups = settings.store.folder + "/backups",
               .carry_out = [this](std::string_view id, Call& call) { return one_of_many(id, call); },
               .document = {}} {
  for (const auto& some :
       {match_operations(), player_operations(), player_data_operations(), identity_operations(), present_operations(),
        upkeep_operations(), token_operations(), ending_operations(), many_operations(), about_operations(),
        ban_operations(), invitation_operations(), cluster_operations()}) {
    operations_.insert(operations_.end(), some.begin(), some.end());
  }
  context_.document = document_of(operations_);
}

Response Api::serve(const Request& request) noexcept {
  try {
    Response response = answer(request);
    response.headers.emplace_back("X-Content-Type-Options", "nosniff");
    if (response.status == 200 && (request.method == "GET" || request.method == "HEAD")) tag(request, response);
    // What the token protects may be cached by the asker alone, who has to ask again each time.
    response.headers.emplace_back("Cache-Control", "no-cache, private");
    return response;
  } catch (const std::exception& error) {
    spdlog::critical("admin: {}", error.what());
    return {.status = 500, .content_type = "", .body = {}, .headers = {}};
  }
}

Response Api::answer(const Request& request) {
  return guarded(request, [&] { return carry_out(request); });
}

Response Api::one_of_many(std::string_view id, Call& call) {
  const auto operation = std::ranges::find(operations_, id, &Operation::id);
  return guarded(call.request, [&] { return handle(*operation, call); });
}

Response Api::guarded(const Request& request, const std::function<Response()>& work) {
  try {
    return work();
  } catch (const Problem& problem) {
    Response response = to_response(problem);
    if (problem.status == 401) {
      response.headers.emplace_back("WWW-Authenticate", "Bearer realm=\"wyrmhall admin\"");
      // Somebody who guesses waits, and nothing here waits with them.
      if (problem.type == kTokenWrong) response.hold = kAdminWrongTokenWait;
    }
    if (problem.status == 503) response.headers.emplace_back("Retry-After", "1");
    return response;
  } catch (const NoAnswer& error) {
    spdlog::warn("admin: {}", error.what());
    return to_response(Problem(503, "no-answer", "The server is too busy to answer, or about to stop."));
  } catch (const persistence::Unavailable& error) {
    spdlog::error("admin: {}", error.what());
    return to_response(Problem(503, "store-unavailable", "The database cannot be read."));
  } catch (const std::exception& error) {
    // The error itself is in the log and is nobody else's business.
    spdlog::error("admin: {} {}: {}", request.method, request.target.substr(0, 200), error.what());
    return to_response(Problem(500, "internal", "Internal error; see the server's log."));
  }
}

Response Api::carry_out(const Request& request) {
  const Knock knock = keys_->knock(request.authorization, context_.running.now());
  Target target;
  try {
    target = parse_target(request.target);
  } catch (const Problem&) {
    must_have(Role::kReadMetrics, knock, request);
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
    Call call{.request = request, .who = knock.name, .values = *std::move(values), .query = Query(target.query)};
    try {
      must_have(operation.role, knock, request);
    } catch (const Problem& problem) {
      if (knock.verdict == Knock::Verdict::kKnown) settle(operation, call, problem.type);
      throw;
    }
    return handle(operation, call);
  }
  // Somebody without a token does not learn what there is.
  must_have(Role::kReadMetrics, knock, request);
  if (allowed.empty()) throw Problem(404, "not-found", "There is nothing at this address.");
  Response response =
      to_response(Problem(405, "method-not-allowed", "This address supports only these methods: " + allowed + "."));
  response.headers.emplace_back("Allow", allowed);
  return response;
}

void Api::must_have(Role role, const Knock& knock, const Request& request) {
  if (knock.role >= role) return;
  const auto bar = [&](Barred why) { watch_.barred(why, request.address, knock.name, context_.running.now()); };
  switch (knock.verdict) {
    case Knock::Verdict::kNoToken:
      bar(Barred::kNoToken);
      throw Problem(401, "token-needed", "Send an admin token: Authorization: Bearer TOKEN.");
    case Knock::Verdict::kWrong:
      bar(Barred::kWrongToken);
      throw Problem(401, kTokenWrong, "This is not an admin token.");
    case Knock::Verdict::kExpired:
      bar(Barred::kExpired);
      throw Problem(401, "token-expired", "This admin token has expired.");
    case Knock::Verdict::kKnown:
      bar(Barred::kRole);
      throw Problem(403, "role-needed",
                    fmt::format("This needs a token with the role {}; the token {} has the role {}.", word_of(role),
                                knock.name, word_of(knock.role)));
  }
}

Response Api::handle(const Operation& operation, Call& call) {
  call.operation = operation.id;
  call.path = operation.path;
  try {
    const std::optional<std::string> age = operation.facts.history ? age_of_history() : std::nullopt;
    Response response = operation.handle(context_, call);
    if (age) response.headers.emplace_back("Age", *age);
    settle(operation, call, "done");
    return response;
  } catch (const Problem& problem) {
    settle(operation, call, problem.type);
    throw;
  } catch (const std::exception&) {
    settle(operation, call, "failed");
    throw;
  }
}

// Asked before it is read, in whole seconds, rounded up: so what is read is never older.
std::optional<std::string> Api::age_of_history() {
  if (!replica_) return std::nullopt;
  const auto age = replica_->lease()->age();
  if (!age) throw persistence::Unavailable("the replica was given nothing since it started: is it a standby?");
  return std::to_string(std::chrono::ceil<std::chrono::seconds>(*age).count());
}

void Api::settle(const Operation& operation, const Call& call, const std::string& outcome) {
  const bool reading = operation.facts.noted == Noted::kReadings;
  const std::string target = call.values.empty() ? "" : call.values[0].substr(0, kTargetBytes);
  if (call.settled_apart) return;
  if (!call.noted) {
    if (operation.role == Role::kNobody) return;
    const bool worth = operation.method != "GET" ||
                       (reading && watch_.is_news(std::string(call.who), operation.id, target, context_.running.now()));
    if (!worth) return;
  }
  // A change that noted nothing had failed before it could; the asker is answered whether or not the store takes this.
  bool kept = false;
  try {
    persistence::WriteAdminLog line{.entry = persistence::AdminLogEntry{.at = context_.running.now(),
                                                                        .operation = std::string(operation.id),
                                                                        .target = target,
                                                                        .address = call.request.address,
                                                                        .detail = "{}",
                                                                        .who = std::string(call.who),
                                                                        .outcome = outcome},
                                    .settles = call.noted};
    kept = context_.running.ask(std::move(line)).kept();
  } catch (const NoAnswer& /*nothing was kept, as far as is known*/) {
    kept = false;
  }
  if (kept) return;
  spdlog::warn("admin {} ({}): {} {}: {}, which is missing from the audit", call.request.address, call.who,
               operation.id, target, outcome);
}

}  // namespace wyrmhall::server::admin
