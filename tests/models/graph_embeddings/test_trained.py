"""Trained embeddings are asked by names; damaged files and files that run code are refused in one line."""

import pickle

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

torch = pytest.importorskip("torch")
safetensors = pytest.importorskip("safetensors.torch", reason="embeddings need safetensors")

from temporal_qa.graph.graph import TemporalGraph  # noqa: E402
from temporal_qa.io.errors import InputError  # noqa: E402
from temporal_qa.models.graph_embeddings import load  # noqa: E402
from temporal_qa.models.graph_embeddings.trained import MODELS, save  # noqa: E402

NAMES = ["Ann Reed", "Bob Stone", "Cy Young", "Cy Young"]
RELATIONS = ["knows", "visits"]


def graph(unit="year", times=(1990, 1994, 2001)):
    zero = np.zeros(len(times), np.int32)
    ends = np.array(times, np.int32)
    names = [pa.array(part, pa.large_string()) for part in (NAMES, RELATIONS)]
    ids = [pa.array([f"Q{n}" for n in range(4)], pa.large_string()), pa.array(["P1", "P2"], pa.large_string())]
    return TemporalGraph(zero, zero, zero + 1, ends, ends, *names, {}, *ids, unit)


def model(kind="tntcomplex", seed=0):
    torch.manual_seed(seed)
    return MODELS[kind](4, 2, 3, 5, 1.0)


@pytest.fixture
def folder(tmp_path):
    save(model(), graph(), "tntcomplex", tmp_path / "model")
    return tmp_path / "model"


def test_the_folder_of_a_run_is_told_from_its_model(folder):
    with pytest.raises(InputError, match=r": is the folder of a run, expected its model, .*model$"):
        load(folder.parent)


def test_ranks_are_those_of_the_scores_in_both_directions(folder):
    embedding, plain = load(folder), model()
    one = torch.tensor([1])
    scores = plain.objects(one, one, one * 2).scores(plain.entity.weight)[0]
    found = embedding.rank("Bob Stone", "visits", 2001)
    assert [each.name for each in found] == [NAMES[number] for number in scores.argsort(descending=True)]
    assert [each.score for each in found] == pytest.approx(scores.sort(descending=True).values.tolist())
    inverse = plain.objects(one, one + 2, one * 2).scores(plain.entity.weight)[0]
    assert embedding.rank(None, "visits", 2001, object="Bob Stone", k=1)[0].score == pytest.approx(inverse.max().item())


@pytest.mark.parametrize(
    "asked", [("Q1", "P2", "2001"), ("Q1", "P2", np.int64(2001)), ("Bob Stone", "visits", " 2001 ")]
)
def test_names_and_ids_mean_the_same(folder, asked):
    assert load(folder).rank(*asked) == load(folder).rank("Bob Stone", "visits", 2001)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (("Bob Ston", "visits", 2001), "no entity 'Bob Ston', did you mean 'Bob Stone'?"),
        (("bob stone", "visits", 2001), "did you mean 'Bob Stone'?"),
        (("Cy Young", "visits", 2001), "2 are called 'Cy Young', expected an id, such as Q2, Q3"),
        (("Ann Reed", "visit", 2001), "no relation 'visit', did you mean 'visits'?"),
        (("Ann Reed", "", 2001), "no relation ''"),
        (("Ann Reed", "visits", 1991), "no time 1991, expected one of the 3 from 1990 to 2001"),
        (("Ann Reed", "visits", "x"), "no time 'x'"),
        (("Ann Reed", "visits", None), "no time None"),
        ((None, "visits", 2001), "expected either a subject or an object"),
        ((True, "visits", 2001), "entity: found True, expected a name or an id"),
        ((1.0, "visits", 2001), "entity: found 1.0, expected a name or an id"),
        (("Ann Reed", None, 2001), "relation: found None, expected a name or an id"),
        (("x" * 10**6, "visits", 2001), "no entity 'xxx"),
    ],
)
def test_what_is_unknown_is_told_in_one_line(folder, asked, message):
    with pytest.raises(InputError) as refused:
        load(folder).rank(*asked)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_k_below_1_is_refused(folder):
    with pytest.raises(InputError, match="k: found -1, expected a whole number from 1"):
        load(folder).rank("Ann Reed", "visits", 2001, k=-1)


