"""What each paper's numbers are of: its data and its scorer in our words, and which of its tables stand beside ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from diorama.kinds.plan_measures import SCORES, measure_name

PEOPLE, GUESSING = "Human", "Random"
"""What the papers' tables list beside models."""


@dataclass(frozen=True)
class Comparison:
    """Tables of a paper that have the same metrics, beside which ours can stand."""

    title: str
    tables: tuple[str, ...]
    """In this order: of what several tables repeat, the first counts."""
    metrics: Mapping[str, str]
    """Each metric with its title; a single one has the tasks for columns."""
    about: str
    """What both measure, in a sentence."""


@dataclass(frozen=True)
class Paper:
    """A paper whose results are data here."""

    name: str
    """Of its file, its protocol and its release."""
    title: str
    suite: str
    data: str
    """How its pictures and its right answers came about."""
    scorer: str
    """How it scored replies."""
    our_scorer: str
    spread: str
    """What stands after ± in its tables."""
    comparisons: tuple[Comparison, ...]
    """The main table first."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Its settings, each with the strategy that is the same here (or ``thinking``)."""
    questions: int | None = None
    """How many there are, where the paper says so."""


PLAN_SCORES = {
    f"{aspect}_{score}": f"{aspect} {'F1' if score == 'f1' else score}"
    for aspect in ("content", "precondition")
    for score in SCORES
}
"""Precision, recall and F1 of plans."""

CAUSALSPATIAL = Paper(
    name="causalspatial",
    title="CausalSpatial: A Benchmark for Object-Centric Causal Spatial Reasoning",
    suite="causal",
    data="rendered in Blender, with questions from templates that people checked",
    scorer="by the letter in the field Answer of a JSON object; how other replies were read is not said",
    our_scorer="by a letter or an option's words, wherever the reply gives its answer",
    spread="the standard deviation over five repeats",
    comparisons=(
        Comparison("Correct", ("4",), {"correct": "correct"}, "Correct answers (TPR) in % of all questions."),
        Comparison("Not sure", ("2",), {"not_sure": "not sure"}, "Replies “not sure” (NSR) in % of all questions."),
    ),
)
STRUCTURE = Paper(
    name="structure",
    title="Do Vision–Language Models Understand 3D Scenes or Just Catalogue Objects?",
    suite="structure",
    data="pictures of an image generator, with answers that people wrote",
    scorer="people judged each reply by the picture, and others reviewed it",
    our_scorer="by rules: names are compared with those of the scene, and swaps are carried out in it",
    spread="the paper does not say of what",
    comparisons=(
        Comparison("Correct", ("2",), {"correct": "correct"}, "Correct answers in %; in T2 the order counts."),
        Comparison(
            "Swaps that would overlap", ("3",), {"overlaps": "would overlap"},
            "Volumetric errors: swaps that would make two objects overlap, in % of all questions.",
        ),
    ),
    questions=3034,
)  # fmt: skip
SPATIALQA = Paper(
    name="spatialqa",
    title="SpatiaLQA: A Benchmark for Evaluating Spatial Logical Reasoning in Vision-Language Models",
    suite="logic",
    data="photographs of real rooms, with plans that people wrote or that were derived from theirs",
    scorer="GPT-4o said which given steps are the same as which right ones",
    our_scorer="by rules: steps are the same if they do the same to the same objects",
    spread="",
    comparisons=(
        Comparison(
            "Plans", ("2", "4a", "5a", "5b", "A1"), PLAN_SCORES,
            "Precision, recall and F1 of all plans together in %, ours in the aggregation “published”.",
        ),
    ),
    settings={
        "+ depth": "with_depth", "+ seg": "with_seg", "+ seg&depth": "with_depth_seg", "PhysAgent": "physagent",
        "CoT": "cot",
        **{f"RSGAR (T={rounds})": "rsgar" for rounds in (1, 3, 5, 7)},
        **{f"RSGAR (T=5) w/o {map}": "rsgar" for map in ("seg", "depth", "seg&depth")},
    },
    questions=9605,
)  # fmt: skip
SCP = Paper(
    name="scp",
    title="SCP: Spatial Causal Prediction in Video",
    suite="video",
    data="clips of real footage, with questions that a model proposed and people checked",
    scorer="by the text of an option; how other replies were read is not said",
    our_scorer="by a letter or an option's words, wherever the reply gives its answer",
    spread="",
    comparisons=(
        Comparison(
            "Correct", ("1", "10", "5", "6", "7", "8", "9", "11", "12", "13", "14", "17"), {"correct": "correct"},
            "Correct answers in % of all questions, forward and backward together.",
        ),
        Comparison(
            "Right option called the least plausible", ("16",), {"least_plausible": "least plausible"},
            "How often the right option was called the least plausible, in %; less is better.",
        ),
    ),
    settings={
        "gold video": "gold", "full video": "full", "cutpoint image": "cut_frame", "reverse video": "reversed",
        "pure text": "text_only", "dense caption only": "caption_only", "dense caption auxiliary": "caption_video",
        "vanilla CoT": "cot", "physics-aware CoT": "physics_cot", "self-thinking": "thinking",
        "spatial interaction graph": "interaction_graph", "text scaffold": "text_scaffold",
        "image scaffold": "image_scaffold", "video scaffold": "video_scaffold", "least plausible": "least_plausible",
    },
    questions=2500,
)  # fmt: skip

BY_SUITE = {paper.suite: paper for paper in (CAUSALSPATIAL, STRUCTURE, SPATIALQA, SCP)}
"""The paper that each of our suites follows."""


def published_name(metric: str) -> str:
    """Our measure that counts as the paper's released scorer does: ``published_content_f1`` for ``content_f1``."""
    aspect, _, score = metric.partition("_")
    return measure_name("published", aspect, score)
