# make            the release executables, in build/bin
# make demo       the recipes' results, in build/demo
# make test       every test
# make gallery    the pictures of Documentation/gallery.md, by the commands of that page
# make docs       the libraries' documentation, in build/docs
# make check      what must hold before a change goes in (and see .ci/run)
# make sanitize   tests under the address, thread and undefined behavior sanitizers
# make fuzz       FUZZ_SECONDS=60 of each fuzzer, or of FUZZ_TARGETS
# make torture    ROUNDS=1000 signals at moments of chance
# make endurance  long streams and large pictures: memory must not grow
# make bench      speed and memory beside other programs
# make install    PREFIX=/usr/local DESTDIR= SHORT=1: pnmfx-glint and so on; glint is a link to it,
#                 unless SHORT=0
# make deb        Debian packages, in build/deb
# make uninstall  with the same PREFIX and DESTDIR
#
# MARCH=x86-64-v3 builds for newer processors; the bytes that come out are the same.
# STATIC=1 builds executables that need no libraries where they run.

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man
DOCDIR ?= $(PREFIX)/share/doc/pnmfx
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d
DOCS ?= README.md CHANGELOG.md LICENSE
SHORT ?= 1

# What README.md links to.
GUIDES := $(wildcard Documentation/*.md Documentation/*.webp Documentation/gallery/*.webp)

FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?=
ROUNDS ?= 1000

SWIFT ?= swift
MARCH ?=
STATIC ?= 0
BIN := build/bin

# The tools stand once, in Package.swift.
TOOLS := $(shell sed -n '/^let tools = \[/,/^\]/s/^ *"\([^"]*\)".*/\1/p' Package.swift)
PAGES := $(wildcard Man/*.[17])
EXAMPLES := $(wildcard Examples/*.sh Examples/batch/*.sh Examples/batch/*.mk)
RECIPES := rarecard morph metaballs balls burn
SCRIPTS := .ci/run .ci/need .ci/same-bytes .ci/sanitize .ci/try-library .ci/try-packages Completions/generate \
	Tests/Fixtures/with-hosts $(filter %.sh,$(EXAMPLES)) $(wildcard Benchmarks/*.sh Tests/*/*.sh)
# What the tests run besides the tools.
TESTED_WITH := libnetpbm netpbm zsh fish parallel rsync ssh sshd ffmpeg

# What other packages may depend on: each public declaration has a comment.
LIBRARIES := $(shell sed -n 's/^let libraries = \[\(.*\)\]/\1/p' Package.swift | tr -d '",')
DOCUMENTED = $(shell sed 's/"rules": {/&"AllPublicDeclarationsHaveDocumentation": true,/' .swift-format)

# Release executables are Embedded Swift. Each function has a section of its own, so that the linker
# leaves out what a tool does not use: that is a third. They have a folder of their own, a further one
# for each MARCH and STATIC, so that no build undoes another.
LINKING := $(if $(filter-out 0,$(STATIC)),static)
EMBEDDED := -c release --scratch-path build/embedded$(addprefix -,$(MARCH))$(addprefix -,$(LINKING)) \
	-Xswiftc -enable-experimental-feature -Xswiftc Embedded \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker -s \
	$(addprefix -Xcc -march=,$(MARCH)) \
	$(if $(LINKING),-Xswiftc -Xclang-linker -Xswiftc -static -Xlinker -lm)

.PHONY: build demo test gallery docs check sanitize fuzz torture endurance bench install uninstall deb clean
.DELETE_ON_ERROR:

# An executable is copied if its bytes changed, and renamed into place, since the old one may be running.
build:
	@mkdir -p $(BIN)
	@set -e; for tool in $(TOOLS); do \
	  $(SWIFT) build $(EMBEDDED) --product $$tool; \
	done; \
	from=$$($(SWIFT) build $(EMBEDDED) --show-bin-path); \
	for tool in $(TOOLS); do \
	  cmp -s "$$from/$$tool" $(BIN)/$$tool || { \
	    cp "$$from/$$tool" $(BIN)/.$$tool.new; \
	    mv -f $(BIN)/.$$tool.new $(BIN)/$$tool; }; \
	done
	@echo "pnmfx: $(words $(TOOLS)) tools in $(BIN)"

demo:
	@.ci/need libnetpbm netpbm encoder
	@$(MAKE) --no-print-directory build
	@mkdir -p build/demo
	@set -e; for recipe in $(RECIPES); do \
	  (cd build/demo && ../../Examples/$$recipe.sh); \
	done
	@echo "pnmfx: the results are in build/demo:"; ls build/demo

test:
	@.ci/need $(TESTED_WITH)
	@$(SWIFT) test

gallery:
	@.ci/need libnetpbm netpbm ffmpeg
	@$(MAKE) --no-print-directory build
	@sed -n 's/^    //p' Documentation/gallery.md | bash -e -u -o pipefail
	@mkdir -p Documentation/gallery && cp build/gallery/*.webp Documentation/gallery
	@echo "pnmfx: the pictures of Documentation/gallery.md are in Documentation/gallery"

# Symbols are told of what is compiled: all is.
docs:
	@.ci/need libnetpbm
	@rm -rf build/docs && mkdir -p build/docs
	@set -e; for library in $(LIBRARIES); do \
	  symbols=$(CURDIR)/build/docs/symbols/$$library; mkdir -p "$$symbols"; \
	  $(SWIFT) build --scratch-path build/docs/build --target $$library \
	    -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$$symbols" \
	    -Xswiftc -symbol-graph-minimum-access-level -Xswiftc public; \
	  docc convert Sources/$$library/$$library.docc --additional-symbol-graph-dir "$$symbols" \
	    --output-path build/docs/$$library.doccarchive; \
	done
	@rm -r build/docs/symbols build/docs/build

check:
	@.ci/need $(TESTED_WITH) mandoc shellcheck
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Examples
	@$(SWIFT) format lint --strict --recursive --configuration '$(DOCUMENTED)' $(LIBRARIES:%=Sources/%)
	shellcheck $(SCRIPTS)
	@echo 'mandoc -Tlint -W warning $(PAGES)'; \
	said=$$(mandoc -Tlint -W warning $(PAGES) 2>&1) && [ -z "$$said" ] || { echo "$$said"; exit 1; }
	@$(MAKE) --no-print-directory build
	PNMFX_BIN=$(CURDIR)/$(BIN) $(SWIFT) test --filter ProgramTests
	@$(MAKE) --no-print-directory build STATIC=1 BIN=build/bin-static TOOLS=tint
	@.ci/same-bytes build/bin-static $(BIN)
	@.ci/try-library $(BIN)
	@if grep -qw avx2 /proc/cpuinfo; then \
	  $(MAKE) --no-print-directory build MARCH=x86-64-v3 BIN=build/bin-x86-64-v3 && \
	  .ci/same-bytes $(BIN) build/bin-x86-64-v3 "$$($(SWIFT) build --show-bin-path)"; \
	fi

sanitize:
	@.ci/need libnetpbm netpbm
	.ci/sanitize

fuzz:
	@.ci/need libnetpbm
	@Tests/Fuzz/run.sh $(FUZZ_SECONDS) $(FUZZ_TARGETS)

torture:
	@.ci/need libnetpbm netpbm
	@$(MAKE) --no-print-directory build
	PNMFX_ROUNDS=$(ROUNDS) PNMFX_BIN=$(CURDIR)/$(BIN) $(SWIFT) test --filter TortureTests

endurance:
	@.ci/need libnetpbm netpbm
	@$(MAKE) --no-print-directory build
	@Tests/Endurance/run.sh

bench:
	@.ci/need libnetpbm netpbm
	@$(MAKE) --no-print-directory build
	@Benchmarks/run.sh
	@Benchmarks/lighten.sh
	@Benchmarks/blur.sh
	@Benchmarks/burn.sh

# In a recipe: where things go, and the completions of tool $$tool under a name.
FOLDERS = bin='$(DESTDIR)$(BINDIR)' man='$(DESTDIR)$(MANDIR)' doc='$(DESTDIR)$(DOCDIR)' \
	bash='$(DESTDIR)$(BASHDIR)' zsh='$(DESTDIR)$(ZSHDIR)' fish='$(DESTDIR)$(FISHDIR)'
complete = $(BIN)/$$tool -help=table | Completions/generate bash $1 >"$$bash/$1"; \
	$(BIN)/$$tool -help=table | Completions/generate zsh $1 >"$$zsh/_$1"; \
	$(BIN)/$$tool -help=table | Completions/generate fish $1 >"$$fish/$1.fish"

# Installs what a build has left, so that root need not have Swift. A short name that something else
# has already is left to that.
install:
	@set -e; for tool in $(TOOLS); do \
	  [ -x $(BIN)/$$tool ] || { $(MAKE) --no-print-directory build; break; }; \
	done
	@set -e; umask 022; $(FOLDERS); \
	install -d "$$bin" "$$man/man1" "$$man/man7" "$$doc" "$$bash" "$$zsh" "$$fish"; \
	for tool in $(TOOLS); do \
	  install -m 755 $(BIN)/$$tool "$$bin/pnmfx-$$tool"; \
	  install -m 644 Man/$$tool.1 "$$man/man1/pnmfx-$$tool.1"; \
	  $(call complete,pnmfx-$$tool); \
	  if [ '$(SHORT)' = 0 ]; then continue; fi; \
	  if [ -e "$$bin/$$tool" ] && [ "$$(readlink "$$bin/$$tool")" != pnmfx-$$tool ]; then \
	    echo "pnmfx: $$bin/$$tool is there already, and stays: type pnmfx-$$tool instead"; continue; \
	  fi; \
	  ln -sf pnmfx-$$tool "$$bin/$$tool"; \
	  echo ".so man1/pnmfx-$$tool.1" >"$$man/man1/$$tool.1"; \
	  $(call complete,$$tool); \
	done; \
	install -m 644 $(filter %.7,$(PAGES)) "$$man/man7"; \
	for page in $(DOCS) $(GUIDES); do install -D -m 644 $$page "$$doc/$$page"; done; \
	for example in $(EXAMPLES:Examples/%=%); do \
	  mkdir -p "$$doc/examples/$$(dirname $$example)"; \
	  cp Examples/$$example "$$doc/examples/$$example"; \
	done
	@echo "pnmfx: $(words $(TOOLS)) tools in $(DESTDIR)$(BINDIR), as pnmfx-glint and so on"

uninstall:
	@set -e; $(FOLDERS); \
	for tool in $(TOOLS); do \
	  names=pnmfx-$$tool; \
	  if [ "$$(readlink "$$bin/$$tool")" = pnmfx-$$tool ]; then names="$$names $$tool"; fi; \
	  for name in $$names; do \
	    rm -f "$$bin/$$name" "$$man/man1/$$name.1" "$$bash/$$name" "$$zsh/_$$name" "$$fish/$$name.fish"; \
	  done; \
	done; \
	cd "$$man" && rm -f $(patsubst Man/%.7,man7/%.7,$(filter %.7,$(PAGES))); \
	rm -rf "$$doc"

# Made of the executables of a build, in a folder beside which dpkg-buildpackage leaves the packages.
deb:
	@.ci/need libnetpbm debhelper
	@$(MAKE) --no-print-directory build
	@rm -rf build/deb && mkdir -p build/deb/pnmfx/build
	@cp -R --parents debian Makefile Package.swift Completions Man $(DOCS) $(GUIDES) $(EXAMPLES) \
	  build/deb/pnmfx
	@cp -R $(BIN) build/deb/pnmfx/build/bin
	@cd build/deb/pnmfx && dpkg-buildpackage -d -nc -b -us -uc
	@rm -rf build/deb/pnmfx
	@if command -v lintian >/dev/null; then lintian --allow-root --fail-on error build/deb/*.changes; fi
	@echo "pnmfx: $$(echo build/deb/*.deb)"

clean:
	rm -rf build .build
