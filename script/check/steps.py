"""The steps of ./check: what each holds, what it runs, and which it takes for which depth."""

from dataclasses import dataclass

# Lanes, each doing one step at a time: what compiles keeps the processors busy while what runs mostly waits.
BUILD, RUN, PAGE = "build", "run", "page"


@dataclass(frozen=True)
class Step:
    name: str
    says: str
    lane: str
    commands: tuple[str, ...]  # for bash, in the top folder, one after the other until one fails
    needs: tuple[str, ...] = ()  # steps that must have passed before it
    reads: tuple[str, ...] = ()  # Git's pathspecs of what it reads: while that is as it was when it passed, ./check leaves it out
    makes: str = ""  # a file that is there once it has passed


# Older sanitizers do not cope with much randomness of addresses. Where it may not be switched off, they try as it is.
FIXED = "$(setarch -R true 2>/dev/null && echo setarch -R)"
ASAN = "ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1"
TSAN = "TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1"
BIN = "build/release/bin"
# A processor goes to such a command only while nothing else wants it: what compiles beside tests gives way to them, for in
# these real time passes.
IDLE = "chrt --idle 0"
AS_ROOT = '[ "$(id -u)" = 0 ] || { echo "SKIPPED: this needs root"; exit 0; }; '


def ctest(preset, labels, before="", report=""):
    """Tests of ours by label. Those that compute count as two: beside one for each processor, as many that wait."""
    return (f"{before} {FIXED} ctest --preset {preset} {labels} -j $((3 * JOBS)) --no-tests=error "
            f"--output-junit $PWD/build/check/{report or preset}.junit.xml")


def ctest_of_what_changed(preset):
    """All tests but those that have passed with the same programs."""
    rest = ctest(preset, '-E "$passed"')
    return (f"passed=$(python3 script/check/unchanged.py leave-out {preset}) || exit; {rest}; result=$?; "
            f"python3 script/check/unchanged.py keep {preset}; exit $result")


def vitest(script, preset=None):
    """An npm script of the page, against the server of a preset where it needs one."""
    server = f"WYRMHALLD=$PWD/build/{preset}/bin/wyrmhalld " if preset else ""
    return f"{server}script/web {script} --reporter=default --reporter=junit --outputFile.junit=$PWD/build/check/{script}.junit.xml"


