# Two commands do all the set-up on a fresh Debian 12 machine: `make demo` and `make test`.
.PHONY: test demo build bench dist dist-test fuzz soak format tidy clean

test:
	@scripts/test

demo: build
	@scripts/demo build/release/cmd/arable/arable

build:
	@scripts/setup build
	@mkdir -p build
	@cmake --preset release -DARABLE_COMMIT="$$(scripts/commit)" >build/release.log 2>&1 || { cat build/release.log; exit 1; }
	@ninja -C build/release arable

bench:
	@scripts/bench

# dist/arable-VERSION-linux-ARCH.tar.gz and .deb: one binary that needs libc alone.
dist:
	@scripts/dist

# Both in bare roots of Debian 12 and 13 (needs root); minutes.
dist-test: dist
	@python3 scripts/run_unittests.py tests/dist build/dist-test.xml

# SECONDS_EACH=600 make fuzz runs each fuzzer for ten minutes.
fuzz:
	@scripts/fuzz

# A thousand random schedules of faults of a server (tests/cli/test_query_api.py); about an hour.
soak: build
	@scripts/setup test
	@ARABLE=build/release/cmd/arable/arable ARABLE_SCHEDULES=1000 python3 scripts/run_unittests.py tests/cli build/soak.xml test_query_api.py

format:
	@scripts/setup all
	@clang-format-16 -i $$(git ls-files '*.h' '*.cpp')

tidy:
	@scripts/setup all
	@cmake --preset dev >/dev/null
	@clang-tidy-16 --quiet --extra-arg=-Wno-unknown-warning-option -p build/dev $$(git ls-files 'src/*.cpp' 'cmd/*.cpp' | grep -v _test.cpp)

clean:
	rm -rf build
