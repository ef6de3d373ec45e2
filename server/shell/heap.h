// Memory as the operating system gives it.
#pragma once

namespace wyrmhall::server {

// Asks for the heap of the main thread in pages of 2 MiB, where the operating system has them to give. Once, at the
// start, before there is much in it. With a thousand matches a turn's memory is scattered over more pages of 4 KiB than
// the processor remembers the addresses of.
void use_large_pages();

}  // namespace wyrmhall::server
