"""`diorama read`: how each reply is read, with its mentions marked; files of replies are not to be trusted."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from diorama.ask.explain import explain, explain_file, explained_text, pieces
from diorama.ask.replies import read_replies
from diorama.cli import app
from diorama.data import load
from diorama.errors import DioramaError
from diorama.kinds import Key, Mark, ObjectSet, Thing, Verdict
from tests.ask.datasets import choices

KEY = Key(
    "s", "scene", "structure", "T1", "", ObjectSet(names=("mug",)), scenery=("table",),
    things={"mug": Thing("the mug", "mug", frozenset({"blue"})), "pear": Thing("the pear", "pear")},
)  # fmt: skip


def shown(reply: str, key: Key = KEY) -> str:
    return explained_text(explain(key, reply)).plain


def test_every_mention_is_marked_with_what_it_is_taken_for() -> None:
    text = shown("The cup and a teapot on the table, and the red mug.")
    assert "[cup = the mug]" in text and "[teapot = not in the scene]" in text
    assert "[table = furniture, never an answer]" in text and "[mug = the mug, but not red]" in text
    assert shown("pear").splitlines() == ["s: incorrect, read as: the pear", "[pear]"]


def test_control_characters_and_markup_are_shown_and_not_obeyed() -> None:
    text = shown("the \x1b[31mmug \u202e \x9b [red]x[/red] [/]")
    assert "\x1b" not in text and "\u202e" not in text and "\x9b" not in text
    assert "[red]x[/red] [/]" in text


def test_marks_end_with_the_text() -> None:
    long = "pear, " * 3000
    assert "[ =" not in shown(long) and "[]" not in shown(long)
    assert list(pieces("ab", (Mark(0, 1, "x"), Mark(1, 5, "y")))) == [("a", Mark(0, 1, "x")), ("b", None)]


def test_options_are_marked_too(tmp_path: Path) -> None:
    folder = choices(tmp_path / "d", 2)
    (first, *_) = load(folder).ids()
    replies = tmp_path / "r.jsonl"
    replies.write_text(json.dumps({"id": first, "reply": "I think (A)."}) + "\n")
    (one,) = explain_file(folder, replies)
    assert any(one.reply[m.start : m.end].strip("()") == "A" for m in one.marks)
    done = CliRunner().invoke(app, ["read", str(folder), str(replies)])
    assert done.exit_code == 0 and first in done.stdout
    none = CliRunner().invoke(app, ["read", str(folder), str(replies), "--verdict", "Not sure"])
    assert "no reply is not sure" in none.stdout


def test_files_of_replies_as_other_programs_write_them(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    row = {"id": "a", "reply": "one\u2028two\x85 \ud800"}
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps({**row, "reply": "one\u2028two\x85"}, ensure_ascii=False).encode())
    assert read_replies(file) == {("a", None): "one\u2028two\x85"}
    file.write_text(json.dumps(row))
    assert read_replies(file) == {("a", None): "one\u2028two\x85 ?"}


@pytest.mark.parametrize("repeat", [-5, True, "1", 10**400])
def test_a_repeat_is_a_small_whole_number(tmp_path: Path, repeat: object) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text(json.dumps({"id": "a", "reply": "x", "repeat": repeat}))
    with pytest.raises(DioramaError, match="repeat is a whole number"):
        read_replies(file)


def test_an_unknown_sample_is_named_on_one_line(tmp_path: Path) -> None:
    folder, file = choices(tmp_path / "d", 1), tmp_path / "r.jsonl"
    file.write_text(json.dumps({"id": "\x1b[31m\n" + "y" * 3000, "reply": "A"}))
    with pytest.raises(DioramaError) as error:
        list(explain_file(folder, file))
    assert "\x1b" not in str(error.value) and "\n" not in str(error.value).strip() and len(str(error.value)) < 400


def test_lenient_scoring_forgives_a_colour() -> None:
    assert explain(KEY, "the red mug").judgement.verdict is Verdict.HALLUCINATED
    assert explain(replace(KEY, lenient=True), "the red mug").judgement.verdict is Verdict.CORRECT
