"""Families and sizes: what a name says, what a file says, and nothing that is guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from diorama.errors import DioramaError
from diorama.report.families import UNKNOWN, Kin, kin_of, read_families


@pytest.mark.parametrize(
    ("name", "kin"),
    [
        ("qwen3-vl-8b", Kin("qwen3-vl", 8)),
        ("openrouter/qwen/Qwen3-VL-30B-A3B-Thinking", Kin("qwen3-vl-thinking", 30, 3)),
        ("Qwen3.5-VL-397B-A17B", Kin("qwen3.5-vl", 397, 17)),
        ("qwen/qwen2.5-vl-7b-instruct:free", Kin("qwen2.5-vl-instruct", 7)),
        ("OpenGVLab/InternVL3_5-0.5B", Kin("internvl3-5", 0.5)),
        ("HuggingFaceTB/SmolVLM-500M-Instruct", Kin("smolvlm-instruct", 0.5)),
        ("openai/gpt-5-mini-2025-08-07", Kin("gpt-5")),
        ("google/gemini-2.5-flash-lite", Kin("gemini-2.5")),
    ],
)
def test_a_name_says_family_and_size(name: str, kin: Kin) -> None:
    assert kin_of([name])[name] == kin


@pytest.mark.parametrize(
    "name", ["lab/steady", "my-finetune-v2", "mixtral-8x7b", "gemma-3n-e4b-it", "gpt-5", "merge-7b-and-13b", "person"]
)
def test_what_a_name_does_not_say_plainly_is_unknown(name: str) -> None:
    """8x7b is not 56, e4b is an effective size, two sizes are none, and a name alone is no family."""
    assert kin_of([name])[name] == Kin(UNKNOWN)


def test_variants_are_families_of_their_own() -> None:
    names = ["qwen3-vl-30b-a3b-thinking", "qwen3-vl-8b-thinking", "qwen3-vl-8b-instruct-2507", "qwen3-vl-4b-instruct"]
    assert [kin.family for kin in kin_of(names).values()] == [
        "qwen3-vl-thinking", "qwen3-vl-thinking", "qwen3-vl-instruct", "qwen3-vl-instruct",
    ]  # fmt: skip


def test_a_plain_name_joins_the_family_that_bears_it() -> None:
    assert kin_of(["openai/gpt-5", "openai/gpt-5-mini", "lab/x"]) == {
        "openai/gpt-5": Kin("gpt-5"), "openai/gpt-5-mini": Kin("gpt-5"), "lab/x": Kin(),
    }  # fmt: skip


def test_a_file_wins_over_a_name(tmp_path: Path) -> None:
    file = tmp_path / "families.toml"
    file.write_text(
        '["lab/x-8b"]\nfamily = "ours"\nbillions = 9\n\n["lab/y"]\nfamily = "ours"\nactive_billions = 2.5\n'
    )
    assert kin_of(["lab/x-8b", "lab/y", "lab/z-8b"], read_families(file)) == {
        "lab/x-8b": Kin("ours", 9), "lab/y": Kin("ours", None, 2.5), "lab/z-8b": Kin("z", 8),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[lab/x]\n", "is not TOML"),
        ('x = "ours"\n', "write a table for each model"),
        ("[x]\nbillions = 3\n", "model 'x'"),
        ('[x]\nfamily = "f"\nbillions = -1\n', "model 'x'"),
        ('[x]\nfamily = "f"\nsize = 1\n', "model 'x'"),
    ],
)
def test_mistakes_in_a_file_are_named(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "families.toml"
    file.write_text(text)
    with pytest.raises(DioramaError, match=says) as error:
        read_families(file)
    assert str(file) in str(error.value) and "\n" not in str(error.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match="cannot read"):
        read_families(tmp_path / "none.toml")
