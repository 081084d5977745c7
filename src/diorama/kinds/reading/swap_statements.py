"""Statements about swaps: what each piece of a reply proposes, denies, supposes or only talks about.

A reply falls into sentences, a sentence into pieces ("swap A and B", "but that collides", "so: infeasible"). Every piece
becomes one statement; what they come to together is decided in `swap_decision`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from diorama.kinds.names import Names
from diorama.kinds.reading.swap_pairs import Found, How, Pair, moved, named, pairs_in
from diorama.kinds.reading.swap_tokens import Token, shape


class Mood(Enum):
    """How a statement means its pairs."""

    DECIDED = "do it"
    POSSIBLE = "it could be done, or it would work"
    SUPPOSED = "if it were done; it was tried; is it?"
    DENIED = "do not, or it fails"
    UNCLEAR = "it proposes something, and we cannot tell what"
    NONE = "it proposes nothing"


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
    needless: bool = False
    """It says that nothing needs to be swapped."""
    denies: bool = False
    """It takes back what was said right before."""
    paragraph: int = 0
    sentence: int = 0
    restarts: bool = False
    """A numbering begins again with it."""
    fails: bool = False
    """It says that something is not so, or fails."""
    loose: bool = False
    """It names things that could be a pair, and we cannot tell."""
    partial: bool = False
    """It speaks of one step of several: "the second one should be …"."""

    def leads(self, letters: str) -> bool:
        return any(letter in self.lead for letter in letters)


_LEADS = ";bQACdecOt:-"
_IGNORED_AROUND = re.compile(r"^[,.#]+$")
_FAILS_AFTER = re.compile(r"^,?[^N,]*?(?:[ki]|n(?![Nw,]))")
_FAILS = re.compile(r"^[^N]*?(?:[ki]|n(?!N))|^[^n]*N[^N]*(?:k|n[m_]*y)|k")
_REJECTS = re.compile(r"^(?!ni)[_S]{0,2}[nki][_SEpN]{0,3}:")
"""A heading over swaps that are not to be made: "Impossible swaps:", "Ruled out:"."""
_LOOSE = re.compile(r"[waxo/,]N|N[waxo/,]|V|p")
_LISTED = re.compile(r"N(?:[,a>/]+N){2,}")
_CUT_OFF = re.compile(r"(?:[awxtbo(]|\(N?[,wax/]?|(?<![N#qmnpuw_:])[VG]|(?<!N)#[:,]?|t,)[~LP]*$")


def statements(tokens: Sequence[Token], names: Names) -> list[Statement]:
    """What a text says about swaps, piece by piece."""
    found: list[Statement] = []
    paragraph = 0
    rejected = False  # under a heading such as "Impossible swaps:"
    for k, (sentence, asks, new) in enumerate(_sentences(_without_asides(tokens))):
        paragraph += new
        letters = shape(sentence)
        if letters.endswith(":") or re.match(r"[AQCd]", letters) or (new and found and found[-1].pairs):
            rejected = bool(_REJECTS.match(letters))
        for statement in _in_sentence(named(_with_antecedent(sentence), names), asks, found[-1] if found else None):
            if (rejected or _REJECTS.match(letters)) and statement.mood in (Mood.DECIDED, Mood.POSSIBLE):
                statement = replace(statement, mood=Mood.DENIED)
            found.append(replace(statement, paragraph=paragraph, sentence=k))
    if _CUT_OFF.search(shape([t for t in tokens if t.sort != "v"])) and any(s.pairs for s in found):
        found.append(Statement(Mood.UNCLEAR, paragraph=paragraph, sentence=len(found)))
    return found


def _sentences(tokens: Sequence[Token]) -> Iterator[tuple[list[Token], bool, bool]]:
    """Sentences, each with whether it asks, and whether it begins a paragraph."""
    now: list[Token] = []
    new = False
    for k, token in enumerate(tokens):
        if token.sort in ".?LP":
            after = tokens[k + 1].sort if k + 1 < len(tokens) else ""
            wrapped = token.sort == "L" and now and after and (now[-1].sort in "waVGx/o" or after in "wax")
            numbered = token.sort in "L." and len(now) == 1 and now[0].sort == "#"
            if not wrapped and not numbered:
                if now:
                    yield now, token.sort == "?", new
                    now, new = [], False
                new = new or token.sort == "P"
            continue
        now.append(token)
    if now:
        yield now, False, new


def _without_asides(tokens: Sequence[Token]) -> list[Token]:
    """The words without brackets that only explain; pairs in brackets keep theirs."""
    kept: list[Token] = []
    opened: list[int] = []
    for token in tokens:
        if token.sort == "(":
            opened.append(len(kept))
            kept.append(token)
        elif token.sort == ")":
            if not opened:
                continue
            start = opened.pop()
            inside = kept[start + 1 :]
            letters = shape(inside)
            if re.fullmatch(r"N(?:,?[wax/]|[,>;:])N", letters):
                kept.append(token)
                continue
            del kept[start:]
            if letters == "N" and not (kept and kept[-1].sort == "N"):
                kept += inside
                continue
            if re.search(r"[VEHGx(]", letters):
                alone = re.fullmatch(r"[N(),;:tawx/>#V]*", letters) is not None
                stop = Token("." if not alone else ",", token.start, token.start, "")
                kept += [*inside] if alone else [stop, *inside, replace(stop)]
            elif re.search(r"o.*N", letters) or re.fullmatch(r"N(?:,N){2,}", letters):
                kept += inside if "o" in letters else [Token("(", token.start, token.start, ""), *inside, token]
            elif letters.count("N") == 0 and re.search(r"[kinCy#]", letters):
                kept += inside
            elif not kept or kept[-1].sort in ".LP:":
                kept += inside
        else:
            kept.append(token)
    loose = set(opened)
    return [t for k, t in enumerate(kept) if k not in loose]


@dataclass(frozen=True)
class _Piece:
    lead: str
    rank: int
    body: tuple[Token, ...]


def _pieces(sentence: Sequence[Token]) -> list[_Piece]:
    """A sentence, cut where something new is said."""
    pieces: list[_Piece] = []
    lead, rank, body = "", 0, list[Token]()
    for k, token in enumerate(sentence):
        after = sentence[k + 1].sort if k + 1 < len(sentence) else ""
        fresh = not body or all(t.sort in ",." for t in body)
        is_rank = token.sort == "#" and (fresh or (body[-1].sort not in "VGES" or after != "N") and after in ("N", "V", "G", "(", "_", ":", "A", "S", "M"))
        colon = token.sort == ":" and body and body[-1].sort in "VGE" and after == "N"
        if token.sort == "," and "e" in lead and (not pieces or after in ("V", "t", "Q", "#", "M", "A")):
            pieces.append(_Piece(lead, rank, tuple(body)))  # "To get there, swap …"
            lead, rank, body = "", 0, []
        elif token.sort == "c" and fresh and not pieces:
            continue  # "Make A and B change places"
        elif (token.sort in _LEADS and not colon) or is_rank:
            if not fresh:
                pieces.append(_Piece(lead, rank, tuple(body)))
                lead, rank = "", 0
            body = []
            lead += token.sort
            rank = token.rank or rank
        else:
            body.append(token)
    if body or lead:
        pieces.append(_Piece(lead, rank, tuple(body)))
    return pieces


def _with_antecedent(sentence: Sequence[Token]) -> list[Token]:
    """ "Take the mug and swap it with the vase": the one thing that was named is what "it" means."""
    found = list(sentence)
    things = [t for t in found if t.sort == "N"]
    for k, token in enumerate(found):
        after = shape(found[k + 1 : k + 3])
        if token.sort == "p" and token.text.casefold() == "it" and k and found[k - 1].sort == "V" and after == "wN":
            before = {t.match.names for t in things if t.match is not None and t.start < token.start}
            if len(before) == 1:
                found[k] = replace(token, sort="N", match=things[0].match)
                for j in range(k - 1):
                    if found[j].sort == "N":
                        found[j] = replace(found[j], sort="_", match=None)
    return found


def _in_sentence(sentence: Sequence[Token], asks: bool, before: Statement | None) -> list[Statement]:
    pieces = _pieces(sentence)
    whole = shape(list(sentence))
    if not re.search(r"[VGEHxnhk]", whole) and not asks and (put := _put(sentence)):
        return [replace(s, ranks=(pieces[0].rank,), lead=pieces[0].lead) if not k else s for k, s in enumerate(put)]
    found: list[Statement] = []
    told = ""
    for piece in pieces:
        told += piece.lead + shape(list(piece.body))
        last = found[-1] if found else before if before is not None and before.pairs and "t" in piece.lead else None
        found.append(_statement(piece, last, told, bool(found)))
    if asks:
        return [replace(s, mood=Mood.SUPPOSED if s.pairs else Mood.NONE, infeasible=False, needless=False, denies=False) for s in found]
    return found


def _put(sentence: Sequence[Token]) -> list[Statement]:
    """Things that are put in each other's places, one statement for each part of a sentence; none if a part is no such."""
    parts: list[list[Token]] = [[]]
    for token in sentence:
        if token.sort in ";t":
            parts.append([])
        else:
            parts[-1].append(token)
    found = [moved(part) for part in parts if any(t.match for t in part)]
    return [Statement(Mood.DECIDED, (pair,), (0,), How.MOVED) for pair in found if pair] if all(found) else []


