// Invitations, by which new guests come where registration is by invitation only.
#include <fmt/format.h>
#include <sodium.h>

#include <array>
#include <chrono>

#include "server/accounts/secret_code.h"
#include "server/admin/operation.h"
#include "server/admin/rest/page.h"
#include "server/core/ids.h"

namespace wyrmhall::server::admin {
namespace {

constexpr Duration kInvitationTime = 7 * 24h;
constexpr Duration kMaxInvitation = kMaxInvitationTime;
constexpr const char* kUntilRefusal = "must be a time within the next year, such as 2027-03-01T12:00:00Z";

struct InvitationLine : persistence::Invitation {
  bool counts = false;
};

struct NewInvitation : InvitationLine {
  std::string code;
};

struct InvitationBody {
  std::uint32_t uses = 1;
  std::optional<Timestamp> until;
  std::string note;
};

}  // namespace

template <>
inline constexpr auto kSchema<InvitationLine> =
    object({"Invitation"}, field("id", &InvitationLine::id),
           field("note", &InvitationLine::note, {.about = "What whoever made it wrote.", .empty_none = true}),
           field("uses", &InvitationLine::uses, {.about = "How many guests may come by it.", .least = 1}),
           field("used", &InvitationLine::used, {.about = "How many have."}),
           field("createdAt", &InvitationLine::made_at), field("until", &InvitationLine::until),
           field("counts", &InvitationLine::counts, {.about = "Whether somebody can still come by it."}));
template <>
inline constexpr ListName kListName<InvitationLine> = {"InvitationList", "invitations"};

template <>
inline constexpr auto kSchema<NewInvitation> =
    object({"NewInvitation"}, kFieldsOf<InvitationLine>,
           field("code", &NewInvitation::code,
                 {.about = "What a new guest gives. It is told this once: what is kept is its hash.",
                  .pattern = "^[0-9a-z]{4}(-[0-9a-z]{4}){5}$"}));

template <>
inline constexpr auto kSchema<InvitationBody> =
    object({},
           field("uses", &InvitationBody::uses,
                 {.about = "How many guests may come by it.",
                  .refusal = "must be the number of guests it is for, from {} to {}",
                  .least = 1,
                  .most = kInvitationUses}),
           field("until", &InvitationBody::until,
                 {.about = "When it counts no more, RFC 3339, within a year; a week from now unless said otherwise.",
                  .refusal = kUntilRefusal}),
           field("note", &InvitationBody::note,
                 {.about = "For whom it is, for whoever looks later.", .most = kInvitationNoteBytes}));

namespace {

InvitationLine invitation_line(const persistence::Invitation& invitation, Timestamp now) {
  return {invitation, invitation.used < invitation.uses && now < invitation.until};
}

List<InvitationLine> list_invitations(Context& context) {
  const auto answer = context.running.ask(persistence::ListInvitations{});
  if (!answer.kept()) {
    throw Problem(503, "store-unavailable", "The store cannot be read.");
  }
  return list_of(answer.value, [&](const auto& one) { return invitation_line(one, context.running.now()); });
}

class Chance final : public Entropy {
 public:
  void fill(std::span<std::uint8_t> bytes) override { randombytes_buf(bytes.data(), bytes.size()); }
};

Created<NewInvitation> make_invitation(Context& context, Call& call, const InvitationBody& body) {
  const Timestamp now = context.running.now();
  const Timestamp until = body.until.value_or(now + kInvitationTime);
  if (until <= now || until > now + kMaxInvitation) wrong_body("until", kUntilRefusal);
  std::array<std::uint8_t, kInvitationSecretBytes> secret{};
  Chance chance;
  chance.fill(secret);
  const std::string code = secret_code(secret);
  const persistence::Invitation invitation{.id = make_id<InvitationId>(chance, now),
                                           .code_hash = secret_code_hash(code),
                                           .note = body.note,
                                           .uses = body.uses,
                                           .made_at = now,
                                           .until = until};
  note(context, call, uuid_text(invitation.id),
       {{"uses", body.uses}, {"until", time_text(until)}, {"note", body.note}});
  must_be_kept(context.running.ask(persistence::KeepInvitation{.invitation = invitation,
                                                               .limit = static_cast<std::uint32_t>(kInvitations)}),
               {409, "invitations-full",
                fmt::format("There are {} valid invitations, which is the most: revoke some.", kInvitations)});
  // Only now, and never again: what is kept is its hash.
  return {{invitation_line(invitation, now), code}};
}

Done drop_invitation(Context& context, Call& call, const InvitationId& id) {
  note(context, call, uuid_text(id));
  must_be_kept(context.running.ask(persistence::DropInvitation{.invitation = id}),
               {404, "invitation-not-found", "There is no invitation with this id."});
  return {};
}

}  // namespace

std::span<const Operation> invitation_operations() {
  static constexpr std::array kOperations = {
      operation<list_invitations>("listInvitations", "GET", "/admin/v1/invitations", Role::kRead,
                                  "Invitations, the oldest first",
                                  {.about = "Those that count no more are dropped once another is made."}),
      operation<make_invitation>(
          "createInvitation", "POST", "/admin/v1/invitations", Role::kModerate,
          "Make an invitation, by which new guests come where registration is by invitation only", {.conflict = true}),
      operation<drop_invitation>("deleteInvitation", "DELETE", "/admin/v1/invitations/{id}", Role::kModerate,
                                 "Take an invitation back: nobody comes by it any more"),
  };
  return kOperations;
}

}  // namespace wyrmhall::server::admin
