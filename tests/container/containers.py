"""Runs the services of a compose file without a container engine: Linux's namespaces, and root. Each service has its network
addresses, its read-only root file system, its user, no capability but those that it adds, its volumes, secrets and temporary file
systems, as the file says. Standard library only.

Not done: limits of memory and processors, restarts, logs, and what an engine does by itself at a given interval.
"""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

WAITS = 120  # seconds, for what has to become healthy
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
VARIABLE = re.compile(r"\$\{(\w+)(?::\?[^}]*)?\}")
# Of the machine's own file system, in the place of an image.
OF_THE_MACHINE = ("usr/bin", "usr/sbin", "usr/lib", "usr/lib64", "usr/share", "etc/ssl", "etc/alternatives", "etc/ld.so.cache")
LINKS = {"bin": "usr/bin", "sbin": "usr/sbin", "lib": "usr/lib", "lib64": "usr/lib64"}
DEVICES = ("null", "zero", "random", "urandom")

# Mounts what is listed in its standard input (kind, source, target), and becomes the program. The root itself comes last, so that
# what is mounted on it stays as it was mounted.
START = r"""
set -eu
root=$1
shift
mount --make-rprivate /
mount --bind "$root" "$root"
while IFS=$'\t' read -r kind source target; do
  case $kind in
    rw) mount --bind "$source" "$root$target" ;;
    ro) mount --bind "$source" "$root$target" && mount -o remount,bind,ro "$root$target" ;;
    tmpfs) mount -t tmpfs -o "$source" tmpfs "$root$target" ;;
  esac
done
mount -t proc proc "$root/proc"
mount -o remount,bind,ro "$root"
exec </dev/null
exec "$@"
"""


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr}")
    return done.stdout


class Networks:
    """Of a compose file: a network namespace of their own, with a bridge each, so that the machine's are not touched."""

    def __init__(self, names):
        self.prefix = f"wyrmhall-{os.getpid()}"
        self.names = list(names)
        self.spaces = []
        self.switch = self.space("switch")
        try:
            for name in self.names:
                self.ip(self.switch, "link", "add", f"br-{name}", "type", "bridge")
                self.ip(self.switch, "link", "set", f"br-{name}", "up")
        except RuntimeError:
            self.end()
            raise

    def space(self, name):
        run("ip", "netns", "add", f"{self.prefix}-{name}")
        self.spaces.append(f"{self.prefix}-{name}")
        self.ip(self.spaces[-1], "link", "set", "lo", "up")
        return self.spaces[-1]

    @staticmethod
    def ip(space, *arguments):
        run("ip", "-netns", space, *arguments)

    def address(self, network, number):
        return f"10.77.{self.names.index(network)}.{number}"

    def join(self, space, number, networks):
        for network in networks:
            inside, outside = f"e-{network}", f"v{number}-{network}"
            self.ip(self.switch, "link", "add", outside, "type", "veth", "peer", "name", inside, "netns", space)
            self.ip(self.switch, "link", "set", outside, "master", f"br-{network}", "up")
            self.ip(space, "addr", "add", f"{self.address(network, number)}/24", "dev", inside)
            self.ip(space, "link", "set", inside, "up")

    def end(self):
        for space in self.spaces:
            subprocess.run(["ip", "netns", "del", space], capture_output=True, check=False)


