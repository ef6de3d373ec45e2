#include "tests/crash/power_cut_vfs.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace wyrmhall::crash {
namespace {

constexpr std::size_t kSectorBytes = 512;

// A write at an offset, or with `truncates` a new length of the file.
struct Operation {
  std::size_t offset = 0;
  std::string bytes;
  bool truncates = false;
};

void carry_out(const Operation& operation, std::string& image) {
  if (operation.truncates) {
    image.resize(operation.offset);
    return;
  }
  const std::size_t end = operation.offset + operation.bytes.size();
  if (image.size() < end) image.resize(end);
  image.replace(operation.offset, operation.bytes.size(), operation.bytes);
}

// A file as the process sees it, and as the disk has it.
struct Content {
  std::string seen;
  std::string durable;
  std::vector<Operation> unsynced;
  bool name_is_durable = false;  // false: made here, and never synced
};

struct Disk {
  std::mutex mutex;
  std::map<std::string, Content> files;  // by path
  std::uint64_t operations = 0;
  std::uint64_t cut_at = 0;  // 0: never
  std::mt19937_64 random;
  sqlite3_vfs* below = nullptr;
  sqlite3_vfs vfs{};
};

Disk& disk() {
  static Disk the_disk;
  return the_disk;
}

std::string read_file(const std::string& path) {
  std::string text;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  std::string piece(1UL << 16U, '\0');
  for (ssize_t got = 0; (got = ::read(file, piece.data(), piece.size())) > 0;) {
    text.append(piece, 0, static_cast<std::size_t>(got));
  }
  ::close(file);
  return text;
}

void write_file(const std::string& path, std::string_view text) {
  // Not made anew: the locks that others hold on it stay.
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t put = ::pwrite(file, text.data() + at, text.size() - at, static_cast<off_t>(at));
    if (put <= 0) std::abort();
    at += static_cast<std::size_t>(put);
  }
  if (::ftruncate(file, static_cast<off_t>(text.size())) != 0) std::abort();
  ::close(file);
}

// What the disk has of a file after the cut.
std::string left_over(const Content& content, std::mt19937_64& random) {
  // How each file fares: next to nothing arrived, nearly all, or anything between.
  const std::size_t count = content.unsynced.size();
  const std::uint64_t fate = random() % 4;
  const auto moment = [&]() -> std::size_t {
    if (fate == 0) return random() % 8 == 0 ? random() % (count + 1) : 0;
    if (fate == 1) return random() % 8 == 0 ? random() % (count + 1) : count;
    return random() % (count + 1);
  };
  // All sectors that some write touched.
  std::set<std::size_t> touched;
  for (const Operation& operation : content.unsynced) {
    if (operation.truncates) continue;
    const std::size_t last = (operation.offset + operation.bytes.size() - 1) / kSectorBytes;
    for (std::size_t sector = operation.offset / kSectorBytes; sector <= last; ++sector) touched.insert(sector);
  }
  std::map<std::size_t, std::vector<std::size_t>> wanted;  // the sectors that are as of each moment
  for (const std::size_t sector : touched) wanted[moment()].push_back(sector);
  const std::size_t length_moment = moment();

  std::string left = content.durable;
  std::string image = content.durable;
  std::size_t length = image.size();
  for (std::size_t now = 0; now <= count; ++now) {
    if (now > 0) carry_out(content.unsynced[now - 1], image);
    if (now == length_moment) length = image.size();
    for (const std::size_t sector : wanted[now]) {
      const std::size_t begin = sector * kSectorBytes;
      std::string bytes = begin < image.size() ? image.substr(begin, kSectorBytes) : std::string();
      bytes.resize(kSectorBytes);
      if (left.size() < begin + kSectorBytes) left.resize(begin + kSectorBytes);
      left.replace(begin, kSectorBytes, bytes);
    }
  }
  left.resize(length);
  return left;
}

