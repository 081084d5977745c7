"""A strategy in the manner of PhysAgent (PhysBench), the agent that the paper of `logic` compares with.

Four calls of the model: it classifies the question; it is given the rules of thumb for that class and says what it
would need to see; it reasons with the rules and the maps that it asked for; and it checks its answer once and gives it
in the wanted form. Rules are ours, as data in `physagent.toml`; the maps are those of our tools.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from diorama.ask.question import Piece, Question
from diorama.ask.strategies.registry import strategy
from diorama.ask.strategies.with_depth import DEPTH
from diorama.ask.strategies.with_depth_seg import PROVIDERS
from diorama.ask.strategies.with_seg import SEGMENTS
from diorama.ask.tools import ORACLE, Tools

NOTES = "notes.json"
OTHERWISE = "general"
"""The class of a question that the model put into none."""
_DEPTH = re.compile(r"\bdepth\b", re.I)
_SEGMENTS = re.compile(r"\bsegment", re.I)
_NEITHER = re.compile(r"\b(?:neither|no (?:further )?maps?|nothing|none)\b", re.I)


@dataclass(frozen=True)
class Lore:
    """A class of questions and what is to be kept in mind for it."""

    about: str
    rules: tuple[str, ...]

    @property
    def text(self) -> str:
        return "Keep in mind:\n" + "\n".join(f"- {rule}" for rule in self.rules)


@cache
def lore() -> dict[str, Lore]:
    """The classes by name."""
    table = tomllib.loads(files("diorama.ask.strategies").joinpath("physagent.toml").read_text("utf-8"))
    return {name: Lore(entry["about"], tuple(entry["rules"])) for name, entry in table.items()}


@strategy(
    "physagent", uses=("depth", "segments"), texts=tuple(each.text for each in lore().values()), providers=PROVIDERS
)
async def physagent(
    question: Question, tools: Tools, *, depth: str = ORACLE, segment: str = ORACLE, detect: str = ""
) -> str:
    """Classify, fetch rules, look with maps, reason, check and answer (4 calls)."""
    sorted_into = await tools.ask(question.request(_classify(question.with_options)))
    name = class_in(sorted_into)
    rules = lore()[name].text
    needs = await tools.ask(question.request(_what_to_see(question.with_options, rules)))
    maps = await _maps(tools, needs, depth, segment, detect)
    thoughts = await tools.ask(question.request(_reason(question.with_options, rules, needs), *maps))
    answer = await tools.ask(question.request(_check(question, rules, thoughts), *maps))
    shown = [piece.name for piece in maps if not isinstance(piece, str)]
    tools.keep(NOTES, {"class": name, "said of the class": sorted_into, "needs": needs, "maps": shown,
                       "thoughts": thoughts, "answer": answer})  # fmt: skip
    return answer


def class_in(reply: str) -> str:
    """The class that a reply names: the one that it names last."""
    found = re.findall(rf"\b(?:{'|'.join(map(re.escape, lore()))})\b", reply.casefold())
    return str(found[-1]) if found else OTHERWISE


async def _maps(tools: Tools, needs: str, depth: str, segment: str, detect: str) -> tuple[Piece, ...]:
    """The maps that the last line of a reply asks for; both if it does not say."""
    last = needs.strip().rpartition("\n")[2]
    far, parts = (pattern.search(last) is not None for pattern in (_DEPTH, _SEGMENTS))
    if not far and not parts and _NEITHER.search(last) is None:
        far = parts = True
    return (
        *((DEPTH, await tools.depth(by=depth)) if far else ()),
        *((SEGMENTS, await tools.segments(by=segment, found=detect)) if parts else ()),
    )


def _classify(task: str) -> str:
    classes = "\n".join(f"- {name}: {each.about}" for name, each in lore().items())
    return f"Do not answer this question yet: {task}\n\nWhich of these is it about?\n{classes}\nReply with one word."


def _what_to_see(task: str, rules: str) -> str:
    return (
        f"Do not answer this question yet: {task}\n\n{rules}\n\n"
        "Which objects matter here, and what do you need to see to be sure of them? You can be given a depth map (what "
        "is nearer), a segmentation (where one object ends and the next begins), both or neither. List the objects "
        "with what you see of them, and end with a line that says: depth map, segmentation, both maps (depth map and "
        "segmentation), or neither."
    )


def _reason(task: str, rules: str, needs: str) -> str:
    return (
        f"Do not give the final answer to this question yet: {task}\n\n{rules}\n\nYour notes so far:\n{needs}\n\n"
        "Think step by step: correct the notes where the picture or a map shows them to be wrong, apply what is to be "
        "kept in mind, and say what you conclude."
    )


def _check(question: Question, rules: str, thoughts: str) -> str:
    return (
        f"{rules}\n\nYou thought this about the question below:\n{thoughts}\n\n"
        "Check it once against the picture and against what is to be kept in mind, and correct what does not hold. "
        f"Then answer.\n\n{question.alone()}"
    )
