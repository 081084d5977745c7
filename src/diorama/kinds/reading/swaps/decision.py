"""What the statements of a reply come to: which swaps it answers with, in the order in which they are to be made.

What is marked as the answer goes before what leads up to it; what corrects something goes before what it corrects;
what is repeated counts once. Where two answers are honestly possible there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from diorama.kinds.reading.swaps.moods import Mood
from diorama.kinds.reading.swaps.pairs import How, Pair
from diorama.kinds.reading.swaps.statements import Statement

Key = frozenset[object]
MOST_TOLD = 300
"""Pairs in a whole reply."""
MOST_TURNS = 20
"""Marks of answers and corrections that are looked at, from the end."""


@dataclass(frozen=True)
class Decision:
    """What a text answers with; neither swaps nor `infeasible` mean that no swap is needed."""

    pairs: tuple[Pair, ...] = ()
    infeasible: bool = False


class Unclear(Exception):
    """A text that proposes something, and it cannot be told what."""


@dataclass(frozen=True)
class _Step:
    pair: Pair
    rank: int
    paragraph: int


def decide(statements: Sequence[Statement]) -> Decision | None:
    """What a text answers with; None if it proposes nothing. Raises Unclear where more than one answer is possible."""
    if sum(len(s.pairs) for s in statements) > MOST_TOLD:
        raise Unclear("more swaps than anybody would propose")
    marks = [k for k, s in enumerate(statements) if s.leads("A")][-MOST_TURNS:]
    for k in reversed(marks):
        region = statements[k:]
        if (found := _corrected(region)) is not None:
            return found
    return _corrected(statements)


def _corrected(statements: Sequence[Statement]) -> Decision | None:
    """What a text answers with once it has corrected itself."""
    turns = [k for k, s in enumerate(statements) if s.leads("C")][-MOST_TURNS:]
    for k in reversed(turns):
        after = statements[k:]
        if after[0].loose:
            raise Unclear("it corrects itself, and we cannot tell how")
        found = _settled(after)
        if found is not None:
            if any(s.partial for s in after[:2]) and any(s.pairs for s in statements[:k]):
                raise Unclear("it corrects one step of several")
            return found
        if any(s.fails or s.mood is Mood.DENIED for s in after) and any(s.mood is Mood.DECIDED for s in statements[:k]):
            raise Unclear("it takes back what it said")
    return _settled(statements)


def _settled(statements: Sequence[Statement]) -> Decision | None:
    kept = _without_taken_back(statements)
    decided = [k for k, s in enumerate(kept) if s.mood is Mood.DECIDED]
    declared = [k for k, s in enumerate(kept) if s.infeasible]
    unclear = any(s.mood is Mood.UNCLEAR for s in kept)
    if declared and not decided:
        if any(s.mood is Mood.POSSIBLE and s.leads("b") for s in kept[declared[-1] :]):
            raise Unclear("it says that it is infeasible, and then names a swap that works")
        if unclear and not kept[declared[-1]].leads("QA"):
            raise Unclear("it says that it is infeasible, and proposes something")
        return Decision(infeasible=True)
    if declared and decided:
        if declared[-1] > decided[-1] and (_concludes(kept, declared[-1]) or _only_wished(kept, declared[-1])):
            return Decision(infeasible=True)
        raise Unclear("it proposes swaps, and says that it is infeasible")
    if unclear:
        raise Unclear("it proposes something that is not clear")
    steps = _linked(kept)
    if steps and any(s.loose and (s.partial or s.leads("t;") or _goes_on(kept, k)) for k, s in enumerate(kept)):
        raise Unclear("only a part of it is clear")
    if steps:
        return Decision(_sequence(steps))
    if any(s.seems for s in kept):
        if any(s.pairs and s.mood is Mood.NONE for s in kept):
            raise Unclear("it says that it seems infeasible, and lists pairs")
        return Decision(infeasible=True)
    return Decision() if any(s.needless for s in kept) else None


def _concludes(statements: Sequence[Statement], k: int) -> bool:
    """Whether a statement concludes, or stands in a sentence that does: "So there is no way: infeasible"."""
    return any(s.leads("QA") for s in statements[: k + 1] if s.sentence == statements[k].sentence)


def _only_wished(statements: Sequence[Statement], k: int) -> bool:
    """Whether the last sentence says that what was said to be needed, and then to fail, is infeasible."""
    if k + 1 < len(statements):
        return False
    before = [s for s in statements[:k] if s.mood is Mood.DECIDED]
    since = [s for s in statements[:k] if s.sentence > before[-1].sentence and s.sentence < statements[k].sentence]
    return all(s.how is How.STATED for s in before) and any(s.fails for s in since)


def _goes_on(statements: Sequence[Statement], k: int) -> bool:
    """Whether the next statement goes on with swaps in the same sentence."""
    after = statements[k + 1] if k + 1 < len(statements) else None
    return after is not None and after.sentence == statements[k].sentence and bool(after.pairs) and after.leads("t;")


def _without_taken_back(statements: Sequence[Statement]) -> list[Statement]:
    """The statements without those that the next ones take back or that are denied later on."""
    kept: list[Statement] = []
    for s in statements:
        if s.denies:
            last = next((k for k in reversed(kept) if k.pairs), None)
            if s.infeasible and last is not None and last.mood is Mood.DECIDED and last.how is How.VERB:
                last = None  # "Swap A and B. It is infeasible." may mean either
            for k in range(len(kept) - 1, -1, -1):
                same = last is not None and kept[k].sentence == last.sentence
                if last is None or not same or (kept[k].pairs and kept[k].mood is not last.mood):
                    break
                if kept[k].pairs:
                    kept[k] = replace(kept[k], mood=Mood.DENIED)
        kept.append(s)
    return kept


def _linked(statements: Sequence[Statement]) -> list[Statement]:
    """The statements that make up the answer."""
    decided = [k for k, s in enumerate(statements) if s.mood is Mood.DECIDED]
    possible = [k for k, s in enumerate(statements) if s.mood is Mood.POSSIBLE]
    if not decided:
        chosen = [statements[k] for k in possible]
        sentences = {s.sentence for s in chosen}
        linked = all(s.leads("t#") for s in chosen[1:])
        apart = len(sentences) > 1 or any(s.leads("Qb") for s in chosen[1:])
        if apart and not linked and len({keys(s.pairs) for s in chosen}) > 1:
            raise Unclear("it names several swaps that could be made")
        if any(s.leads("O") for s in chosen[1:]):
            raise Unclear("it names several ways")
        return chosen if linked or len(sentences) == 1 else chosen[:1]
    chosen_at = set(decided)
    known = {key for k in decided for key in keys(statements[k].pairs)}
    for k in possible:
        if set(keys(statements[k].pairs)) <= known:
            continue
        after = next((statements[j] for j in decided if j > k), None)
        leads_on = after is not None and after.leads("t") and after.sentence - statements[k].sentence <= 1
        if not leads_on and not (decided[0] < k and statements[k].leads("t#")):
            raise Unclear("it names another swap that could be made")
        chosen_at.add(k)
    chosen = [statements[k] for k in sorted(chosen_at)]
    later = [s for s in statements if s.mood is Mood.DENIED and s.sentence > chosen[-1].sentence]
    if {key for s in later for key in keys(s.pairs)} & {key for s in chosen for key in keys(s.pairs)}:
        raise Unclear("it proposes a swap and denies it")
    if any(s.leads("O") for s in chosen):
        raise Unclear("it names several ways")
    return chosen


def _sequence(statements: Sequence[Statement]) -> tuple[Pair, ...]:
    """The steps of some statements in their order; what is said twice counts once."""
    blocks: list[list[_Step]] = [[]]
    for k, s in enumerate(statements):
        steps = [_Step(p, r, s.paragraph) for p, r in zip(s.pairs, s.ranks, strict=True)]
        told = [_key(step.pair) for step in blocks[-1]]
        again = [_key(step.pair) for step in steps]
        if blocks[-1] and _in_other_words(s, statements[k - 1]) and not s.leads("t#") and _within(again, told):
            continue
        if s.leads("B") and steps:
            if k != 1 or len(statements) > 2:
                raise Unclear("it says that a swap goes before others, and we cannot tell where")
            blocks[0][:0] = steps
            continue
        if blocks[-1] and _begins_again(blocks[-1], statements, k):
            blocks.append([])
        blocks[-1] += steps
    found = _ordered(blocks[0])
    for block in blocks[1:]:
        other = _ordered(block)
        told, again = [_key(p) for p in found], [_key(p) for p in other]
        if _within(told, again):
            found = other
        elif not _within(again, told):
            raise Unclear("it gives two sequences")
    return tuple(found if len(blocks) > 1 else _said_once(found, [step.paragraph for step in blocks[0]]))


def _begins_again(block: Sequence[_Step], statements: Sequence[Statement], k: int) -> bool:
    """Whether a statement begins to tell the whole sequence once more."""
    s = statements[k]
    told = [_key(step.pair) for step in block]
    numbered = block[0].rank == 1 or _within(told, keys(s.pairs)) or s.paragraph > block[-1].paragraph
    concludes = s.leads("Q") and _within(told, [key for later in statements[k:] for key in keys(later.pairs)])
    return (s.restarts and numbered) or s.leads("dA") or concludes


def _said_once(found: list[Pair], paragraphs: Sequence[int]) -> list[Pair]:
    """A sequence that a later paragraph repeats, once: to carry it out twice would never be the shortest way."""
    half = len(found) // 2
    told = keys(found)
    apart = bool(half) and paragraphs[half - 1] != paragraphs[half]
    return found[:half] if apart and told[:half] == told[half:] else found


def _in_other_words(s: Statement, before: Statement) -> bool:
    """Whether a statement may only tell what was proposed before, as in "A and B must be swapped. Swap A and B"."""
    return s.how in (How.MOVED, How.TALK) or s.how is not before.how


def _ordered(steps: Sequence[_Step]) -> list[Pair]:
    """The pairs by the numbers that the reply gives them, or as they stand."""
    ranks = [s.rank for s in steps]
    if len(set(ranks)) == len(ranks) and sorted(ranks) == list(range(1, len(ranks) + 1)):
        return [s.pair for s in sorted(steps, key=lambda s: s.rank)]
    if any(rank == 1 for rank in ranks[1:]) and len(ranks) > 1 and ranks[0] != 1:
        raise Unclear("it says which swap is first, and that is not the first one it names")
    return [s.pair for s in steps]


def _within(some: Sequence[Key], all_of_them: Sequence[Key]) -> bool:
    """Whether some steps are among others, in the same order."""
    rest = iter(all_of_them)
    return all(any(step == other for other in rest) for step in some)


def keys(pairs: Sequence[Pair]) -> tuple[Key, ...]:
    """Pairs as they are compared: which of the two is named first does not matter."""
    return tuple(map(_key, pairs))


def _key(pair: Pair) -> Key:
    return frozenset(m.names or m.said.casefold() for m in pair)
