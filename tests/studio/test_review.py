"""Review in two layers, over HTTP: who may do what, and what follows."""

from __future__ import annotations

import json

import pytest

from diorama.data.review_log import REVIEW, check_review, read_review
from diorama.studio.people.roles import Role
from diorama.studio.review.regenerating import Again, regenerate
from tests.studio.reviewing import begin, go_through, sample_on, say, state_on, take_next, team
from tests.studio.running import Running

DATASET = "small"
on_sqlite = pytest.mark.parametrize("db_url", ["sqlite"], indirect=True)
"""What no database could do otherwise."""


def test_a_pilot_is_reviewed_by_two_layers_and_signed_off(studio: Running) -> None:
    admin, bo, cy, dee = team(studio)
    batch = begin(studio, admin, size=4)
    first = [take_next(bo, batch, 1), take_next(cy, batch, 1)]
    assert first[0] != first[1], "two people never get the same sample"
    assert take_next(bo, batch, 1) == first[0], "who comes back gets the sample that is still reserved"
    assert len(go_through(bo, batch, 1)) == 3 and len(go_through(cy, batch, 1)) == 1
    early = admin.get(batch).text
    assert "Outstanding: 4 annotated" in early and f'action="{batch}/sign"' not in early
    keys = admin.keys_of("/review", "/sign-out")
    assert admin.post(f"{batch}/sign", data={**keys, "version": 1}).status_code == 409
    assert len(go_through(dee, batch, 2)) == 4
    assert admin.fill(batch, f"{batch}/sign").status_code == 303
    folder = studio.studio.settings.folder / DATASET
    log = read_review(folder)
    assert check_review(folder) == [] and log.pipeline == ("1.0",) and log.iterations == 1 and log.sort == "pilot"
    assert all(len(sample.reviews) == 2 and sample.state == "verified" for sample in log.samples)
    assert admin.get(f"{batch}/review.json").content == (folder / REVIEW).read_bytes()
    assert "Signed off" in dee.get(batch).text and take_next(bo, batch, 1) == ""
    assert "4 of 20" in admin.get("/browse/1?status=signed+off").text
    (folder / REVIEW).unlink()
    (folder / REVIEW).symlink_to("/etc/passwd")
    assert admin.get(f"{batch}/review.json").status_code == 404, "a link that leads out of the dataset is not followed"


@on_sqlite
def test_nobody_reviews_their_own_work(studio: Running) -> None:
    """Whoever has both roles may do either layer, but not both of one sample."""
    admin, both = studio.signed_in("Ada", Role.ADMIN), studio.signed_in("Eve", Role.ANNOTATOR, Role.REVIEWER)
    batch = begin(studio, admin, size=2)
    page = take_next(both, batch, 1)
    say(both, page, 1)
    assert take_next(both, batch, 2) == "", "her own sample does not wait for her"
    keys = both.keys_of(page, f"{page}/find")
    forged = both.post(f"{page}/find", data={**keys, "layer": 2, "verdict": "flagged", "issues": "picture"})
    assert forged.status_code == 403 and "their own work" in forged.text
    assert state_on(admin, page) == "annotated"


@on_sqlite
def test_roles_are_checked_on_every_deed(studio: Running) -> None:
    admin, bo, _, dee = team(studio)
    batch = begin(studio, admin, size=2)
    pat = studio.signed_in("Pat", Role.PARTICIPANT)
    below = [f"{batch}/{page}" for page in ("items/1", "issues", "issues.csv", "affected.jsonl", "review.json")]
    for path in ("/review", batch, *below):
        assert pat.get(path).status_code == 403 and studio.visitor().get(path).status_code == 303
    page = take_next(bo, batch, 1)
    deed = {"layer": 1, "version": 1, "verdict": "flagged", "issues": "picture"}
    for who in (pat, admin, dee):
        keys = who.keys_of("/", "/sign-out")
        assert who.post(f"{page}/find", data={**keys, **deed}).status_code == 403
    keys = bo.keys_of("/", "/sign-out")
    assert bo.post(f"{page}/find", data={**keys, **deed, "layer": 2}).status_code == 403
    assert bo.post("/review", data={**keys, "dataset": 1, "sort": "whole"}).status_code == 403
    assert bo.post(f"{batch}/sign", data={**keys, "version": 1}).status_code == 403
    assert dee.post(f"{batch}/next", data={**dee.keys_of("/", "/sign-out"), "layer": 1}).status_code == 403
    assert admin.get(f"{batch}/items/99").status_code == 404 and admin.get("/review/99/items/1").status_code == 404
    assert bo.post(f"{page}/find", data=deed).status_code == 403, "without a token"