class Service:
    """One of a compose file. `image` is what there is in its place: a folder with its file system and its settings."""

    def __init__(self, compose, name, number, settings, image):
        self.compose, self.name, self.number, self.settings, self.image = compose, name, number, settings, image
        self.networks = settings["networks"]
        self.space = compose.networks.space(name)
        compose.networks.join(self.space, number, self.networks)
        self.user = str(settings.get("user", image.get("user", "0:0")))
        self.process = None
        self.log_path = compose.folder / f"{name}.log"

    # --- As the compose file has it ---

    def environment(self):
        own = {key: self.compose.filled_in(str(value)) for key, value in self.settings.get("environment", {}).items()}
        return {"PATH": PATH, **self.image.get("environment", {}), **own}

    def command(self):
        entry = self.settings.get("entrypoint", self.image.get("entrypoint", []))
        return [*entry, *self.settings.get("command", self.image.get("command", []))]

    def mounts(self):
        for text in self.settings.get("volumes", []):
            source, target, *how = text.split(":")
            if source.startswith("."):
                yield how[0] if how else "rw", self.compose.place / source, target
            else:
                yield "rw", self.compose.volume(source, self.user), target
        for secret in self.settings.get("secrets", []):
            source = secret["source"] if isinstance(secret, dict) else secret
            target = secret["target"] if isinstance(secret, dict) else f"/run/secrets/{secret}"
            yield "ro", self.compose.place / self.compose.file["secrets"][source]["file"], target
        for text in self.settings.get("tmpfs", []):
            target, _, options = text.partition(":")
            yield "tmpfs", ",".join(filter(None, [options, "mode=1777"])), target

    # --- What it runs in ---

    def root(self):
        """Its file system, with a place for all that is mounted there."""
        if "root" in self.image:
            return pathlib.Path(self.image["root"])
        root = self.compose.folder / f"root-{self.name}"
        if root.exists():
            return root
        for folder in ("usr/local/bin", "etc", "dev", "proc", "tmp", "var/run", "root"):
            (root / folder).mkdir(parents=True)
        for link, to in LINKS.items():
            (root / link).symlink_to(to)
        (root / "dev/fd").symlink_to("/proc/self/fd")
        user, group = self.user.split(":")
        (root / "etc/passwd").write_text(f"root:x:0:0:root:/root:/bin/sh\n{self.image['name']}:x:{user}:{group}::/:/bin/sh\n"
                                         if user != "0" else "root:x:0:0:root:/root:/bin/sh\n", encoding="utf-8")
        (root / "etc/group").write_text(f"root:x:0:\n{self.image['name']}:x:{group}:\n", encoding="utf-8")
        for path, text in self.image.get("files", {}).items():
            (root / path).write_text(text, encoding="utf-8")
            (root / path).chmod(0o755)
        return root

    def place(self, root, source, target):
        """A place to mount something on, as engines make one."""
        point = root / target.lstrip("/")
        if point.exists():
            return
        if source is not None and not pathlib.Path(source).is_dir():
            point.parent.mkdir(parents=True, exist_ok=True)
            point.touch()
        else:
            point.mkdir(parents=True)

    def all_mounts(self, root):
        if "root" not in self.image:
            yield from (("ro", pathlib.Path("/", path), f"/{path}") for path in OF_THE_MACHINE if pathlib.Path("/", path).exists())
        yield from (("rw", pathlib.Path("/dev", device), f"/dev/{device}") for device in DEVICES)
        hosts = self.compose.folder / f"hosts-{self.name}"
        hosts.write_text(self.compose.hosts(self.networks), encoding="utf-8")
        yield "ro", hosts, "/etc/hosts"
        own = list(self.mounts())
        # A file in a volume is mounted after the volume.
        yield from sorted(own, key=lambda mount: len(pathlib.PurePath(mount[2]).parts))
        shared = self.settings.get("shm_size")
        if shared:
            self.place(root, None, "/dev/shm")
            yield "tmpfs", f"size={shared},mode=1777", "/dev/shm"

    def in_volume(self, mounts, target):
        """The folder on the machine that holds this path of the service's, if a volume does."""
        for kind, source, at in mounts:
            if kind == "rw" and target != at and pathlib.PurePath(target).is_relative_to(at) and pathlib.Path(source).is_dir():
                return pathlib.Path(source) / pathlib.PurePath(target).relative_to(at)
        return None

    def as_its_user(self):
        user, group = self.user.split(":")
        kept = "".join(f",+{name.lower()}" for name in self.settings.get("cap_add", []))
        return ["/usr/bin/setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups", f"--bounding-set=-all{kept}",
                "--inh-caps=-all", "--no-new-privs", "/usr/bin/env", "-i", *[f"{k}={v}" for k, v in self.environment().items()]]

    # --- Its life ---

    def start(self, command=None, environment=None):
        root = self.root()
        mounts = list(self.all_mounts(root))
        for kind, source, target in mounts:
            kept = self.in_volume(mounts, target)
            if kept is None:
                self.place(root, None if kind == "tmpfs" else source, target)
            elif not kept.exists():
                kept.touch()
        lines = "".join(f"{kind}\t{source}\t{target}\n" for kind, source, target in mounts)
        extra = [f"{key}={value}" for key, value in (environment or {}).items()]
        with open(self.log_path, "ab") as log, tempfile.TemporaryFile("w+") as listed:
            listed.write(lines)
            listed.seek(0)
            self.process = subprocess.Popen(
                ["nsenter", f"--net=/run/netns/{self.space}", "unshare", "--mount", "--ipc", "--pid", "--fork", "--kill-child",
                 "bash", "-c", START, "bash", root, "chroot", root, *self.as_its_user(), *extra, *(command or self.command())],
                stdin=listed, stdout=log, stderr=log)

    def inside(self):
        """The first process in there, as the machine knows it."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return int(children.read_text(encoding="utf-8").split()[0])

    def run_in(self, *command, timeout=60):
        """As an engine's `exec` does."""
        return subprocess.run(["nsenter", f"--target={self.inside()}", "--mount", "--net", "--pid", "--root", "--wd", *self.as_its_user(),
                               *command], capture_output=True, text=True, timeout=timeout, check=False)

    def is_healthy(self):
        check = self.settings.get("healthcheck", self.image.get("healthcheck"))
        kind, *test = check["test"]
        assert self.process.poll() is None, f"{self.name} has ended with {self.process.returncode}: {self.log()[-2000:]}"
        with contextlib.suppress(subprocess.TimeoutExpired, IndexError, FileNotFoundError):
            return self.run_in(*(["/bin/sh", "-c", *test] if kind == "CMD-SHELL" else test), timeout=5).returncode == 0
        return False

    def wait_until_healthy(self):
        end = time.monotonic() + WAITS
        while not self.is_healthy():
            assert time.monotonic() < end, f"{self.name} does not become healthy: {self.log()[-3000:]}"
            time.sleep(0.3)

    def stop(self):
        """Returns how long it took; it must end by itself within its grace."""
        began = time.monotonic()
        os.kill(self.inside(), getattr(signal, self.settings.get("stop_signal", "SIGTERM")))
        grace = int(self.settings.get("stop_grace_period", "10s").rstrip("s"))
        status = self.process.wait(timeout=grace)
        assert status == 0, f"{self.name} ended with {status}: {self.log()[-2000:]}"
        return time.monotonic() - began

    def kill(self):
        if self.process is None or self.process.poll() is not None:
            return
        with contextlib.suppress(IndexError, ProcessLookupError, FileNotFoundError):
            os.kill(self.inside(), signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=5)
        self.process.kill()
        self.process.wait()

    def log(self):
        return self.log_path.read_text(encoding="utf-8", errors="replace")


