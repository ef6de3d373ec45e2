// Matches whose end this client has not seen, or in which it could no longer close its chain, because the connection
// was lost, say. Once the connection is back, this asks for what the server has signed about their ends and closes the
// chains. It runs beside whatever the person wants, never holds that up, and says nothing as long as all is well.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "clients/cli/commands/command.h"
#include "clients/model/chain_store.h"
#include "clients/model/match_model.h"

namespace wyrmhall::cli {

// Stands between the session and the command: it takes the answers to its own questions and passes on everything else.
class LateClosing final : public Session::User {
 public:
  LateClosing(const Context& context, Session::User& user) : context_(context), user_(user) {}
  // Before anything else.
  void attach(Session& session) { session_ = &session; }

  bool welcomed(const v1::Welcome& welcome) override { return user_.welcomed(welcome); }
  void code_to_confirm(const v1::SignInCode& code) override { user_.code_to_confirm(code); }
  [[nodiscard]] bool prints_greeting() const override { return user_.prints_greeting(); }
  [[nodiscard]] bool prints_answers() const override { return user_.prints_answers(); }
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;
  void failed(ExitCode code, const std::string& sentence) override { user_.failed(code, sentence); }

 private:
  void begin(const v1::SignedIn& who);
  void next();
  // The next one, a little later: the server has others to answer, and so has this connection.
  void done_with_this();
  void opened(const v1::MatchOpened& opened);
  void told_receipt(const v1::Receipt& receipt);
  void ask(v1::ClientMessage message);

  Context context_;
  Session::User& user_;
  Session* session_ = nullptr;
  std::deque<MatchId> waiting_;  // the newest first; the first is at work
  clients::KeptChain kept_;      // of the first, as is the match
  clients::MatchModel model_;
  std::uint64_t waits_for_ = 0;                            // the id of the question that has no answer yet; 0 for none
  bool closing_ = false;                                   // it is the one that shows the link
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);  // timers that outlive this do nothing
};

}  // namespace wyrmhall::cli