// The mutex is held, and never given back.
[[noreturn]] void cut(Disk& disk) {
  for (auto& [path, content] : disk.files) {
    if (content.unsynced.empty() && content.name_is_durable) continue;
    if (!content.name_is_durable && disk.random() % 2 == 0) {
      ::unlink(path.c_str());
      continue;
    }
    write_file(path, left_over(content, disk.random));
  }
  ::kill(::getpid(), SIGKILL);
  std::abort();
}

void count(Disk& disk) {
  if (++disk.operations == disk.cut_at) cut(disk);
}

// --- The files of SQLite's interface ---

struct File {
  sqlite3_file base;    // SQLite looks at this
  Content* content;     // null for files that are nobody's but the connection's: they pass through
  sqlite3_file* below;  // the operating system's, right behind this
};

File& file_of(sqlite3_file* file) {
  return *reinterpret_cast<File*>(file);
}
sqlite3_file* below(sqlite3_file* file) {
  return file_of(file).below;
}

int close_file(sqlite3_file* file) {
  return below(file)->pMethods->xClose(below(file));
}

int read(sqlite3_file* file, void* into, int amount, sqlite3_int64 offset) {
  const Content* content = file_of(file).content;
  if (content == nullptr) return below(file)->pMethods->xRead(below(file), into, amount, offset);
  const std::scoped_lock lock(disk().mutex);
  const auto at = static_cast<std::size_t>(offset);
  const auto wanted = static_cast<std::size_t>(amount);
  const std::size_t there = at < content->seen.size() ? std::min(wanted, content->seen.size() - at) : 0;
  if (there > 0) std::memcpy(into, content->seen.data() + at, there);
  if (there == wanted) return SQLITE_OK;
  std::memset(static_cast<char*>(into) + there, 0, wanted - there);
  return SQLITE_IOERR_SHORT_READ;
}

int change(Content& content, Operation operation) {
  const std::scoped_lock lock(disk().mutex);
  count(disk());
  carry_out(operation, content.seen);
  content.unsynced.push_back(std::move(operation));
  return SQLITE_OK;
}

int write(sqlite3_file* file, const void* from, int amount, sqlite3_int64 offset) {
  Content* content = file_of(file).content;
  if (content == nullptr) return below(file)->pMethods->xWrite(below(file), from, amount, offset);
  std::string bytes(static_cast<const char*>(from), static_cast<std::size_t>(amount));
  return change(*content, {.offset = static_cast<std::size_t>(offset), .bytes = std::move(bytes)});
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
  Content* content = file_of(file).content;
  if (content == nullptr) return below(file)->pMethods->xTruncate(below(file), size);
  return change(*content, {.offset = static_cast<std::size_t>(size), .bytes = {}, .truncates = true});
}

int sync(sqlite3_file* file, int flags) {
  Content* content = file_of(file).content;
  if (content == nullptr) return below(file)->pMethods->xSync(below(file), flags);
  const std::scoped_lock lock(disk().mutex);
  count(disk());  // a cut in the midst of a sync: anything may have arrived
  for (const Operation& operation : content->unsynced) {
    // The real file follows, so that it is as the disk has it whenever the process dies by another hand.
    const auto offset = static_cast<sqlite3_int64>(operation.offset);
    const int code = operation.truncates
                         ? below(file)->pMethods->xTruncate(below(file), offset)
                         : below(file)->pMethods->xWrite(below(file), operation.bytes.data(),
                                                         static_cast<int>(operation.bytes.size()), offset);
    if (code != SQLITE_OK) return code;
    carry_out(operation, content->durable);
  }
  content->unsynced.clear();
  content->name_is_durable = true;
  return SQLITE_OK;
}

int file_size(sqlite3_file* file, sqlite3_int64* size) {
  const Content* content = file_of(file).content;
  if (content == nullptr) return below(file)->pMethods->xFileSize(below(file), size);
  const std::scoped_lock lock(disk().mutex);
  *size = static_cast<sqlite3_int64>(content->seen.size());
  return SQLITE_OK;
}