class Compose:
    """As a context: all that was started ends with it. `place`: the folder of the file, with its secrets."""

    def __init__(self, file, place, variables, images):
        self.file, self.place, self.variables, self.images = file, pathlib.Path(place), variables, images
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="wyrmhall-compose-"))
        self.folder.chmod(0o755)
        self.services = {}

    def __enter__(self):
        self.networks = Networks(self.file["networks"])
        try:
            for number, (name, settings) in enumerate(self.file["services"].items(), 10):
                if not settings.get("profiles"):
                    self.services[name] = Service(self, name, number, settings, self.images[settings["image"].partition(":")[0]])
        except BaseException:
            self.networks.end()
            raise
        return self

    def __exit__(self, *_):
        for service in self.services.values():
            service.kill()
        self.networks.end()
        shutil.rmtree(self.folder)

    def __getitem__(self, name):
        return self.services[name]

    def filled_in(self, text):
        return VARIABLE.sub(lambda found: self.variables[found[1]], text)

    def volume(self, name, user):
        folder = self.folder / f"volume-{name}"
        if not folder.exists():
            folder.mkdir(mode=0o700)
            os.chown(folder, *map(int, user.split(":")))
        return folder

    def remove_volume(self, name):
        shutil.rmtree(self.folder / f"volume-{name}")

    def hosts(self, networks):
        """Who is reached by which name from these."""
        lines = ["127.0.0.1 localhost"]
        for name, service in self.services.items():
            shared = [network for network in networks if network in service.networks]
            lines += [f"{self.networks.address(network, service.number)} {name}" for network in shared[:1]]
        return "\n".join(lines) + "\n"

    def up(self):
        """All services, each once those that it waits for are healthy."""
        waiting = dict(self.services)
        end = time.monotonic() + 2 * WAITS
        healthy = set()
        while waiting:
            assert time.monotonic() < end, f"these never start: {', '.join(waiting)}"
            for name, service in list(waiting.items()):
                needed = service.settings.get("depends_on", {})
                healthy |= {other for other in needed if self[other].process and self[other].is_healthy()}
                if healthy.issuperset(needed):
                    service.start()
                    del waiting[name]
            time.sleep(0.2)
