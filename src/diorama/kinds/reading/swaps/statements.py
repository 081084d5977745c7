"""Statements about swaps: what each piece of a reply proposes, denies, supposes or only talks about.

What they come to together is decided in `decision`; `words` explains the letters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from diorama.kinds.names import Names
from diorama.kinds.reading.swaps.moods import LISTED, REJECTS, Mood, mood_under, moods_of
from diorama.kinds.reading.swaps.pairs import Found, How, Pair, moved, named, pairs_in
from diorama.kinds.reading.swaps.sentences import Piece, Sentence, pieces, sentences
from diorama.kinds.reading.swaps.tokens import Token, shape


@dataclass(frozen=True)
class Statement:
    """What one piece of a reply says."""

    mood: Mood = Mood.NONE
    pairs: tuple[Pair, ...] = ()
    ranks: tuple[int, ...] = ()
    """For each pair whether it is the first, second … by the reply's own words; 0 where it does not say."""
    how: How = How.VERB
    lead: str = ""
    """The letters that lead to it: then, but, so, because …"""
    infeasible: bool = False
    seems: bool = False
    """It says that it seems infeasible."""
    needless: bool = False
    """It says that nothing needs to be swapped."""
    denies: bool = False
    """It takes back what was said right before."""
    fails: bool = False
    """It says that something is not so, or fails."""
    loose: bool = False
    """It names things that could be a pair, and we cannot tell."""
    restarts: bool = False
    """A numbering begins with it."""
    partial: bool = False
    """It speaks of one step of several: "the second one should be …"."""
    paragraph: int = 0
    sentence: int = 0

    def leads(self, letters: str) -> bool:
        return any(letter in self.lead for letter in letters)


_CUT_OFF = re.compile(r"(?:[awxtbo(]|Qu?|\(N?[,wax/]?|(?<![N#qmnpuw_:])[VG]|(?<!N)#[:,]?|#:?N[-/]|t,)[~LP]*$")
"""How a text ends that was cut off in the middle of a swap."""
_FAILS = re.compile(r"^[^N]*?(?:[ki]|n(?!N))|^[^n]*N[^N]*(?:k|n[m_]*y)|k")
_SPEAKS_OF_IT = re.compile(r"^,*(?:[up]|m?[kn][^NpM]*$)")
_NOT_INFEASIBLE = re.compile(r"[nom][_pK]{0,2}i|h[_pKu]{0,2}i|l|i[SV]")
"""Not infeasible, if it is infeasible, infeasible in one swap, infeasible swaps."""
_CALM = re.compile(r"[nrhkiezu]")
"""What is denied, explained or about the order proposes nothing, even if it is not understood."""
_LOOSE = re.compile(r"[waxo/,]N|N[waxo/,]|V|p")
_MAY_BE_PAIR = r"N[wax/]N|NM+w?N|^[^N]*[pu][^N]*H$"
_ORDER_IN_BRACKETS = re.compile(r"^[^VGSHE]*[ry][^VGSHE]*\(N[,;]N\)[^VGSHE]*$")


def statements(words: Sequence[Token], names: Names) -> list[Statement]:
    """What a text says about swaps, piece by piece."""
    found: list[Statement] = []
    paragraph = 0
    heading: Mood | None = None
    for k, sentence in enumerate(sentences(words)):
        paragraph += sentence.new
        letters = sentence.letters
        concludes = letters[:1] in tuple("AQCd") or (sentence.new and found and found[-1].pairs)
        if sentence.is_heading or sentence.asks or concludes:
            heading = mood_under(sentence)
        mood = heading or (Mood.DENIED if REJECTS.match(letters) else None)
        for statement in _in_sentence(sentence, names, found[-1] if found else None):
            if mood is Mood.NONE and (statement.how is not How.BARE or any(statement.ranks)):
                pass  # "The order is reached like this: swap …", or a numbered list
            elif mood is not None and statement.mood in (Mood.DECIDED, Mood.POSSIBLE):
                statement = replace(statement, mood=mood)
            found.append(replace(statement, paragraph=paragraph, sentence=k))
    if any(s.pairs for s in found) and _CUT_OFF.search(shape([w for w in words if w.sort != "v"])):
        found.append(Statement(Mood.UNCLEAR, paragraph=paragraph, sentence=len(found)))
    return found


def _in_sentence(sentence: Sentence, names: Names, before: Statement | None) -> list[Statement]:
    words = named(sentence.words, names)
    found: list[Statement] = []
    told = ""
    for piece, put in _parts(words, sentence.asks):
        told += piece.lead + piece.letters
        if put is not None:
            found.append(Statement(Mood.DECIDED, (put,), (piece.rank,), How.MOVED, piece.lead))
            continue
        goes_on = before is not None and bool(before.pairs) and piece.leads("t")
        last = found[-1] if found else before if goes_on else None
        found.append(_statement(piece, last, told, bool(found)))
    if sentence.asks:
        return [Statement(Mood.SUPPOSED if s.pairs else Mood.NONE, s.pairs, s.ranks, s.how, s.lead) for s in found]
    return found


def _parts(words: Sequence[Token], asks: bool) -> list[tuple[Piece, Pair | None]]:
    """The pieces of a sentence; a step that puts two things in each other's places is one, with these two."""
    steps: list[list[Token]] = [[]]
    for word in words:
        if word.sort in ";t":
            steps.append([])
        steps[-1].append(word)
    put = [None if asks or re.search(r"[VGEHxnhk]", shape(step)) else moved(step) for step in steps]
    if not any(put):
        return [(piece, None) for piece in pieces(words)]
    found: list[tuple[Piece, Pair | None]] = []
    for step, pair in zip(steps, put, strict=True):
        parts = pieces(step)
        found += [(replace(parts[0], words=tuple(step)), pair)] if pair else [(piece, None) for piece in parts]
    return found