STEPS = [
    Step("format", "sources are as clang-format writes them", RUN, ("script/format --check",)),
    Step("style", "include arrows and the other rules of tests/style", RUN,
         ("python3 tests/style/test_style.py", "python3 tests/style/style.py", "python3 tests/style/links_test.py",
          "python3 tests/style/version_test.py", "python3 tests/check/check_test.py")),
    Step("protocol", "the wire contract lints, is written out, and breaks no client", RUN,
         ("script/protocol --check", "python3 tests/protocol/game_lines_test.py")),
    Step("verify", "the independent verifier of records agrees with the vectors", RUN, ("python3 tests/verify_test.py",), reads=("tests", ":!tests/*.cpp", ":!tests/*.h")),
    Step("page", "the browser client: lint, unit tests, build", PAGE,
         ("script/web lint", vitest("unit"), "script/web build"),
         reads=("clients", "docs", "protocol", "server", "script", "VERSION", "tests/*.json", "tests/accusations",
                "rules/dragondice/units.txt", "rules/dragondice/presets.txt", "rules/hunt/data.h"), makes="clients/web/dist/index.html"),

    # ./check: all tests, quick to build.
    Step("build-dev", "everything compiles, assertions on", BUILD, ("script/build dev",)),
    Step("tests", "all tests but those that take minutes", RUN, (ctest_of_what_changed("dev"),), ("build-dev",)),
    Step("page-short", "the browser client in Chromium, in short", PAGE, (vitest("e2e-short", "dev"),), ("build-dev", "page")),

    # ./check --all: the same tests under sanitizers, and what needs optimised programs or minutes.
    Step("build-release", "what ./run serves, and what measures", BUILD, ("script/build release wyrmhalld wyrmhall manual wyrmhall-load wyrmhall-bare-server rules_bench append_bench pairing_bench sim "
         "tests_release tests_walks tests_cluster",)),
    Step("release", "tests that take minutes elsewhere; trouble, hostile load, the simulator, and the benchmarks run", RUN,
         (ctest("release", "-L 'release|walks'"), "tests/bench/smoke", f"python3 tests/hostile/load.py {BIN} --quick",
          f"{BIN}/sim --seeds 1..200 --quiet", f"{BIN}/sim --minutes 1 --any-counters --quiet",
          f"python3 tests/admin/upkeep_under_load.py {BIN} --matches 200"), ("build-release",)),
    Step("web", "the browser client in Chromium, all of it", RUN, (vitest("e2e", "release"),), ("build-release", "page")),
    Step("container", "the package is installed, upgraded and removed, docs/hosting.md is followed, and the image and the compose file of several servers played against; needs root", PAGE,
         (AS_ROOT + "script/install-dependencies container && tests/deploy/package && tests/deploy/fresh_server && "
          "tests/container/run --programs build/release && script/install-dependencies cluster && "
          f"python3 tests/container/compose_test.py {BIN}",), ("build-release", "page")),
    Step("cluster", "the store in PostgreSQL: its contract, a move from SQLite, deaths of the server and of PostgreSQL, and several servers", RUN,
         ("script/install-dependencies cluster", ctest("release", "-L cluster", report="cluster")), ("build-release",)),
    Step("build-asan", "everything and the fuzzers compile with AddressSanitizer and UndefinedBehaviorSanitizer", BUILD,
         (f"{IDLE} script/build asan",)),
    Step("asan", "the tests under AddressSanitizer and UndefinedBehaviorSanitizer", RUN,
         (ctest("asan", "-LE 'release|cluster'", ASAN),), ("build-asan",)),
    Step("fuzz", "each fuzzer for some seconds", RUN, ("tests/fuzz/run all 0.25",), ("build-asan",)),
    Step("build-tsan", "what has threads compiles with ThreadSanitizer", BUILD, (f"{IDLE} script/build tsan tests_threads",)),
    Step("tsan", "the tests with threads under ThreadSanitizer", RUN, (ctest("tsan", "-L threads", TSAN),), ("build-tsan",)),
    Step("new-game", "script/new-game makes a game that is built and played", BUILD,
         ("python3 tests/new_game/new_game_test.py",)),
    Step("tidy-changed", "clang-tidy, on what changed", PAGE,
         (f"{IDLE} script/tidy --changed",), ("build-asan",)),

    # By name alone.
    Step("tidy", "clang-tidy, on all that is served and shipped", BUILD, ("script/tidy",), ("build-asan",)),
    Step("tidy-tests", "clang-tidy, on the tests", BUILD, ("script/tidy --tests",), ("build-asan",)),
    Step("image", "the image is compiled from nothing and played against; before a release, as root", RUN,
         (AS_ROOT + "script/install-dependencies container && tests/container/run",), ("build-release",)),
]

DEPTHS = {
    "check": ("build-dev", "format", "style", "protocol", "verify", "page", "tests", "page-short"),
    "all": ("build-release", "build-asan", "build-tsan", "new-game", "tidy-changed", "format", "style", "protocol", "verify", "page",
            "release", "cluster", "container", "asan", "fuzz", "tsan", "web"),
}


def with_needs(names):
    """The steps of these names and those that they need, in the order of the first list."""
    by_name = {step.name: step for step in STEPS}
    chosen = []

    def add(name):
        for need in by_name[name].needs:
            add(need)
        if by_name[name] not in chosen:
            chosen.append(by_name[name])

    for name in names:
        add(name)
    return chosen
