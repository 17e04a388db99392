# Two commands do all the set-up on a fresh Debian 12 machine: `make demo` and `make test`.
.PHONY: test demo build clean

test:
	@scripts/test

demo: build
	@scripts/demo build/release/cmd/arable/arable

build:
	@scripts/setup build
	@mkdir -p build
	@cmake --preset release >build/release.log 2>&1 || { cat build/release.log; exit 1; }
	@ninja -C build/release arable

clean:
	rm -rf build