def _statement(piece: Piece, last: Statement | None, told: str, inside: bool) -> Statement:
    """What a piece says, after the last one; `told` is the sentence up to its end."""
    body = [word for word in piece.words if word.sort not in "Wv"]
    letters = shape(body)
    base = Statement(lead=piece.lead, restarts=piece.rank == 1)
    follows = last is not None and bool(last.pairs)
    with_it = last is not None and last.how is How.STATED and piece.leads("t")  # "it swaps with A, then (with) B"
    again = re.fullmatch(rf"[,a]*#?w{'?' if with_it else ''}(N)[,.]*", letters)
    if last is not None and follows and again:
        other = body[again.start(1)].match
        assert other is not None
        return replace(base, mood=last.mood, pairs=((last.pairs[-1][0], other),), ranks=(piece.rank,), how=last.how)
    bare = _may_be_bare(piece, last if inside else None, told, letters)
    found = pairs_in(body, bare=bare, goes_on=follows and piece.leads("t"))
    if found is None:
        calm = re.search(r"[nhikz]", letters) or piece.leads("e") or (piece.leads("c") and "o" not in letters)
        return replace(base, mood=Mood.NONE if calm else Mood.UNCLEAR)
    if len(found) == 1 and _ORDER_IN_BRACKETS.search(told):
        found = []  # "The order is [A, B]"
    if not found:
        ordered = "r" in told or (piece.leads(":") and LISTED.search(letters) is not None)
        return _without_pairs(base, letters, last, ordered or "v" in piece.letters)
    return _with_pairs(
        base,
        found,
        moods_of(found, letters, piece, last.mood if last is not None and last.pairs else None),
        piece.rank,
        body,
    )


def _with_pairs(
    base: Statement, found: list[Found], moods: list[Mood], rank: int, body: Sequence[Token]
) -> Statement:  # fmt: skip
    mood = moods[0]
    if any(other is not mood for other in moods):
        if not set(moods) <= {Mood.DECIDED, Mood.DENIED}:
            return replace(base, mood=Mood.UNCLEAR)
        found, mood = [f for f, m in zip(found, moods, strict=True) if m is Mood.DECIDED], Mood.DECIDED
    base = replace(base, partial=rank > 1)
    ranks = [rank, *[0] * (len(found) - 1)]
    for k, one in enumerate(found):  # "A and B first, C and D second"
        until = found[k + 1].start if k + 1 < len(found) else len(body)
        ranks[k] = next((word.rank for word in body[one.end : until] if word.sort == "#"), ranks[k])
    if mood is Mood.DECIDED and found[0].how is How.VERB and "I" in shape(body[found[-1].end :]):
        base = replace(base, lead=base.lead + "C")  # "swap C and D instead"
    return replace(base, mood=mood, pairs=tuple(f.pair for f in found), ranks=tuple(ranks), how=found[0].how)


def _may_be_bare(piece: Piece, last: Statement | None, told: str, letters: str) -> bool:
    """Whether pairs without a verb may be an answer here."""
    follows = last is not None and bool(last.pairs)
    if re.search(r"N[^,N]*v", piece.letters):
        return False  # "A and B are next to each other"
    if piece.leads("t") and last is not None and not follows and re.search(r"N[^,N]*v", told):
        return False  # "A is the leftmost, followed by B and C"
    if piece.leads("ec") or re.search(r"[ki]", letters) or ("r" in letters and not (follows and piece.leads("t;#"))):
        return False
    if piece.leads("b") and (last is None or last.mood not in (Mood.DENIED, Mood.SUPPOSED)):
        return False
    if piece.leads(":") and not piece.leads("#") and last is not None:
        head = told.split(":")[0]
        return not follows and not ("r" in head and not re.search(r"[VSHEAl]", head))
    if piece.leads("-") and not piece.leads("C") and follows:
        return False
    return "r" not in told or re.search(r"[VGSHEAx]", told) is not None


def _without_pairs(base: Statement, letters: str, last: Statement | None, tells: bool) -> Statement:
    """A piece that names no pair may still decide something: infeasible, no swap is needed, that does not work.

    One that `tells` says how things are, or lists an order, and proposes nothing.
    """
    follows = last is not None and bool(last.pairs)
    calm = tells or _CALM.search(letters) is not None
    if not (calm or "y" in letters or base.leads("ecbdQA")):
        goes_on = follows and base.leads("t;#") and _LOOSE.search(letters)
        goes_on = goes_on or (follows and base.leads("t") and re.fullmatch(r",*N[,.]*", letters))
        if goes_on or (re.match(r",*MN", letters) and not base.leads(":-")):
            return replace(base, mood=Mood.UNCLEAR)
    declared = "i" in letters and not _NOT_INFEASIBLE.search(letters)
    seems = declared and "Ki" in letters
    if follows and declared and base.leads(":-") and not base.leads("QAb"):
        return replace(base, denies=True, fails=True)  # "A ↔ B: impossible"
    fails = bool(_FAILS.search(letters)) and not LISTED.search(letters.partition("n")[0] if "n" in letters else "")
    about = bool(_SPEAKS_OF_IT.match(letters)) or base.leads("b") or (follows and base.leads("c-:"))
    explained = base.leads("e") or "l" in letters or (last is not None and last.leads("e") and not last.pairs)
    return replace(
        base, infeasible=declared and not seems, seems=seems, needless="z" in letters,
        fails=bool(re.search(r"[nk]", letters)),
        denies=fails and about and not explained and "z" not in letters,
        loose=bool(re.search(r"N[wx]N" if tells else _MAY_BE_PAIR, letters)) and not _CALM.search(letters),
        partial=base.leads("#") or "#" in letters,
    )  # fmt: skip
