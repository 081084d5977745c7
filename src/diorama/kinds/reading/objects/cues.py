"""Cues: the small words by which a statement affirms, denies, supposes or explains, in six languages.

They are patterns and nothing else; what follows from them is decided in `statements` and `lists`.
"""

from __future__ import annotations

import re

from diorama.kinds.reading.patterns import cue

BULLET = re.compile(r"^\s*(?:[-*•–+◦▪·]\s+|\(?\d{1,2}[.):]\s*|\(?[a-h][.)]\s+|step\s+\d+\s*[:.]\s*)", re.I)
STEP = re.compile(r"^\s*step\s+\d+\s*[:.]\s*", re.I | re.M)
SENTENCE = re.compile(r"(?<!\d\.)(?<!\b[A-Za-h]\.)(?<=[.!?。！？])\s*(?=\S)|\n+")
ITEMS = re.compile(
    r"\s*(?:[,;\n+&|/→➜⇒>、，；]|->|\b(?:and then|and|then|followed by|as well as|along with|plus|und|et|y|n)\b)+\s*",
    re.I,
)
"""What stands between the items of a list."""
CLAUSE = re.compile(
    r";|,?\s+(?=(?:so |and |but )?not the\b)|,\s+(?=the (?:rest|others?)\b)|,\s+(?=the \w+(?: \w+)? (?:does|do|is|"
    r"are|would|will|has|have|can|did) ?(?:n['’]?t|not)\b)|,\s+(?=not\b|nicht\b|pas\b|no (?:el|"
    r"la)\b)|[ \t]+[–—][ \t]*|[ \t]-{1,2}[ \t]"
    r"|,?\s+(?=so\b[ :,])|,\s+(?=(?:just|only) the\b)|,\s+(?=(?:which|who)\b)|,\s+(?=(?:it|they|that)(?: |['’]s\b))|"
    r"\.{3,}|…"
    r"|,?\s+\b(?:but|while|whereas|although|though|however|aber|mais|pero|sino)\b|，但|但是|但|が、",
    re.I,
)
EXPLAINED = re.compile(r"\s+[-–—:]\s+|:\s|\s+(?:because|since|as it|which|that)\s|\s*\(")
"""Where an item stops naming and begins to explain."""

YES = cue(
    "yes", "true", r"1(?=\s*$)",
    "(?:now |then |fully |entirely |completely )*(?:free|freed|uncovered|unobstructed|whole)",
    "visible", "fully visible", "revealed", "reflected", "y", "sí", "si", "oui", "ja",
    "reflection visible", "becomes? (?:fully )?visible", "mirrored", "has an? (?:reflection|"
    "mirror image)", signs="是|"
    "はい", start=True,
)  # fmt: skip
NO = cue(
    "no(?! (?:other|object|thing|one|longer|more)\\b)", "not", "false", r"0(?=\s*$)", "n", "none",
    "still", "remains?", "stays?", "non", "nein",
    "(?:only )?(?:partially|partly)(?! (?:hidden|occluded|blocked|covered|obscured) (?:\\w+ )?(?:by|behind))",
    "unchanged", "(?:hidden|occluded|blocked)(?! (?:\\w+ )?(?:by|behind))", signs="不是|不|否|いいえ", start=True,
)  # fmt: skip
ENDS_YES = re.compile(r"[\s,:=–—-]\s*(?:yes|true|sí|oui|ja)\W*$|[:=]\s*y\W*$", re.I)
ENDS_NO = re.compile(r"[\s,:=–—-]\s*(?:no|nope|false|non|nein)\W*$|[:=]\s*n\W*$", re.I)
ENDS_JUDGED = re.compile(
    r"[\s,](?:yes|no|nope)\W*$|[:=]\s*[yn]\W*$|[-–—:=→]\s*(?:(?:fully|completely|entirely|clearly|partly|"
    r"partially) )?(?:yes|no|true|false|visible|mirrored|reflected|hidden|sí|oui|non|ja|nein|"
    r"是|否|(?:not|stays?|remains?|still)\b.{0,30})\W*$",
    re.I,
)
"""A line that ends with a yes or a no to what it names."""

