"""The real trainers read what is exported and call the reward: each where it is installed."""

from __future__ import annotations

import json
import runpy
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from diorama.data import key_of, load
from diorama.kinds import kind_of
from diorama.reward import read_key
from tests.ask.tiny_vlm import save_tiny_vlm
from tests.exchange.training import built, exported

pytestmark = pytest.mark.slow
EXAMPLE = Path(__file__).parents[2] / "examples" / "training" / "grpo_step.py"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_tiny_vlm(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("data") / "causal", "causal", 8)


def rows_of(path: Path, cache: Path) -> Any:
    datasets: Any = import_module("datasets")
    return datasets.load_dataset("parquet", data_files=str(path), split="train", cache_dir=str(cache))


def test_trl_takes_a_step_of_grpo_and_our_rewards_move_the_weights(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The model can say A, B or C only, so some replies of a group are right and others are not."""
    pytest.importorskip("trl")
    monkeypatch.chdir(tmp_path)
    example = runpy.run_path(str(EXAMPLE))
    folder = example["make_sets"]()
    library: Any = import_module("transformers")
    tokenizer = library.AutoTokenizer.from_pretrained(model)
    said = set(tokenizer.convert_tokens_to_ids(list("ABC")))
    others = [k for k in range(len(tokenizer)) if k not in said]
    logged = example["step"](
        str(model), folder, max_completion_length=1, generation_kwargs={"suppress_tokens": others},
        per_device_train_batch_size=16, num_generations=16,
    )  # fmt: skip
    assert 0 < logged["reward"] < 1 and logged["reward_std"] > 0
    assert logged["grad_norm"] > 0


def test_trl_trains_on_answers_and_explanations(model: Path, data: Path, tmp_path: Path) -> None:
    trl: Any = pytest.importorskip("trl")
    from diorama.ask.engine.weights import load_vlm

    folder = exported(data, tmp_path / "out", "trl", form="sft", explained=True)
    processor, weights = load_vlm(str(model), device="cpu", dtype="float32")
    config = trl.SFTConfig(
        output_dir=str(tmp_path / "trained"), max_steps=1, per_device_train_batch_size=2, use_cpu=True, bf16=False,
        report_to=[], save_strategy="no", logging_steps=1, max_length=None,
    )  # fmt: skip
    rows = rows_of(folder / "train.parquet", tmp_path / "cache")
    trainer = trl.SFTTrainer(model=weights, args=config, train_dataset=rows, processing_class=processor)
    trainer.train()
    assert trainer.state.log_history[0]["loss"] > 0


def test_verl_reads_a_batch_and_rewards_it(model: Path, data: Path, tmp_path: Path) -> None:
    pytest.importorskip("verl")
    omegaconf: Any = import_module("omegaconf")
    from diorama.ask.engine.weights import load_vlm

    folder = exported(data, tmp_path / "out", "verl", form="rl")
    reading: Any = import_module("verl.utils.dataset.rl_dataset")
    rewards: Any = import_module("verl.trainer.ppo.reward")
    processor, _ = load_vlm(str(model), device="cpu", dtype="float32")
    config = omegaconf.OmegaConf.create({"cache_dir": str(tmp_path / "cache"), "filter_overlong_prompts": False})
    rows = reading.RLHFDataset(str(folder / "train.parquet"), processor.tokenizer, config, processor=processor)
    batch = reading.collate_fn([rows[k] for k in range(4)])
    asked = batch["raw_prompt"][0][0]["content"]
    assert [part["type"] for part in asked] == ["image", "text"]
    path = {"path": str(folder / "reward.py"), "name": "compute_score"}
    score = rewards.get_custom_reward_fn(omegaconf.OmegaConf.create({"reward": {"custom_reward_function": path}}))
    samples = {sample.id: sample for sample in load(data)}
    for source, model_info, extra in zip(
        batch["data_source"], batch["reward_model"], batch["extra_info"], strict=True
    ):  # fmt: skip
        key, sample = model_info["ground_truth"], samples[extra["id"]]
        right = sample.kind.as_asked(key_of(sample), sample.answer)
        assert score(data_source=source, solution_str=right, ground_truth=key, extra_info=extra) == 1.0
        assert score(data_source=source, solution_str="Not sure", ground_truth=key, extra_info=extra) == 0.0


def test_verl_reads_answers(model: Path, data: Path, tmp_path: Path) -> None:
    pytest.importorskip("verl")
    pytest.importorskip("qwen_vl_utils")
    omegaconf: Any = import_module("omegaconf")
    from diorama.ask.engine.weights import load_vlm

    folder = exported(data, tmp_path / "out", "verl", form="sft")
    reading: Any = import_module("verl.utils.dataset.multiturn_sft_dataset")
    processor, _ = load_vlm(str(model), device="cpu", dtype="float32")
    config = omegaconf.OmegaConf.create({"max_length": 4096, "image_patch_size": 16})
    rows = reading.MultiTurnSFTDataset([str(folder / "train.parquet")], processor.tokenizer, config, processor)
    row = rows[0]
    told = processor.tokenizer.decode(row["input_ids"][row["loss_mask"].bool()])
    assert told.startswith(next(iter(load(data))).kind.as_asked(*_key_and_answer(data)))


def _key_and_answer(data: Path) -> tuple[Any, Any]:
    sample = next(iter(load(data)))
    return key_of(sample), sample.answer


def test_ms_swift_loads_the_rows_and_its_plugin_rewards_them(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("swift")
    monkeypatch.setenv("MODELSCOPE_CACHE", str(tmp_path / "cache"))
    folder = exported(data, tmp_path / "out", "ms-swift", form="rl")
    monkeypatch.setenv("ROOT_IMAGE_DIR", str(folder))
    loading: Any = import_module("swift.dataset")
    rows, _ = loading.load_dataset([str(folder / "train.jsonl")], remove_unused_columns=False)
    runpy.run_path(str(folder / "reward.py"))
    rewards: Any = import_module("swift.rewards")
    found = rewards.orms["diorama"]()(["A", "B"], solution=[rows[0]["solution"], rows[0]["solution"]])
    key = read_key(rows[0]["solution"])
    assert found == [float(key.options[k] == key.answer.words({})) for k in range(2)]
    assert rows[0]["images"][0]["path"].endswith(".png") and len(rows) == 8


def test_llamafactory_converts_the_rows(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llamafactory")
    monkeypatch.setenv("DISABLE_VERSION_CHECK", "1")  # it wants an older transformers, which only its models need
    folder = exported(data, tmp_path / "out", "llamafactory", form="sft")
    parsing: Any = import_module("llamafactory.data.parser")
    converting: Any = import_module("llamafactory.data.converter")
    arguments: Any = import_module("llamafactory.hparams")
    (attributes,) = parsing.get_dataset_list(["diorama_train"], str(folder))
    given = arguments.DataArguments(dataset_dir=str(folder), media_dir=str(folder))
    convert = converting.get_dataset_converter(attributes.formatting, attributes, given)
    row = json.loads((folder / "train.jsonl").read_text(encoding="utf-8").splitlines()[0])
    made = convert(row)
    sample = next(iter(load(data)))
    assert made["_response"][0]["content"] == kind_of(sample.answer).as_asked(key_of(sample), sample.answer)
    assert made["_prompt"][0]["content"].count("<image>") == len(made["_images"]) == 1
    assert Path(made["_images"][0]).read_bytes() == sample.media[0].data


def test_openrlhf_reads_prompts_and_the_reward_finds_the_reply(model: Path, data: Path, tmp_path: Path) -> None:
    """The reply follows a prompt in which the place of the picture was filled with many tokens."""
    pytest.importorskip("openrlhf")
    from types import SimpleNamespace

    from diorama.ask.engine.weights import load_vlm

    folder = exported(data, tmp_path / "out", "openrlhf")
    rows = rows_of(folder / "train.parquet", tmp_path / "cache")
    processor, _ = load_vlm(str(model), device="cpu", dtype="float32")
    reading: Any = import_module("openrlhf.datasets.prompts_dataset")
    keys = SimpleNamespace(input_key="input", label_key="label", image_key="images", apply_chat_template=True)
    strategy = SimpleNamespace(args=SimpleNamespace(data=keys), is_rank_0=lambda: False)
    _, prompt, label, images = reading.PromptDataset(rows, processor, strategy)[0]
    vision: Any = import_module("openrlhf.utils.vlm_utils")
    tokens, _, shown = vision.process_prompt_with_images(processor, prompt, images)
    assert len(shown) == 1
    key = read_key(label)
    reply = f"Let me think. The answer is {'ABCDEF'[key.options.index(key.answer.words({}))]}.<|im_end|>"
    query = processor.tokenizer.decode(tokens, skip_special_tokens=False) + reply
    assert not query.startswith(prompt)
    reward_func = runpy.run_path(str(folder / "reward.py"))["reward_func"]
    assert reward_func([query], [prompt], [label])["rewards"].tolist() == [1.0]