@on_sqlite
def test_a_form_must_say_enough(studio: Running) -> None:
    admin, bo, _, _ = team(studio)
    batch = begin(studio, admin, size=1)
    page = take_next(bo, batch, 1)
    send = f"{page}/find"
    assert bo.fill(page, send, layer=1, verdict="verified", checked=["picture"]).status_code == 422
    assert bo.fill(page, send, layer=1, verdict="flagged").status_code == 422
    assert bo.fill(page, send, layer=1, verdict="flagged", issues=["other"]).status_code == 422
    assert bo.fill(page, send, layer=1, verdict="flagged", issues=["nonsense"]).status_code == 422
    assert bo.fill(page, send, layer=1, verdict="flagged", issues=["other"], note="<b>odd</b>").status_code == 303
    shown = bo.get(page).text
    assert "&lt;b&gt;odd&lt;/b&gt;" in shown and "<b>odd</b>" not in shown


def test_a_stale_save_is_refused_and_both_are_shown(studio: Running) -> None:
    """One person in two tabs; then two people, when the first was away for so long that another took the sample."""
    admin, bo, cy, _ = team(studio)
    batch = begin(studio, admin, size=1)
    page = take_next(bo, batch, 1)
    tab = bo.keys_of(page, f"{page}/find")
    other = {"layer": 1, "verdict": "flagged", "issues": ["wording"], "note": "mine, later"}
    say(bo, page, 1, "picture", note="first")
    late = bo.post(f"{page}/find", data={**tab, **other})
    assert late.status_code == 409 and "mine, later" in late.text and "first" in late.text
    batch = begin(studio, admin, size=1, seed=3)
    page = take_next(bo, batch, 1)
    tab = bo.keys_of(page, f"{page}/find")
    held = cy.post(f"{page}/find", data={**cy.keys_of(page, f"{page}/find"), **other})
    assert held.status_code == 409 and "right now" in held.text
    studio.clock.later = studio.studio.settings.lease * 2
    assert take_next(cy, batch, 1) == page
    say(cy, page, 1)
    late = bo.post(f"{page}/find", data={**tab, **other}, headers={"X-Studio": "script"})
    assert late.status_code == 409 and late.json()["theirs"]["finding"] == "verified"
    assert late.json()["yours"]["finding"] == "wording"


@on_sqlite
def test_people_change_their_mind_until_others_build_on_it(studio: Running) -> None:
    admin, bo, cy, dee = team(studio)
    batch = begin(studio, admin, size=1)
    page = take_next(bo, batch, 1)
    say(bo, page, 1, "picture")
    assert say(bo, page, 1).status_code == 303 and state_on(bo, page) == "annotated"
    take_next(dee, batch, 2)
    say(dee, page, 2, "depth order")
    assert f'action="{page}/find"' not in bo.get(page).text, "a reviewer has answered it"
    say(dee, page, 2)
    assert state_on(dee, page) == "verified"
    say(dee, page, 2, "depth order")
    cy.fill(page, f"{page}/remark", text="I see it too")
    assert f'action="{page}/find"' not in dee.get(page).text