int lock_file(sqlite3_file* file, int level) {
  return below(file)->pMethods->xLock(below(file), level);
}
int unlock_file(sqlite3_file* file, int level) {
  return below(file)->pMethods->xUnlock(below(file), level);
}
int is_reserved(sqlite3_file* file, int* result) {
  return below(file)->pMethods->xCheckReservedLock(below(file), result);
}
int control(sqlite3_file* file, int what, void* argument) {
  // Hints to make the file longer ahead of time would change it behind our back.
  if (what == SQLITE_FCNTL_SIZE_HINT || what == SQLITE_FCNTL_CHUNK_SIZE) return SQLITE_OK;
  return below(file)->pMethods->xFileControl(below(file), what, argument);
}
int sector_size(sqlite3_file* file) {
  return below(file)->pMethods->xSectorSize(below(file));
}
int characteristics(sqlite3_file* file) {
  return below(file)->pMethods->xDeviceCharacteristics(below(file));
}
int map_shared(sqlite3_file* file, int region, int size, int extend, void volatile** at) {
  return below(file)->pMethods->xShmMap(below(file), region, size, extend, at);
}
int lock_shared(sqlite3_file* file, int offset, int number, int flags) {
  return below(file)->pMethods->xShmLock(below(file), offset, number, flags);
}
void barrier(sqlite3_file* file) {
  below(file)->pMethods->xShmBarrier(below(file));
}
int unmap_shared(sqlite3_file* file, int drop) {
  return below(file)->pMethods->xShmUnmap(below(file), drop);
}

constexpr sqlite3_io_methods kMethods = {
    2,
    close_file,
    read,
    write,
    truncate,
    sync,
    file_size,
    lock_file,
    unlock_file,
    is_reserved,
    control,
    sector_size,
    characteristics,
    map_shared,
    lock_shared,
    barrier,
    unmap_shared,
    nullptr,
    nullptr,
};

// --- The VFS ---

int open_file(sqlite3_vfs* /*vfs*/, const char* path, sqlite3_file* file, int flags, int* opened_flags) {
  Disk& the = disk();
  File& ours = file_of(file);
  ours.base.pMethods = nullptr;
  ours.content = nullptr;
  ours.below = reinterpret_cast<sqlite3_file*>(&ours + 1);
  const std::scoped_lock lock(the.mutex);
  const bool was_there = path != nullptr && ::access(path, F_OK) == 0;
  const int code = the.below->xOpen(the.below, path, ours.below, flags, opened_flags);
  if (ours.below->pMethods != nullptr) ours.base.pMethods = &kMethods;
  if (code != SQLITE_OK) return code;
  constexpr int kKept = SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL | SQLITE_OPEN_SUPER_JOURNAL;
  if (path == nullptr || (flags & kKept) == 0) return code;
  const auto [found, is_new] = the.files.try_emplace(path);
  ours.content = &found->second;
  if (is_new) {
    found->second.seen = found->second.durable = read_file(path);
    found->second.name_is_durable = was_there;
  }
  return code;
}

int delete_file(sqlite3_vfs* /*vfs*/, const char* path, int sync_folder) {
  Disk& the = disk();
  const std::scoped_lock lock(the.mutex);
  the.files.erase(path);
  return the.below->xDelete(the.below, path, sync_folder);
}

}  // namespace

void install_power_cut_vfs(std::uint64_t operations, std::uint64_t seed) {
  Disk& the = disk();
  the.cut_at = operations;
  the.random.seed(seed);
  the.below = sqlite3_vfs_find(nullptr);
  the.vfs = *the.below;
  the.vfs.zName = "power-cut";
  the.vfs.szOsFile = static_cast<int>(sizeof(File)) + the.below->szOsFile;
  the.vfs.pNext = nullptr;
  the.vfs.xOpen = open_file;
  the.vfs.xDelete = delete_file;
  if (sqlite3_vfs_register(&the.vfs, 1) != SQLITE_OK) std::abort();
}

void cut_power() {
  Disk& the = disk();
  the.mutex.lock();
  cut(the);
}

}  // namespace wyrmhall::crash
