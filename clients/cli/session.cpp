#include "clients/cli/session.h"

#include <algorithm>

#include "clients/cli/messages.h"
#include "clients/cli/terminal/moment_text.h"
#include "clients/cli/terminal/refusal_text.h"
#include "clients/model/ids.h"
#include "generated/common/version.h"

namespace wyrmhall::cli {
namespace {

constexpr std::uint32_t kProtocolVersion = 1;
// What the names of programs begin with (SignIn.bot): a person who gives a script such a name says that it is one.
constexpr std::string_view kBotPrefix = "Bot ";
constexpr int kMaxMadeUpNames = 5;
constexpr Platform::Milliseconds kRetryAfter{500};
constexpr Platform::Milliseconds kMinStay{1'000};  // of a connection, before the next follows without a wait
// Work for some milliseconds: in between, the server's pings must be answered.
constexpr int kNoncesAtOnce = 10'000;
constexpr int kMaxProofs = 3;  // on one connection
constexpr std::uint16_t kGoingAway = 1001;
constexpr std::uint16_t kPolicyViolation = 1008;
constexpr std::uint16_t kTryAgainLater = 1013;

std::string why_not_connected(const Loss& loss, const std::string& server) {
  const Arguments values = {
      {"server", server}, {"detail", strip_control_chars(loss.detail)}, {"code", std::to_string(loss.close_code)}};
  switch (loss.why) {
    case Loss::Why::kUnknownHost:
      return t("lost.unknownHost", values);
    case Loss::Why::kNotReachable:
      return t("lost.notReachable", values);
    case Loss::Why::kTimedOut:
      return t("lost.timedOut", values);
    case Loss::Why::kNotTrusted:
      return t("lost.notTrusted", values);
    case Loss::Why::kNotThisGame:
      return t("lost.notThisGame", values);
    case Loss::Why::kClosed:
      if (loss.close_code == kPolicyViolation || loss.close_code == kTryAgainLater) return t("lost.full", values);
      return t(loss.detail.empty() ? "lost.closed" : "lost.closed.why", values);
    case Loss::Why::kBroken:
      return t("lost.broken", values);
  }
  return {};
}

bool is_for_later(v1::RefusalCode code) {
  return code == v1::REFUSAL_CODE_TOO_FAST || code == v1::REFUSAL_CODE_BUSY || code == v1::REFUSAL_CODE_NO_STORE;
}

}  // namespace

Session::Session(Platform& platform, ProfileStore& profile, Terminal& terminal, std::string server, User& user)
    : platform_(platform),
      profile_(profile),
      terminal_(terminal),
      server_(std::move(server)),
      user_(user),
      // Ids must not repeat between runs; half of the range leaves room to count.
      next_id_((platform.random() >> 1U) | 1U) {}

void Session::start() {
  dial();
}

void Session::dial() {
  wire_ = platform_.dial({.opened = [this] { hello(); },
                          .message = [this](std::string_view bytes) { frame(bytes); },
                          .lost = [this](const Loss& loss) { lost(loss); }});
}

void Session::hello() {
  connected_ = true;
  search_.reset();
  proof_.Clear();
  proofs_asked_ = 0;
  v1::ClientMessage message;
  message.set_command_id(next_id_++);
  message.mutable_hello()->set_protocol_version(kProtocolVersion);
  message.mutable_hello()->set_client("wyrmhall-cli " WYRMHALL_VERSION);
  transmit(message);
}

void Session::sign_in() {
  if (once_) return sign_in_once();
  const auto kept = profile_.token();
  if (!kept) return fail(ExitCode::kRefused, kept.error());
  v1::ClientMessage message;
  sign_in_id_ = next_id_++;
  message.set_command_id(sign_in_id_);
  if (*kept) {
    account_ = (*kept)->account.value_or(AccountId());
    message.mutable_sign_in()->set_token((*kept)->token);
  } else {
    message.mutable_sign_in()->set_new_guest(profile_.name());
    message.mutable_sign_in()->set_bot(profile_.name().starts_with(kBotPrefix));
    message.mutable_sign_in()->set_invitation(invitation_);
    if (!proof_.nonce().empty()) *message.mutable_sign_in()->mutable_proof() = proof_;
  }
  transmit(message);
  unanswered_[sign_in_id_] = message;
}

void Session::sign_in_once() {
  v1::ClientMessage message;
  sign_in_id_ = next_id_++;
  message.set_command_id(sign_in_id_);
  *message.mutable_sign_in() = *once_;
  transmit(message);
  unanswered_[sign_in_id_] = message;
}

// A token that was kept under this name so far is set aside.
std::expected<void, std::string> Session::keep(const v1::SignedIn& who) {
  if (!once_) return profile_.save_token({.token = who.token(), .account = account_});
  once_.reset();
  profile_.use_token(who.token());
  return profile_.keep_given(who.player().name(), account_);
}

std::uint64_t Session::send(v1::ClientMessage command) {
  if (command.command_id() == 0) command.set_command_id(next_id_++);
  const std::uint64_t id = command.command_id();
  if (!signed_in_) return id;
  transmit(command);
  unanswered_[id] = std::move(command);
  return id;
}

void Session::transmit(const v1::ClientMessage& command) {
  if (wire_) wire_->send(command.SerializeAsString());
}

void Session::frame(std::string_view bytes) {
  v1::ServerMessage message;
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return fail(ExitCode::kRefused, t("update.client"));
  }
  const bool greets = message.has_welcome() || message.has_signed_in();
  const bool prints = greets ? user_.prints_greeting() : message.has_refusal() || user_.prints_answers();
  if (prints) terminal_.received(message);
  handle(message);
}

void Session::handle(const v1::ServerMessage& message) {
  if (message.has_notice()) on_notice(message.notice());
  if (try_again_later(message)) return;
  unanswered_.erase(message.answer_to());
  if (signed_in_) return user_.received(message);
  if (message.has_welcome()) {
    if (user_.welcomed(message.welcome())) sign_in();
    return;
  }
  if (message.has_sign_in_code()) return user_.code_to_confirm(message.sign_in_code());
  if (message.has_signed_in()) return on_signed_in(message.signed_in());
  if (message.has_refusal()) return on_refused_sign_in(message.refusal());
}

void Session::on_signed_in(const v1::SignedIn& who) {
  account_ = clients::id_of(who.player());
  if (!who.token().empty()) {
    if (auto saved = keep(who); !saved) {
      return fail(ExitCode::kUsage, t("token.notKept", {{"error", saved.error()}}));
    }
  }
  signed_in_ = true;
  signed_in_at_ = platform_.now();
  const bool again = was_signed_in_;
  was_signed_in_ = true;
  backoff_.reset();
  if (again) terminal_.warn(t("lost.back"));
  if (!again && who.delete_at_us() != 0) {
    terminal_.warn(t("account.leaves", {{"when", moment_text(who.delete_at_us())}}));
  }
  user_.signed_in(who, again);
}

void Session::on_refused_sign_in(const v1::Refusal& refusal) {
  if (refusal.code() == v1::REFUSAL_CODE_TOKEN_UNKNOWN) {
    if (profile_.name().empty()) return fail(ExitCode::kRefused, refusal_text(refusal, nullptr));
    return fail(ExitCode::kRefused, t("token.unknown", {{"server", server_},
                                                        {"name", strip_control_chars(profile_.name())},
                                                        {"path", profile_.token_path().string()}}));
  }
  if (refusal.code() == v1::REFUSAL_CODE_NAME_TAKEN && profile_.name_is_made_up() && ++names_tried_ < kMaxMadeUpNames) {
    profile_.use_new_made_up_name();
    return sign_in();
  }
  if (refusal.code() == v1::REFUSAL_CODE_PROOF_NEEDED &&
      refusal.proof().zero_bits() <= clients::ProofSearch::kMaxZeroBits && ++proofs_asked_ <= kMaxProofs) {
    return search_proof(refusal.proof());
  }
  if (refusal.code() == v1::REFUSAL_CODE_MOVED) return lost({.why = Loss::Why::kBroken, .detail = "moved"});
  fail(ExitCode::kRefused, refusal_text(refusal, nullptr));
}

void Session::search_proof(const v1::ProofTask& task) {
  terminal_.warn(t("proof.working"));
  search_.emplace(task);
  search_on();
}

void Session::search_on() {
  if (!search_ || ended_) return;
  if (auto proof = search_->go_on(kNoncesAtOnce)) {
    search_.reset();
    proof_ = *std::move(proof);
    return sign_in();
  }
  platform_.after(Platform::Milliseconds(0), [this] { search_on(); });
}

void Session::on_notice(const v1::Notice& notice) {
  const std::string& key = v1::NoticeKind_Name(notice.kind());
  if (!has_message(key)) return;
  if (notice.kind() == v1::NOTICE_KIND_SIGNED_OUT) return fail(ExitCode::kRefused, t(key));
  terminal_.warn(t(key));
}

// What the server had no time for was not done, so the same command with the same id may come again.
bool Session::try_again_later(const v1::ServerMessage& message) {
  if (!message.has_refusal() || !is_for_later(message.refusal().code())) return false;
  const std::uint64_t id = message.answer_to();
  if (!unanswered_.contains(id)) return false;
  const auto delay = message.refusal().has_retry_after_ms()
                         ? Platform::Milliseconds(std::clamp(message.refusal().retry_after_ms(), 50U, 30'000U))
                         : kRetryAfter;
  platform_.after(delay, [this, id] {
    // After a loss there is nothing left to repeat: the user decides anew.
    if (const auto found = unanswered_.find(id); found != unanswered_.end()) transmit(found->second);
  });
  return true;
}

// A server that says that it goes away has let another go on with everything, where there is one: then the first try
// needs no wait. Not over and over, if a server sends everybody away.
bool Session::moves_on(const Loss& loss) const {
  return signed_in_ && loss.why == Loss::Why::kClosed && loss.close_code == kGoingAway &&
         platform_.now() - signed_in_at_ >= kMinStay;
}

void Session::lost(const Loss& loss) {
  if (ended_) return;
  const bool at_once = moves_on(loss);
  if (connected_ && signed_in_) {
    lost_at_ = platform_.now();
    terminal_.warn(why_not_connected(loss, server_) + " " + t("lost.again"));
  } else if (!was_signed_in_) {
    return fail(ExitCode::kCannotConnect, why_not_connected(loss, server_));
  }
  connected_ = false;
  signed_in_ = false;
  search_.reset();
  unanswered_.clear();
  const auto wait = at_once ? Platform::Milliseconds(0) : backoff_.next(platform_.now() - lost_at_, platform_.random());
  if (!wait) {
    return fail(ExitCode::kCannotConnect,
                why_not_connected(loss, server_) + " " + t("lost.gaveUp", {{"n", Backoff::kLimit.count() / 1000}}));
  }
  platform_.after(*wait, [this] {
    if (!ended_) dial();
  });
}

void Session::fail(ExitCode code, const std::string& sentence) {
  if (ended_) return;
  ended_ = true;
  user_.failed(code, sentence);
}

}  // namespace wyrmhall::cli