def _statement(piece: _Piece, last: Statement | None, told: str, inside: bool) -> Statement:
    body = [t for t in piece.body if t.sort not in "Wv"]
    letters = shape(body)
    bare = _may_be_bare(piece, last if inside else None, told, letters)
    base = Statement(lead=piece.lead, restarts=piece.rank == 1)
    if (again := re.fullmatch(r"[,a]*#?w(N)[,.]*", letters)) and last is not None and last.pairs:
        other = body[again.start(1)].match
        assert other is not None
        return replace(base, mood=last.mood, pairs=((last.pairs[-1][0], other),), ranks=(piece.rank,), how=last.how)
    found = pairs_in(body, bare=bare, goes_on=last is not None and bool(last.pairs) and "t" in piece.lead)
    if found is None:
        calm = re.search(r"[nhikz]", letters) or "e" in piece.lead or ("c" in piece.lead and "o" not in letters)
        return replace(base, mood=Mood.NONE if calm else Mood.UNCLEAR)
    if not found:
        return _without_pairs(base, letters, piece.lead, last, "v" in shape(list(piece.body)))
    moods = _moods(found, letters, piece, last)
    first = moods[0]
    if any(m is not first for m in moods):
        kept = [f for f, m in zip(found, moods, strict=True) if m is Mood.DECIDED]
        mixed = all(m in (Mood.DECIDED, Mood.DENIED) for m in moods)
        if not mixed:
            return replace(base, mood=Mood.UNCLEAR)
        found, first = kept, Mood.DECIDED
    ranks = [piece.rank, *[0] * (len(found) - 1)]
    for k, one in enumerate(found):
        until = found[k + 1].start if k + 1 < len(found) else len(body)
        if trailing := [t.rank for t in body[one.end : until] if t.sort == "#"]:
            ranks[k] = trailing[-1]
    if first is Mood.DECIDED and found[0].how is How.VERB and "I" in letters[found[-1].end :]:
        base = replace(base, lead=base.lead + "C")  # "swap C and D instead"
    return replace(base, mood=first, pairs=tuple(f.pair for f in found), ranks=tuple(ranks), how=found[0].how)


