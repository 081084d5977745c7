"""Scoring: a reply against its key. Right or wrong, and what kind of wrong; no partial credit.

>>> from diorama.ask.keys import Key
>>> from diorama.suites import Choice
>>> key = Key("s1", "scene", "causal", "collision", "L1", Choice(option="No"), options=("Yes", "No", "Not sure"))
>>> judge(key, "The answer is B.").verdict.value, judge(key, "C").verdict.value
('correct', 'not_sure')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any

from diorama.ask.keys import Key
from diorama.ask.names import Match, Names
from diorama.ask.reading import Chosen, Named, NotRead, Reading, Swapped, read
from diorama.ask.reading.manners import abstains
from diorama.ask.records import Failure, Record, Verdict, size_of
from diorama.suites.answers import Choice, ObjectSet, Plan, Swaps, listing
from diorama.whatif import left_to_right, swap_feasible
from diorama.whatif.interventions import swapped
from diorama.whatif.swaps import SLACK
from diorama.world import Simulation

MOST_RESOLUTIONS = 1000
"""Ways to settle ambiguous names that are tried before a reply counts as possibly right."""


@dataclass(frozen=True)
class Judgement:
    """How a reply is judged, and why."""

    verdict: Verdict
    read_as: str = ""
    note: str = ""
    flags: dict[str, bool] = field(default_factory=dict)


def judge(key: Key, reply: str) -> Judgement:
    """Read a reply and compare it with the right answer."""
    answer = key.answer
    if isinstance(answer, Plan):
        return Judgement(Verdict.UNSCORED, note="plans are not scored yet")
    reading = read_for(key, reply)
    if isinstance(reading, NotRead):
        return Judgement(reading.verdict, note=reading.note)
    if isinstance(answer, Choice) and isinstance(reading, Chosen):
        return _choice(answer, reading)
    if isinstance(answer, ObjectSet) and isinstance(reading, Named):
        return _objects(key, answer, reading)
    if isinstance(answer, Swaps) and isinstance(reading, Swapped):
        return _swaps(key, answer, reading)
    raise TypeError(f"{type(reading).__name__} does not answer {type(answer).__name__}")


def read_for(key: Key, reply: str) -> Reading:
    """What a reply says, read as an answer to this question."""
    if isinstance(key.answer, Choice):
        return read(reply, options=key.options)
    names = Names({n: (t.phrase, t.noun) for n, t in key.things.items()}, key.scenery)
    return read(reply, names=names, swaps=isinstance(key.answer, Swaps))


def make_record(
    key: Key,
    reply: str,
    *,
    model: str,
    judgement: Judgement | None = None,
    failure: Failure | None = None,
    **fields: Any,
) -> Record:
    """The record of a question that was asked: judged here, unless it failed or somebody else judged it.

    Other fields of `Record` (`strategy`, `repeat`, `seconds`, `dataset`, …) are passed on.
    """
    from diorama.ask.players.chance import chance

    if failure is not None:
        judgement = Judgement(Verdict.FAILED, note=fields.pop("note", ""))
    judgement = judgement or judge(key, reply)
    return Record(
        sample_id=key.sample_id, scene=key.scene, suite=key.suite, task=key.task, level=key.level,
        answer_kind=key.answer.kind, model=model, verdict=judgement.verdict, failure=failure, note=judgement.note,
        flags=judgement.flags, reply=reply, read_as=judgement.read_as, truth=key.truth, answer_size=size_of(key.answer),
        options=len(key.options), chance=chance(key), margin=key.margin, **fields,
    )  # fmt: skip


def _choice(answer: Choice, reading: Chosen) -> Judgement:
    if reading.option == answer.option:
        return Judgement(Verdict.CORRECT, reading.option)
    return Judgement(Verdict.NOT_SURE if abstains(reading.option) else Verdict.INCORRECT, reading.option)


def _objects(key: Key, answer: ObjectSet, reading: Named) -> Judgement:
    """Exactly the right objects, in the right order if there is one."""
    said = _words(key, reading.items, ordered=answer.ordered)
    if wrong := _unnameable(reading.items):
        return Judgement(wrong[0], said, wrong[1], _no_flags(answer))
    named = [_meant(m) for m in reading.items]
    best = max((_agreement(answer, sequence) for sequence in islice(product(*named), MOST_RESOLUTIONS)), default=(0, 0))
    unclear = [m for m in reading.items if m.ambiguous]
    flags = {"ordered_correct": best == (1, 1), "unordered_correct": best[0] == 1} if answer.ordered else {}
    right = best == (1, 1)
    if not unclear:
        return Judgement(Verdict.CORRECT if right else Verdict.INCORRECT, said, flags=flags)
    note = f"'{unclear[0].said}' could be {listing([key.phrases[n] for n in unclear[0].names])}"
    flags = {**dict.fromkeys(flags, False), "ambiguous": True}
    return Judgement(Verdict.UNREAD if right else Verdict.INCORRECT, said, note, flags)


def _agreement(answer: ObjectSet, sequence: Sequence[tuple[str, ...]]) -> tuple[int, int]:
    """Whether these are the right objects, and whether they are in the right order."""
    names = tuple(dict.fromkeys(name for group in sequence for name in group))
    same = set(names) == set(answer.names)
    return int(same), int(same and (not answer.ordered or names == answer.names))


def _meant(match: Match) -> list[tuple[str, ...]]:
    """All that a match may mean: one object each if it is not clear which, all of them for a plural."""
    return [match.names] if match.plural or len(match.names) == 1 else [(name,) for name in match.names]


def _unnameable(items: Sequence[Match]) -> tuple[Verdict, str] | None:
    """What cannot be right, whatever the question: names of nothing here, or of the furniture."""
    unknown = [m.said.strip() for m in items if m.unknown]
    if unknown:
        return Verdict.HALLUCINATED, f"'{unknown[0][:80]}' is not in the scene"
    scenery = [m.said.strip() for m in items if m.how == "scenery"]
    return (Verdict.INCORRECT, f"'{scenery[0][:80]}' is no object of the question") if scenery else None


def _no_flags(answer: ObjectSet) -> dict[str, bool]:
    return {"ordered_correct": False, "unordered_correct": False} if answer.ordered else {}


def _swaps(key: Key, answer: Swaps, reading: Swapped) -> Judgement:
    """Any sequence that works is right, if it is as short as the right one: it is carried out, not compared."""
    if not reading.feasible:
        right = not answer.feasible
        return Judgement(Verdict.CORRECT if right else Verdict.INCORRECT, "infeasible", flags={"overlaps": False})
    items = [m for pair in reading.pairs for m in pair]
    said = "; ".join(f"swap {_word(key, a)} with {_word(key, b)}" for a, b in reading.pairs) or "no swap"
    if wrong := _unnameable(items):
        return Judgement(wrong[0], said, wrong[1], {"overlaps": False})
    if unclear := next((m for m in items if len(m.names) > 1), None):
        note = f"'{unclear.said}' could be {listing([key.phrases[n] for n in unclear.names])}"
        return Judgement(Verdict.UNREAD, said, note, {"ambiguous": True, "overlaps": False})
    pairs = [(a.names[0], b.names[0]) for a, b in reading.pairs]
    if any(a == b for a, b in pairs):
        return Judgement(Verdict.INCORRECT, said, "it swaps an object with itself", {"overlaps": False})
    return _carried_out(key, answer, pairs, said)


def _carried_out(key: Key, answer: Swaps, pairs: list[tuple[str, str]], said: str) -> Judgement:
    flags = simulate_swaps(key, pairs)
    works = flags["reaches_order"] and not flags["overlaps"] and not flags["off_surface"]
    if works and not answer.feasible:
        return Judgement(
            Verdict.UNSCORED, said, "it works, though the key says that nothing does: the sample is at fault", flags
        )
    listed = set(key.order) or set(key.things)
    allowed = len(answer.pairs) <= 1 or all(name in listed for pair in pairs for name in pair)
    if works and allowed and len(pairs) == len(answer.pairs):
        return Judgement(Verdict.CORRECT, said, flags=flags)
    reasons = {
        "it overlaps something": flags["overlaps"],
        "it leaves the surface": flags["off_surface"],
        "it does not reach the order": not flags["reaches_order"],
        "it moves an object that may not be moved": not allowed,
        "there is a shorter sequence": len(pairs) > len(answer.pairs),
    }
    return Judgement(Verdict.INCORRECT, said, next((r for r, holds in reasons.items() if holds), ""), flags)


def simulate_swaps(key: Key, pairs: Sequence[tuple[str, str]]) -> dict[str, bool]:
    """Carry swaps out in the key's world: do they reach the order, and does any of them overlap something?"""
    if key.world is None or key.camera is None:
        raise ValueError(f"the key of {key.sample_id} holds no world to swap things in")
    here, model = key.world, Simulation(key.world)
    overlaps = off_surface = False
    for a, b in pairs:
        after = swapped(here, a, b)
        if not swap_feasible(here, a, b, model=model):
            model.pose(after)
            deep = model.depth() > SLACK
            overlaps, off_surface = overlaps or deep, off_surface or not deep
        here = after
    reaches = left_to_right(here, key.camera, key.order) == key.order
    return {"reaches_order": reaches, "overlaps": overlaps, "off_surface": off_surface}


def _words(key: Key, items: Sequence[Match], *, ordered: bool) -> str:
    said = [_word(key, m) for m in items]
    if not said:
        return "none"
    return "first " + ", then ".join(said) if ordered and len(said) > 1 else listing(said)


def _word(key: Key, match: Match) -> str:
    """An object as the question would call it, or the reply's own word for what is not clear."""
    if match.plural or len(match.names) == 1:
        return listing([key.phrases[n] for n in match.names])
    return f"“{match.said.strip()[:80]}”"
