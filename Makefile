PORT ?= 8080

.PHONY: help serve build check test bench bench-baseline bench-page mutants clean

help: ## say what there is
	@sed -n 's/^\([a-z-]*\):.*## /make \1	/p' $(MAKEFILE_LIST) | expand -t 20

serve: ## build the app and serve it on this machine (PORT=8080)
	@scripts/serve.sh $(PORT)

build: ## build the optimised site into dist/
	@scripts/build.sh

check: ## format, lints and native tests: a quick answer after a change
	@scripts/test.sh --quick

test: ## run every test
	@scripts/test.sh

bench: ## measure the core; fails where it is 30 % slower than benches/baseline.json
	cargo bench --locked
	@scripts/with-tools.sh node scripts/check-benches.mjs

bench-baseline: ## take the figures of the last bench as the baseline
	@scripts/with-tools.sh node scripts/check-benches.mjs --write

bench-page: build ## measure the built page in headless Chromium
	@scripts/with-tools.sh node scripts/bench-page.mjs

mutants: ## change the engine in 300 small ways, and list the changes that no quick test notices
	cargo run --release --manifest-path tools/mutants/Cargo.toml -- . --sample 300

clean: ## remove what was built here; installed tools stay in the cache
	rm -rf dist
	cargo clean
