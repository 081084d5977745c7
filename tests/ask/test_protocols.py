"""The papers' protocols: what goes over the wire under each, and what is refused before anything does."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from typer.testing import CliRunner

pytest.importorskip("inspect_ai")

from diorama.ask.evaluate import Order, Result, evaluate
from diorama.ask.logs import load_runs
from diorama.ask.protocols import PROTOCOLS, Protocol
from diorama.ask.rescore import rescore
from diorama.ask.run_files import read_run
from diorama.ask.source import Selection
from diorama.cli import app
from diorama.data import BuildPlan, Media, Sample, create_or_open
from diorama.errors import DioramaError
from diorama.kinds import ObjectSet
from diorama.report.making import results_text
from diorama.suites import SUITES, Words
from tests.ask.datasets import choices
from tests.ask.plans import plans_dataset
from tests.ask.server import Answer, Server, text_of
from tests.ask.test_providers import filmed
from tests.data.samples import sample


def dataset(folder: Path, suite: str, samples: list[Sample]) -> Path:
    builder = create_or_open(folder, BuildPlan(suites=(suite,), count=len(samples), seed=1, version="1.0"))
    builder.add_shard(f"{suite}-00000.parquet", samples)
    return folder


def structured(folder: Path) -> Path:
    """Four questions of T1, each in another wording, and one of T3, all about the mug; the lamp is right."""
    about = {"x": "the mug"}
    return dataset(folder, "structure", [
        sample(
            k, id=f"structure-{k:06d}", suite="structure", task=task, level="", options=(),
            question=SUITES.get("structure").text(words), words=(words,), answer=ObjectSet(names=("lamp",)),
            shots=(), objects={"mug": "the mug", "lamp": "the lamp"},
        )
        for k, (task, choice) in enumerate([("T1", 0), ("T1", 1), ("T1", 2), ("T1", 3), ("T3", 2)])
        for words in (Words(wording=task, choice=choice, gaps=about),)
    ])  # fmt: skip


def driven(folder: Path, size: tuple[int, int] = (1920, 1080)) -> Path:
    """Two questions of causal with pictures of a size."""
    stream = io.BytesIO()
    Image.new("RGB", size).save(stream, "PNG")
    view = Media(role="view", kind="image", data=stream.getvalue(), name="view.png")
    return dataset(folder, "causal", [sample(k, media=(view,)) for k in range(2)])


def ask(server: Server, folder: Path, logs: Path, **wishes: Any) -> Result:
    server.keep_requests = True
    given = {"model": "diorama-api/m", "base_url": server.url, "logs": logs, **wishes}
    return evaluate(Order(folder, **given))


def settings_of(request: dict[str, Any]) -> dict[str, Any]:
    """What a request says besides the model and the messages."""
    return {name: value for name, value in request.items() if name not in ("model", "messages")}


def test_causalspatial_asks_five_times_for_reasoning_and_answer_as_json(tmp_path: Path) -> None:
    reply = json.dumps({"Reasoning": "It might be B, No, but the way is free: A. So not B.", "Answer": "A"})
    with Server(lambda number, attempt: Answer(reply)) as server:
        result = ask(server, driven(tmp_path / "d"), tmp_path / "l", protocol="causalspatial")
    assert len(server.requests) == 10 and server.asked == {"0": 5, "1": 5}
    for request in server.requests:
        assert settings_of(request) == {"max_tokens": 8192}
        assert [m["role"] for m in request["messages"]] == ["user"], "there is no system prompt"
        assert '{"Reasoning": "…", "Answer": "…"}' in text_of(request) and "C. Not sure" in text_of(request)
    assert {r.read_as for r in result.records} == {"Yes"}
    assert (result.protocol, result.deviations) == ("causalspatial", ())
    info = read_run(result.path).info
    assert (info.protocol, info.strategy, info.config) == ("causalspatial", "reasoned_json", {"max_tokens": 8192})


def test_structure_asks_once_in_one_wording_with_thinking_and_without_heat(tmp_path: Path) -> None:
    folder = structured(tmp_path / "d")
    with Server(lambda number, attempt: Answer("the lamp")) as server:
        result = ask(server, folder, tmp_path / "l", protocol="structure")
        assert {r.verdict.value for r in result.records} == {"correct"}
        ask(server, folder, tmp_path / "l")
    fixed, stored = server.requests[:5], server.requests[5:]
    for request in fixed:
        thinks = {"enable_thinking": True}
        assert settings_of(request) == {"temperature": 0, "chat_template_kwargs": thinks}
        assert [m["role"] for m in request["messages"]] == ["user"]
    first = SUITES.get("structure").wordings["T1"][0].format(x="the mug")
    assert sum(first in text_of(request) for request in fixed) == 4
    assert len({text_of(request) for request in fixed}) == 2, "one text for T1, one for T3"
    assert len({text_of(request) for request in stored}) == 5, "without the protocol they are asked as stored"
    assert all(settings_of(request) == {} for request in stored)


def test_spatialqa_asks_for_a_plan_as_json_and_reads_it(tmp_path: Path) -> None:
    steps = {
        "step1": {"content": "Remove the lamp from the mug", "precondition": []},
        "step2": {"content": "Pick up the mug", "precondition": ["step1"]},
    }
    with Server(lambda number, attempt: Answer(f"<ans>{json.dumps(steps)}</ans>")) as server:
        result = ask(server, plans_dataset(tmp_path / "d", 2), tmp_path / "l", protocol="spatialqa")
    for request in server.requests:
        assert settings_of(request) == {"temperature": 0}
        assert "<ans>" in text_of(request) and '"precondition": ["step2", "step3"]' in text_of(request)
    assert {(r.numbers["needs_matched"], r.numbers["needs_wanted"]) for r in result.records} == {(1, 1)}


def test_scp_asks_for_the_text_of_an_option_after_the_clip(tmp_path: Path) -> None:
    with Server(lambda number, attempt: Answer("Yes")) as server:
        (record,) = ask(server, filmed(tmp_path / "d"), tmp_path / "l", protocol="scp").records
    (request,) = server.requests
    assert settings_of(request) == {}
    assert request["messages"][0]["content"][0]["type"] == "video_url"
    assert "- Yes\n- No\n- Not sure\n" in text_of(request) and "A. " not in text_of(request)
    assert record.correct and record.repeat == 0


def test_options_win_and_every_difference_is_kept_as_a_deviation(tmp_path: Path) -> None:
    folder = driven(tmp_path / "d", (64, 36))
    with Server() as server:
        changed = ask(
            server, folder, tmp_path / "l", protocol="causalspatial", strategy="cot", thinking="off", repeats=1,
            config={"temperature": 1.0, "max_tokens": 8192},
        )  # fmt: skip
        assert settings_of(server.requests[0]) == {
            "temperature": 1, "max_tokens": 8192, "chat_template_kwargs": {"enable_thinking": False},
        }  # fmt: skip
        plain = ask(server, folder, tmp_path / "l", strategy="cot", repeats=1, thinking="off",
                    config={"temperature": 1.0, "max_tokens": 8192})  # fmt: skip
    assert changed.deviations == ("strategy cot", "temperature 1.0", "thinking off", "pictures 64×36")
    assert plain.path != changed.path, "the protocol is part of the run's key"
    words = results_text([tmp_path / "l"])
    assert "strategy cot, temperature 1.0, thinking off, pictures 64×36, 1 of 5 repeats" in words
    assert "warning: models were asked under different protocols" in words


def test_a_protocol_is_continued_and_more_repeats_are_the_same_run(tmp_path: Path) -> None:
    folder = driven(tmp_path / "d")
    with Server() as server:
        few = ask(server, folder, tmp_path / "l", protocol="causalspatial", repeats=2)
        all_of_them = ask(server, folder, tmp_path / "l", protocol="causalspatial")
    assert (few.path, few.asked, all_of_them.asked) == (all_of_them.path, 4, 6)


def test_what_is_asked_without_a_protocol_has_the_key_it_always_had(tmp_path: Path) -> None:
    import hashlib

    with Server() as server:
        result = ask(server, choices(tmp_path / "d", 1), tmp_path / "l")
    info = read_run(result.path).info
    fields = {
        name: getattr(info, name)
        for name in ("dataset", "model", "strategy", "words_checksum", "roles", "base_url", "model_args", "config")
    }
    assert info.key == hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()[:8]


def test_a_system_prompt_of_a_protocol_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = Protocol("mine", ("causal",), "A protocol of somebody's own.", system="Be brief.")
    monkeypatch.setitem(PROTOCOLS._loaded, "mine", mine)
    with Server() as server:
        ask(server, choices(tmp_path / "d", 1), tmp_path / "l", protocol="mine")
    (request,) = server.requests
    assert request["messages"][0] == {"role": "system", "content": "Be brief."}


# wordings


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


OWN = 'T1 = "{x} goes away. What can be seen whole?"\nT3 = ["Look through {x}: what is there?"]\n'


def test_a_file_of_wordings_is_what_is_asked(tmp_path: Path) -> None:
    folder, file = structured(tmp_path / "d"), write(tmp_path / "paper.toml", OWN)
    with Server(lambda number, attempt: Answer("the lamp")) as server:
        result = ask(server, folder, tmp_path / "l", wordings=str(file), strategy="bare")
        texts = {text_of(request).strip() for request in server.requests}
        assert texts == {
            "The mug goes away. What can be seen whole?", "Look through the mug: what is there?",
        }  # fmt: skip
        renamed = ask(server, folder, tmp_path / "l", wordings=str(write(tmp_path / "b.toml", OWN)), strategy="bare")
        assert renamed.asked == 0, "the same words in another file are the same run"
        other = write(tmp_path / "paper.toml", OWN.replace("goes away", "vanishes"))
        assert ask(server, folder, tmp_path / "l", wordings=str(other), strategy="bare").path != result.path
        under = ask(server, folder, tmp_path / "l", wordings=str(other), protocol="structure")
    assert under.deviations == ("wordings paper.toml",)
    assert all(r.correct for r in result.records)


def test_a_reply_is_read_against_the_words_that_were_asked(tmp_path: Path) -> None:
    """Also when it is scored again, long after the file of wordings has gone."""
    folder, file = structured(tmp_path / "d"), write(tmp_path / "own.toml", OWN)
    with Server(lambda number, attempt: Answer("the lamp")) as server:
        result = ask(server, folder, tmp_path / "l", wordings=str(file))
    file.unlink()
    assert rescore(result.path).left == 0
    info = read_run(result.path).info
    assert info.wordings is not None and info.wordings.texts["structure"]["T1"] == (OWN.split('"')[1],)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('T1 = "Without {x}?"', "--wordings own.toml: no wording 'T3', which questions of structure T3 need"),
        (OWN + 'T7 = "{x}?"', "no wording of structure named 'T7': did you mean 'T"),
        (
            OWN.replace("{x} goes", "{y} and {x} go"),
            r"placeholder \{y\}, which the query of structure T1 does not have",
        ),
        (OWN.replace("{x} goes", "It goes"), r"questions of structure T1 nowhere say \{x\}"),
        (OWN.replace("{x} goes", "{x.__class__} goes"), "is no placeholder"),
        (OWN.replace("{x} goes", "{x goes"), "'T1': expected '}' before end of string"),
        (OWN + "T2 = 3", "'T2' should be a text or a list of texts"),
        (OWN + "T2 = []", "'T2' should be a text or a list of texts"),
        ("T1 = ", "is not TOML"),
    ],
)
def test_wordings_that_do_not_fit_are_one_line_before_anything_is_asked(text: str, says: str, tmp_path: Path) -> None:
    folder, file = structured(tmp_path / "d"), write(tmp_path / "own.toml", text)
    with Server() as server:
        with pytest.raises(DioramaError, match=says) as caught:
            ask(server, folder, tmp_path / "l", wordings=str(file))
        assert "\n" not in str(caught.value) and not server.asked and not (tmp_path / "l").exists()


def test_only_the_wordings_of_what_is_asked_are_needed(tmp_path: Path) -> None:
    folder, file = structured(tmp_path / "d"), write(tmp_path / "own.toml", 'T1 = "Without {x}?"')
    with Server() as server:
        only = Selection(tasks=["T1"])
        assert ask(server, folder, tmp_path / "l", wordings=str(file), select=only).asked == 4


# mistakes


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["--protocol", "structure"],
            "the protocol 'structure' is for questions of structure, and these are of causal",
        ),
        (["--protocol", "scp"], "the protocol 'scp' is for questions of video, and these are of causal"),
        (["--protocol", "causalspatail"], "did you mean 'causalspatial'"),
        (["--wordings", "nowhere.toml"], "cannot read nowhere.toml"),
        (["--wordings", "mixed"], "--wordings is varied, fixed or a file FILE.toml"),
        (["--thinking", "hard"], "--thinking is on, off, default or a number of tokens"),
        (["--thinking", "0"], "--thinking is on, off, default or a number of tokens"),
        (["--thinking", "4096"], "the provider 'diorama-api' takes no number of tokens"),
        (["--model=diorama/oracle", "--thinking", "on"], "the provider 'diorama' has no switch for it"),
        (["--model=groq/m", "--thinking", "off"], "with the provider 'groq' it cannot be turned off"),
        (
            ["--model=openrouter/m", "--thinking", "4096", "--max-tokens", "4096"],
            "leaves nothing of the 4096 tokens",
        ),
    ],
)
def test_mistakes_are_one_line_and_exit_2_before_anything_is_asked(words: list[str], says: str, tmp_path: Path) -> None:
    import subprocess
    import sys

    folder = choices(tmp_path / "d", 2)
    with Server() as server:
        command = [sys.executable, "-m", "diorama.cli", "eval", str(folder), "--base-url", server.url]
        model = [] if any(word.startswith("--model=") for word in words) else ["--model", "diorama-api/m"]
        done = subprocess.run([*command, *model, "--logs", str(tmp_path / "l"), *words], capture_output=True, text=True)
        assert done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1, done.stderr
        assert not server.asked and not (tmp_path / "l").exists()


def test_wordings_for_questions_made_elsewhere_are_refused_and_fixed_leaves_them(tmp_path: Path) -> None:
    folder = choices(tmp_path / "d", 2)  # these have a text and no words
    with Server() as server:
        with pytest.raises(DioramaError, match="sample 'causal-000000' was made elsewhere and has one text only"):
            ask(server, folder, tmp_path / "l", wordings=str(write(tmp_path / "own.toml", "")))
        assert not server.asked
        ask(server, folder, tmp_path / "l", wordings="fixed")
        assert "number 0" in text_of(server.requests[0]) or "number 1" in text_of(server.requests[0])


# thinking


@pytest.mark.parametrize(
    ("thinking", "sent"),
    [("on", {"effort": "medium"}), ("off", {"effort": "none"}), ("4096", {"max_tokens": 4096}), ("default", None)],
)
def test_thinking_is_told_as_the_provider_takes_it(
    thinking: str, sent: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENROUTER_API_KEY", "none")
    with Server() as server:
        folder = choices(tmp_path / "d", 1)
        result = ask(server, folder, tmp_path / "l", model="openrouter/lab/m", thinking=thinking)
    assert server.requests[0].get("reasoning") == sent
    assert read_run(result.path).info.thinking == ("" if thinking == "default" else thinking)


def test_a_protocol_that_wants_thinking_says_how_to_do_without(tmp_path: Path) -> None:
    folder = structured(tmp_path / "d")
    with pytest.raises(DioramaError, match=r"wants thinking on, but the provider 'mockllm' has no switch .* default"):
        evaluate(Order(folder, "mockllm/model", protocol="structure", logs=tmp_path / "l"))
    left = evaluate(
        Order(folder, "mockllm/model", protocol="structure", thinking="default", logs=tmp_path / "l", retries=0)
    )
    assert left.deviations == ("thinking default",)


def test_leaving_thinking_to_the_provider_is_no_deviation_where_the_protocol_does_so_too(tmp_path: Path) -> None:
    folder = choices(tmp_path / "d", 1)
    asked = Order(folder, "mockllm/model", protocol="causalspatial", thinking="default", logs=tmp_path / "l")
    assert not [d for d in evaluate(asked).deviations if "thinking" in d]


def test_players_play_under_any_protocol_that_fits(tmp_path: Path) -> None:
    result = evaluate(Order(structured(tmp_path / "d"), "diorama/oracle", protocol="structure", logs=tmp_path / "l"))
    assert all(r.correct for r in result.records) and result.deviations == ()


# where it is seen


def test_the_engines_own_log_knows_the_protocol_and_the_words(tmp_path: Path) -> None:
    with Server() as server:
        result = ask(server, structured(tmp_path / "d"), tmp_path / "l", protocol="structure")
    said = read_run(result.path).info
    result.path.unlink()
    (run,) = load_runs([tmp_path / "l"])
    assert (run.info.protocol, run.info.wordings, run.info.thinking) == ("structure", said.wordings, "on")


def test_the_command_says_under_which_protocol_it_asked(tmp_path: Path) -> None:
    words = ["eval", str(structured(tmp_path / "d")), "--model", "diorama/oracle", "--protocol", "structure"]
    done = CliRunner().invoke(app, [*words, "--temperature", "1", "--logs", str(tmp_path / "l")])
    assert done.exit_code == 0, done.output
    assert "asked under the protocol structure, but with temperature 1.0" in done.stdout


def test_every_protocol_says_which_suites_it_fits() -> None:
    done = CliRunner().invoke(app, ["protocols"])
    for name, suite in (
        ("causalspatial", "causal"),
        ("structure", "structure"),
        ("spatialqa", "logic"),
        ("scp", "video"),
    ):
        assert f"{name} " in done.stdout and f"for {suite}: " in done.stdout
    assert "asked 5 times, at most 8,192 tokens, wordings varied, no system prompt, pictures 1920×1080" in done.stdout


@pytest.mark.slow
def test_a_local_model_is_told_through_its_chat_template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A template that knows `enable_thinking` makes a longer prompt of it; one that does not is refused."""
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from tests.ask import tiny_vlm

    folder = choices(tmp_path / "d", 1)
    plain = f"diorama-hf/{tiny_vlm.save_tiny_vlm(tmp_path / 'plain')}"
    with pytest.raises(DioramaError, match="knows no 'enable_thinking', so it cannot be told whether to think"):
        evaluate(Order(folder, plain, thinking="on", logs=tmp_path / "l"))
    assert not (tmp_path / "l").exists()
    told = "{% if enable_thinking %}Think long and hard before you reply.{% endif %}"
    monkeypatch.setattr(tiny_vlm, "TEMPLATE", tiny_vlm.TEMPLATE + told)
    model = f"diorama-hf/{tiny_vlm.save_tiny_vlm(tmp_path / 'hybrid')}"
    tokens = {}
    for thinking in ("on", "off"):
        order = Order(folder, model, thinking=thinking, logs=tmp_path / thinking, config={"max_tokens": 4})
        (record,) = evaluate(order).records
        tokens[thinking] = record.input_tokens or 0
    assert tokens["on"] > tokens["off"]
