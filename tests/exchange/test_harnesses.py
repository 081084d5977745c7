"""What the other tools themselves make of an export: the same question, options, answer and pixels, to a score."""

from __future__ import annotations

import io
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from diorama.ask.question import Question, question_of
from diorama.data import Sample, key_of, load
from diorama.exchange.foreign_replies import read_foreign_replies
from diorama.kinds import kind_of
from tests.ask.server import Answer, Server
from tests.exchange.harnesses import last_json, run
from tests.exchange.mixed import TRAPS, dataset, exported, mixed

pytestmark = pytest.mark.slow
HERE = Path(__file__).parent
LETTERS = "ABCDEFGH"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return dataset(tmp_path_factory.mktemp("harnesses") / "data")


def fingerprints(sample: Sample) -> list[str]:
    """The media of a sample in the order in which they are shown: pictures by pixels, clips by bytes."""
    found = []
    for media in question_of(sample).media:
        data = media.data if media.kind == "video" else Image.open(io.BytesIO(media.data)).convert("RGB").tobytes()
        found.append(f"{media.kind} {sha256(data).hexdigest()}")
    return found


def pieces(question: Question) -> list[str]:
    return [p for p in (*question.before, question.alone(), *question.after) if isinstance(p, str)]


def right_replies(folder: Path) -> dict[str, str]:
    """A right reply to every second sample."""
    keys = [key_of(sample) for sample in load(folder)][::2]
    return {key.sample_id: kind_of(key.answer).in_words(key, key.answer) for key in keys}


def test_vlmevalkit_prompts_with_the_same_words_and_pixels_and_scores_by_our_rules(
    folder: Path, tmp_path: Path
) -> None:
    """Its own classes for unknown tables, and ours; predictions in each of its formats come back to the same scores."""
    exported(folder, "vlmevalkit", tmp_path / "out")
    replies = right_replies(folder)
    said = last_json(
        run(
            "vlmevalkit", HERE / "inside_vlmevalkit.py", tmp_path / "out", json.dumps(replies), cwd=tmp_path,
            LMUData=str(tmp_path / "out"),
        )
    )  # fmt: skip
    samples = {s.id: s for s in load(folder)}
    for name, prompt in said["choices theirs"].items():
        real = samples[name.removesuffix("\u00a0")]
        text = prompt.pop().replace("\u00a0", "")
        assert prompt == fingerprints(real)
        options = "".join(f"{LETTERS[k]}. {option}\n" for k, option in enumerate(real.options))
        assert text == (
            f"Question: {real.question}\nOptions:\n{options}Please select the correct answer from the options above. \n"
        )
    for name, prompt in said["openended theirs"].items():
        assert prompt[:-1] == fingerprints(samples[name]) and question_of(samples[name]).alone() in prompt[-1]
    for form in ("choices", "openended"):
        assert {n.removesuffix("\u00a0") for n in said[f"{form} theirs"]} == set(said[f"{form} ours"])
        for name, prompt in said[f"{form} ours"].items():
            assert prompt[:-1] == fingerprints(samples[name]) and question_of(samples[name]).alone() in prompt[-1]
    assert set(said["clips ours"]) == {s.id for s in samples.values() if s.suite == "video"}
    for name, prompt in said["clips ours"].items():
        assert [p for p in prompt if p.startswith(("image ", "video "))] == fingerprints(samples[name])
        assert [p for p in prompt if not p.startswith(("image ", "video "))] == pieces(question_of(samples[name]))
    for name, prompt in said["frames ours"].items():
        pictures = sum(m.kind == "image" for m in samples[name].media)
        assert sum(p.startswith("image ") for p in prompt) == 4 + pictures
    asked: set[str] = set()
    for form in ("choices", "openended", "VIDEO"):
        names = {n for n in said[{"VIDEO": "clips ours"}.get(form, f"{form} ours")]}
        asked |= names
        expected = len(names & set(replies)) / len(names)
        for ending in ("xlsx", "tsv", "json"):
            assert said[f"{form} scored {ending}"]["Overall"] == pytest.approx(expected), (form, ending)
    assert asked == {s.id for s in samples.values() if s.media}
    for ending in ("tsv", "json"):
        files = sorted(tmp_path.glob(f"model_*.{ending}"))
        read = read_foreign_replies(files, "vlmevalkit")
        assert {n: r for (n, _), r in read.items()} == {n: replies.get(n, "N/A") for n in asked}


