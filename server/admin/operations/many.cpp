// One change to many players or matches: as if it were asked for each by itself, with its own line in the log of
// changes and its own result.
#include <array>

#include "server/admin/operation.h"
#include "server/admin/rest/problem_schema.h"
#include "server/core/limits.h"

namespace wyrmhall::server::admin {
namespace {

enum class Change : std::uint8_t { kBlockPlayer, kUnblockPlayer, kEndPlayerSessions, kVoidMatch, kCloseTable };

struct ManyBody {
  Change operation{};
  std::vector<Uuid> ids;  // of players, matches or tables, as the operation has it
  std::optional<std::string> reason;
};

struct OneResult {
  Uuid id{};
  int status = 0;
  std::optional<Made<Problem>> problem;
};

struct ManyResults {
  std::vector<OneResult> results;
};

}  // namespace

// The ids of these operations.
template <>
inline constexpr auto kSchema<Change> =
    words({}, 0, "blockPlayer", "unblockPlayer", "endPlayerSessions", "voidMatch", "closeTable");

template <>
inline constexpr auto kSchema<ManyBody> =
    object({}, field("operation", &ManyBody::operation, {.required = true}),
           field("ids", &ManyBody::ids,
                 {.refusal = "is a list of {} to {} ids", .least = 1, .most = kMaxAdminBatch, .required = true}),
           reason_field(&ManyBody::reason, "With blockPlayer and voidMatch."));

template <>
inline constexpr auto kSchema<OneResult> =
    object({}, field("id", &OneResult::id),
           field("status", &OneResult::status, {.about = "As the call by itself would have had."}),
           field("problem", &OneResult::problem));

template <>
inline constexpr auto kSchema<ManyResults> = object({}, field("results", &ManyResults::results));

namespace {

ManyResults change_many(Context& context, Call& call, const ManyBody& body) {
  Request each = call.request;
  each.body.clear();
  if (body.reason && (body.operation == Change::kBlockPlayer || body.operation == Change::kVoidMatch)) {
    each.content_type = "application/json";
    each.body = to_text({{"reason", *body.reason}});
  }
  call.settled_apart = true;
  ManyResults answer;
  for (const Uuid& id : body.ids) {
    Call one{.request = each, .who = call.who, .values = {uuid_text(id)}, .query = Query({})};
    const Response response = context.carry_out(word_of(body.operation), one);
    answer.results.push_back({.id = id, .status = response.status, .problem = {}});
    if (response.status >= 400) answer.results.back().problem.emplace(Json::parse(response.body, nullptr, false));
  }
  return answer;
}

}  // namespace

std::span<const Operation> many_operations() {
  static constexpr std::array kOperations = {
      operation<change_many>(
          "changeMany", "POST", "/admin/v1/many", Role::kModerate, "The same change to many players, matches or tables",
          {.about = "As if it were asked for each by itself: each has a line in the log of changes, and "
                    "a result."}),
  };
  return kOperations;
}

}  // namespace wyrmhall::server::admin
