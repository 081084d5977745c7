r"""The commonest forms of a reply, which need no further thought: "B", "(B) No", "The answer is B.", "\boxed{B}".

What is read here would be read by the rules as well (a test compares both); it only takes a tenth of the time.
"""

from __future__ import annotations

import re
from functools import lru_cache
from string import ascii_lowercase

from diorama.kinds.reading.choices.words import Options, folded, option_words

LONGEST = 200
"""Characters of a reply in a common form."""
_ORDINARY = re.compile(r"[\w\s.,:;!()\[\]\"'’*#=。：！-]+")
_WRAPPED = re.compile(
    r"<answer>(?P<tag>[^<>]*)</answer>|<\|begin_of_box\|>(?P<box>[^<>]*)<\|end_of_box\|>|"
    r"\$*\\boxed\{(?:\\text\{(?P<text>[^{}\\]*)\}|(?P<boxed>[^{}\\]*))\}\$*|"
    r"\{\s*[\"']answer[\"']\s*:\s*[\"'](?P<json>[^\"'{}]*)[\"']\s*\}|```(?:\w*\n)?(?P<code>[^`]*)```",
    re.I,
)
_LEAD = re.compile(
    r"(?:(?:so|therefore|thus|hence|well|ok|okay|sure|(?:great|good) question|thanks for the question|"
    r"i(?:'m| am) not (?:\w+ )?(?:sure|certain) but|i (?:cannot|can't) be (?:sure|certain) but|if i (?:had|"
    r"have) to (?:guess|choose|pick|say)|at a guess) )?"
    r"(?:(?:the |my )?(?:final |correct |right |best )?(?:answer|option|choice|letter|ans)(?: (?:is|would be|"
    r"should be|must be))? |"
    r"(?:i think|i believe|i guess)(?: that)?(?: it's| it is| the answer is)? |i(?:'d| would|'ll| will) (?:say|"
    r"go with|go for|choose|pick|answer) |"
    r"i(?:'m| am) going with |i (?:choose|pick|select) |it's |it is |it must be |probably |most likely |definitely |"
    r"la respuesta(?: correcta)? es |la opción correcta es |respuesta |la (?:bonne )?réponse est |réponse |"
    r"die (?:richtige )?antwort (?:ist|lautet) |antwort |richtig ist |"
    r"(?:正确)?答案(?:是|为)? ?|我?选择? ?|答えは ?|"
    r"正解は ?)?"
    r"(?:option |letter )?"
)
"""What leads up to an option and says nothing else."""
_TAIL = re.compile(
    r" is (?:the )?(?:correct|right|best)(?: (?:answer|option|choice|one))?$| is (?:the|my) answer$|"
    r" i (?:think|guess|believe|suppose)$|です$"
)

_OTHER_WORDS = {
    "yes": ("yep", "yeah", "yup", "oui", "ja", "sí", "是的", "はい"),
    "no": ("nope", "nah", "non", "nein", "不是", "いいえ"),
}


def at_once(raw: str, options: Options) -> str | None:
    """The option that a reply in one of the commonest forms gives; None for any other reply."""
    if len(raw) > LONGEST:
        return None
    if wrapped := _WRAPPED.fullmatch(raw):
        raw = wrapped[wrapped.lastgroup or 0].strip()
    if not _ORDINARY.fullmatch(raw):
        return None
    said, table = folded(raw.replace("’", "'")), _table(options)
    if (found := table.get(said)) is not None:
        return found
    lead = _LEAD.match(said)
    core = _TAIL.sub("", said[lead.end() :] if lead else said)
    return table.get(core) if core != said else None


@lru_cache(maxsize=5000)
def _table(options: Options) -> dict[str, str]:
    """What stands for each option: its letter, its own words, or both."""
    words = option_words(options)
    found = {own: option for own, option in words.by_phrase.items() if len(own) > 1}
    for letter, option in zip(ascii_lowercase, options, strict=False):
        own = folded(option)
        found |= {letter: option, f"{letter} {own}": option, f"{own} {letter}": option}
    for sort, others in _OTHER_WORDS.items():
        if sort in words.sorts and {"yes", "no"} <= words.sorts.keys():
            found |= dict.fromkeys(others, words.sorts[sort])
    if len(options) <= ascii_lowercase.index("n"):
        found |= {said: words.sorts[sort] for sort in ("yes", "no") if sort in words.sorts for said in (sort, sort[0])}
    return found
