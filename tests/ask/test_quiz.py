"""A quiz: nothing in its folder gives an answer away, and a filled sheet becomes a run like any model's."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from PIL import Image, PngImagePlugin
from typer.testing import CliRunner

from diorama.ask import Verdict
from diorama.ask.logs import load_runs
from diorama.ask.question import Picture, Request, question_of
from diorama.ask.quiz import make_quiz, score_quiz
from diorama.ask.quiz.bare_media import bare
from diorama.ask.quiz.draw import draw, draw_again, read_draw
from diorama.ask.quiz.making import request_of
from diorama.ask.rescore import rescore
from diorama.ask.source import Selection, Source
from diorama.ask.strategies import read_way
from diorama.cli import app
from diorama.data import BuildPlan, Media, Sample, create_or_open, key_of, load
from diorama.data.build import BuildWishes, build, plan_build
from diorama.errors import DioramaError
from diorama.kinds import Choice, Plan, Step
from diorama.report import make_report
from diorama.suites import MediaPart, QuestionPart, TextPart
from tests.ask.datasets import choices
from tests.data.samples import every_file, png, sample

SEEDED = Selection(sample=8, seed=3)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty questions by hand: “Yes” is right for even numbers."""
    return choices(tmp_path_factory.mktemp("quiz") / "data", 40)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two questions of T1, drawn and checked as users' are; their answers name objects that the question does not."""
    folder = tmp_path_factory.mktemp("real") / "data"
    for _ in build(folder, plan_build(("structure",), 2, 5, BuildWishes(task="T1")), workers=1):
        pass
    return folder


def ids_of(quiz: Path, data: Path) -> tuple[str, ...]:
    return draw_again(read_draw(quiz), Source(data))


def truths(quiz: Path, data: Path) -> list[str]:
    """The right answers, in the order of the numbers."""
    return [load(data).get(name).answer_words() for name in ids_of(quiz, data)]


def fill(quiz: Path, answers: list[str]) -> Path:
    sheet = quiz / "answers.csv"
    with sheet.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("number", "answer"), *enumerate(answers, start=1)])
    return sheet


def command(*words: str | Path) -> Any:
    return CliRunner().invoke(app, ["quiz", *map(str, words)])


# what the folder holds


def test_the_folder_says_all_that_a_model_is_sent(data: Path, tmp_path: Path) -> None:
    make_quiz(data, SEEDED, tmp_path / "q")
    told = json.loads((tmp_path / "q" / "questions.json").read_text("utf-8"))
    page = (tmp_path / "q" / "index.html").read_text("utf-8")
    plain = (tmp_path / "q" / "questions.txt").read_text("utf-8")
    assert [question["number"] for question in told] == list(range(1, 9))
    for question, name in zip(told, ids_of(tmp_path / "q", data), strict=True):
        sent = sent_directly(load(data).get(name))
        assert len(question["parts"]) == len(sent.parts)
        for part, piece in zip(question["parts"], sent.parts, strict=True):
            if isinstance(piece, str):
                assert part == {"text": piece} and piece in plain
            else:
                shown = Image.open(tmp_path / "q" / part["image"])
                assert np.array_equal(np.asarray(shown), np.asarray(Image.open(io.BytesIO(piece.data))))
                assert part["image"] in page and part["image"] in plain


def sent_directly(asked: Sample) -> Request:
    """What the strategy `direct` sends."""
    sent: list[Request] = []

    class Tools:
        async def ask(self, request: Request) -> str:
            sent.append(request)
            return "A"

    asyncio.run(read_way("direct").run(question_of(asked), Tools()))  # type: ignore[arg-type]
    assert sent == [request_of(asked)]
    return sent[0]


def test_people_write_a_plan_in_lines_where_models_write_json() -> None:
    asked = sample(0, options=(), answer=Plan(steps=(Step(id=1, content="Go"),)))
    said = "\n".join(part for part in request_of(asked).parts if isinstance(part, str))
    assert "one numbered step a line" in said and "JSON" not in said and "<ans>" not in said
    assert "JSON between <ans>" in question_of(asked).alone()