def test_a_dispute_is_discussed_and_voted_on(studio: Running) -> None:
    """Two who differ may settle it; otherwise the third vote does."""
    admin, bo, cy, dee = team(studio)
    batch = begin(studio, admin, size=2)
    pages = []
    for _ in range(2):
        pages.append(take_next(bo, batch, 1))
        say(bo, pages[-1], 1)
    for page in pages:
        assert take_next(dee, batch, 2) == page
        assert bo.fill(page, f"{page}/find", layer=1, verdict="flagged", issues=["picture"]).status_code == 303
        say(bo, page, 1)
        say(dee, page, 2, "reflection correspondence", note="the mug's is missing")
        assert state_on(dee, page) == "disputed"
    one, other = pages
    assert cy.fill(one, f"{one}/remark", text="   ").status_code == 422
    cy.fill(one, f"{one}/remark", text="It is there, but faint: <i>look</i>.")
    assert "faint: &lt;i&gt;look&lt;/i&gt;" in admin.get(one).text
    dee.fill(one, f"{one}/vote", keep="true")
    assert state_on(admin, one) == "disputed"
    bo.fill(one, f"{one}/vote", keep="true")
    assert state_on(admin, one) == "verified"
    for voter, keep in ((bo, "true"), (dee, "false"), (cy, "false")):
        assert voter.fill(other, f"{other}/vote", keep=keep).status_code == 303
    assert state_on(admin, other) == "flagged"
    keys = bo.keys_of("/", "/sign-out")
    assert bo.post(f"{other}/vote", data={**keys, "version": 6, "keep": "true"}).status_code == 409, "it is decided"
    admins = admin.keys_of("/", "/sign-out")
    assert admin.post(f"{one}/vote", data={**admins, "version": 6, "keep": "true"}).status_code == 403


@on_sqlite
def test_what_is_at_fault_is_made_again_and_reviewed_again(studio: Running, folder_of_others: object) -> None:
    admin, bo, _, dee = team(studio)
    batch = begin(studio, admin, size=4)
    ids = [sample_on(admin, f"{batch}/items/{k}") for k in range(1, 5)]
    fault = {ids[1]: "ambiguous swap"}
    go_through(bo, batch, 1, fault)
    go_through(dee, batch, 2, fault)
    line = json.loads(admin.get(f"{batch}/affected.jsonl").text)
    assert line["id"] == ids[1] and line["issues"] == ["ambiguous swap"] and line["notes"] == ["look here"] * 2
    folder = studio.studio.settings.folder
    begun = regenerate(studio.studio, "1", Again(folder / "small-2", source=folder / "others"))
    assert begun.number == 2 and begun.replaced == 1
    text = admin.get(batch).text
    assert "3 verified" in text and "1 replaced" in text and "1 pending" in text
    assert "replaced" in admin.get("/browse/1?status=replaced").text
    new = go_through(bo, batch, 1)
    assert len(new) == 1 and new[0] not in ids, "only what is new is looked at again"
    assert go_through(dee, batch, 2) == new
    assert admin.fill(batch, f"{batch}/sign").status_code == 303
    log = read_review(folder / "small-2")
    assert check_review(folder / "small-2") == [] and log.iterations == 2 and [r.flagged for r in log.rounds] == [1, 0]
    assert not (folder / "small" / REVIEW).exists()
    replaced = {sample.id: sample.replaces for sample in log.samples if sample.replaces}
    assert replaced == {new[0]: ids[1]}
    assert "ambiguous swap" in admin.get(f"{batch}/issues").text
    csv = admin.get(f"{batch}/issues.csv").text.splitlines()
    assert len(csv) == 2 and csv[1].endswith(",ambiguous swap,1,1,1,1")


def test_a_spot_check_reports_and_holds_nothing_back(studio: Running) -> None:
    admin, bo, _, dee = team(studio)
    pilot = begin(studio, admin, size=2)
    go_through(bo, pilot, 1)
    go_through(dee, pilot, 2)
    admin.fill(pilot, f"{pilot}/sign")
    batch = begin(studio, admin, sort="spot check", share=0.2, pilot="1")
    go_through(bo, batch, 1, {sample_on(bo, take_next(bo, batch, 1)): "picture"})
    own = admin.fill(batch, f"{batch}/sign")
    assert own.status_code == 409 and "of its own" in own.text, "the pilot's log is not written over"
    with pytest.raises(Exception, match="no gate"):
        regenerate(studio.studio, "2", Again(studio.studio.settings.folder / "x"))
    assert "0 samples came" in admin.get(admin.fill(batch, f"{batch}/more").headers["location"]).text
