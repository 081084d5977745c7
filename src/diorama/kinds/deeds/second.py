"""A second deed in one step: "Remove the mug; then remove the book" is more than to remove the mug.

Remarks say where a thing is, why it is moved, how, or what can be done then; none of these is a deed. Nor is the same
deed said again ("Remove the mug. Lift it off the book."). When in doubt about two things, there are two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from diorama.kinds.deeds import vocabulary as words
from diorama.kinds.deeds.clause import Clause, clause_of, deed_of
from diorama.kinds.deeds.deed import PUTS, TAKES, Deed
from diorama.kinds.deeds.verbs import has_signs, patterns
from diorama.kinds.lexicon import WORD, word_set
from diorama.kinds.names import Names

_BREAK = re.compile(r"[.;!?。；！？：\n]+|:\s|\s[–—-]+\s|,?\s+(?=and then\b)|[,，]\s*(?=then\b|然后|接着|再)", re.I)
"""Where another clause may begin after the first one has ended."""
_JOINED = re.compile(
    r"(?:,\s*(?:(?:and|und|y|et)\s+)?|\s(?:and|und|y|et)\s+|\s(?=then\b|dann\b|luego\b|puis\b))"
    r"(?P<link>(?:then|dann|luego|puis)\s+)?(?=(?P<verb>\w+))"
)
"""Where another verb may follow within the first clause."""
_LINK = re.compile(
    r"^\W*(?:(?:and\s+|und\s+)?(?:then|next|after (?:that|this)|afterwards?|finally|lastly|also|plus|dann|danach|"
    r"anschließend|luego|después|puis|ensuite|enfin)\b|(?:and|und|y|et|as well as|together with|along with)\s|"
    r"然后|然後|接着|再|最后|次に|その後|それから|最後に)[\s,:，、]*",
    re.I,
)
"""What begins the next thing that is done."""
_REMARK = re.compile(
    r"^\W*(?:(?:because|since|as|so|in order|which|who|whose|that|while|if|to|for|from|before|until|after|once|when|"
    r"whenever|unless|without|due|needed|required|take care|be careful|make sure|mind|avoid|weil|da|damit|um|porque|"
    r"para|ya que|parce que|afin|pour|car)\b|因|以便|这样|這樣|它|ため)",
    re.I,
)
"""What begins a reason, a purpose, a time or a warning."""
_POSSIBLE = word_set("can could may might able possible free ready accessible reachable will would kann")
"""Words before a verb that say what could be done, instead of doing it."""
_SUBJECTS = word_set("it they this that these those he she es sie il elle")
_THEN = word_set("then next also afterwards too dann danach luego puis ensuite")
_PARTICIPLES = word_set("taken took laid held caught got")
_HOLDS = word_set("hold grip grasp grab support reach")
_ITS = word_set("it them this that these those ihn sie es lo la le les")
"""What stands for the thing that was named before."""
_SURFACES = word_set("table floor desk counter shelf ground surface elsewhere somewhere")
"""Where things are put aside."""
_NO_THING = (
    _ITS | words.SIDES | words.NO_OBJECT | _SURFACES | word_set("down back again carefully gently well too together")
)


def does_more(first: Deed, main: Clause, tail: str, asides: Sequence[str], names: Names) -> bool:
    """Whether a step does more than its first clause says: in that clause, after it, or in brackets."""
    if any(_adds(piece, linked, head, names) for piece, linked, head in _inner(main, names)):
        return True
    pieces = [(piece, False) for aside in asides for piece in _BREAK.split(aside)]
    pieces += [(piece, True) for piece in _BREAK.split(tail)] if tail else []
    return any(_adds(piece, False, first, names, listed=after) for piece, after in pieces)


def _inner(main: Clause, names: Names) -> Iterator[tuple[str, bool, Deed]]:
    """Verbs that follow the first and its object within a clause, each with what was done before it."""
    things = [end for _, end, match in main.mentions if match.names]
    for joint in _JOINED.finditer(main.lower):
        if joint["verb"] in patterns() and (not things or things[0] <= joint.start()):
            head = deed_of(clause_of(main.text[: joint.start()], names))
            if head.verbs and head.objects:
                yield main.text[joint.end() :], bool(joint["link"]), head


def _adds(piece: str, linked: bool, first: Deed, names: Names, *, listed: bool = False) -> bool:
    """Whether some words do something that the first deed does not; `listed`: a bare name is a second object."""
    link = _LINK.match(piece)
    text = piece[link.end() if link else 0 :].strip(" ,:")
    if not text or _REMARK.match(text):
        return False
    clause = clause_of(text, names)
    linked = linked or link is not None or not _THEN.isdisjoint(WORD.findall(clause.lower))
    if not clause.verbs:
        return _names_another(clause, first, linked, listed)
    found = deed_of(clause)
    if has_signs(text):
        return bool(found.verbs & TAKES and found.objects and found.objects != first.objects)
    before = WORD.findall(clause.lower[: len(text) - len(clause.rest)])
    verb, leads = before[-1], before[:-1]
    subject = any(a < len(text) - len(clause.rest) for a, _, _ in clause.mentions) or not _SUBJECTS.isdisjoint(leads)
    if not _POSSIBLE.isdisjoint(leads) or (not linked and _is_state(verb, clause)):
        return False
    if subject and not linked:
        return False  # "the book is removed", "it was put there"
    return _differs(verb, clause, found, first)


def _is_state(verb: str, clause: Clause) -> bool:
    """Whether a verb only says how or where something is: "placed on the book", "lifting it", "clears the way"."""
    third = verb.endswith("s") and (verb[:-1] in patterns() or verb[:-2] in patterns())
    after = words.ONTO.match(clause.rest.lstrip()) or words.BESIDE_IT.match(clause.rest.lstrip())
    nowhere = after is not None and bool(clause.verbs & PUTS)
    return third or nowhere or verb.endswith(("ed", "ing")) or verb in _PARTICIPLES


def _differs(verb: str, clause: Clause, found: Deed, first: Deed) -> bool:
    """Whether a clause that does something does another thing than the first deed."""
    known = {word for ids in (*first.objects, *first.places) for word in ids} | _NO_THING
    own = {word for ids in first.objects for word in ids} | _NO_THING
    others = [ids for ids in found.objects if not ids & own]
    said = WORD.search(clause.rest)
    pronoun = said is not None and said.group() in _ITS
    if found.verbs & TAKES and first.verbs & TAKES:
        return bool(others) and not pronoun
    if found.verbs & PUTS and first.verbs & PUTS:
        return bool(others)
    if found.verbs & PUTS and first.verbs & TAKES:
        if any(not _is_absent(ids) for ids in others):
            return True
        scenery = any(m.how == "scenery" for _, _, m in clause.mentions)
        surface = scenery or not _SURFACES.isdisjoint(WORD.findall(clause.rest))
        return "remove" not in first.verbs and not surface and not others
    if found.verbs & TAKES and verb in _HOLDS and (pronoun or not others):
        return False
    return not (found.verbs & first.verbs and all(ids & known for ids in found.objects))


def _is_absent(ids: frozenset[str]) -> bool:
    """Whether a thing is named that is not in the scene."""
    return all(name.startswith("? ") for name in ids)


def _names_another(clause: Clause, first: Deed, linked: bool, listed: bool) -> bool:
    """Whether a clause without a verb is the name of another thing and nothing else: "then the book"."""
    known = {word for ids in (*first.objects, *first.places) for word in ids}
    named = deed_of(clause)
    if any(m.names for _, _, m in clause.mentions):
        return (linked or listed) and bool(named.verbs) and not all(ids & known for ids in named.objects)
    left = [ids for ids in named.objects if not ids & (known | _NO_THING)]
    return linked and 0 < len(left) == len(named.objects) <= 3 and len(WORD.findall(clause.text)) <= 4
