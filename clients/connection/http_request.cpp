#include "clients/connection/http_request.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>

namespace wyrmhall::clients {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using ErrorCode = boost::system::error_code;

// Records and a person's data may be long.
constexpr std::uint64_t kAnswerBytes = std::uint64_t{1} << 30;

std::string text_of(beast::string_view view) {
  return {view.data(), view.size()};
}

}  // namespace

std::expected<HttpAnswer, std::string> ask(const HttpRequest& request) {
  const std::string where = request.host + ":" + request.port;
  net::io_context io(1);
  ErrorCode error;
  net::ip::tcp::resolver resolver(io);
  const auto found = resolver.resolve(request.host, request.port, error);
  if (error) return std::unexpected("The host of " + where + " is not known (" + error.message() + ").");

  beast::tcp_stream stream(io);
  stream.expires_after(request.longest);
  http::request<http::string_body> sent;
  sent.method_string(request.method);
  sent.target(request.target);
  sent.set(http::field::host, where);
  sent.set(http::field::user_agent, "wyrmhall");
  sent.set(http::field::authorization, "Bearer " + request.bearer);
  sent.keep_alive(false);
  if (!request.body.empty()) sent.set(http::field::content_type, "application/json");
  sent.body() = request.body;
  sent.prepare_payload();

  beast::flat_buffer buffer;
  http::response_parser<http::string_body> parser;
  parser.body_limit(kAnswerBytes);
  bool connected = false;
  // One step after the other; the stream's own timer ends the run when it takes too long.
  stream.async_connect(found, [&](ErrorCode failed, const net::ip::tcp::endpoint& /*at*/) {
    error = failed;
    if (error) return;
    connected = true;
    http::async_write(stream, sent, [&](ErrorCode unsent, std::size_t /*bytes*/) {
      error = unsent;
      if (error) return;
      http::async_read(stream, buffer, parser, [&](ErrorCode unread, std::size_t /*bytes*/) { error = unread; });
    });
  });
  io.run();
  if (!connected)
    return std::unexpected("Nobody answers at " + where + " (" + error.message() +
                           "): is the server running, with an admin token?");
  if (error) return std::unexpected("The connection to " + where + " broke off (" + error.message() + ").");
  auto response = parser.release();
  return HttpAnswer{.status = static_cast<int>(response.result_int()),
                    .content_type = text_of(response[http::field::content_type]),
                    .location = text_of(response[http::field::location]),
                    .link = text_of(response[http::field::link]),
                    .age = text_of(response[http::field::age]),
                    .body = std::move(response.body())};
}

}  // namespace wyrmhall::clients
