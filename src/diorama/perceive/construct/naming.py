"""What things are called: each by a name of its own, and by a phrase if that can mean nothing else in the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count

from diorama.perceive.percepts import Found
from diorama.perceive.providers.wishes import plain_name


def unique_names(found: Sequence[Found]) -> list[tuple[str, str]]:
    """For each thing its name and its phrase; those that are called alike are numbered from left to right.

    Two mugs have no phrase: nobody could say which of them is meant. Nor has a box beside a red box, while the red box
    has one.
    """
    labels = [plain_name(each.label) for each in found]
    counts = Counter(labels)
    taken = {label for label, times in counts.items() if times == 1}
    names = {}
    for k in sorted(range(len(found)), key=lambda k: (found[k].box, k)):
        label = labels[k]
        name = label if counts[label] == 1 else next(n for i in count(1) if (n := f"{label} {i}") not in taken)
        taken.add(name)
        names[k] = (name, "" if _is_ambiguous(label, counts) else f"the {label}")
    return [names[k] for k in range(len(found))]


def _is_ambiguous(label: str, counts: Counter[str]) -> bool:
    return counts[label] > 1 or any(other.endswith(f" {label}") for other in counts)