NO_LONGER_HIDDEN = re.compile(
    r"\b(?:not|never|n['’]t) (?:\w+ )?(?:stay|remain|be) (?:\w+ )?(?:hidden|covered|blocked|occluded|obscured)|"
    r"\bno(?:t)? (?:longer|more) (?:be )?(?:\w+ )?(?:hidden|covered|blocked|occluded|obscured|obstructed|concealed)"
    r"|\b(?:hidden|covered|blocked|occluded|obscured) by (?:nothing|no other object|none) (?:but|except|other than|"
    r"save)\b"
    r"|\b(?:hidden|covered|blocked|occluded|obscured)(?: only| solely)? by (?:\w+ ){1,4}(?:alone|only)\b"
    r"|\bnothing (?:else )?(?:hides|covers|blocks|occludes|in front of)",
    re.I,
)
DENIES = re.compile(
    cue(
        "not", "never", "only if", "nothing(?! (?:else|more|but|"
        "other))", "cannot", r"too \w+(?: \w+){0,4} to", "out of (?:sight|"
        "view)", "nor", "neither", "without", "except", "excluding", "excludes?", "no need",
        "no reflections?", r"remain\w*", "still", "stays?", "staying", "keeps?", "hidden", "occluded", "blocked",
        "covered", "obscured", "unaffected", "unchanged", "outside", "already", "currently", "irrelevant", "instead of",
        "rather than", "other than", "only partly", "only partially", r"kein\w*", "nicht", r"bleib\w*", "weiterhin",
        "ne", "pas", r"reste\w*", "no", "siguen?", r"permanece\w*", signs="不|没|仍|还是|ない|ません|まま",
    ).pattern + r"|n['’]t\b",
    re.I,
)  # fmt: skip
AFFIRMS = cue(
    "visible", "view", "seen", "see", "revealed", "reveals?", "exposed", "uncovered", "unobstructed", "unblocked",
    "(?:is|are) the only (?:ones?|objects?|things?)", "make out", "in full view",
    "(?:behind|in front of) (?:it|that|this) (?:there )?(?:is|"
    "are)", "freed", "frees?", "comprises?", "consists? of", "includes?", "comes? to light", "into view", "emerges?",
    "shows?", "appears?", "looking at", "find", "found", "becomes?", "needs? to be", "sehen",
    "verrai[st]", "vois", r"reflect\w*", "mirrored", "mirror images?", r"remov\w*", "taken away", "take away",
    "(?:must|should|to|can|could|would) go(?! through| on)", "moved", "cleared", "answer", "(?:is|"
    "are) left(?! of)", "leaves", "sichtbar", "zu sehen", r"spiegel\w*", r"entfern\w*", "weg",
    "visibles?", "voir", "voit", "verrait", r"reflet\w*", r"enlev\w*", r"retir\w*", "ver", "ve", r"refleja\w*",
    "quitar", r"vería\w*", signs="可见|看到|看见|露出|反射|倒影|移|見え|映|取り除|どか",
)  # fmt: skip
PLAINLY_AFFIRMS = re.compile(
    r"\b(?:would|will|could|can) (?:then |now |also )?(?:be(?:come)? )?(?:fully |completely |entirely |clearly )?"
    r"(?:visible|seen|revealed|in view)",
    re.I,
)
PLAINLY_DENIES = re.compile(r"\b(?:not|never|cannot|remain\w*|still|stays?|neither|nor)\b|n['’]t\b", re.I)
CONCLUDES = re.compile(
    r"^\s*(?:→|=>|⇒|∴)|^\W*(?:done|final(?:ly)?)\s*[:–—-]|\bthen\s*:|\bit is\W*$|^\W*(?:this|that|"
    r"which) means\b|^\W*(?:(?:ok(?:ay)?|well|and|hmm+|"
    r"right)\b\W*)*(?:(?:so|therefore|thus|hence|overall|in (?:summary|conclusion|"
    r"short)|"
    r"consequently|accordingly|to sum up|altogether|in total|conclusion|bottom line|that makes|that leaves|"
    r"this leaves|donc|"
    r"por (?:lo )?tanto|"
    r"así que|also(?= (?:die|der|das|nur)\b)|somit|folglich)\b|所以|因此|よって|したがって)|"
    r"\b(?:my|the|final|correct) (?:final )?answer\b|\b(?:correct|right|actual) (?:objects?|ones?|list|"
    r"items?) (?:is|are)\b|"
    r"^\W*(?:putting (?:everything|it all|this|all this) together|all in all|all things considered|taken together|"
    r"to conclude|summing up|in the end|on balance)\b|^\W*final(?: list)?\s*:|\bthat (?:makes|leaves)\b|"
    r"\bthis leaves\b|\bis thus\b|\bminim(?:al|um) set\b|\banswer\s*:",
    re.I,
)
"""A sentence that draws the conclusion."""
CONCLUDES_HERE = re.compile(r"(?:[,;.—–]|\n)\s*(?:so|therefore|thus|hence|i\.e\.|that is)\s*[:,]\s*(?=\S)", re.I)
"""Inside a sentence: what follows is what it comes to."""
CORRECTS = cue(
    "no,? wait", "wait", "hold on", "hang on", "perdón", "pardon", "entschuldigung", "no,? sorry", "sorry,? no",
    "actually", "sorry,? i meant?", "(?<!by which )i meant?", "correction",
    "oops", "scratch that",
    "on second thoughts?", "let me correct (?:that|myself)", "my mistake", "i misread", "nein,? warte", "hmm,? no",
)  # fmt: skip
SUPPOSES = re.compile(
    r"^\W*(?:(?:so|then|therefore|thus)\W+)?"
    r"(?:if|when|once|after|by (?:removing|taking)|without|suppose|imagine|removing|taking)\b",
    re.I,
)
SETS_OUT = re.compile(r"^\W*(?:behind|through|without|with|in front of|where|beyond|past|instead of)\b", re.I)
"""How a sentence begins with the thing that the question is about."""
COMES_NEXT = re.compile(r"\b(?:comes?|follows?)\b", re.I)
BRACKET_DENIES = re.compile(
    r"^\W*(?:no\W*$|not\b(?! (?:\w+ )?(?:hidden|blocked|occluded|covered))|still\b|remains?\b|stays?\b|false\W*$|"
    r"excluded\b|[✗✘❌])",
    re.I,
)
"""Brackets behind a name that deny it: the pear (still hidden)."""
NONE_FOR = re.compile(r"^\W*there(?:['’]s| is) (?:none|no \w+(?: \w+)?) (?:for|of|under|below|behind)\b", re.I)
CONDITION = re.compile(
    r"^\W*(?:(?:so|then|therefore|thus)\W+)?(?:if|when|once|after|by|with|without|to see|in order to|suppose|imagine|"
    r"through|looking through|behind|removing|taking|from this|to get|for)\b[^,:]{0,200}?[,:]\s*(?=\S)|"
    r"^\W*(?:behind|through)\b[^,:;]{0,60}?(?=\bthere (?:is|are)\b)",
    re.I,
)
RELATIVE = re.compile(
    r",[ \t]+(?:which|who|whose|although|though|while|albeit)\b[^,;.\n]*(?=[,;]|\.?\s*$)|,?[ \t]+(?:because|"
    r"weil|porque|"
    r"parce que)\b[^.\n]*", re.I
)
"""What explains a name and is not the answer."""
PLACE = re.compile(
    r"\b(?:behind|in front of|beside|next to|near|on top of|on|under|above|below|inside|in|(?<!look )(?<!looking )at|"
    r"to the (?:left|right) of|"
    r"(?:left|right) of|by|against|between|through|from|because of|due to|since|because|blocks?|blocking|hides?|than|"
    r"(?<=[\w,] )(?:which|that)(?! (?:leaves?|makes?|means|gives?|is|are|would))|"
    r"hiding|covers?|covering|hinter|vor|neben|derrière|devant|detrás de|delante de)\s+"
    r"(?:the |a |an |its |der |den |dem |la |le |el )?(?:\w+ ){0,2}$",
    re.I,
)
"""Before a name: it only says where something else is."""
AFTER_NAME = re.compile(
    r"^\W*(?:(?:too|as well|also|itself|only|alone|leaning|standing|sitting|lying|made|right|directly|just|over|up|"
    r"down|"
    r"there|here)\b\W*){0,3}(?:$|(?:on|in|at|to|by|behind|near|next|beside|under|above|with|from|that|which|"
    r"of)\b|:\))",
    re.I,
)
"""What may follow a name in a list: where it is, or nothing."""
NOTHING = re.compile(
    r"^\W*(?:(?:so|thus|hence|therefore|then)\W+)?(?:(?:there(?:['’]s| are| is| would be)|i (?:see|find)|"
    r"the (?:answer|list|set) is|answer|it is|it's) )?"
    r"(?:none|nothing(?! (?:else|more|but|other))|no one|nobody|zero|no (?:[\w-]+ ){0,3}(?:objects?|items?|things?|"
    r"ones?|reflections?|mirror images?)|"
    r"not (?:a single|any|one)(?: of (?:the|these|those|them))?(?: objects?| one| things?)?|empty(?: set| list)?|"
    r"\[\s*\]|\{\s*\}|∅|n/?a|keine?s?|nichts|aucun\w*|rien|ningun\w*|nada)(?!\w)|^\W*(?:没有|沒有|無し|なし|"
    r"ありません|无|無)",
    re.I,
)
NO_MORE = re.compile(
    r"^\W*(?:and |but |und |et |y )?(?:nothing (?:else|more)(?: \w+){0,2}|sonst nichts|rien d['’]autre|"
    r"c['’]est tout|voilà|nada más|eso es todo|das ist alles|"
    r"no(?:thing)? others?|that['’]s (?:it|all)|only|"
    r"i['’]d say|i (?:think|guess|believe))\W*$",
    re.I,
)
"""What ends a list and names nothing."""
BUT = cue("only", "else", "other", "but", "except", "besides")
EXCEPT = cue("but", "except", "apart", "besides", "other than")
EVERYTHING = cue("all", "everything", "every", "anything", "everyone", "any", "most", "rest")
OR = cue(
    "or", "either", "oder", "ou", "o", "alternatively", "otherwise", "(?:one|another) possible", r"option \d",
    "it depends", "possibly", signs="或|または",
)  # fmt: skip
ORDER = re.compile(
    r"\b(?:is |are |being |it['’]s |comes? |goes? |stands |the |one |object ){0,5}(?:(?:very )?(?:near|clos|farth?|"
    r"furth)est(?: (?:back|away))?|nearer|farther(?: (?:back|away))?|"
    r"further(?: (?:back|away))?|far back|in the back|at the back|next(?! to\b)|last(?:ly)?|first(?:ly)?|"
    r"second(?:ly)?|third(?:ly)?|fourth|fifth|"
    r"sixth|1st|2nd|3rd|[4-9]th|final(?:ly)?|after (?:it|that|this|which)|followed by|behind (?:it|that)|then|"
    r"(?:in the )?middle(?= ?(?:[:(–—-]|is\b))|there['’]s|there are|"
    r"there is|in that order|in this order|from near(?:est)? to far(?:thest)?|from front to back)"
    r"(?: (?:one|object|item|thing|of all|of (?:them|(?:the|these|those|all) (?:two|three|four|five|six|"
    r"lot))(?: all)?|(?:to|from) (?:the camera|the viewer|me|us|here|you))){0,4}(?: (?:is|are|"
    r"being|comes?|would be))?\b"
    r"(?:\s*:)?",
    re.I,
)
"""Words that put things in an order and say nothing else."""
DESCRIBES = re.compile(
    r"^\W*(?:the|this) (?:image|picture|photo|scene) (?:shows|depicts|contains|features|displays)\b", re.I
)
"""A description of the picture, which answers nothing."""
SAYS_WOULD = re.compile(
    r"\b(?:would|will|could) (?:(?:then|also|now|no longer|still|not) )*(?:be(?:come)? (?:fully|completely|entirely|"
    r"partly|visible|seen|in|revealed|hidden|covered)|become|come|show|see|appear|have|remain|stay|hide|cover|"
    r"block)\b|\b(?:quedarían?|serían?|verían?|würden?|(?<!das )(?<!es )wären?|serait|seraient|verrait|deviendr\w+)\b",
    re.I,
)
"""What no bare list has in it."""
REVERSES = cue(
    "(?<!not )the other way (?:a)?round", "(?:in|the) (?:reverse|opposite) order", "reverse (?:that|the order)"
)
"""An order that is meant to be another one than was said."""
PARTLY_ASIDE = re.compile(
    r"(?<=\band), (?:in part|a bit|perhaps|farther back|further back|"
    r"(?:(?:very|quite|rather|more|less|only) )?\w+ly), ",
    re.I,
)
"""How much of a thing is seen, set apart in a list; where a part is enough it says nothing."""
THROUGH_IT = re.compile(r"(?:透过|透過|穿过)[^，,。、]{1,12}?[，,]?(?=(?:我们|我们就)?(?:能|可以|会|將|将|看))")
"""Through the thing that the question is about."""
OFFERS_HELP = cue(
    "let me know", "hope this", "feel free", "happy to help", "if you (?:need|want|have|like)", "glad to",
    "(?:need|want|help with|is there) anything else", "would you like",
)  # fmt: skip
ABSTAINS = re.compile(
    r"^\W*(?:i(?:['’]m| am) )?(?:really )?(?:not sure|unsure|i don['’]?t know|idk|no idea|i can(?:no|['’])?t tell)\s*"
    r"(?:[.!]|$)",
    re.I,
)
_HEDGES = (
    r"(?:i(?:['’]?d| would)? (?:think|guess|believe|suppose|reckon|say|bet)(?! (?:that )?(?:i|it|"
    r"we|you|they)\b)|"
    r"i['’]?m (?:pretty |quite |fairly )?(?:sure|certain|confident)(?= )|(?:pretty|fairly|quite|almost) (?:sure|"
    r"certain)|(?:just )?my (?:best )?guess(?=$|[^:]*[.!]?$)|prob(?:ably)?|maybe|perhaps|presumably|apparently|"
    r"evidently|obviously|surely|definitely|likely|right(?=\?)|lol|"
    r"haha|ugh+|hmm+|um+|uh+|meh|imo|tbh|afaik|that['’]?s (?:it|all)(?: you need| there is| i see| of them)?|"
    r"(?:i )?(?:can(?:no|['’])?t|cannot) be (?:100 ?%|100 percent|"
    r"fully|completely|entirely|totally)? ?(?:sure|certain)|(?:but )?(?:i(?:['’]?m| am) )?not (?:100 ?%|"
    r"100 percent|fully|"
    r"entirely|totally|"
    r"completely)(?: sure| certain)?(?: though)?)\b"
)
HEDGE = re.compile(
    rf"\s*\(\s*{_HEDGES}\)|(?:\s*[,(–—-]\s*|\b){_HEDGES}|(?<=\w)\?(?=\s*$)|,\s*(?:yes|yep|yeah|definitely|"
    r"certainly|for sure|of course)\s*(?=[.!]|$)",
    re.I,
)
"""Doubt that a reply voices while it answers, and noises of people: nothing is lost without them."""
RETRACTS = re.compile(r"\b(?:scratch|strike|drop|forget|disregard)\s+(?:the |a |an )?(?=\w)", re.I)
"""What takes back a thing that was named before."""
PRONOUN = re.compile(
    r"^\W*(?:and |but |so |though |since |as |because ){0,3}"
    r"(?:it|they|that one|this one|these|both|which|who|all)\b",
    re.I,
)
"""A clause about what was named right before."""
NOT_ONLY = re.compile(r"\bnot only\b([^.\n]{1,200}?),? but(?: also)?\b", re.I)
ONE_OF = re.compile(r"\b([^\W\d_]+) one of the (?:(?:two|three|four|other) )?([^\W\d_]+)", re.I)
"""The red one of the two cups: the red cups."""
JOINT = re.compile(r"^\W*(?:but|and|or)\b\s*", re.I)
"""What joins a sentence to the one before."""
NUMERAL = re.compile(r"\((?:[ivx]{1,4}|\d{1,2}|[a-h])\)", re.I)
"""Numbers of items on one line."""
THEY = re.compile(r"\b(?:they|them|both|these|all (?:two|three|four|five))\b", re.I)
COUNTS = re.compile(
    r"^\W*+near(?:est)?\s*(?:→|->|to)\s*far(?:thest)?\s*:\s*|^\W*+(?:there (?:is|are|would be|['’]s)|i (?:see|"
    r"count|find))?\W*+(?:exactly |only |just )?"
    r"(?:one|two|three|four|five|six|seven|\d)(?: (?:of (?:the|these|them)|objects?|items?|things?|"
    r"\w+s)){0,5}\s*[:–—-]\s*(?=\S)",
    re.I,
)
"""How many there are, before they are named."""
LEAD = re.compile(
    r"^\W*(?:ans\s*(?:->|→|=>|:|=)\s*)?(?:(?:so|thus|hence|therefore|well|ok(?:ay)?|sure|certainly|of course|"
    r"yes|right|hmm+|um+|alright|overall|"
    r"in conclusion|finally)\b[\s,:.!—-]*)*"
    r"(?:(?:hard to say(?: for certain)?|i(?:['’]m| am) not (?:entirely |completely |100% )?(?:sure|certain)|"
    r"i can(?:no|['’])t be (?:100% )?(?:sure|certain)|not (?:entirely )?sure)[,\s]*but\s+)?"
    r"(?:(?:i(?:['’]d| would)? (?:think|believe|guess|say|go with|answer|pick|choose|suspect|reckon|conclude)|"
    r"in my (?:view|opinion)|my (?:best )?(?:guess|answer)(?: is| would be)?|"
    r"(?:the |my |final |correct )*(?:answer|objects?|list|items?|result)s?(?: (?:here|then))?"
    r"(?: (?:is|are|would be|should be))?|it(?:['’]s| is| would be| should be| must be| looks like)|its|"
    r"that would be|"
    r"that['’]s|they are|these are|creo que(?: es| son)?|pienso que|je pense que(?: c['’]est)?|je crois|"
    r"ich (?:denke|glaube)|(?:das|es) (?:wären?|ist|sind|w[üu]rden? sein)|"
    r"die antwort (?:ist|lautet)|(?:endgültige )?antwort|respuesta(?: final)?|la respuesta es|"
    r"il s['’]agit de|les objets concernés sont|(?:la )?réponse(?: est)?|"
    r"(?:根据图片[,，]?)?(?:最终)?答案(?:是|为|為)?|我认为是?|最終的な答え|答えは?|回答)[\s:：,—-]*(?:that\s+|"
    r"just\s+|only\s+)?)*",
    re.I,
)
"""What leads up to an answer and says nothing."""
UNDENIED_HEADING = cue("would (?:become|be)", "will (?:become|be)", "becomes?", "after", "newly")
DENIED_HEADING = cue(
    "not", "no", "never", "still", r"remain\w*", r"stay\w*", "hidden", "currently", "unaffected", "excluded", "already",
    "without", "unchanged", "partly", "partially", "non", "nicht", "keep", "leave", "ignored?", "irrelevant",
    "unnecessary",
)  # fmt: skip
HEADING = cue(
    "reihenfolge", "antwort", "ergebnis", "orden", "respuesta", "ordre", "réponse", "front to back", "answer",
    "objects?", "order", "ordered", "sorted", "nearest", "result", "final", "list",
)  # fmt: skip
