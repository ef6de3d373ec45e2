#include "clients/cli/match/conversation.h"

#include <fmt/format.h>

#include <charconv>
#include <string>

#include "clients/cli/messages.h"
#include "clients/cli/terminal/refusal_text.h"
#include "clients/model/code_name.h"
#include "clients/model/ids.h"

namespace wyrmhall::cli {
namespace {

constexpr std::string_view kSay = "say";

// By its number, or its name in the protocol: "3" or "well_played".
v1::Remark remark_of(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && v1::Remark_IsValid(number)) {
    return static_cast<v1::Remark>(number);
  }
  const auto& remarks = *google::protobuf::GetEnumDescriptor<v1::Remark>();
  for (int i = 0; i < remarks.value_count(); ++i) {
    if (clients::short_name(*remarks.value(i)) == text) return static_cast<v1::Remark>(remarks.value(i)->number());
  }
  return v1::REMARK_UNSPECIFIED;
}

}  // namespace

bool Conversation::typed(std::string_view text, const std::optional<MatchId>& here, Session& session) {
  if (!text.starts_with(kSay) || (text.size() > kSay.size() && text[kSay.size()] != ' ')) return false;
  text.remove_prefix(kSay.size());
  while (text.starts_with(' ')) text.remove_prefix(1);
  const v1::Remark remark = remark_of(text);
  if (remark == v1::REMARK_UNSPECIFIED || !here) {
    list();
    return true;
  }
  v1::ClientMessage message;
  message.mutable_say()->set_table_id(to_bytes(*here));
  message.mutable_say()->set_remark(remark);
  request_ = session.send(message);
  return true;
}

bool Conversation::received(const v1::ServerMessage& message, const std::optional<MatchId>& here) {
  const bool answers = message.answer_to() != 0 && message.answer_to() == request_;
  if (answers) request_ = 0;
  if (message.has_refusal() && answers) {
    context_.terminal.warn(refusal_text(message.refusal(), nullptr));
    return true;
  }
  if (!message.has_said()) return false;
  const v1::Said& said = message.said();
  // A newer server may know more of them.
  const bool known = v1::Remark_IsValid(said.remark()) && said.remark() != v1::REMARK_UNSPECIFIED;
  if (known && here == id_from_bytes<MatchId>(said.table_id()) && !context_.settings.by_itself()) {
    context_.terminal.say(labelled(strip_control_chars(said.player().name()), t(v1::Remark_Name(said.remark()))));
  }
  return true;
}

void Conversation::list() const {
  context_.terminal.say(t("say.how"));
  const auto& remarks = *google::protobuf::GetEnumDescriptor<v1::Remark>();
  for (int i = 1; i < remarks.value_count(); ++i) {
    const auto& remark = *remarks.value(i);
    context_.terminal.say(
        fmt::format("  {:>2}  {}  ({})", remark.number(), t(remark.name()), clients::short_name(remark)));
  }
}

}  // namespace wyrmhall::cli
