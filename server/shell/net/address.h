// Where to listen: HOST:PORT.
#pragma once

#include <expected>
#include <string>

#include "server/shell/net/asio.h"

namespace wyrmhall::server {

// Makes the acceptor listen on HOST:PORT; IPv6 hosts stand in brackets, and port 0 picks one. Gives the address that it
// has then, or a sentence that says why not.
std::expected<std::string, std::string> listen_at(TcpAcceptor& acceptor, const std::string& where);

}  // namespace wyrmhall::server
