# Every picture of a folder through effect.sh; only what changed is done again:
#
#     make -f files.mk IN=photos OUT=results -j 4 -k
#
# Names must be without spaces and quotes, as make takes them for several.
ifeq ($(and $(IN),$(OUT)),)
$(error usage: make -f files.mk IN=FOLDER OUT=RESULTS)
endif

EFFECT := $(dir $(lastword $(MAKEFILE_LIST)))effect.sh
PICTURES := $(filter %.jpg %.jpeg %.png %.JPG %.JPEG %.PNG,$(notdir $(wildcard $(IN)/*)))
ifeq ($(PICTURES),)
$(error no pictures in $(IN))
endif

all: $(addprefix $(OUT)/,$(PICTURES))

# A change of the effect is a change of every picture.
$(OUT)/%: $(IN)/% $(EFFECT) | $(OUT)
	$(EFFECT) $< $@

$(OUT):
	mkdir -p $@

# For recipes that write to $@ themselves: a target is whole, or it is not there.
.DELETE_ON_ERROR:
.PHONY: all
