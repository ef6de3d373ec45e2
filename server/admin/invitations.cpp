// Invitations, by which new guests come where registration is by invitation only.
#include <fmt/format.h>
#include <sodium.h>

#include <array>
#include <chrono>

#include "common/rfc3339.h"
#include "server/admin/context.h"
#include "server/ids.h"
#include "server/invitation_code.h"
#include "server/limits.h"

namespace wyrmhall::server::admin {
namespace {

constexpr Duration kInvitationTime = 7 * 24h;
constexpr Duration kLongestInvitation = kInvitationLongest;

Json invitation_json(const persistence::Invitation& invitation, Timestamp now) {
  return {{"id", id_json(invitation.id)},
          {"note", invitation.note.empty() ? Json(nullptr) : Json(invitation.note)},
          {"uses", invitation.uses},
          {"used", invitation.used},
          {"createdAt", time_json(invitation.made_at)},
          {"until", time_json(invitation.until)},
          {"counts", invitation.used < invitation.uses && now < invitation.until}};
}

std::vector<persistence::Invitation> all(Context& context) {
  auto answer = context.running.ask(persistence::ListInvitations{});
  if (answer.verdict == persistence::Verdict::kKept) return std::move(answer.lists().invitations);
  throw Problem(503, "store-unavailable", "The store cannot be read.");
}

Response list_invitations(Context& context, Call& call) {
  call.query.finish();
  Json list = {{"invitations", Json::array()}};
  for (const auto& one : all(context)) list["invitations"].push_back(invitation_json(one, context.running.now()));
  return json_response(list);
}

class Chance final : public Entropy {
 public:
  void fill(std::span<std::uint8_t> bytes) override { randombytes_buf(bytes.data(), bytes.size()); }
};

Response make_invitation(Context& context, Call& call) {
  call.query.finish();
  const Json body = body_object(call.request, {"uses", "until", "note"});
  const Json uses = body.value("uses", Json(1));
  if (!uses.is_number_unsigned() || uses.get<std::uint64_t>() < 1 || uses.get<std::uint64_t>() > kInvitationUses) {
    wrong_body("uses", fmt::format("must be the number of guests it is for, from 1 to {}", kInvitationUses));
  }
  const Timestamp now = context.running.now();
  Timestamp until = now + kInvitationTime;
  if (const Json given = body.value("until", Json(nullptr)); !given.is_null()) {
    const auto time = given.is_string() ? parse_time(given.get<std::string>()) : std::nullopt;
    if (!time || *time <= now || *time > now + kLongestInvitation) {
      wrong_body("until", "must be a time within the next year, such as 2027-03-01T12:00:00Z");
    }
    until = *time;
  }
  const Json note_given = body.value("note", Json(""));
  if (!note_given.is_string() || note_given.get<std::string>().size() > kInvitationNoteBytes) {
    wrong_body("note", fmt::format("is a text of at most {} bytes", kInvitationNoteBytes));
  }
  std::array<std::uint8_t, kInvitationSecretBytes> secret{};
  Chance chance;
  chance.fill(secret);
  const std::string code = invitation_code(secret);
  const persistence::Invitation invitation{.id = make_id(chance, now),
                                           .code_hash = invitation_hash(code),
                                           .note = note_given.get<std::string>(),
                                           .uses = uses.get<std::uint32_t>(),
                                           .made_at = now,
                                           .until = until};
  note(context, call, "createInvitation", uuid_text(invitation.id),
       {{"uses", uses}, {"until", time_json(until)}, {"note", note_given}});
  const auto answer = context.running.ask(
      persistence::KeepInvitation{.invitation = invitation, .limit = static_cast<std::uint32_t>(kInvitations)});
  if (answer.verdict == persistence::Verdict::kConflict) {
    throw Problem(409, "invitations-full",
                  fmt::format("There are {} valid invitations, which is the most: revoke some.", kInvitations));
  }
  if (answer.verdict != persistence::Verdict::kKept) {
    throw Problem(503, "store-unavailable", "The store cannot write.");
  }
  // Only now, and never again: what is kept is its hash.
  Json json = invitation_json(invitation, now);
  json["code"] = code;
  return json_response(json, 201);
}

Response drop_invitation(Context& context, Call& call) {
  const Id id = path_id(call.values[0], "id");
  call.query.finish();
  note(context, call, "deleteInvitation", uuid_text(id));
  const auto answer = context.running.ask(persistence::DropInvitation{.invitation = id});
  if (answer.verdict == persistence::Verdict::kConflict) {
    throw Problem(404, "invitation-not-found", "There is no invitation with this id.");
  }
  if (answer.verdict != persistence::Verdict::kKept) {
    throw Problem(503, "store-unavailable", "The store cannot write.");
  }
  return {.status = 204, .content_type = "", .body = {}, .headers = {}};
}

constexpr std::array kInvitationOperations = {
    Operation{.id = "listInvitations",
              .method = "GET",
              .path = "/admin/v1/invitations",
              .role = Role::kRead,
              .handle = list_invitations},
    Operation{.id = "createInvitation",
              .method = "POST",
              .path = "/admin/v1/invitations",
              .role = Role::kModerate,
              .handle = make_invitation},
    Operation{.id = "deleteInvitation",
              .method = "DELETE",
              .path = "/admin/v1/invitations/{id}",
              .role = Role::kModerate,
              .handle = drop_invitation},
};

}  // namespace

std::span<const Operation> invitation_operations() {
  return kInvitationOperations;
}

}  // namespace wyrmhall::server::admin