def test_numbers_follow_neither_the_dataset_nor_another_seed(data: Path) -> None:
    """Answers are dealt in the order of ids, so numbers must not be."""
    ids = {seed: draw(Source(data), Selection(seed=seed))[1] for seed in (0, 1)}
    assert len(set(ids[0])) == 40 and set(ids[0]) == set(ids[1]) and ids[0] != ids[1]
    right = [int(name[-6:]) % 2 for name in ids[0]]
    assert ids[0] != tuple(sorted(ids[0])) and 8 < sum(a != b for a, b in pairwise(right)) < 32


def test_the_sample_is_the_one_that_models_are_asked(data: Path) -> None:
    assert set(draw(Source(data), SEEDED)[1]) == {entry.id for entry in Source(data).choose(SEEDED)}


def test_the_same_seed_gives_the_same_bytes(data: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        make_quiz(data, SEEDED, tmp_path / name)
    assert every_file(tmp_path / "a") == every_file(tmp_path / "b")
    make_quiz(data, Selection(sample=8, seed=4), tmp_path / "c")
    assert every_file(tmp_path / "a") != every_file(tmp_path / "c")


def stored(folder: Path, samples: list[Sample]) -> Path:
    plan = BuildPlan(suites=("causal",), count=len(samples), seed=7, shard_size=64, version="1.0")
    builder = create_or_open(folder, plan, name="small")
    (slot,) = builder.missing_shards()
    builder.add_shard(slot.name, samples)
    return folder


def test_what_is_not_shown_changes_no_byte(tmp_path: Path) -> None:
    """Two datasets that differ in answers, ids, traces, margins and hidden media alone make the same folder."""
    one = [sample(k) for k in range(6)]
    film = Media(role="outcome", kind="video", data=b"what then happens", name="outcome.mp4")
    other = [
        sample(
            k, id=f"secret-{k}", answer=Choice(option=("No", "Yes")[k % 2]), trace={"why": "secret"}, margin=0.9,
            seed=k + 77, gates=("secret",), outcome=film, version="2.0",
        )
        for k in range(6)
    ]  # fmt: skip
    quizzes = []
    for name, samples in (("one", one), ("other", other)):
        make_quiz(stored(tmp_path / name, samples), SEEDED, tmp_path / f"quiz-{name}")
        quizzes.append(every_file(tmp_path / f"quiz-{name}"))
    settings = [json.loads(files.pop("quiz.json")) for files in quizzes]
    for checksum in ("dataset", "order"):
        assert settings[0].pop(checksum) != settings[1].pop(checksum)
    key = [read_draw(tmp_path / f"quiz-{name}").key for name in ("one", "other")]
    pages = [files.pop("index.html").replace(k.encode(), b"KEY") for files, k in zip(quizzes, key, strict=True)]
    assert settings[0] == settings[1] and pages[0] == pages[1] and quizzes[0] == quizzes[1]


def test_no_file_names_an_answer_an_id_or_the_truth(real: Path, tmp_path: Path) -> None:
    make_quiz(real, Selection(), tmp_path / "q")
    everything = b"\n".join(name.encode() + b"\n" + held for name, held in every_file(tmp_path / "q").items()).lower()
    for asked in load(real):
        hidden = [p.removeprefix("the ") for n, p in asked.phrases.items() if n in asked.kind.bodies(asked.answer)]
        assert hidden and not any(words in asked.question for words in hidden)
        for words in (*hidden, asked.answer_words(), asked.id, '"trace"', '"margin"', asked.answer.model_dump_json()):
            assert words.lower().encode() not in everything, words


def noted(data: bytes) -> bytes:
    """The same picture with notes in all the places that a PNG file has for them."""
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Comment", "SECRET plain")
    texts.add_itxt("Description", "SECRET compressed", zip=True)
    exif = Image.Exif()
    exif[0x010E] = "SECRET exif"
    new = io.BytesIO()
    Image.open(io.BytesIO(data)).save(new, "PNG", pnginfo=texts, exif=exif)
    return new.getvalue() + b"SECRET after the end"


def jpeg() -> bytes:
    exif = Image.Exif()
    exif[0x010E] = "SECRET exif"
    new = io.BytesIO()
    Image.new("RGB", (16, 8), (90, 10, 10)).save(new, "JPEG", exif=exif, comment=b"SECRET comment")
    return new.getvalue()


def clip() -> bytes:
    new = io.BytesIO()
    with av.open(new, "w", format="mp4") as film:
        film.metadata["title"], film.metadata["comment"] = "SECRET title", "SECRET comment"
        stream = film.add_stream("libx264", rate=Fraction(24))
        stream.width, stream.height, stream.pix_fmt = 32, 16, "yuv420p"
        stream.metadata["handler_name"] = "SECRET handler"
        for k in range(5):
            frame = av.VideoFrame.from_ndarray(np.full((16, 32, 3), 40 * k, np.uint8), format="rgb24")
            film.mux(stream.encode(frame))
        film.mux(stream.encode())
    return new.getvalue()


def frames(data: bytes) -> list[Any]:
    with av.open(io.BytesIO(data), "r") as film:
        return [frame.to_ndarray(format="rgb24") for frame in film.decode(video=0)]


def test_pictures_and_clips_keep_their_looks_and_lose_their_notes(tmp_path: Path) -> None:
    media = (
        Media(role="view", kind="image", data=noted(png()), name="the-answer-is-no.png", label="the first picture"),
        Media(role="reference", kind="image", data=jpeg(), name="photo.jpg"),
        Media(role="clip", kind="video", data=clip(), name="clip.mp4"),
    )
    assert all(b"SECRET" in one.data for one in media)
    parts = (
        TextPart(text="First <b>look</b>:"), MediaPart(media="the-answer-is-no"), QuestionPart(),
        MediaPart(media="photo"), MediaPart(media="clip"),
    )  # fmt: skip
    folder = stored(tmp_path / "data", [sample(0, media=media, parts=parts), sample(1)])
    make_quiz(folder, Selection(seed=1), tmp_path / "q")
    files = every_file(tmp_path / "q")
    assert not any(b"SECRET" in held or b"answer-is" in held or "answer-is" in name for name, held in files.items())
    assert not any(b"Exif" in held or b"tEXt" in held or b"iTXt" in held for held in files.values())
    number = 1 + ids_of(tmp_path / "q", folder).index("causal-000000")
    names = [f"media/00{number}-{k}.{ending}" for k, ending in ((1, "png"), (2, "png"), (3, "mp4"))]
    for name, one in zip(names[:2], media, strict=False):
        shown, kept = (np.asarray(Image.open(io.BytesIO(d)).convert("RGB")) for d in (files[name], one.data))
        assert np.array_equal(shown, kept)
    assert len(frames(clip())) == 5
    assert all(np.array_equal(a, b) for a, b in zip(frames(files[names[2]]), frames(clip()), strict=True))
    page = files["index.html"].decode()
    assert "First &lt;b&gt;look&lt;/b&gt;:" in page and f'<video controls preload="metadata" src="{names[2]}"' in page
    assert page.index("First &lt;") < page.index(names[0]) < page.index("number 0,") < page.index(names[1])


def test_pixels_of_other_sorts_survive() -> None:
    stripes = Image.fromarray(np.tile(np.arange(8, dtype=np.uint8) * 30, (4, 1)))
    for picture in (stripes, stripes.convert("P"), stripes.convert("RGBA"), stripes.convert("1")):
        new = io.BytesIO()
        picture.save(new, "PNG")
        again = Image.open(io.BytesIO(bare(Picture(new.getvalue()))))
        assert np.array_equal(np.asarray(again.convert("RGB")), np.asarray(picture.convert("RGB")))


def test_a_picture_that_is_none_is_named(tmp_path: Path) -> None:
    broken = Media(role="view", kind="image", data=b"no picture", name="view.png")
    folder = stored(tmp_path / "data", [sample(0, media=(broken,))])
    with pytest.raises(DioramaError, match=r"causal-000000.*view.png cannot be read as a picture"):
        make_quiz(folder, Selection(), tmp_path / "q")


# making it


def test_an_interrupted_quiz_is_finished_by_the_same_command(data: Path, tmp_path: Path) -> None:
    make_quiz(data, SEEDED, tmp_path / "whole")

    def stop_after(most: int) -> Callable[[int, int], Callable[[], None]]:
        done = iter(range(most - 1))

        def advance() -> None:
            if next(done, None) is None:
                raise KeyboardInterrupt

        return lambda _done, _total: advance

    with pytest.raises(KeyboardInterrupt):
        make_quiz(data, SEEDED, tmp_path / "q", progress=stop_after(3))
    assert sorted(p.name for p in (tmp_path / "q" / "media").iterdir()) == ["001.png", "002.png", "003.png"]
    (tmp_path / "q" / "media" / ".004.png.99.part").write_bytes(b"half")
    make_quiz(data, SEEDED, tmp_path / "q")
    assert every_file(tmp_path / "q") == every_file(tmp_path / "whole")


def test_a_filled_sheet_is_never_written_over(data: Path, tmp_path: Path) -> None:
    make_quiz(data, SEEDED, tmp_path / "q")
    fill(tmp_path / "q", ["A"] * 8)
    before = every_file(tmp_path / "q")
    (tmp_path / "q" / "index.html").unlink()
    make_quiz(data, SEEDED, tmp_path / "q")
    assert every_file(tmp_path / "q") == before


def test_only_the_same_quiz_goes_on_and_other_files_are_left_alone(data: Path, tmp_path: Path) -> None:
    make_quiz(data, SEEDED, tmp_path / "q")
    with pytest.raises(DioramaError, match="holds another quiz"):
        make_quiz(data, Selection(sample=8, seed=4), tmp_path / "q")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear")
    with pytest.raises(DioramaError, match=r"holds other files \(letter.txt\)"):
        make_quiz(data, SEEDED, tmp_path / "full")
    with pytest.raises(DioramaError, match="cannot make the folder"):
        make_quiz(data, SEEDED, tmp_path / "full" / "letter.txt")
    assert [p.name for p in (tmp_path / "full").iterdir()] == ["letter.txt"]
    (tmp_path / "q" / "quiz.json").write_text('{"format": 1}')
    with pytest.raises(DioramaError, match=r"quiz.json is not what `diorama quiz` wrote: dataset"):
        make_quiz(data, SEEDED, tmp_path / "q")


# scoring it


def test_a_sheet_becomes_a_run_in_the_report(data: Path, tmp_path: Path) -> None:
    """Six right, one wrong, one empty; a second run of the same sheet replaces the first."""
    made = command(data, "--sample", "8", "--seed", "3", "--out", tmp_path / "q")
    assert made.exit_code == 0 and "8 questions" in made.stdout, made.output
    right = truths(tmp_path / "q", data)
    fill(tmp_path / "q", [*right[:6], "No" if right[6] == "Yes" else "Yes", ""])
    for _ in range(2):
        logs = tmp_path / "logs"
        done = command("score", tmp_path / "q", data, "--name", "Anna B.", "--logs", logs)
        assert done.exit_code == 3, done.output
        assert "8 asked, 7 answered, 6 correct" in done.stdout
        assert "answers.csv: no answer to 1 of 8 questions: 8" in done.stderr
        assert "fill them in and score the sheet again" in done.stderr
    (run,) = load_runs([logs])
    assert (run.info.model, run.info.strategy, len(run.records)) == ("Anna B.", "quiz", 8)
    ended = {r.sample_id: r.verdict for r in run.records}
    assert [ended[name] for name in ids_of(tmp_path / "q", data)] == [
        *[Verdict.CORRECT] * 6, Verdict.INCORRECT, Verdict.FAILED,
    ]  # fmt: skip
    make_report([logs], out=tmp_path / "r.html", csv=tmp_path / "r.csv")
    assert "Anna B. · quiz" in (tmp_path / "r.html").read_text("utf-8")
    rows = list(csv.DictReader((tmp_path / "r.csv").open(encoding="utf-8")))
    assert ("Anna B.", "all", "8", "6") in {(r["model"], r["task"], r["asked"], r["correct"]) for r in rows}
    assert rescore(next(logs.iterdir())).replies == 7, "stored as any model's replies are"


def test_words_for_objects_are_scored_as_a_models_are(real: Path, tmp_path: Path) -> None:
    make_quiz(real, Selection(), tmp_path / "q")
    first, second = (load(real).get(name) for name in ids_of(tmp_path / "q", real))
    wrong = second.kind.wrong(key_of(second), np.random.default_rng(1))
    (tmp_path / "q" / "answers.json").write_text(json.dumps({"1": first.answer_words(), "2": wrong}))
    scored = score_quiz(tmp_path / "q", real, name="anna", logs=tmp_path / "logs")
    assert scored.faults == () and scored.sheet.name == "answers.json"
    ended = {r.sample_id: r for r in scored.result.records}
    assert ended[first.id].correct and not ended[second.id].correct
    assert ended[second.id].reply == wrong and ended[second.id].truth == second.answer_words()


def test_whatever_is_wrong_with_a_sheet_is_named_and_the_rest_is_scored(data: Path, tmp_path: Path) -> None:
    make_quiz(data, SEEDED, tmp_path / "q")
    right = truths(tmp_path / "q", data)
    lines = [f"{k},{words}" for k, words in enumerate(right, start=1)]
    lines[1] = "2,"
    lines[4:6] = ["5,Yes", "5,No", "99,Yes", "0,No", "six,Yes", ",Yes", "7,Not sure", "3," + right[2]]
    (tmp_path / "bob.csv").write_text("\n".join(["number,answer", *lines]))
    done = command("score", tmp_path / "q", data, "--name", "bob", "--sheet", tmp_path / "bob.csv", "--logs", tmp_path)
    assert done.exit_code == 3, done.output
    assert [line for line in done.stderr.splitlines() if "bob.csv" in line] == [
        "diorama: bob.csv: line 8: there is no question 99; they go from 1 to 8",
        "diorama: bob.csv: line 9: there is no question 0; they go from 1 to 8",
        "diorama: bob.csv: line 10: 'six' is not the number of a question",
        "diorama: bob.csv: line 11: no number",
        "diorama: bob.csv: question 3 has the same answer 2 times: it counts once",
        "diorama: bob.csv: question 5 has 2 different answers: none of them counts",
        "diorama: bob.csv: question 7 has 2 different answers: none of them counts",
        "diorama: bob.csv: no answer to 2 of 8 questions: 2, 6",
    ]
    assert "8 asked, 4 answered, 4 correct" in done.stdout
    (run,) = load_runs([tmp_path])
    notes = {r.sample_id: r.note for r in run.records if r.verdict is Verdict.FAILED}
    ids = ids_of(tmp_path / "q", data)
    assert notes == {
        ids[1]: "no answer in the sheet", ids[5]: "no answer in the sheet",
        ids[4]: "several different answers in the sheet", ids[6]: "several different answers in the sheet",
    }  # fmt: skip


def test_two_quizzes_of_one_person_are_two_rows(data: Path, tmp_path: Path) -> None:
    for seed in (1, 2):
        quiz = tmp_path / f"q{seed}"
        make_quiz(data, Selection(sample=4, seed=seed), quiz)
        fill(quiz, truths(quiz, data))
        score_quiz(quiz, data, name="anna", logs=tmp_path / "logs")
    assert sorted(len(run.records) for run in load_runs([tmp_path / "logs"])) == [4, 4]


def test_a_sheet_that_cannot_be_read_leaves_the_earlier_run_alone(data: Path, tmp_path: Path) -> None:
    make_quiz(data, SEEDED, tmp_path / "q")
    fill(tmp_path / "q", truths(tmp_path / "q", data))
    before = score_quiz(tmp_path / "q", data, name="anna", logs=tmp_path / "logs").result
    (tmp_path / "anna.json").write_text('{"1": "A",')
    words = ("score", tmp_path / "q", data, "--name", "anna", "--logs", tmp_path / "logs")
    broken = command(*words, "--sheet", tmp_path / "anna.json")
    assert isinstance(broken.exception, DioramaError) and "anna.json, line 1: this is not JSON" in str(broken.exception)
    assert load_runs([tmp_path / "logs"])[0].records == before.records


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda q: None, "no answers in"),
        (lambda q: (q / "quiz.json").unlink(), "holds no quiz"),
        (lambda q: (q / "quiz.json").write_text("{"), "is not what `diorama quiz` wrote"),
        (lambda q: (q / "answers.json").write_text("[1"), "answers.json, line 1: this is not JSON"),
        (lambda q: fill(q, [""] * 8 + ["A"]), "has no answers to the questions"),
        (lambda q: [fill(q, ["A"]), (q / "answers.json").write_text('{"1": "B"}')], "both filled in"),
        (lambda q: [(q / name).unlink() for name in ("answers.csv", "answers.json")], "no answers in"),
    ],
)
def test_what_cannot_be_scored_is_one_clear_line(
    spoil: Callable[[Path], object], says: str, data: Path, tmp_path: Path
) -> None:
    make_quiz(data, SEEDED, tmp_path / "q")
    spoil(tmp_path / "q")
    with pytest.raises(DioramaError, match=says) as caught:
        score_quiz(tmp_path / "q", data, name="anna", logs=tmp_path / "logs")
    assert "\n" not in str(caught.value) and not (tmp_path / "logs").exists()


