"""Wordings of a suite: one text or several, in a file of its package or given as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from diorama.errors import DioramaError
from diorama.suites import Suite, Words

TEXTS = """
T4 = "Whose mirror image is there?"
T5 = ["Which swap?", "Which two change places?"]
[opening]
one = "Look at {x}."
"""


def suite_with(text: str, name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Suite:
    """A suite whose wordings are in the package `name`."""
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text("")
    (folder / name / "wordings.toml").write_text(text)
    monkeypatch.syspath_prepend(str(folder))
    return Suite("own", title="Own", wordings=name)


def test_one_text_is_a_list_of_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    suite = suite_with(TEXTS, "own_words", tmp_path, monkeypatch)
    assert suite.wordings["T4"] == ("Whose mirror image is there?",)
    assert len(suite.wordings["T5"]) == 2
    assert suite.text(Words(wording="opening.one", choice=3, gaps={"x": "the mug"})) == "Look at the mug."
    assert Suite("own", title="Own", wordings={"ask": "Why?"}).wordings == {"ask": ("Why?",)}


@pytest.mark.parametrize("text", ["T4 = []", "T4 = 4", 'T4 = ["Why?", 4]'])
def test_what_is_no_text_is_refused_by_name(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    suite = suite_with(text, f"bad_words_{len(text)}", tmp_path, monkeypatch)
    with pytest.raises(DioramaError, match=r"wordings.toml of bad_words_\d+: 'T4' should be a text or a list of texts"):
        assert suite.wordings
