// Asio with the one executor that this server uses, known at compile time: no type erasure on a turn's path.
#pragma once

#include <chrono>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

namespace wyrmhall::server {

namespace net = boost::asio;
using Executor = net::io_context::executor_type;
using TcpSocket = net::basic_stream_socket<net::ip::tcp, Executor>;
using TcpAcceptor = net::basic_socket_acceptor<net::ip::tcp, Executor>;
using Timer =
    net::basic_waitable_timer<std::chrono::steady_clock, net::wait_traits<std::chrono::steady_clock>, Executor>;

}  // namespace wyrmhall::server
