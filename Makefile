# make            the release executables, in build/bin
# make demo       the recipes' results, in build/demo
# make test       every test
# make check      what must hold before a change goes in (and see .ci/run)
# make bench      speed and memory beside other programs
# make install    PREFIX=/usr/local DESTDIR=
#
# MARCH=x86-64-v3 builds for newer processors; the bytes that come out are the same.

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man
DOCDIR ?= $(PREFIX)/share/doc/pnmfx

SWIFT ?= swift
MARCH ?=
BIN := build/bin

# The tools stand once, in Package.swift.
TOOLS := $(shell sed -n '/^let tools = \[/,/^\]/s/^ *"\([^"]*\)".*/\1/p' Package.swift)
PAGES := $(wildcard Man/*.[17])
RECIPES := rarecard morph metaballs balls
SCRIPTS := .ci/run .ci/need .ci/same-bytes $(wildcard Examples/*.sh Benchmarks/*.sh)

# Release executables are Embedded Swift. Each function has a section of its own, so that the linker
# leaves out what a tool does not use: that is a third. They have a folder of their own, a further one
# for each MARCH, so that no build undoes another.
EMBEDDED := -c release --scratch-path build/embedded$(addprefix -,$(MARCH)) \
	-Xswiftc -enable-experimental-feature -Xswiftc Embedded \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker -s \
	$(addprefix -Xcc -march=,$(MARCH))

.PHONY: build demo test check bench install uninstall clean
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
	@.ci/need libnetpbm netpbm
	@$(SWIFT) test

check:
	@.ci/need libnetpbm netpbm mandoc shellcheck
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	shellcheck $(SCRIPTS)
	@echo 'mandoc -Tlint -W warning $(PAGES)'; \
	said=$$(mandoc -Tlint -W warning $(PAGES) 2>&1) && [ -z "$$said" ] || { echo "$$said"; exit 1; }
	@$(MAKE) --no-print-directory build
	PNMFX_BIN=$(CURDIR)/$(BIN) $(SWIFT) test --filter ProgramTests
	@if grep -qw avx2 /proc/cpuinfo; then \
	  $(MAKE) --no-print-directory build MARCH=x86-64-v3 BIN=build/bin-x86-64-v3 && \
	  .ci/same-bytes $(BIN) build/bin-x86-64-v3 "$$($(SWIFT) build --show-bin-path)"; \
	fi

bench:
	@.ci/need libnetpbm netpbm
	@$(MAKE) --no-print-directory build
	@Benchmarks/run.sh
	@Benchmarks/blur.sh

# Installs what a build has left, so that root need not have Swift.
install:
	@set -e; for tool in $(TOOLS); do \
	  [ -x $(BIN)/$$tool ] || { $(MAKE) --no-print-directory build; break; }; \
	done
	install -d '$(DESTDIR)$(BINDIR)' '$(DESTDIR)$(MANDIR)/man1' '$(DESTDIR)$(MANDIR)/man7' '$(DESTDIR)$(DOCDIR)/examples'
	install -m 755 $(addprefix $(BIN)/,$(TOOLS)) '$(DESTDIR)$(BINDIR)'
	install -m 644 $(filter %.1,$(PAGES)) '$(DESTDIR)$(MANDIR)/man1'
	install -m 644 $(filter %.7,$(PAGES)) '$(DESTDIR)$(MANDIR)/man7'
	install -m 644 README.md CHANGELOG.md LICENSE '$(DESTDIR)$(DOCDIR)'
	install -m 755 $(wildcard Examples/*.sh) '$(DESTDIR)$(DOCDIR)/examples'

uninstall:
	cd '$(DESTDIR)$(BINDIR)' && rm -f $(TOOLS)
	cd '$(DESTDIR)$(MANDIR)' && rm -f $(patsubst Man/%.1,man1/%.1,$(patsubst Man/%.7,man7/%.7,$(PAGES)))
	rm -rf '$(DESTDIR)$(DOCDIR)'

clean:
	rm -rf build .build
