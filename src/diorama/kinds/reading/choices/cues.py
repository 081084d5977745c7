"""Cues of choices: the small words by which a clause chooses an option, denies it, or only talks about it.

Patterns and nothing else, in six languages; what follows from them is decided in `claims`. They are looked for in text
whose mentions of options are blanked out, so that the "no" of "There is no collision" denies nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from diorama.kinds.reading.patterns import cue as _cue

BLANK, THING = "\ufffc", "\ufffb"
"""What stands for each sign of a mention of an option, and of a thing that an option is about."""


class Gated:
    """A pattern that is only tried on texts that have one of some parts, without which it cannot match."""

    def __init__(self, pattern: str, flags: int = 0, *, has: tuple[str, ...]) -> None:
        self.pattern, self.has = re.compile(pattern, flags), has

    def may_match(self, text: str) -> bool:
        for part in self.has:  # noqa: SIM110 (this is called dozens of times per reply, and any() takes twice as long)
            if part in text:
                return True
        return False

    def search(self, text: str, start: int = 0) -> re.Match[str] | None:
        return self.pattern.search(text, start) if self.may_match(text) else None

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        return self.pattern.finditer(text) if self.may_match(text) else iter(())


def _small(*words: str, signs: str) -> re.Pattern[str]:
    return re.compile(_cue(*words, signs=signs).pattern)


STATEMENTS = re.compile(r"(?<=[.!?。！？…])[\"'”’)\]*]*(?:\s+|(?=[\u3040-\u30ff\u3400-\u9fff\ufffc]))|\n+")
"""Where a statement ends."""
CLAUSES = re.compile(
    r";|；|，|,(?=[\u3040-\u30ff\u3400-\u9fff])|(?:\s+[–—]+\s*|[–—]+|\s-{1,2}\s|(?<=[^\d\s])[:：](?!\w)|"
    r"[:：]\s)(?!\s*(?:in)?correct\b|\s*wrong\b|\s*right\b|\s*false\b|\s*true\b)|\.\.+|…|\s*(?:=>|->|→|⇒)\s*|"
    r"[,\s]+(?=(?:while|whereas|although|(?<!\bas )though|even though|obwohl|aunque)\b)|"
    r"(?<!anything)(?<!nothing)(?<!\ball)(?<!all of it)(?<!everything),?\s+\b(?:but|however|aber|sondern|mais|pero|"
    r"sino|"
    r"yet)\b|但是?|しかし|けど|"
    r"[,，、]\s*(?!\ufffc+(?:, \ufffc+){0,5},?\s+(?:and|or|und|oder|et|ou|y|o)\s+\ufffc)(?=(?:so|therefore|thus|"
    r"hence|then|not|and not|and therefore|my|i|i['’]d|"
    r"i['’]ll|i['’]m|it['’]?s|it|that|this|which|the|now|rather|probably|maybe|perhaps|possibly|likely|most|more|"
    r"leaning|making|meaning|leaving|nicht|sondern|also|donc|así|por|je|ich|creo|yo|pas|since|because|as|given|"
    r"there|you|we)\b|o sea|es decir|c['’]est-à-dire|das heißt|所以|因此|我|应该|よって|(?:la |el |le |die |"
    r"l['’])?\ufffc)|(?<=enough)[,，]|\s+(?=so\s+(?:the|it|i|my|yes|no|\ufffc|"
    r"that means)|therefore\b|hence\b|thus\b)|(?<!likely)(?<!good)(?<!plausible)[\s,]+(?=(?:because|since|"
    r"as(?= (?:the|it|its|it['’]s|there|this|that|they|no|nothing|none|i|you|we|both|some|all|any|only|most|"
    r"neither)\b| \ufffb| \ufffc)|due to|given that|weil|porque|parce que|"
    r"denn)\b)|，?因为|から[、,]",
)
"""Where a clause ends."""
REASON = re.compile(
    r"^[^\w\ufffb\ufffc]*(?:because|since|as(?! (?:a|per|for|far|shown|such|well)\b)|due to|given that|reason(?:ing|"
    r"s)?\b|explanation|rationale|justification|analysis|why|weil|denn|porque|parce que|因为|理由|原因|解释|解説)",
)
REASON_LABEL = re.compile(
    r"^[^\w\ufffb\ufffc]*(?:(?:brief|short|my|the) )?(?:reason(?:ing|s)?|explanation|rationale|justification|"
    r"analysis|why|理由|原因|解释|解説)\W*$",
)
"""A label that says that reasons follow."""
FINAL = Gated(
    r"\bfinal(?:ly)?\b(?:[\s,]+\w+){0,2}?\s+(?:answer|choice|decision|verdict|selection)|#{3,}|\bfinal(?=\s*[:：])|"
    r"最终答案|最終答案|最終的な答え|最终选择|respuesta final|réponse finale|endgültige antwort",
    has=(
        "final", "###", "最", "endg",
    ),
)  # fmt: skip
MARKED = Gated(
    r"\b(?:correct|right|best|chosen) \ufffc|\ufffc\W{0,4}(?:correct|right|true)\b|\b(?:prefer|selecting|choosing|"
    r"picking|got(?:ta| to) be|lock(?:ing)? in|gut (?:says|tells me)|(?:everything|evidence|all|"
    r"most)[^.;,]{0,15} (?:speaks? for|"
    r"points? (?:to|at|towards))|(?:is|seems|looks|sounds) (?:the |a |much |clearly )*(?:better|more convincing|"
    r"preferable)|yo diría|i conclude|"
    r"going with|betting on|selected|chosen|let['’]?s (?:go|say|pick|choose)|(?:money|bet) is on|(?:option|"
    r"choice|one) left)\b|\b(?:answer|answers|ans|verdict|conclusion|decision|(?:correct|right|best|chosen|selected|"
    r"proper|appropriate|most \w+) (?:one|option|choice|letter|statement|description)|i(?:['’]d|['’]ll| would| will|"
    r" shall| am going to|['’]m going to| have to| must)?(?: rather| then| therefore| thus)? (?:choose|pick|select|"
    r"go|opt|vote|settle|answer|say|am choosing|take)(?: with| for| on)?|i(?:['’]m| am) (?:going|choosing|picking|"
    r"going to go|leaning|inclined)|my (?:\w+ )?(?:choice|pick|guess|selection|vote|bet|answer)|it (?:must|has to|"
    r"should) be|(?:is|are|must be|should be|seems|looks) (?:the |clearly |definitely |therefore |"
    r"indeed )*(?:correct|right|true|best)|respuesta|(?:opción|respuesta) correcta|elijo|escojo|réponse|reponse|"
    r"bonne réponse|je (?:choisis|réponds|dirais)|antwort|risposta|resposta|richtig(?:e)? (?:ist|antwort|option)|"
    r"ist richtig|"
    r"es (?:la )?correcta|est (?:la )?(?:bonne|correcte?)|ich (?:wähle|nehme|sage)|korrekt)\b|答案|正确|正確|選擇|"
    r"选|選|正答|정답|답은|ответ|正解|答え|回答|解答|应为",
    has=(
        "i ", "i'", "i’", "answer", "correct", "right", "best", "choos", "chosen", "pick", "select", "choice", "option",
        "true", "my ", "it must", "it has", "it should", "prefer", "got", "lock", "gut ", "speak", "point", "better",
        "convinc", "diría", "going", "betting", "bet ", "let", "money", "one left", "ans", "verdict", "conclu",
        "decision", "proper", "appropriate", "most ", "respuesta", "elijo", "escojo", "ponse", "antwort",
        "risposta", "resposta",
        "richtig", "bonne", "ich ", "korrekt", "答", "正", "选", "選", "정답", "답은", "ответ", "应为",
    ),
)  # fmt: skip
"""A clause that marks what it names as the answer."""
CONCLUDES = _small(
    "so", "therefore", "thus", "hence", "overall", "in (?:summary|conclusion|short)", "consequently", "to sum up",
    "(?:that|this|which) (?:leaves|means|gives|makes|matches|corresponds|is)", "matches", "corresponds to",
    "accordingly", "leaving", "making", "meaning", "donc", "por (?:lo )?tanto", "así que", "deshalb", "daher",
    "folglich", "somit", "ergo", "all in all", "leaning", "leans?", "more likely", "most likely", "rather(?! than)",
    "best fits?", "ultimately", "by elimination", "o sea", "es decir", "c['’]est-à-dire", "das heißt", "in other words",
    "namely", "(?:only|what) (?:remains|is left)",
    signs="所以|因此|故|综上|よって|したがって|つまり|=>|→|⇒",
)  # fmt: skip
DENIES = re.compile(
    r"\b(?:not|no longer|never|neither|nor|cannot|isn|hardly|unlikely|doubt|rul(?:e|es|ed|ing) out|exclud(?:e|es|ed|"
    r"ing)|eliminat(?:e|es|ed|ing)|discard(?:s|ed|ing)?|reject(?:s|ed|ing)?|disagree\w*|oppose\w*|skeptical|"
    r"sceptical|wary|dismiss(?:es|ed|ing)?|cross(?:es|ed|ing)? out|disregard(?:s|ed)?|avoid|no need|need not|"
    r"unnecessary|instead of|rather than|other than|except|unlike|as opposed to|anything but|all but|everything but|"
    r"incorrect(?:ly)?|wrong(?:ly)?|false|far from|don['’]?t|doesn['’]?t|isnt|wont|wouldnt|nicht|kein\w*|weder|ohne|"
    r"ne|pas|ni|descart\w+|elimin[oéa]\w*|no (?:es|creo|sería|puede|está|quit\w+|retir\w+)|exclu[st]\w*)\b|n['’]t\b|"
    r"不是|不选|不會|不会|不能|不要|不应|排除|并非|不可能|没有|沒有|ではな|じゃな",
)
"""Before a mention: it is denied."""
DENIES_NEXT = re.compile(
    r"^[^\w\ufffb\ufffc]*(?:\w+\W+)?(?:incorrect|wrong|ruled out|eliminated|excluded|not (?:correct|right|"
    r"the answer)|false|rejected)(?: (?:options?|answers?|choices?))?\W*$",
)
"""A label that denies what follows it."""
NO_DENIAL = Gated(
    r"\bnot only\b|\bno doubt\b|\bwithout (?:a )?doubt\b|\bif i(?:['’]m| am) not mistaken\b|\bunless i(?:['’]m|"
    r" am) mistaken\b|\bcan(?:no|['’])t (?:help but|but)\b|\bwhy not\b|\bnot surprisingly\b|"
    r"\bdon['’]t see why not\b|\b(?:it|there) is no doubt\b|\bcannot (?:be )?(?:anything|other) (?:but|than)\b|"
    r"\bnothing (?:but|other than)\b|\bnone other than\b|\bcan only be\b|\bnot hard to\b|\bnot difficult to\b",
    has=(
        "not ", "doubt", "mistaken", "help but", "can but", "nothing", "none", "only", "n't but", "n’t but",
        "cannot",
    ),
)  # fmt: skip
DENIED_AFTER = re.compile(
    r"^[\s\"'”’)\]}*]*(?:\([^()]{0,60}\)\s*)?[(:=–—-]?\s*(?:(?:,? which )?(?:is|was|are|seems?|looks|appears|"
    r"must be|would be|has to be|can be|could be|should be|may be|ist|es|est)\s+(?:\w+ly\s+|the\s+|an?\s+|all\s+|"
    r"both\s+|"
    r"therefore\s+|thus\s+|also\s+|not\s+)*(?:wrong|incorrect|false|ruled out|out\b|excluded|eliminated|impossible|"
    r"less\b|unlikely|trap|trick|distractor|decoy|mistake|error|not\b|inaccurate|invalid|rejected|off\b|tempting|"
    r"falsch|nicht|incorrecta|errónea|falsa|fausse?|incorrecte?|pas)|(?:isn|wasn|doesn|won|wouldn|couldn|"
    r"can)['’]?t\b|(?:cannot|can not|does not|do not|did not|will not|would not|could not|need not|must not|is not|"
    r"was not|never|fails|n['’]est pas|kann nicht|no (?:es|puede))\b|(?:wrong|incorrect|false|ruled out|not correct|"
    r"not right|falsch|incorrect[oa]|faux)\b|不对|不對|不正确|不正確|错误|錯誤|是错|是錯|不是|不成立|不可能|"
    r"可以排除|排除|は(?:違|誤|間違)|ではな|じゃな|[✗✘❌✖☒])",
)
"""After a mention: it is denied."""
NOT_MEANT = Gated(
    r"\b(?:opposite|contrary|reverse|inverse) (?:of|to|from) [^\w\ufffb\ufffc]*(?:option |answer )?\ufffc|"
    r"^[^\w\ufffb\ufffc]*(?:in order )?to (?:say|be|answer|choose|get|call)\b|\bneeds? to be (?:\w+ )?(?:visible|"
    r"\ufffc)|(?<!nothing )(?<!room )\b(?:for|in order for) (?:it|this|that) to\b|"
    r"\b(?:see|check|determine|decide|know|tell|ask|find out) (?:if|whether)\b|"
    r"^[^\w\ufffb\ufffc]*(?:although|though|while|whereas|even though|despite|obwohl|bien que|aunque|虽然|尽管)|"
    r"\bi was (?:going|about|tempted|inclined) (?:to|by)\b|\b(?:at first|initially|originally|"
    r"first)(?: \w+){0,2} (?:thought|guess\w*|said|believed|assumed|considered|answered|chose|glance|sight)\b|"
    r"\b(?:at first|initially),? i(?:['’]d| would)(?: have)? (?:say|said|think|guess\w*|answer\w*)\b|"
    r"\bi (?:first|initially|originally) \b|\bi had thought\b|\bi (?:considered|wondered)\b|\bmy (?:first|"
    r"initial) (?:\w+ )?(?:guess|thought|instinct|answer|impression|reaction)\b|\b(?:one|you|some|people|someone|"
    r"somebody|we|many) (?:might|may|could|would) (?:\w+ )?(?:think|say|assume|argue|believe|expect|guess|pick|"
    r"choose|answer|select|go|be tempted)|\btempting\b|\bwant(?:ed)? to (?:say|answer|pick|choose)\b|\blooks? good\b|"
    r"\bmay (?:seem|look|appear)\b|\bmight (?:seem|look|appear)\b|"
    r"\bat first (?:sight|glance)\b|\blooks like it at first\b|\bit would be \ufffc+ if\b|\bwould (?:have been|"
    r"be) \ufffc+[^,;]{0,20} if\b|\bcould \ufffc+ be\b|\ufffc+ (?:might|may|could) be (?:what|an?\b|tempting|how)|"
    r"\ufffc\W{0,3} would (?:require|need|imply|mean|only|take|presuppose)\b|\b(?:choos(?:e|ing)|decid(?:e|ing)|"
    r"torn) between\b|\b(?:consider|check|checking|examine|evaluate|test|"
    r"considering)(?:ing)? (?:option )?\ufffc|\bwhether\b(?![^.;]*\bis \ufffc+\W*$)|\ufffc (?:says|states|means|"
    r"claims|suggests|reads|"
    r"stands for|implies)\b|\bfor \ufffc+ to be\b|\b(?:would|will) only be\b|\bonly if\b|\bcompar(?:e|ed|ing)\b|"
    r"\bif \ufffc|\botherwise,? (?:the|it|i)\b|\b(?:zuerst|erst) dachte\b|\bau début\b|\bal principio pens|"
    r"\b(?:options?|choices|alternatives) (?:are|were|given|listed)\b|一开始以为|起初|最初は",
    has=(
        "opposite", "contrary", "reverse", "inverse",
        "to say", "to be", "to answer", "to choose", "to get", "to call", "it to", "this to", "that to", "first",
        "initial", "original", "might", "may", "could", "one would", "you would", "people would", "body would",
        "some would", "we would", "many would", "would only", "will only", "would require", "would need", "would imply",
        "would mean", "would take", "would presuppose", "if", "whether", "want",
        "though", "while", "whereas", "only", "tempt", "looks good", "look good", "consider", "wonder",
        "check", "examin", "evaluat", "test", "compar", "between", "otherwise", "option", "choices",
        "alternative", "says", "states", "means", "claims", "suggests", "reads", "stands for", "implies",
        "despite", "obwohl", "bien que", "aunque", "虽然", "尽管", "i was", "i had", "dachte", "début", "pens",
        "以为", "起初", "最初",
    ),
)  # fmt: skip
"""A clause that names an option without choosing it."""
ALMOST = re.compile(r"\b(?:almost|nearly)\b(?! (?:certain|sure|definite|full))")
"""What is almost so is not so."""
SUPPOSES = re.compile(
    r"^[^\w\ufffb\ufffc]*(?:(?:so|and|but|now|then|however|even)\W+)?(?:if|unless|suppose|supposing|assuming|"
    r"imagine|were|had|when|once|"
    r"after(?! (?:(?:having )?(?:look|examin|review|check|analy|study|inspect|consider|think|trac|follow|compar|"
    r"weigh|extend|extrapolat|measur|go)\w*|(?:the )?\ufffb+ (?:comes?|there|stands?|sits?|follows?|"
    r"waits?)\b|(?:a|some|my|more|"
    r"further|"
    r"care\w*|clos\w*|thorough|brief|short|another)\b[^,.;]{0,30}?\b(?:look|analysis|inspection|examination|review|"
    r"thought|"
    r"consideration|check|study)\b))|with(?:out)?(?! (?:pleasure|that (?:said|in mind)|confidence|certainty))|"
    r"as soon as|wenn|falls|si(?=\s+\w)|cuando|lorsque|quand|nach|"
    r"如果|假如|若|もし)\b",
)
DOUBTS_IT = re.compile(
    r"^[^\w\ufffb\ufffc]*(?:\w+\W+)?(?:if|unless|suppose|supposing|assuming|imagine|wenn|falls|si|如果|假如|若|"
    r"もし)",
)
"""A condition that may not hold, unlike "after the move"."""
ASSENT = re.compile(r"[^\w\ufffb\ufffc]*(?:(?:yes|no|yep|nope|right|correct|indeed)\b[^\w\ufffb\ufffc]+)?")
"""A yes or no before a condition."""
BUT = re.compile(r"(?:but|however|yet|aber|mais|pero)\b|但")
IF_THEN = re.compile(
    r"[^,:，：]{0,250}?(?:[,，:：]\s*(?:then\b\s*)?|\bthen\b\s*|\b(?:gone|removed|taken away|cleared away|"
    r"out of the way)\s+"
    r"(?=(?:the|it|its|there|nothing|no)\b|\ufffb))",
)
"""The condition before what follows from it."""
TAG_QUESTION = re.compile(
    r",\s*(?:right|correct|no|eh|huh|(?:is|does|wo|would|ca|do|are)n['’]t (?:it|they|that)|is it not|n['’]est-ce pas|"
    r"oder|verdad)\s*[?？]"
    r"[\s\"'”’)*]*$"
)
"""What asks for assent to what was just said."""
GUESS = re.compile(
    r"^(?:[^\w\ufffc]|\b(?:maybe|probably|perhaps|possibly|option|i (?:think|guess)|answer|hm+|so|it['’]s)\b|"
    r"\ufffc)*$",
)
"""A question that is a guess: "Maybe B?"."""
IS_OFFER = Gated(
    r"\b(?:let me know|hope (?:this|that) helps?|feel free|happy to help|glad to help|if you (?:need|want|have|like|"
    r"would)|anything else|would you like|i can help|i(?:['’]d| would) be (?:happy|glad)|thanks? (?:you )?for|"
    r"you['’]re welcome|great question|good question|is there anything)\b",
    has=(
        "let me", "hope", "feel free", "happy", "glad", "if you", "else", "would you", "help", "thank",
        "welcome", "question", "anything",
    ),
)  # fmt: skip
IS_POLITE = re.compile(
    r"^[^\w\ufffb\ufffc]*(?:sure(?: thing)?|certainly|of course|absolutely|definitely|ok(?:ay)?|alright|got it|"
    r"yes,? of course|gladly)\W*$",
)
"""A statement that opens a reply and answers nothing, where more follows."""
PARTLY = re.compile(
    r"\b(?:barely|hardly|scarcely|(?<!not )(?<!the )only(?! if\b)|just (?=the\b|a\b|an\b|some|part|one)|"
    r"(?<!\bevery )(?<!\beach )(?<!\ball )(?<!\bany )"
    r"(?:parts?|portions?|pieces?|sections?|bits?|fragments?|corners?|tips?)|"
    r"partly|partial(?:ly)?|mostly|largely|mainly|slightly|somewhat|(?<!on )top(?! (?:view|of the)\b)|"
    r"bottom(?! line\b)|upper|lower|half|halfway|halves|thirds?|quarters?|"
    r"most(?! (?:likely|probabl[ey]|certainly|definitely|plausibl[ey]|surely|clearly)\b)|(?:some|much|little|more|"
    r"less|lots) of|"
    r"to (?:some|a \w+) (?:extent|degree)|teilweise|zum teil|kaum|nur|halb|größtenteils|en partie|partiellement|"
    r"à peine|à moitié|seulement|parcialmente|en parte|apenas|s[oó]lo|mitad|la mayor parte)\b|"
    r"(?<![\d.,])(?!100\b)\d[\d.,]*\s?(?:%|percent\b|per cent\b|prozent\b)(?! (?:\w+ )?(?:sure|certain|confident|"
    r"confidence|likely|likelihood|probability|probable|chance|sicher)\b)(?=[^.;]*\ufffc)|"
    r"(?:部分|一半|只有|只能|仅|勉强|几乎|一部|半分|だけ|ほとんど|少し)",
)
"""Not all of something: "only the top is visible"."""
ONLY_PARTLY = re.compile(
    r"\W*(?:(?:but|though|although|albeit|if) )?(?:only|just|barely|hardly|partly|partially|mostly|in part|"
    r"for the most|not (?:all|completely|fully|entirely|wholly))\b"
)
"""After a clause: what it says is only so in part."""
WEAK = re.compile(r"\b(?:could|might|may)(?: well| also| possibly)? be\b|\bpossibl[ey]\b|\bpotentially\b|可能")
NOW = re.compile(
    r"\b(?:currently|(?:is|are) now|now (?:hides?|covers?|blocks?)|as of now|at present|at the moment|right now|"
    r"in the (?:current|original|initial) (?:view|picture|image|scene)|before (?:the|this|that|it)|initially|"
    r"originally|at first|was|were|starts? (?:out|off)|present(?:ly)?|actualmente|actuellement|derzeit)\b|"
    r"\ufffc now\b|目前|现在|現在",
)
"""How it is before what the question supposes."""
SEEMS = re.compile(r"\b(?:seems?|looks?|appears?|sounds?|could|might|may)\b")
CONCEDES_NEXT = re.compile(r"\W*(?:though|although|but|yet|however)\b")
AFTER_BUT = re.compile(r"\b(?:but|however|yet|aber|mais|pero)\W*$|但是?$")
"""What "A seems right, but" leads up to."""
PURPOSE = Gated(
    r"\b(?:so that(?! (?:one|has|must|needs?|should|ought|is)\b)|so as to|in order (?:to|that)|"
    r"to (?:avoid|prevent|ensure|make sure|guarantee|achieve|"
    r"get(?! (?:rid|hit|in|out|through|past)\b))|"
    r"(?:and|,) (?:then )?there (?:will|would) (?:then )?be)\b.*",
    re.S,
    has=(
        "so ", "order", "to ", "there ",
    ),
)  # fmt: skip
TOLD = re.compile(
    r"\b(?:(?:it|that|there|what|this|here|let)['’]s|am|are|was|presumably|supposedly|tl|dr|würde|sagen|dirais|"
    r"diría|sería|serait|wäre|forced|i['’](?:d|m|ll|ve)|it['’]?(?:d|ll)|or|either|both|oder|ou|but|aber|mais|pero|"
    r"sondern|sino|i|we|the|a|an|my|your|our|is|it|its|it['’]?s|that|that['’]?s|this|there|be|been|would|will|"
    r"should|must|can|has|have|to|of|in|for|with|on|as|and|so|thus|hence|therefore|then|well|ok|okay|sure|certainly|"
    r"clearly|overall|finally|think|believe|say|guess|feel|suppose|pick|choose|select|go|going|answer|answers|ans|"
    r"option|choice|letter|correct|right|best|final|one|likely|probably|most|more|maybe|perhaps|possibly|definitely|"
    r"certain|confident|pretty|quite|very|just|only|simply|i['’]?d|i['’]?m|i['’]?ll|im|would|rather|result|response|"
    r"conclusion|solution|prediction|verdict|here|now|looks|seems|like|appears|me|from|what|see|can|picture|image|"
    r"scene|view|based|looking|at|given|my|hello|hi|hmm+|um+|uh|please|thanks|thank|you|yes|no|still|again|all|also|"
    r"too|indeed|fully|completely|entirely|totally|remains?|stays?|end|ends|up|become|becomes|becoming|then|after|"
    r"move|moved|moves|la|el|es|que|creo|opción|respuesta|correcta|final|le|l|est|c|je|crois|pense|réponse|bonne|"
    r"choisis|option|die|der|das|ist|ich|glaube|denke|wähle|antwort|richtig|richtige|lautet|lo|un|una|une|ein|"
    r"eine)\b|(?:可能|也许|大概|たぶん|おそらく|最终|最終|正确|正確|答案|应该|應該|选择|選擇|选项|選項|选|選|我|"
    r"认为|認為|是|为|為|の|は|です|だと思います|と思います|答え|正解|的|了|会|項|项|回答|だ)",
)
"""Words around an option that say nothing else."""
CORRECTS = Gated(
    r"(?:\b(?:hm+|oh|oops|ah|um+|uh)\b[\s,.!…—-]*)*(?P<no>\bno\b[\s,.!…—-]+)?\b(?:(?:wait|actually|scratch that|"
    r"hold on|hang on|(?<=oh )no|(?<=hmm )no|(?<=hmm, )no|"
    r"(?(no)sorry(?=\s*[:,.—–-])|(?!))|or rather|on reflection|(?:(?<=hmm )|(?<=hmm, )|(?<=hm, )|(?<=hmm… ))but|"
    r"looking (?:again|closer|more closely)|i take (?:that|"
    r"it) back|(?:up)?on closer (?:look|inspection)|thinking again|on second thoughts?|correction|"
    r"let me correct (?:that|myself)|my mistake|(?:i(?:['’]m| am) )?sorry,? i meant?|i meant?(?= )|i misread|"
    r"i made a mistake|let me (?:re-?think|reconsider|re-?examine|re-?check|re-?evaluate|revise|(?:check|look|"
    r"think) again|double[- ]check)|"
    r"after reconsidering|changing my (?:answer|mind)|i change my (?:answer|mind)|nein,? warte|non,? attends?|"
    r"no,? espera|más bien|je corrige|pardon|mejor dicho|besser gesagt|ich meine|perdón)\b)(?:[\s,.!…:—-]*(?:wait|"
    r"actually|sorry)\b)?(?P<after>[\s,.!…—-]+no\b(?=\s*[,.:;!…—-]|\s*$))?|等等|不对[，,。]|更正|いや[、,]|訂正|"
    r"待って",
    has=(
        "wait", "actually", "scratch", "hold on", "hang on", "oh no", "hm", "sorry", "or rather",
        "reflection", "looking", " back", "closer",
        "again", "second thought", "correct", "mistake", "i mean", "misread", "let me", "reconsider", "mind", "warte",
        "attend", "espera", "bien", "corrige", "pardon", "dicho", "besser", "meine", "perd", "等等", "不对", "更正",
        "いや", "訂正", "待って",
    ),
)  # fmt: skip
"""Where a reply corrects itself."""
RETRACTS = re.compile(
    r"\b(?:that['’]?s|that (?:is|was)|this is|it['’]s|which is|i was) (?:\w+ )?(?:wrong|incorrect|not right|"
    r"mistaken|a mistake|not correct|false)\b|\bthat(?:['’]s| is) not\b|\bisn['’]t right\b",
)
OTHER_ONE = re.compile(
    r"\b(?:the )?(?:other (?:one|option|choice|answer)|opposite(?! (?:of|to|from)\b)|only other)\b|另一个|もう一方",
)


def says_other(masked: str) -> bool:
    """Whether a clause says that the answer is the other one."""
    return OTHER_ONE.search(masked) is not None and DENIES.search(masked) is None


WOULD_BE = re.compile(
    r"\b(?:answer|option|choice|it)\b[^,;]{0,20}\b(?:would|might|could) (?:then )?(?:be|have been)\b",
)
"""What would be the answer if things were otherwise."""
CONCLUDES_NEXT = re.compile(r"(?:and )?(?:so(?! that\b)|therefore|thus|hence|which means|meaning)\b")
"""What follows a sentence that began with a condition, and is no part of it."""
TELLS_WHEN = re.compile(r"^[^\w\ufffb\ufffc]*(?:after|once|when|as soon as)\b")
"""A condition that comes true: it only says when."""
IF_I_MUST = re.compile(r"\bif (?:i|you|we|one|forced|pressed|asked)\b")
