// The admin interface: looks at each request's token, finds its operation, carries it out, and answers what goes wrong
// with a problem. The document that it serves describes all of it (document.h).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "persistence/store_place.h"
#include "server/admin/operation.h"

namespace wyrmhall::server::admin {

struct ApiSettings {
  std::unique_ptr<Keyring> keys;
  persistence::StorePlace store;
  std::optional<persistence::StorePlace> replica;  // of it, where the history is read
};

class Api {
 public:
  // `running` must outlive it.
  Api(Running& running, ApiSettings settings);

  // From several threads at once. Does not throw.
  Response serve(const Request& request) noexcept;

 private:
  Response answer(const Request& request);
  // The result of `work`, or the response that its exception becomes.
  Response guarded(const Request& request, const std::function<Response()>& work);
  Response carry_out(const Request& request);
  // Makes sure that the asker may do what needs this role; otherwise throws a Problem, which is counted and told.
  void must_have(Role role, const Knock& knock, const Request& request);
  std::optional<std::string> age_of_history();
  Response handle(const Operation& operation, Call& call);
  // One of the operations that a request for many asks for.
  Response one_of_many(std::string_view id, Call& call);
  // Adds to the log of changes how a call ended.
  void settle(const Operation& operation, const Call& call, const std::string& outcome);

  const std::unique_ptr<Keyring> keys_;
  Watch watch_;
  Histories histories_;
  std::optional<Histories> replica_;
  Census census_;
  Jobs jobs_;  // after what its work uses
  Context context_;
  std::vector<Operation> operations_;
};

}  // namespace wyrmhall::server::admin