@pytest.mark.parametrize("suite", ["causal", "elsewhere"])
def test_lmms_eval_runs_a_task_to_its_end_against_a_server(folder: Path, tmp_path: Path, suite: str) -> None:
    exported(folder, "lmms-eval", tmp_path / "out")
    samples = {s.id: s for s in load(folder).where(suite=suite)}
    seen: list[dict[str, Any]] = []

    def reads(request: dict[str, Any]) -> Answer:
        seen.append(request)
        return Answer(text="None" if len(seen) % 2 else "A")

    with Server(reads=reads) as server:
        run(
            "lmms-eval", "-m", "lmms_eval", "--include_path", tmp_path / "out", "--tasks", f"diorama_mixed_{suite}",
            "--log_samples", "--output_path", tmp_path / "logs", "--model", "openai", "--model_args",
            f"model_version=m,base_url={server.url},api_key=none", cwd=tmp_path,
        )  # fmt: skip
    assert len(seen) == len(samples)
    asked = sorted((_shown(request) for request in seen), key=str)
    assert asked == sorted(([*_sent(s)] for s in samples.values()), key=str)
    (log,) = (tmp_path / "logs").rglob("*_samples_*.jsonl")
    replies = read_foreign_replies([log], "lmms-eval")
    assert {name for name, _ in replies} == set(samples)
    (results,) = (tmp_path / "logs").rglob("*_results.json")
    (scores,) = json.loads(results.read_text())["results"].values()
    from diorama.ask.scoring import score_reply
    from diorama.kinds import Verdict

    right = [score_reply(key_of(s), replies[s.id, None]).verdict is Verdict.CORRECT for s in samples.values()]
    assert scores["accuracy,none"] == pytest.approx(sum(right) / len(right))


def _shown(request: dict[str, Any]) -> list[str]:
    """Texts and pixels of a request, in order."""
    from base64 import b64decode

    found = []
    for message in request["messages"]:
        content = message["content"]
        parts: list[dict[str, Any]] = [{"type": "text", "text": content}] if isinstance(content, str) else content
        for part in parts:
            if part["type"] == "text":
                found.append(part["text"])
            else:
                data = b64decode(part["image_url"]["url"].partition(",")[2])
                pixels = Image.open(io.BytesIO(data)).convert("RGB").tobytes()
                found.append("image " + sha256(pixels).hexdigest())
    return found


def _sent(sample: Sample) -> list[str]:
    """What `_shown` should give."""
    question, media = question_of(sample), iter(fingerprints(sample))
    pieces = (*question.before, question.alone(), *question.after)
    return [piece if isinstance(piece, str) else next(media) for piece in pieces]


def test_evalscope_asks_the_same_and_finds_the_same_answers_right(folder: Path, tmp_path: Path) -> None:
    """The server always says A."""
    exported(folder, "evalscope", tmp_path / "out")
    samples = list(load(folder).where(suite="causal"))
    seen: list[dict[str, Any]] = []

    def reads(request: dict[str, Any]) -> Answer:
        seen.append(request)
        return Answer(text="ANSWER: A")

    arguments = {"general_vmcq": {"local_path": str(tmp_path / "out/general_vmcq"), "subset_list": ["causal"]}}
    with Server(reads=reads) as server:
        run(
            "evalscope", "-m", "evalscope.cli.cli", "eval", "--datasets", "general_vmcq", "--dataset-args",
            json.dumps(arguments), "--model", "m", "--api-url", server.url, "--api-key", "none", "--work-dir",
            tmp_path / "work", cwd=tmp_path,
        )  # fmt: skip
    texts = {"\n".join(p for p in _shown(request) if not p.startswith("image ")) for request in seen}
    assert len(seen) == len(samples) == len(texts)
    for sample in samples:
        (text,) = (t for t in texts if sample.question in t)
        for k, option in enumerate(sample.options):
            assert f"{LETTERS[k]}) {option}" in text
    pixels = sorted(p for request in seen for p in _shown(request) if p.startswith("image "))
    assert pixels == sorted(p for s in samples for p in fingerprints(s))
    (report,) = (tmp_path / "work").rglob("reports/m/*.json")
    expected = sum(s.options[0] == s.answer_words() for s in samples) / len(samples)
    assert json.loads(report.read_text())["metrics"][0]["score"] == pytest.approx(expected, abs=1e-3)
    assert TRAPS[0] == "None" and any(s.options == TRAPS for s in samples) and len(mixed()) > len(samples)
