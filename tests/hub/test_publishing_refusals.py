"""Refusals by a Hub on loopback or by our own checks: one line, and nothing is sent."""

import json

import pytest
from huggingface_hub import HfApi
from publications import REPO

from temporal_qa.hub.repo_changes import MANIFEST
from temporal_qa.io.errors import InputError


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"token": None}, "no token, expected one that may write to org/a: run `hf auth login`"),
        ({"token": "hf_wrong"}, r"does not accept the token .* expected a valid one"),
        ({"token": "hf_reader"}, r"\(403\); expected that 'org' exists and that the token may write there"),
        ({"repo": "nobody/a"}, r"rights .* \(403\); expected that 'nobody' exists"),
        ({"repo": "org/taken"}, "the name org/taken is taken by a model"),
        ({"repo": "a"}, "'a' is not a name of a repository, expected ORG/NAME: it needs one slash"),
        ({"repo": "org/a b"}, "'org/a b' is not a name of a repository"),
        ({"repo": "org/a/b"}, "'org/a/b' is not a name of a repository"),
        ({"endpoint": "http://127.0.0.1:9"}, "the Hub at http://127.0.0.1:9 cannot be reached"),
    ],
)  # fmt: skip
def test_refusals_are_reported_in_one_line(hub, put, given, message):
    hub.taken["org/taken"] = "org/taken"
    with pytest.raises(InputError, match=message) as caught:
        put(**given)
    assert "\n" not in str(caught.value)
    assert given.get("token") is None or given["token"] not in str(caught.value)
    assert not any(repository.titles[1:] for repository in hub.repositories.values())


def test_a_card_that_the_hub_refuses_is_reported(put):
    with pytest.raises(
        InputError, match=r"dataset org/a: Invalid metadata in README\.md\. - .*line 1, column 10"
    ) as caught:
        put({"README.md": b"---\nlicense: ]\n---\n"})
    assert "\n" not in str(caught.value)


def test_a_token_in_an_answer_is_not_repeated(hub, put, monkeypatch):
    hub.trouble("POST .*/create", 418)
    monkeypatch.setattr("loopback_hub.REFUSAL", "hf_dummy is not welcome")
    with pytest.raises(InputError, match=r"\[token\] is not welcome \(418\)"):
        put()


def test_rights_may_end_between_making_and_committing(hub, put):
    put()
    for request in ("POST .*/preupload/.*", "POST .*/commit/main", "POST .*/batch"):
        hub.troubles.clear()
        hub.trouble(request, 403)
        with pytest.raises(InputError, match=r"dataset org/a: the Hub refuses \(403\); expected that 'org' exists"):
            put({"README.md": b"new", "new.parquet": b"new"})


def test_a_private_publication_is_not_sent_to_a_public_repository(hub, put):
    put()
    with pytest.raises(InputError, match=r"org/a exists and is public; .* leave out --private"):
        put({"README.md": b"secret"}, private=True)
    assert hub.repositories[REPO].files["README.md"] == b"# Card"
    for dry_run in (True, False):  # refused even if there is nothing to send
        with pytest.raises(InputError, match="org/a exists and is public"):
            put(private=True, dry_run=dry_run)


def test_a_public_repository_that_appears_meanwhile_gets_nothing(hub, put, monkeypatch):
    create = HfApi.create_repo

    def create_late(api, *args, **kwargs):
        monkeypatch.setattr(HfApi, "create_repo", create)
        HfApi(endpoint=hub.url, token="hf_dummy").create_repo("org/a", repo_type="dataset")
        return create(api, *args, **kwargs)

    monkeypatch.setattr(HfApi, "create_repo", create_late)
    with pytest.raises(InputError, match="org/a exists and is public"):
        put(private=True)
    assert hub.repositories[REPO].titles == ["initial commit"]


def test_another_dataset_is_replaced_only_when_asked(hub, put):
    put(name="pseudo_pit")
    for dry_run in (True, False):
        with pytest.raises(InputError, match=r"dataset org/a holds pseudo_pit, and this is complex_tr; .*--overwrite"):
            put(dry_run=dry_run)
    put(overwrite=True)
    assert hub.repositories[REPO].titles == ["initial commit", "A title", "A title"]
    with pytest.raises(InputError, match="holds complex_tr, and this is pseudo_pit"):
        put(name="pseudo_pit")


def test_a_manifest_without_a_name_is_of_an_earlier_version(hub, put):
    put()
    manifest = json.loads(hub.repositories[REPO].files[MANIFEST])
    del manifest["name"]
    hub.repositories[REPO].commit("As it was", {MANIFEST: json.dumps(manifest).encode()})
    assert put(name="pseudo_pit").changes.changed.keys() == {MANIFEST}


def test_a_damaged_manifest_is_reported(hub, put):
    put()
    hub.repositories[REPO].commit("Damage", {MANIFEST: b"{}"})
    with pytest.raises(InputError, match=r"dataset org/a: \.temporal_qa\.json is not as temporal-qa writes it"):
        put()
