"""Plans in sentences: "First remove the lamp, then the book …", "A → B → C"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from diorama.kinds.reading.plans import words
from diorama.kinds.reading.plans.drafts import Draft, Unclear
from diorama.kinds.reading.plans.needs import parted

LONGEST = 3000
"""Characters: longer texts are no plan in sentences."""

_SENTENCE = re.compile(
    r"(?<=[.!?;。；！])\s*(?=\S)|\n+|,?\s+(?=(?:and )?then\b)|\s+(?=(?:and|und|y|et) (?:then|finally|lastly|dann|"
    r"schließlich|zuletzt|luego|después|finalmente|por último|puis|ensuite|enfin)\b)|[,，、]\s*(?=(?:and |und |y |"
    r"et )?(?:then|next|after that|afterwards|finally|lastly|second(?:ly)?|"
    r"third(?:ly)?|fourth(?:ly)?|dann|danach|anschließend|schließlich|zuletzt|luego|después|finalmente|por último|"
    r"puis|ensuite|enfin)\b|然后|然後|接着|再|最后|最後|次に|その後|それから)",
    re.I,
)
_ORDINAL = re.compile(r"^\W*(?:and\s+)?([\w]+)(?:\s+step)?\s*[,:]?\s+(?=\S)")


def sequence(text: str) -> tuple[Draft, ...]:
    """The steps of sentences that say their order; none if they are no plan. `Unclear` if only some say it."""
    if len(text) > LONGEST:
        return ()
    pieces = [p.strip() for p in _SENTENCE.split(text) if p and p.strip()]
    drafts: list[Draft] = []
    plain = 0
    for piece in pieces:
        draft = _piece(piece, len(drafts))
        if draft is not None:
            drafts.append(draft)
        elif drafts and words.DEED.match(piece):
            plain += 1
    if len(drafts) < 2:
        return ()
    later = drafts[1:]
    stated = any(d.needs.stated or d.needs.perhaps for d in later)
    if plain or (not stated and any(d.linked for d in later) and not all(d.linked for d in later)):
        raise Unclear("its sentences do not say of every step when it is done")
    return tuple(drafts)


def _piece(piece: str, count: int) -> Draft | None:
    """The step that a sentence begins with "first", "then", "second" or "after …"."""
    body, linked = piece, False
    if (
        not count
        and words.DEED.match(piece)
        and (last := re.search(r"\s+(?:first|zuerst|primero|d['’]abord)\W*$", piece, re.I))
    ):
        body = piece[: last.start()]
    elif opening := words.OPENS.match(piece):
        if count:
            return None
        body = piece[opening.end() :]
    elif link := words.LINK.match(piece):
        if not count:
            return None
        body, linked = piece[link.end() :], True
    elif (found := _ORDINAL.match(piece)) and words.ORDINALS.get(found[1].casefold()) == str(count + 1):
        body = piece[found.end() :]
    elif not count or not re.match(r"\W*(?:once|after|when|nachdem|sobald|una vez|après|une fois)\b", piece, re.I):
        return None
    content, needs = parted(body)
    if not content or (not count and not linked and not words.DEED.match(content) and len(content.split()) > 12):
        return None
    return Draft(str(count + 1), content, needs, linked)


def chain(lines: Iterable[str]) -> tuple[Draft, ...]:
    """The steps of one line with arrows between them."""
    found: list[tuple[Draft, ...]] = []
    for line in lines:
        parts = words.ARROW.split(re.sub(r"^[^:：]{0,40}[:：]\s*", "", line.strip())) if len(line) <= LONGEST else []
        if len(parts) > 1 and all(words.DEED.match(p) and len(p.split()) <= 12 for p in parts):
            found.append(tuple(Draft(str(k), p.strip(" .;"), linked=True) for k, p in enumerate(parts, start=1)))
    return found[-1] if len(found) == 1 else ()


def unlabelled(lines: Sequence[str]) -> tuple[Draft, ...]:
    """Steps on lines without any label, if all but the first say what they need."""
    blocks: list[list[str]] = [[]]
    for line in lines:
        blocks.append([]) if not line.strip() else blocks[-1].append(line.strip())
    for block in reversed(blocks):
        if 2 <= len(block) <= 60:
            drafts = [Draft(str(k), *parted(line)) for k, line in enumerate(block, start=1)]
            if all(d.content and d.needs.stated for d in drafts[1:]) and words.DEED.match(drafts[0].content):
                return tuple(drafts)
    return ()
