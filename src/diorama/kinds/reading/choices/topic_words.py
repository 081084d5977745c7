"""The topics of our yes-or-no questions: what each asks about, and words that affirm it or say the opposite.

Patterns and what goes with them; sentences are understood in `topics`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, eq=False)
class Topic:
    """What a question asks, and words that say so or the opposite."""

    asks: re.Pattern[str]
    holds: re.Pattern[str]
    fails: re.Pattern[str]
    settles: bool | None = None
    """What is so of the whole if it is so of a part: one thing that is hit is a hit, one end that sticks out is no fit.
    None for events that follow each other, of which the last one counts."""
    only_any: bool = False
    """Whether a denial must be about anything at all: "it does not hit the lamp" leaves other objects."""

    def overrules(self, said: bool) -> bool:
        """Whether what is said later goes before the opposite that was said before."""
        return self.settles is None or said is self.settles


def _topic(asks: str, holds: str, fails: str, *, settles: bool | None = None, only_any: bool = False) -> Topic:
    return Topic(re.compile(asks), re.compile(holds), re.compile(fails), settles, only_any)


_HIT = (
    r"hit|hits|hitting|str(?:ikes?|iking|uck)|touch(?:es|ed|ing)?|bump(?:s|ed|ing)?|knock(?:s|ed|ing)?|"
    r"clip(?:s|ped|ping)?|graz(?:es?|ed|ing)|scrap(?:es?|ed|ing)|nick(?:s|ed|ing)?|brush(?:es|ed|ing)?|"
    r"ram(?:s|med|ming)?|smash\w*|crash\w*|collid\w+|collisions?|slam(?:s|med|ming)?|bang(?:s|ed|ing)?|snag\w*|"
    r"smack(?:s|ed|ing)?|bonk(?:s|ed|ing)?|whack(?:s|ed|ing)?|run(?:s|ning)? over|flattens?|(?:come|get)s? together|"
    r"can(?:no|['’])t (?:get|pass|go) (?:past|by|through|far)|won['’]t (?:get|go|make it) far|catch(?:es)? (?=the|on|"
    r"its|it\b|against)|rub(?:s|bed|bing)? (?=against|the)|"
    r"(?:ran|run(?:s|ning)?|driv(?:es?|ing)|plou?gh(?:s|ing)?|plow(?:s|ing)?|roll(?:s|ing)?|go(?:es|ing)?|"
    r"head(?:s|ing)?|straight|right|backs?|slid(?:es?|ing)|smack) (?:\w+ )?into (?=the|an?\b|any|it\b|some|one|that|"
    r"\ufffb)"
    r"(?!(?:the |an? )?(?:\w+ )?(?:open|empty|free|clear|distance|space|wall|end|other side|room|goal|pocket|net)\b)|"
    r"contact|intersects?|overlaps?|meets?|foul(?:s|ed)?|impact\w*|mows? down|chocar\w*|choca|heurte\w*|percute\w*|"
    r"stößt|trifft"
)
"""To touch something, in any way."""
_WAY = r"(?:way|path|lane|track|corridor|road|route|line|course|trajectory|front|exit|passage|opening|floor|coast)"
_BLOCK = (
    r"block(?:s|ed|ing)?(?! (?:\w+ )?(?:view|sight|line of))|obstruct(?:s|ed|ing|ion)?|obstacles?|"
    rf"(?:in|within|inside) (?:the|its|their|his|her|(?:the )?(?:\w+ ){{0,2}}\w+['’]s) (?:\w+ )?{_WAY}|"
    r"(?:is|are|['’]s|sits?|stands?|lies|there|waits?|right|dead|directly|squarely|smack) ahead\b|"
    r"(?:is|are|['’]s|sits?|stands?|lies|there) (?:\w+ ){0,2}in front of (?:it\b|its|the (?:\w+ )?(?:car|bus|van|"
    r"truck|lorry|"
    r"tractor|forklift|vehicle|train|locomotive|ambulance|taxi|engine)\b)"
)
"""To be where something has to pass."""
_NONE = r"(?:nothing|not one|no (?:\w+ )?(?:objects?|obstacles?|things?|obstructions?|one)|none)"
_FREE = (
    rf"{_WAY}(?: \w+){{0,3}}? (?:(?:is|are|would be|will be|remains?|looks?|seems?|stays?|was|"
    rf"being) )?(?:\w+ ){{0,2}}?"
    rf"(?:free|clear|open|empty|unobstructed|unblocked)|(?:free|clear|open|unobstructed|empty|"
    rf"clean) (?:\w+ )?(?:{_WAY}|run|floor)|(?:just|only|nothing but) (?:\w+ )?floor|"
    rf"without (?:incident|trouble|a scratch|problems?)|undisturbed|unhindered|unimpeded|freely|"
    rf"nothing (?:\w+ ){{0,3}}(?:stop|"
    rf"hinder)s? it(?! from)|stands? (?:\w+ )?to the sides?|"
    rf"all clear|nothing (?:\w+ ){{0,4}}to (?:hit|run into|crash into|bump into|collide|strike)|"
    rf"(?:all|every\w*|each)\b[^.;,]{{0,40}} (?:outside|off|beside|clear|out)(?: of)? (?:the|its|"
    rf"(?:the )?(?:\w+ )?\w+['’]s) {_WAY}|"
    rf"misses everything|{_NONE}(?: \w+){{0,2}} (?:in front|ahead|in (?:the|its) {_WAY}|there)|"
    rf"(?:see|sees|are|is|find) no (?:\w+ )?(?:objects?|obstacles?|things?)"
)
"""That a way is free."""

_TOPICS = (
    _topic(  # does it come out of the cupboard?
        r"\bcupboard\b",
        r"\b(?:(?:comes?|slides?|slid|pulled|taken|drawn|moves?|leaves?|get|gets|lifts?|pulls?|go|goes|glides?) "
        r"(?:\w+ ){0,3}(?:out|freely|the cupboard)|"
        rf"{_FREE}|clears?|clear of|(?:moved |gone )?far enough|out of (?:the|its|his) way|"
        rf"no longer (?:\w+ ){{0,2}}(?:blocks?|in (?:the|its) {_WAY}|stands?|in front|obstruct\w*)|"
        r"passes|possible|no longer overlaps?)\b",
        rf"\b(?:{_HIT}|{_BLOCK}|still (?:\w+ ){{0,3}}(?:in front|overlaps?)|impossible|stuck|"
        r"(?:not|n['’]t|isnt) (?:\w+ ){0,3}(?:by |far )?enough|too (?:close|near|little|short))\b",
        settles=False,
    ),
    _topic(  # is all of it seen?
        r"\b(?:visible then|completely revealed|seen whole|fully revealed|reveal it completely|nothing of it hidden|"
        r"be in view|cover it any longer)",
        r"\b(?:(?:fully|completely|entirely|totally|wholly|all|clearly) (?:of it (?:is |will be |"
        r"would be )?)?(?:visible|revealed|in view|seen|unobstructed)|(?:see|sees|seen) (?:it )?(?:all of it|"
        r"completely|entirely|fully|whole|in full|the whole)|whole(?:ly)? (?:of it )?(?:visible|in view|seen)|"
        r"unobstructed|uncovered|no (?:more )?overlap|(?:see|sees) (?:all|the whole|every (?:bit|part)) of|"
        r"(?:the )?(?:whole|entire|complete) (?:\w+ ){1,3}(?:can be |is |will be |becomes |would be )?(?:seen|"
        r"visible|in view)|"
        r"(?:comes?|came|moved?|moves|gets?|steps?) (?:\w+ ){0,2}out from behind|(?:has |have )?cleared the|"
        r"shows? (?:all|the whole) of|"
        r"(?:none|nothing|no (?:\w+ )?(?:part|bit|piece)) of (?:\w+ ){1,6}?(?:behind|hidden|covered|blocked|obscured|"
        r"occluded)|(?:not|no longer) (?:\w+ ){0,2}behind [^.;,]{1,30}? (?:at all|any ?more|any longer)|"
        r"(?:no longer|instead of|rather than) (?:\w+ )?(?:behind|in front of)|"
        r"(?:clear of|clears|slid(?:es)? out from behind|emerges? from behind|comes? out from behind))\b|"
        r"(?:\bnot|n['’]t|\bnothing|\bno longer) (?:cover|hide|block|"
        r"occlude|obscure)s?\b",
        r"\b(?:(?:still|remains?|stays?|partly|partially|be|is) (?:\w+ ){0,2}(?:hidden|covered|occluded|obscured|"
        r"blocked)|(?:still|remains?|stays?|partly|partially) (?:\w+ ){0,2}behind|(?:only )?(?:partly|"
        r"partially) (?:visible|revealed)|(?:strip|sliver|part|bit|edge|corner|piece|slice|"
        r"portion)s? (?:\w+ ){0,6}(?:behind|hidden|covered|blocked)|not all of (?:it|the)|tucked behind|"
        r"still (?:covers?|hides?|blocks?|overlaps?|sticks? out in front|cuts? off|cuts? into|"
        r"occludes?|obscures?|(?:be |is )?in front))\b",
        settles=False,
    ),
    _topic(  # does a ball fall into a pocket?
        r"\b(?:pocket|potted)",
        r"\b(?:(?:falls?|drops?|goes|go|rolls?|ends?|runs?|sinks?|lands?|reach(?:es)?|enters?|into|finds?|"
        r"in) (?:(?!past|by|beyond|beside|toward|towards|near|before|short|wide|off|from|over|along|at|"
        r"not)\w+ ){0,5}pockets?|(?:be|is|gets?|are|been|['’]s) (?:\w+ )?(?:pocketed|potted|sunk)|"
        r"pockets (?:a|the|it|one)|pots (?:a|the|it|one)|drops?(?! (?:short|behind|back|its|in speed|speed|to the))|"
        r"sinks?|go(?:es)? (?:in|down)|falls? in|in it goes|(?:send|knock|roll|drop|trickle)(?:s|"
        r"ed)? (?:\w+ ){0,4}(?:home|in)|"
        r"(?:trickles?|drops?|rolls?|falls?|goes|knocked) (?:\w+ ){0,2}into the (?:\w+ ){0,2}(?:bag|hole|corner|side|"
        r"middle))\b",
        r"\b(?:miss(?:es|ed|ing)?|(?:away|far|inch(?:es)?|whisker|hair|bit|little) from (?:the |every |any |all |"
        r"either )?(?:\w+ )?pockets?|cushions?|rails?|bounces? off|(?:stops?|short|wide|shy) (?:short )?(?:of|"
        r"before)|"
        r"stops? short|comes? up short|past (?:the|every|any|all) (?:\w+ )?pockets?|rattles?|"
        r"between (?:the )?(?:two )?"
        r"pockets|(?:stays?|remains?) (?:on the (?:table|cloth)|up|out))\b",
        settles=True,
    ),
    _topic(  # does it get into the goal?
        r"\b(?:goal|hoop|basket\b.*\b(?:flies|flight)|score)\b",
        r"\b(?:(?:go(?:es)?|gets?|flies|fly|pass(?:es)?|ends? up|lands?|drops?|falls?|heads?|heading|enters?|"
        r"makes? it|sails?|"
        r"is going|rolls?|bounces?|hops?|straight|right|skips?|curls?|dips?|crosses|trickles?|slots?|sneaks?|"
        r"squeezes?)"
        r" (?:\w+ ){0,4}?(?:(?:in|into|through|inside|in to) (?=the (?!direction|air|way|side)|it\b|this |that )|"
        r"over the (?:goal )?line\b)|"
        r"(?:ends? up|lands?|comes? down|finish(?:es)?) (?:\w+ )?inside(?=\W*$)|"
        r"enters? the|reach(?:es)? (?:the|it)\b|scores?|(?:go(?:es|ing)?|drops?|bounces?|rolls?|sails?|flies|dips?|"
        r"curls?|falls?|hops?|trickles?|sneaks?) (?:straight |right |clean )?(?:in|through)\b(?! front|"
        r" the (?:direction|air|way))|"
        r"(?:it|that)(?:['’]s| is) (?:a goal|in\b(?! front| the (?:air|way)|tended))|in it goes|(?:two|three) points|"
        r"gets? (?:there|in)\b|"
        r"makes? it\b(?! (?:to|short|miss))|(?:into|back of|in|finds?|bulges?) the (?:back of the )?net\b|"
        r"nothing but net|swish\w*|on target|cross(?:es)? the (?:goal )?line|au fond des filets|(?:through|"
        r"into) the (?:\w+ )?(?:ring|hoop|net|goal)\b|"
        r"(?:under|below|beneath) the (?:cross)?bar|(?:inside|between) the "
        r"(?:\w+ )?posts?|^\W*goo*al\W*$|entra\b|ins tor|rentre)|会进|能进|进球|入ります|入る",
        r"\b(?:miss(?:es|ed|ing)?|no goal|(?:hits?|strikes?|off|clips?|clangs?|over|above|higher than) the (?:\w+ )?"
        r"(?:cross ?bar|bar|post|rim|woodwork|backboard|ground|goal|hoop|top|basket)|"
        r"bounces? (?:out|back|away|over|past)|(?:land|come|bounce|stop|fall|drop|finish|end|die|pull)s? (?:\w+ )?"
        r"(?:short|in front)|"
        r"too (?:low|high|far|short|wide|weak|soon|early|slow|steep\w*)|wide|(?:left|right|side|outside) of the "
        r"(?:goal|post|posts|hoop|net|frame|target)|"
        r"outside (?:of )?the (?:\w+ ){0,2}(?:post|posts|frame|goal)|"
        r"(?:past|beside|by) the (?:\w+ )?(?:goal|hoop|post|posts|rim|net)|short of|"
        r"stops? (?:\w+ )?before|to (?:a (?:stop|halt|standstill)|rest)|(?:metres?|meters?|cm|way|bit|inch\w*|feet|"
        r"foot|just|shortly|spot) (?:\w+ )?(?:before|in front of) the (?:goal|line|hoop)|"
        r"daneben|off target|"
        r"out of bounds|airball|air ball|over (?:it|the top)|rims? out|runs? out of (?:steam|speed|height)|"
        r"sails? (?:over|past|by)|clanks?|dies\b|(?:slides?|skims?|rolls?|"
        r"flies|goes|runs?) (?:just )?(?:past|outside|by)\b(?! the (?:keeper|cone|defender|ball)))\b|"
        r"进不了|不会进|不能进",
    ),
    _topic(  # does it fit into the container?
        r"\b(?:fit|fits|fitting|inside|take it in|hold the whole|within|room for)\b",
        r"\b(?:fit|fits|fitting|(?:goes|go|sits?|ends? up|lies|is|be|drops?|slides?|settles?|disappears?|"
        r"vanish(?:es)?|"
        r"stays?|rests?) (?:\w+ ){0,2}(?:inside|within|in it)|(?:small|"
        r"narrow|short|slim|thin|low) enough|(?:deep|wide|large|big|roomy|tall) enough|enough (?:room|space|depth|"
        r"clearance)|(?:plenty of|"
        r"ample|lots of) (?:room|space|depth|clearance)|room for (?:it|all)|(?:room|space|inches|centimet\w+) "
        r"(?:to spare|left)|swallow(?:s|ed)?|roomy|go(?:es|ing)? all the way (?:down|in)|(?:go(?:es)?|drops?|slips?|"
        r"slides?|disappears?|sinks?|falls?) (?:\w+ ){0,4}(?:into|inside) "
        r"(?:the|it)\b|(?:can|could|"
        r"will|would) (?:not )?(?:hold|take|contain|"
        r"accommodate)|(?:can(?:['’]t|not)|(?:could|wo|would)n['’]t) (?:hold|take|contain)|(?:below|under|beneath|"
        r"lower than) the (?:rim|"
        r"opening|edge|brim|top)|disappears?|vanish(?:es)?|(?:go|goes|drops?|slips?|slides?) (?:right |straight |"
        r"all the "
        r"way )?in|passt|cabe|rentre|tient)\b|放得下|装得下|裝得下|放得进|能放进|容得下|"
        r"入ります|入る|収まり|収まる",
        r"\btoo (?:\w+ )?(?:big|large|tall|wide|long|high|thick|bulky|broad|fat|small|shallow|narrow|tight|short|"
        r"little (?:room|space|depth)|much (?:of it|for))\b|"
        r"\b(?:stick(?:s|ing)?|poke(?:s|d)?|poking|protrud(?:es?|ing)|jut(?:s|ting)?|extend(?:s|ing)?|stand(?:s|"
        r"ing)?|"
        r"ris(?:es?|ing)|peek(?:s|ing)?|peep(?:s|ing)?|overhangs?|stay(?:s|ing)?|end(?:s|ing)? up|"
        r"project(?:s|ing)?) (?:\w+ ){0,2}(?:out|above|over|beyond|past|"
        r"up|proud)\b|\b(?:protrud(?:es?|ing)|(?:above|over|past|higher than|on|across) the (?:rim|opening|edge|brim|"
        r"lip)|overhang\w*|exceeds?|wedged|jams?|jammed|gets? caught|"
        r"stuck|no (?:room|space)|zu groß|demasiado grande|trop grand\w*|(?:larg|tall|wid|long|"
        r"bigg)er than (?:[\w'’]+ ){0,3}?"
        r"(?:rim|opening|mouth|inside|hole|diameter|depth|height|interior|container|width)|"
        r"sticks? out|proud of|(?:stay|remain|be|left)s? outside|towers? (?:over|above))\b|放不下|装不下|裝不下|"
        r"放不进|容不下|太大|太高|大きすぎ|はみ出|"
        r"(?:入れることは?が?でき(?:ません|ない)|入れられ(?:ません|ない)|(?:入|収ま)り(?:きり)?ません|"
        r"(?:入|収ま)らない)(?!こと|わけ)",
        settles=False,
    ),
    _topic(  # does it hit anything?
        r"\b(?:run into|touch any|hit one|in its way|contact with|blocked by|crash|strike|hit any|collid|collision)",
        rf"\b(?:{_HIT}|{_BLOCK})\b|(?<=['’])s (?:\w+ )?ahead\b|撞|碰到|ぶつか|衝突|相撞",
        rf"\b(?:{_FREE}|passes (?:everything|freely|without)|(?:past|by) (?:all|every\w*|them)|"
        r"without (?:touching|hitting|meeting) (?:either|any\w*|them|it|a (?:single )?thing|one))\b|没有障碍|"
        r"没有东西",
        settles=True,
        only_any=True,
    ),
)  # fmt: skip
SEEN, _GOAL = _TOPICS[1], _TOPICS[3]
"""Whether all of something is seen; options such as "revealed" and "occluded" are a yes and a no to it."""

_INTO = re.compile(r"\bgo into (?:the|an?) (?:\w+ ){0,2}?(\w+)\?")


@lru_cache(maxsize=256)
def _into(thing: str) -> Topic:
    """Whether something that flies gets into a thing that is no goal: not into any other one."""
    into = rf"(?:it|there|(?:the|its|that) (?:\w+ )?(?:{thing}|opening|entrance|mouth|doorway))\b"
    return _topic(
        _INTO.pattern,
        rf"\b(?:(?:go(?:es)?|gets?|fl(?:ies|y)|drops?|sails?|lands?|falls?|ends? up|comes? down|heads?|rolls?|dips?|"
        rf"bounces?|enters?|disappears?) (?:\w+ ){{0,3}}?(?:in|into|inside|through)"
        rf"(?: {into}(?! direction|['’]s)|(?=\W*$))|enters? {into}|scores?|on target|between the posts)|"
        r"^\W*goo*al\W*$|落进|会进|能进",
        _GOAL.fails.pattern,
    )


@lru_cache(maxsize=4096)
def topic_of(question: str) -> Topic | None:
    """What a question asks about; None if it is none of the topics that we know."""
    asked = " ".join(s for s in re.findall(r"[^.?!\n]*\?", question[:5000].lower()))
    known = next((topic for topic in _TOPICS if topic.asks.search(asked)), None)
    other = _INTO.search(asked) if known is None else None
    return known if other is None else _into(other[1])