def test_days_are_read_and_shown_as_dates(tmp_path):
    from temporal_qa.timeline.dates import CalendarDate
    from temporal_qa.timeline.days import day_number_of

    days = [day_number_of(CalendarDate(2014, 1, day)) for day in (1, 2, 5)]
    save(model(), graph("day", days), "tntcomplex", tmp_path)
    embedding = load(tmp_path)
    assert embedding.rank("Ann Reed", "knows", "2014-01-05") == embedding.rank("Ann Reed", "knows", days[2])
    assert embedding.times("Ann Reed", "knows", "Bob Stone").first in ("2014-01-01", "2014-01-02", "2014-01-05")


def test_times_are_the_most_probable_ones_until_the_threshold(folder, tmp_path):
    numbers = [torch.tensor([n]) for n in (0, 0, 1)]
    probabilities = model().times(*numbers).scores(model().time.weight).softmax(-1)[0]
    found = load(folder).times("Ann Reed", "knows", "Bob Stone")
    years = graph().times
    assert found.best[0] == (years[probabilities.argmax()], pytest.approx(probabilities.max().item()))
    assert sum(share for _, share in found.best) == pytest.approx(1)
    save(model(), graph(), "tntcomplex", tmp_path / "all", thresholds=[1.0, 1.0])
    whole = load(tmp_path / "all").times("Ann Reed", "knows", "Bob Stone")
    assert (whole.first, whole.last) == (1990, 2001)


def test_a_model_without_times_needs_none_and_predicts_none(tmp_path):
    save(model("complex"), graph(), "complex", tmp_path)
    embedding = load(tmp_path)
    assert len(embedding.rank("Ann Reed", "knows")) == 4
    with pytest.raises(InputError, match="ComplEx has no times"):
        embedding.times("Ann Reed", "knows", "Bob Stone")


COLUMNS = {
    "no name": ("entities", {"id": NAMES}),
    "lists": ("entities", {"name": [[1], [2], [3], [4]], "id": NAMES}),
    "nulls": ("entities", {"name": ["a", None, "b", "c"], "id": NAMES}),
    "threshold": ("relations", {"name": RELATIONS, "id": RELATIONS, "threshold": ["low", "high"]}),
    "no threshold": ("relations", {"name": RELATIONS, "id": RELATIONS, "threshold": [0.5, None]}),
}