def test_a_quiz_is_scored_against_its_own_dataset_only(data: Path, tmp_path: Path) -> None:
    make_quiz(data, SEEDED, tmp_path / "q")
    fill(tmp_path / "q", ["A"] * 8)
    other = choices(tmp_path / "other", 41)
    with pytest.raises(DioramaError, match=r"the quiz is not of .*other: the checksums of their files differ"):
        score_quiz(tmp_path / "q", other, name="anna", logs=tmp_path / "logs")
    settings = json.loads((tmp_path / "q" / "quiz.json").read_text())
    (tmp_path / "q" / "quiz.json").write_text(json.dumps(settings | {"seed": 4, "version": "0.0.1"}))
    with pytest.raises(DioramaError, match=r"made by Diorama 0\.0\.1, which draws other questions"):
        score_quiz(tmp_path / "q", data, name="anna", logs=tmp_path / "logs")
    with pytest.raises(DioramaError, match="--name is empty"):
        score_quiz(tmp_path / "q", data, name=" ", logs=tmp_path / "logs")


def test_the_command_takes_options_first_and_helps(data: Path, tmp_path: Path) -> None:
    first = command("--task", "collision", "--out", tmp_path / "a", data)
    assert first.exit_code == 0 and "20 questions" in first.stdout
    assert command("make", data, "--task", "collision", "--out", tmp_path / "b").exit_code == 0
    assert every_file(tmp_path / "a") == every_file(tmp_path / "b")
    assert "score" in command("--help").stdout and "--sheet" in command("score", "--help").stdout
    wrong = command(data, "--task", "colision", "--out", tmp_path / "c")
    assert isinstance(wrong.exception, DioramaError) and "did you mean 'collision'" in str(wrong.exception)
    assert not (tmp_path / "c").exists()