def _may_be_bare(piece: _Piece, last: Statement | None, whole: str, letters: str) -> bool:
    """Whether pairs without a verb may be an answer here; `whole` is the sentence so far."""
    if re.search(r"N[^,N]*v", shape(list(piece.body))):
        return False  # "A and B are next to each other"
    follows = last is not None and bool(last.pairs) and any(c in piece.lead for c in "t;#")
    if any(c in piece.lead for c in "ec") or re.search(r"[ki]", letters) or ("r" in letters and not follows):
        return False
    if "b" in piece.lead and (last is None or last.mood not in (Mood.DENIED, Mood.SUPPOSED)):
        return False
    if ":" in piece.lead and "#" not in piece.lead and last is not None:
        ordered = "r" in whole.split(":")[0] and not re.search(r"[VSHEA]", whole.split(":")[0])
        return not last.pairs and not ordered
    if "-" in piece.lead and "C" not in piece.lead and last is not None and last.pairs:
        return False
    return not ("r" in whole and not re.search(r"[VGSHEAx/]", whole))


def _without_pairs(base: Statement, letters: str, lead: str, last: Statement | None, predicate: bool) -> Statement:
    """A piece that names no pair may still decide something: infeasible, no swap is needed, that does not work."""
    declared = re.search(r"i", letters) is not None and not re.search(r"[nhom][_p]?i|l|i[SV]", letters)
    fails = bool(_FAILS.search(letters)) and not _LISTED.search(letters[: letters.find("n")] if "n" in letters else "")
    about = letters.lstrip(",")[:1] in ("u", "p") or "b" in lead or bool(re.match(r",*m?[kn][^NpM]*$", letters))
    calm = predicate or re.search(r"[nrhkiezuy]", letters) or any(c in lead for c in "ecbdQA")
    if last is not None and last.pairs and not calm and any(c in lead for c in "t;#") and _LOOSE.search(letters):
        return replace(base, mood=Mood.UNCLEAR)
    if re.match(r",*MN", letters) and not calm and not any(c in lead for c in ":-"):
        return replace(base, mood=Mood.UNCLEAR)
    if last is not None and last.pairs and declared and any(c in lead for c in ":->") and not any(c in lead for c in "QAb"):
        return replace(base, denies=True, fails=True)  # "A ↔ B: impossible"
    about = about or (last is not None and bool(last.pairs) and any(c in lead for c in "c-:"))
    if last is not None and "e" in last.lead and not last.pairs:
        about = False
    return replace(
        base, loose=not (predicate or re.search(r"[nrhkiezu]", letters)) and bool(re.search(r"N[wax/]N", letters)), fails=bool(re.search(r"[nk]", letters)), infeasible=declared, needless="z" in letters, denies=fails and about and "z" not in letters,
        partial="#" in lead or "#" in letters,
    )  # fmt: skip