def damage(folder, how):
    tables = safetensors.load_file(folder / "model.safetensors")
    if how == "nan":
        tables["entity.weight"][0, 0] = float("nan")
    elif how == "short":
        tables["entity.weight"] = tables["entity.weight"][:3].clone()
    elif how == "lacks a table":
        del tables["time.weight"]
    elif how == "times":
        tables["times"] = tables["times"] / 0
    safetensors.save_file(tables, folder / "model.safetensors")
    if how == "cut":
        whole = (folder / "model.safetensors").read_bytes()
        (folder / "model.safetensors").write_bytes(whole[: len(whole) // 2])
    elif how == "names":
        (folder / "entities.parquet").write_bytes(b"no Parquet")
    elif how == "kind":
        (folder / "config.json").write_text('{"embedding": "distmult"}')
    elif how == "pickle":
        (folder / "model.safetensors").write_bytes(pickle.dumps({"entity.weight": [1.0]}))
    elif how == "list":
        (folder / "config.json").write_text('{"embedding": ["tcomplex"]}')
    elif how == "unit":
        (folder / "config.json").write_text('{"embedding": "tntcomplex", "time_unit": "decade"}')
    elif how in COLUMNS:
        what, table = COLUMNS[how]
        pq.write_table(pa.table(table), folder / f"{what}.parquet")
    elif how == "absent":
        (folder / "config.json").unlink()


@pytest.mark.parametrize(
    ("how", "message"),
    [("nan", "entity.weight has values that are not finite"), ("short", "3 rows of entity, expected 4"),
     ("lacks a table", "does not have the tables of tntcomplex"), ("cut", "cannot be read"),
     ("names", "entities.parquet: cannot be read as a Parquet file of names"),
     ("times", r"times: found torch.float32 of shape \(3,\), expected a row of int32"),
     ("pickle", "model.safetensors: cannot be read as safetensors"), ("list", r"embedding is \['tcomplex'\], expected"),
     ("unit", "time_unit is 'decade', expected year, day or step"),
     ("no name", "entities.parquet: cannot be read as .*: .*'Field \"name\" does not exist in schema"),
     ("lists", "of names: Unsupported cast from list<.*> to"),
     ("nulls", "of names: Casting field 'name' with null values to non-nullable"),
     ("threshold", "relations.parquet: .* of names: Failed to parse string: '(low|high)' as a scalar"),
     ("no threshold", "of names: Casting field 'threshold' with null values to non-nullable"),
     ("kind", "embedding is 'distmult', expected complex or"), ("absent", "config.json")],
)  # fmt: skip
def test_a_damaged_model_is_refused_in_one_line(folder, how, message):
    damage(folder, how)
    with pytest.raises(InputError, match=message) as refused:
        load(folder)
    assert "\n" not in str(refused.value)


def test_no_model_is_refused(tmp_path):
    with pytest.raises(InputError, match="no such file or folder"):
        load(tmp_path / "none")


# Released state dictionaries


def tkbc_state(kind):
    tables = ["entity", "relation", "time", "static_relation"][: {"complex": 2, "tcomplex": 3, "tntcomplex": 4}[kind]]
    ours = model(kind)
    return {f"embeddings.{place}.weight": getattr(ours, name).weight.detach() for place, name in enumerate(tables)}


def tkbc_score(state, s, r, t):
    """The score of all objects as Lacroix et al. write it, from the tables by number."""
    tables = [torch.complex(*table.chunk(2, 1)) for table in state.values()]
    relation = tables[1][r]
    if len(tables) > 2:
        relation = relation * tables[2][t]
    if len(tables) > 3:
        relation = relation + tables[3][r]
    return (tables[0][s] * relation * tables[0].conj()).sum(1).real


@pytest.mark.parametrize("kind", ["complex", "tcomplex", "tntcomplex"])
def test_a_state_dictionary_of_tkbc_scores_entities_alike(tmp_path, kind):
    torch.save(tkbc_state(kind), tmp_path / "released.ckpt")
    (tmp_path / "ent_id").write_text("".join(f"{name} {n}\t{n}\n" for n, name in enumerate(NAMES)))
    embedding = load(tmp_path / "released.ckpt")
    found = embedding.rank("Bob Stone 1", "1", 2, k=4)
    expected = tkbc_score(tkbc_state(kind), 1, 1, 2)
    assert [each.score for each in found] == pytest.approx(expected.sort(descending=True).values.tolist(), rel=1e-5)


class Evil:
    def __reduce__(self):
        return print, ("run",)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"a": Evil()}, "has more than tensors in it, and is not unpickled"),
        ({"a": torch.zeros(2)}, "is not a state dictionary of tkbc"),
        ([1], "is not a state dictionary of tkbc"),
        ({}, "is not a state dictionary of tkbc"),
        (tkbc_state("tntcomplex") | {"embeddings.1.weight": torch.tensor(1.0)}, "is not a state dictionary of tkbc"),
        (tkbc_state("tntcomplex") | {"embeddings.1.weight": 1.0}, "is not a state dictionary of tkbc"),
        ({f"embeddings.{n}.weight": torch.zeros(3) for n in range(2)}, "does not have the tables of complex"),
        ({f"embeddings.{n}.weight": torch.full((4, 2), torch.nan) for n in range(2)}, "not finite"),
    ],
)
def test_other_files_are_refused_and_nothing_of_them_is_run(tmp_path, capsys, content, message):
    torch.save(content, tmp_path / "a.ckpt")
    with pytest.raises(InputError, match=message) as refused:
        load(tmp_path / "a.ckpt")
    assert "\n" not in str(refused.value)
    assert capsys.readouterr().out == ""


def test_a_plain_pickle_is_refused(tmp_path, capsys):
    (tmp_path / "a.pkl").write_bytes(pickle.dumps(Evil()))
    with pytest.raises(InputError, match="expected a state dictionary"):
        load(tmp_path / "a.pkl")
    assert capsys.readouterr().out == ""
