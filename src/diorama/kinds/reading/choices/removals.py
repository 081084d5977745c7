"""Things to remove: which options a clause means by naming a thing that blocks the way, must go, or is enough to go."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from diorama.kinds.reading.choices import cues
from diorama.kinds.reading.choices.clauses import JOINED, WORD, Clause, Statement, union
from diorama.kinds.reading.choices.mentions import Mention
from diorama.kinds.reading.choices.words import OptionWords

REMOVES = re.compile(
    r"\b(?:remov\w+|tak(?:e|en|ing)\b.{0,60}?\b(?:away|out|off)|tak(?:e|en|ing) away|clear(?:ed|ing)?\b|get rid|"
    r"getting rid|get\b.{0,40}?\bout(?:ta)?\b|(?:has|have|needs?|must|should|ought|got|gotta)(?: also| to|"
    r" got)* (?:to )?"
    r"go\b|(?<=\ufffb )out(?=\W*$| (?:too|as well|first|also)\b)|"
    r"go(?:es)? (?:too|as well|away)|must go|out of the way|mov(?:e|ed|ing)\b.{0,40}?\b(?:away|aside|out)|be moved|"
    r"lift(?:ed|ing)?|disappear|vanish|(?:put|set|push(?:ed)?|shov(?:e|ed)|pull(?:ed)?|drag(?:ged)?|carr(?:y|"
    r"ied))\b.{0,40}?\b(?:aside|away|"
    r"out)|shift(?:ed|ing)?|displac\w+|relocat\w+|out of there|must follow|pick(?:ed|ing)? up|eliminat\w+|quit\w+|"
    r"retir\w+|elimin\w+|apart\w+|enlev\w+|supprim\w+|ôter|"
    r"dégag\w+|entfern\w*|weg\w*|beseitig\w+|muss weg|remove)\b|移除|移走|移开|移開|拿走|拿掉|拿开|去掉|搬走|清除|"
    r"挪开|挪走|取り除|どか|除去|撤去|どける|取り去",
)
ENOUGH = re.compile(
    r"\b(?:enough|(?:the )?only (?:\w+ )?(?:thing|object|one|item|obstacle|obstruction|removal|step|problem)\b|"
    r"nothing (?:else|more|other)|all (?:that|you) (?:has|have|needs?) to (?:go|be removed|remove)|sufficient|"
    r"sufficiently|suffices?|"
    r"sufficed|suffice|(?:sole|single) (?:obstacle|object|problem|thing)|all (?:it|that|you|that['’]s) (?:takes|"
    r"needs?|is needed|is required|needed)|"
    r"do(?:es)? (?:the (?:trick|job)|it(?=\W*$))|would do(?=\W*$)|basta\w*|suficientes?|suffit|suffira\w*|"
    r"suffisante?|reicht|genügt|ausreich\w+)\b|足够|"
    r"足夠|就够|就夠|就行|够了|十分|足り|だけでいい|だけで済",
)
NOT_ENOUGH = re.compile(
    r"\b(?:not|never|n['’]t|isnt|far from|barely|scarcely|unlikely|doubt|only if|insufficient|hardly|no|nicht|pas|"
    r"ne|nunca)\b|n['’]t\b|insufficient|不|没|ない|ません",
)
HIT_BEFORE = re.compile(
    r"\b(?:(?:path|way|lane)|ahead|next(?: in line)?|obstacle|culprit|problem|blocker|blocking it|blocks it|"
    r"in front(?: of \w+(?: \w+)?)?) "
    r"(?:is|are|would be|:) $|\bthere (?:is|would be|remains|will be) still $|\bstill leaves $|\b(?:after|"
    r"behind) (?:it|that|\ufffb+),? (?:there(?:['’]s| is)|comes) $|\b(?:next|then|"
    r"behind it|after (?:it|that)) comes $|"
    r"\b(?:hits?|hitting|into|(?:collid\w+|collisions?|contact|crash\w*|touch|impact) with|strikes?|striking|"
    r"touch(?:es)?|meets?|blocked by|stopped by|obstructed by|"
    r"hit by)\s+(?:\w+ )?$|(?:撞到|撞上|碰到|挡住的是|被)$",
)
HIT_AFTER = re.compile(
    r"^\s*(?:is|are|['’]s|would|will|stands?|"
    r"sits?|lies|remains?|still|also|then|directly|right|exactly|squarely|the one|really|actually|smack|next|gets?|to|"
    r"the only one|that|that['’]s|which|be|object|being|the|obstacle|one|thing|only|\s)*(?:(?:in|on) (?:the|its|"
    r"their|\ufffb+(?:['’]s)?|the \w+['’]s) (?:way|path|lane|track|corridor|line|course|route)|block\w*|obstruct\w*|"
    r"be hit|lined up|in line|in the middle(?! of the (?:room|table|picture))|"
    r"(?:get |getting )?hit|(?:problem|culprit|obstacle)(?=\W*$)|"
    r"(?:what|(?<=that)|(?<=which)) (?:it|\ufffb+|the \w+)(?:['’](?:d|ll))? (?:would |will )?"
    r"(?:hits?|runs? into|strikes?|touch(?:es)?|meets?|bumps? into)|"
    r"(?:straight|dead|right|directly|just) ahead|(?<=\w )ahead(?=\W*$))\b|^(?:会?挡|阻|在路)|^(?:が|"
    r"は).{0,8}(?:邪魔|ぶつか|塞)",
)
_IN_FRONT = re.compile(
    r"\s*(?:is|stands?|sits?|lies|would be|remains|still|then|directly|right|exactly|squarely|\s)*in front of (?:it|"
    r"the (?:\w+ )?(?:car|bus|van|truck|lorry|tractor|forklift|vehicle|train|locomotive|ambulance|taxi|engine))\b",
)
_AS_IF = re.compile(r"\bas (?:though|if)\b")
"""It looks as though it were in the way."""
_HIT_THEN = re.compile(r"^[^.;,]{0,40}\band (?:would|will|gets?|is)(?: then| also)? (?:be )?hit\b")
FIRST_PLACE = re.compile(
    r"\b(?:in the first place|to begin with|anyway|already|from the (?:start|outset|beginning)|even (?:with|if|"
    r"without)|in any case|at all|regardless)\b",
)
FREES = re.compile(
    r"\b(?:way|path|lane|road|route|line)\b[^,;.]{0,25}\b(?:free|clear|open)\b|\b(?:clears?|frees?) (?:the|"
    r"its) (?:way|path)\b|\b(?:no|every|all|any) (?:more |further |other )?(?:collisions?|crash(?:es)?)\b|"
    r"\bfree (?:run|passage)\b|\bclear (?:road|run)\b|\b(?:would|could|can) (?:simply |just )?pass\b|"
    r"\b(?:drive|roll|go|move|pass)s? (?:on|through|freely|unhindered)\b|\bsafely\b|\bwithout (?:hitting|touching|"
    r"any|a)\b|\bpass(?:es)? (?:freely|through|without)\b|"
    r"\bnothing(?: else)?\b|\b(?:not|n['’]t) (?:hit|touch|run into|collide|crash|bump into|strike)\b(?: with|"
    r" into)?(?: any\w*|[^\w\ufffb\ufffc]*$)|\ufffc",
)
"""What follows if the right thing is removed."""
NO_USE = re.compile(
    r"\b(?:chang|do|does|did|achiev|accomplish|solv|help|alter|affect|gain|improv|bring|matter|prevent|avoid)\w* "
    r"(?:\w+ )?(?:nothing|little|none)\b|\bnothing (?:\w+ )?(?:chang|gain|happen|improv|alter|achiev|better)\w*|"
    r"\bno (?:\w+ )?(?:difference|effect|use|point|help|impact|change|avail|good|sense|influence)\b|"
    r"\b(?:pointless|useless|futile|in vain|irrelevant|unnecessary|needless|superfluous|fails?|without effect)\b",
)
"""That a removal does not help."""
_GERUND = re.compile(
    r"^[^\w\ufffb\ufffc]*(?:(?:so|and|but|then|only|just|simply|merely|also) )*"
    r"(?:removing|taking|moving|clearing|lifting|getting rid|shifting|putting|pushing)\b"
)
_HELPS = re.compile(
    r"\b(?:solv|fix|help|work|resolv|clear|free|open|avoid|prevent|eliminat|stop|allow|let|need|necess|requir|also|"
    r"must|should|answer|do(?:es)? it)\w*",
)
"""What is said of a removal that is the answer."""
STILL = re.compile(r"\b(?:still|also|as well|too|other|another|would be a|is a)\b|仍|还")
_STILL_HIT = re.compile(STILL.pattern + "|" + NO_USE.pattern)
NOTHING_HIT = re.compile(
    r"\b(?:nothing|none|no (?:object|obstacle|thing)s?|isn['’]t anything) (?:\w+ )?(?:is |are |stands |lies |would be |"
    r"will be |gets |of \w+ )*(?:in front\b|in (?:the|its) (?:way|path|lane)|hit|blocking|ahead|blocks)|\b(?:hits?|"
    r"touch(?:es)?|strikes?) nothing\b|"
    r"\b(?:way|path|lane|road|route)(?: \w+){0,4} (?:is|was|are) (?:\w+ )?(?:free|clear|empty|open|unobstructed)\b|"
    r"\bpass(?:es)? (?:freely|everything|all of them|safely)\b|\b(?:all|every\w*|each)\b[^.;,]{0,40} (?:outside|off|"
    r"beside|clear|"
    r"out)(?: of)? (?:the|its|\ufffb+|(?:the )?\w+['’]s) (?:way|path|lane|line|track)\b|(?:\bnot|n['’]t|"
    r"\bnever) (?:actually |even )?(?:hit|touch|run into|collide|"
    r"collide with|crash|crash into|bump into|strike)(?: any\w*|[^\w\ufffb\ufffc]*$)|不会撞到任何|没有东西挡",
)
_GO = (
    r"(?:remov\w*|clear\w*|go\b|gone\b|tak(?:e|en|ing)\b|mov(?:e|ed|ing)\b|get rid|needed|necessary|required|quit\w+|"
    r"retir\w+|"
    r"enlev\w+|entfern\w*|weg)"
)
NOTHING_TO_REMOVE = re.compile(
    rf"\b(?:nothing|none|no(?: (?:other|further|more|additional|single))? (?:objects?|things?|items?|obstacles?|"
    rf"removals?|one))\b"
    rf"[^.;,]{{0,40}}\b(?:needs?|has|have|must|should|is|are|to|requires?)\b[^.;,]{{0,25}}{_GO}|"
    rf"(?:\bnot|n['’]t|\bno need to|\bwithout having to)\b[^.;,]{{0,25}}\b{_GO}[^.;,]{{0,15}}\b(?:anything|"
    rf"any (?:\w+ )?(?:object|"
    rf"thing)s?|a thing|any of)\b|\bno (?:further |other |more |additional )?(?:removal|step|action)s? (?:(?:is|"
    rf"are) )?(?:needed|necessary|"
    rf"required)|\bnichts\b[^.;,]{{0,20}}(?:entfernt|weg\w*|beseitigt)|\b(?:quitar|retirar) nada\b|\brien (?:à|"
    rf"a) (?:enlever|retirer)|"
    rf"(?:不需要|无需|無需|不用|不必)(?:移|拿|清|搬)\S{{0,3}}(?:任何|东西|東西)|何も(?:取り除|どか)\S{{0,4}}(?:必要|"
    rf"なくて)",
)
NOTHING_ELSE = re.compile(r"\b(?:else|more|further|other|additional|sonst|más|d['’]autre)\b|其他|别的|他に")
_SAVE_ONE = re.compile(r"\b(?:except|but|other than|apart from|besides|unless)\b")
_NOT_EVEN = re.compile(r"\bnot even\b")
_SMALL = re.compile(
    r"\b(?:also|too|as well|else|either|other|additionally|further|still|needs?|need|ought|must|should|obstacle|"
    r"object|first|therefore|hay|que|il|faut|man|sollte|muss|müssen|auch|noch|además|tambi[eé]n|aussi)\b|掉|请|要|"
    r"需要|必须|把|を|が|も|に|する|ます|べき|くだ|さい",
)
_PRONOUN = re.compile(r"\b(?:it|that|this|alone|itself|so|would be|is)\b|这|那|それ|これ")
_ABSENT = re.compile(r"\b(?:were|was)(?:n['’]t| not) (?:there|here|in the way)\b")
_GONE = re.compile(
    REMOVES.pattern + r"|\b(?:without|gone|away|out of (?:the )?(?:picture|scene|equation))\b|" + _ABSENT.pattern
)
_IT = re.compile(r"\W*(?:so |and |therefore |thus |hence )*(?:it|that one|this one|that|this)\b")
_BEYOND = re.compile(r"\b(?:after|besides|apart from|in addition to|not just|not only|once|behind)\s+$")
"""Before the thing that the question removes, where another one is the answer."""
_BOTH = re.compile(r"\b(?:both|all|the two)\b")
_STAYS = re.compile(r"\b(?:there|stays?|remains?)\b")
_DENIED_ALONE = re.compile(r"^\W*(?:and |but )?(?:it(?:['’]s| is) )?(?:not|isn['’]t|nicht|pas|不是)\W*\ufffb")
_CONDITION = re.compile(r"\b(?:if|after|once|when|without|with|by|even)\b|之后|后|如果")

Removal = tuple[frozenset[str], bool, bool]
"""Options, whether they are denied, and whether the clause says so plainly."""


def removals(clause: Clause, words: OptionWords) -> Iterator[Removal]:
    """What a clause says about the things that options would remove."""
    masked, things = clause.masked, clause.by("object")
    things = [m for m in things if not (m.options <= words.enough and _BEYOND.search(clause.before(m)))] or things
    known = [m for m in things if m.options]
    if ENOUGH.search(masked):
        yield from _enough(masked, known, words)
        return
    if not known:
        return
    options = _together(clause, things)
    to_remove = options - words.enough
    removes = REMOVES.search(masked)
    rest = REMOVES.sub("", _SMALL.sub("", cues.TOLD.sub("", masked)))
    if cues.DENIES.search(masked):
        if removes or _DENIED_ALONE.match(masked):
            yield to_remove, True, False
    elif WORD.search(rest) is None and not _STAYS.search(masked) and not options & words.enough:
        yield options, False, True
    elif removes and not to_remove and FREES.search(masked) and not _STILL_HIT.search(masked):
        yield options, False, False
    elif removes and to_remove and not _CONDITION.search(clause.before(known[0])) and _is_of_use(clause, known[-1]):
        yield to_remove, False, True
    elif not removes:
        several = _BOTH.search(masked) is not None  # "both stools", of which the question removes one
        hit = [m for m in known if _is_hit(clause, m) and (several or not m.options & words.enough)]
        if options := union(hit) - words.enough:
            yield options, False, False


def _is_of_use(clause: Clause, last: Mention) -> bool:
    """Whether what is said of "removing the mug" is that it helps, or nothing else."""
    if NO_USE.search(clause.masked):
        return False
    after = cues.TOLD.sub("", _SMALL.sub("", clause.after(last)))
    if not _GERUND.match(clause.masked) or not WORD.search(after):
        return True
    return bool(_HELPS.search(clause.after(last)) or FREES.search(clause.after(last)))


def nothing_to_remove(clause: Clause, words: OptionWords) -> str | None:
    """What "nothing has to go" means: no collision; "nothing else" means that the removal in question is enough."""
    found = NOTHING_TO_REMOVE.search(clause.masked)
    if found is None or _SAVE_ONE.search(clause.masked):
        return None
    if NOTHING_ELSE.search(clause.masked):
        return words.get("enough")
    anyway = FIRST_PLACE.search(clause.statement.text) or _NOT_EVEN.search(clause.statement.text)
    return words.get("no collision") if anyway or not words.enough else None


def frees(statement: Statement, start: int, words: OptionWords) -> frozenset[str]:
    """The option whose thing, once removed, leaves the way free: "If you remove the mug, it hits nothing"."""
    condition, rest = statement.text[:start], statement.masked[start:]
    if (
        ENOUGH.search(condition)
        or not _GONE.search(condition)
        or not FREES.search(rest)
        or STILL.search(rest)
        or NO_USE.search(rest)
    ):
        return frozenset()
    options = union([m for m in statement.mentions if m.start < start])
    denied = cues.DENIES.search(_ABSENT.sub("", condition))
    clear = len(options) == 1 and options <= words.things and not denied
    return options if clear else frozenset()


def is_gone(clause: Clause) -> bool:
    """Whether a clause says of what was named before it that it must go: "so it has to go"."""
    masked = clause.masked
    said = _IT.match(masked) and REMOVES.search(masked) and not _CONDITION.search(masked)
    return bool(said) and not cues.DENIES.search(masked) and not ENOUGH.search(masked)


def _enough(masked: str, known: Sequence[Mention], words: OptionWords) -> Iterator[Removal]:
    """That something is enough, or not: by its name, or "that" for what the question removes."""
    options, sure = union(known), words.get("enough")
    if not known and sure is not None and _PRONOUN.search(masked):
        options = frozenset({sure})
    if options and (known or sure):
        yield options, NOT_ENOUGH.search(masked) is not None, True


def _together(clause: Clause, things: Sequence[Mention]) -> frozenset[str]:
    """The options of all things in a clause; none if one of them is joined with a thing that no option has."""
    for first, second in pairwise(things):
        joined = JOINED.match(clause.statement.text[first.end : second.start])
        if joined and not (first.options and second.options):
            return frozenset()
    return union(things)


def _is_hit(clause: Clause, mention: Mention) -> bool:
    if _AS_IF.search(clause.masked):
        return False
    before, after = clause.before(mention), clause.after(mention)
    if HIT_BEFORE.search(before) or HIT_AFTER.match(after) or _IN_FRONT.match(clause.text, mention.end - clause.begin):
        return True
    return mention is clause.by("object")[0] and _HIT_THEN.match(after) is not None