def _moods(found: Sequence[Found], letters: str, piece: _Piece, last: Statement | None) -> list[Mood]:
    moods: list[Mood] = []
    for k, one in enumerate(found):
        start = found[k - 1].end if k else 0
        end = found[k + 1].start if k + 1 < len(found) else len(letters)
        window = letters[start : one.start]
        near = window.rsplit(",", 1)[-1] if "h" not in window or re.search(r"h[^,]*N[^,]*,", window) else window
        inside, after = letters[one.start : one.end], letters[one.end : end]
        fresh = any(c in inside for c in "VGEHSx(") and not (k and one.how is found[k - 1].how and inside[0] == "N")
        if "e" in piece.lead and ("f" in near or "o" in near):
            mood = Mood.SUPPOSED
        elif "f" in near:
            mood = _in_turn(near, one, k, found, letters, piece)
        elif "o" in near:
            mood = Mood.UNCLEAR
        elif "k" in near or "i" in inside or "n" in near or "i" in near or "n" in inside or _FAILS_AFTER.match(after):
            mood = Mood.DENIED
        elif "h" in near or "h" in inside:
            mood = Mood.POSSIBLE if "y" in after or "y" in window else Mood.SUPPOSED
        elif "e" in piece.lead or ("c" in piece.lead and "Q" not in piece.lead and "t" not in piece.lead):
            mood = Mood.SUPPOSED
        elif not fresh and k:
            mood = moods[-1]
        elif not fresh and last is not None and last.pairs and any(c in piece.lead for c in "t;#"):
            mood = last.mood
        elif one.how is How.TALK and not (set("gt") & set(near) or set("#:At;") & set(piece.lead)):
            mood = Mood.POSSIBLE
        elif "m" in near or ("m" in inside and "E" in inside):
            mood = Mood.POSSIBLE if "g" not in near else Mood.DECIDED
        else:
            mood = Mood.DECIDED
        moods.append(mood)
    return moods


def _in_turn(near: str, one: Found, k: int, found: Sequence[Found], letters: str, piece: _Piece) -> Mood:
    """ "After swapping A and B, swap C and D" names two steps in turn; other uses of before and after are not read."""
    after = next((t.text for t in piece.body if t.sort == "f"), "").casefold().startswith(("after", "upon", "once", "nach", "apr", "desp"))
    if k == 0 and after and letters.startswith("f"):
        return Mood.DECIDED if len(found) > 1 else Mood.SUPPOSED
    return Mood.UNCLEAR
