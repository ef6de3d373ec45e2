// The memory limit, from made-up control groups.
#include "server/admin/memory_limit.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace wyrmhall::server::admin {
namespace {

namespace fs = std::filesystem;

// A folder that stands for the root of a machine.
class Machine {
 public:
  Machine() {
    std::string name = (fs::temp_directory_path() / "wyrmhall-memory-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    root_ = name;
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  ~Machine() { fs::remove_all(root_); }

  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text << '\n';
  }
  [[nodiscard]] std::optional<std::uint64_t> limit() const { return memory_limit(root_); }

 private:
  fs::path root_;
};

constexpr std::uint64_t kMebibyte = 1 << 20;

TEST_CASE("no control groups, no limit") {
  const Machine machine;
  CHECK_FALSE(machine.limit());
  machine.write("proc/self/cgroup", "0::/");
  CHECK_FALSE(machine.limit());
}

TEST_CASE("a container of version 2 sees its own group at the mount") {
  const Machine machine;
  machine.write("proc/self/cgroup", "0::/");
  machine.write("sys/fs/cgroup/memory.max", "1073741824");
  CHECK(machine.limit() == 1024 * kMebibyte);
  machine.write("sys/fs/cgroup/memory.max", "max");
  CHECK_FALSE(machine.limit());
}

TEST_CASE("a service of version 2 has the least of its own limit and those above it") {
  const Machine machine;
  machine.write("proc/self/cgroup", "0::/system.slice/wyrmhall.service");
  machine.write("sys/fs/cgroup/system.slice/wyrmhall.service/memory.max", "3221225472");
  machine.write("sys/fs/cgroup/system.slice/memory.max", "max");
  CHECK(machine.limit() == 3072 * kMebibyte);
  machine.write("sys/fs/cgroup/system.slice/memory.max", "2147483648");
  CHECK(machine.limit() == 2048 * kMebibyte);
  machine.write("sys/fs/cgroup/system.slice/other.service/memory.max", "1048576");
  CHECK(machine.limit() == 2048 * kMebibyte);
}

TEST_CASE("version 1 has a hierarchy for memory, and a number that means none") {
  const Machine machine;
  machine.write("proc/self/cgroup", "9:cpu:/\n4:memory:/docker/0cac\n1:name=systemd:/docker/0cac\n0::/");
  machine.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
  CHECK_FALSE(machine.limit());
  // In a container the path is the host's, and its group is the mount.
  machine.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "536870912");
  CHECK(machine.limit() == 512 * kMebibyte);
  machine.write("sys/fs/cgroup/memory/docker/0cac/memory.limit_in_bytes", "268435456");
  CHECK(machine.limit() == 256 * kMebibyte);
}

TEST_CASE("rubbish is no limit") {
  const Machine machine;
  machine.write("proc/self/cgroup", "rubbish\n\n0::");
  machine.write("sys/fs/cgroup/memory.max", "-");
  CHECK_FALSE(machine.limit());
}

}  // namespace
}  // namespace wyrmhall::server::admin
