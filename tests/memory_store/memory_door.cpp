#include "tests/memory_store/memory_door.h"

#include <algorithm>

namespace wyrmhall::persistence {
namespace {

bool counts(const Invitation& invitation, Timestamp at) {
  return invitation.used < invitation.uses && at < invitation.until;
}

}  // namespace

bool MemoryDoor::use(const Hash& code_hash, Timestamp at) {
  const auto invitation = std::ranges::find(invitations_, code_hash, &Invitation::code_hash);
  if (invitation == invitations_.end() || !counts(*invitation, at)) return false;
  ++invitation->used;
  return true;
}

bool MemoryDoor::change(const KeepInvitation& request) {
  const Invitation& made = *request.invitation;
  if (std::ranges::find(invitations_, made.id, &Invitation::id) != invitations_.end()) return true;
  std::erase_if(invitations_, [&](const Invitation& one) { return !counts(one, made.made_at); });
  const bool has_code = std::ranges::find(invitations_, made.code_hash, &Invitation::code_hash) != invitations_.end();
  if (has_code || invitations_.size() >= request.limit) return false;
  invitations_.push_back(made);
  return true;
}

bool MemoryDoor::change(const DropInvitation& request) {
  return std::erase_if(invitations_, [&](const Invitation& one) { return one.id == request.invitation; }) != 0;
}

bool MemoryDoor::change(const KeepBan& request) {
  const Ban& made = *request.ban;
  std::erase_if(bans_, [&](const Ban& one) { return one.until <= made.made_at; });
  const auto others = std::ranges::count_if(bans_, [&](const Ban& one) { return one.network != made.network; });
  if (static_cast<std::size_t>(others) >= request.limit) return false;
  std::erase_if(bans_, [&](const Ban& one) { return one.network == made.network; });
  bans_.push_back(made);
  return true;
}

bool MemoryDoor::change(const DropBan& request) {
  return std::erase_if(bans_, [&](const Ban& one) { return one.network == request.network; }) != 0;
}

}  // namespace wyrmhall::persistence
