"""Cues of choices: the small words by which a clause chooses an option, denies it, or only talks about it.

Patterns and nothing else, in six languages; what follows from them is decided in `claims`. They are looked for in text
whose mentions of options are blanked out, so that the "no" of "There is no collision" denies nothing.
"""

from __future__ import annotations

import re

from diorama.kinds.reading.cues import cue

BLANK, THING = "\ufffc", "\ufffb"
"""What stands for each sign of a mention of an option, and of a thing that an option is about."""

STATEMENTS = re.compile(r"(?<=[.!?。！？…])[\"'”’)\]*]*(?:\s+|(?=[\u3040-\u30ff\u3400-\u9fff\ufffc]))|\n+")
"""Where a statement ends."""
CLAUSES = re.compile(
    r";|；|，|,(?=[\u3040-\u30ff\u3400-\u9fff])|(?:\s+[–—]+\s*|[–—]+|\s-{1,2}\s|(?<=[^\d\s])[:：](?!\w)|[:：]\s)"
    r"(?!\s*(?:in)?correct\b|\s*wrong\b|\s*right\b|\s*false\b|\s*true\b)|\.\.+|…|\s*(?:=>|->|→|⇒)\s*|"
    r"(?<!anything)(?<!nothing),?\s+\b(?:but|while|whereas|although|though|however|aber|sondern|mais|pero|sino|yet)\b|但是?|しかし|けど|"
    r"[,，、]\s*(?=(?:so|therefore|thus|hence|then|not|and not|and therefore|my|i|i['’]d|i['’]ll|i['’]m|it['’]?s|it|that|this|"
    r"which|the|now|rather|probably|maybe|perhaps|possibly|likely|most|more|leaning|making|meaning|leaving|nicht|sondern|also|"
    r"donc|así|por|je|ich|creo|yo|pas|since|because|as|given|there|you|we)\b|所以|因此|我|应该|よって|\ufffc)|(?<=enough)[,，]|"
    r"\s+(?=so\s+(?:the|it|i|my|yes|no|\ufffc|that means)|therefore\b|hence\b|thus\b)|"
    r"[\s,]+(?=(?:because|since|as|due to|given that|weil|porque|parce que|denn)\b)|，?因为|から[、,]",
    re.I,
)
"""Where a clause ends."""
REASON = re.compile(
    r"^[^\w\ufffb\ufffc]*(?:because|since|as(?! (?:a|per|for|far|shown|such|well)\b)|due to|given that|reason(?:ing|s)?\b|explanation|"
    r"rationale|justification|analysis|why|weil|denn|porque|parce que|因为|理由|原因|解释|解説)",
    re.I,
)
FINAL = re.compile(
    r"\bfinal(?:ly)?\b(?:[\s,]+\w+){0,2}?\s+(?:answer|choice|decision|verdict|selection)|#{3,}|\bfinal(?=\s*[:：])|"
    r"最终答案|最終答案|最終的な答え|最终选择|respuesta final|réponse finale|endgültige antwort",
    re.I,
)
MARKED = re.compile(
    r"\b(?:correct|right|best|chosen) \ufffc|\ufffc\W{0,4}(?:correct|right|true)\b|\b(?:answer|answers|ans|verdict|conclusion|decision|"
    r"(?:correct|right|best|chosen|selected|proper|appropriate|most \w+) (?:one|option|choice|letter|statement|description)|"
    r"i(?:['’]d|['’]ll| would| will| shall| am going to|['’]m going to| have to| must)?(?: rather| then| therefore| thus)? "
    r"(?:choose|pick|select|go|opt|vote|settle|answer|say|am choosing|take)(?: with| for| on)?|"
    r"i(?:['’]m| am) (?:going|choosing|picking|going to go|leaning|inclined)|my (?:\w+ )?(?:choice|pick|guess|selection|vote|bet|answer)|"
    r"it (?:must|has to|should) be|(?:is|are|must be|should be|seems|looks) (?:the |clearly |definitely |therefore |indeed )*"
    r"(?:correct|right|true|best)|respuesta|(?:opción|respuesta) correcta|elijo|escojo|réponse|reponse|bonne réponse|"
    r"je (?:choisis|réponds|dirais)|antwort|richtig(?:e)? (?:ist|antwort|option)|ist richtig|es (?:la )?correcta|est (?:la )?"
    r"(?:bonne|correcte?)|ich (?:wähle|nehme|sage)|korrekt)\b|答案|正确|正確|選擇|选|選|正解|答え|回答|解答|应为",
    re.I,
)
"""A clause that marks what it names as the answer."""
CONCLUDES = cue(
    "so", "therefore", "thus", "hence", "overall", "in (?:summary|conclusion|short)", "consequently", "to sum up",
    "(?:that|this|which) (?:leaves|means|gives|makes|matches|corresponds|is)", "matches", "corresponds to", "accordingly",
    "leaving", "making", "meaning", "donc", "por (?:lo )?tanto", "así que", "deshalb", "daher", "folglich", "somit",
    "ergo", "all in all", "leaning", "leans?", "more likely", "most likely", "rather(?! than)", "best fits?", "ultimately",
    signs="所以|因此|故|综上|よって|したがって|つまり|=>|→|⇒",
)  # fmt: skip
DENIES = re.compile(
    r"\b(?:not|no longer|never|neither|nor|cannot|isn|hardly|unlikely|doubt|rul(?:e|es|ed|ing) out|exclud(?:e|es|ed|ing)|"
    r"eliminat(?:e|es|ed|ing)|discard(?:s|ed|ing)?|reject(?:s|ed|ing)?|dismiss(?:es|ed|ing)?|cross(?:es|ed|ing)? out|"
    r"disregard(?:s|ed)?|avoid|no need|need not|unnecessary|instead of|rather than|other than|except|unlike|as opposed to|anything but|incorrect(?:ly)?|"
    r"wrong(?:ly)?|false|far from|don['’]?t|doesn['’]?t|isnt|wont|wouldnt|nicht|kein\w*|weder|ohne|ne|pas|ni|descart\w+|"
    r"elimin[oéa]\w*|no (?:es|creo|sería|puede|está|quit\w+|retir\w+)|exclu[st]\w*)\b|n['’]t\b|不是|不选|不會|不会|不能|不要|不应|排除|"
    r"并非|不可能|没有|沒有|ではな|じゃな",
    re.I,
)
"""Before a mention: it is denied."""
DENIES_NEXT = re.compile(
    r"^[^\w\ufffb\ufffc]*(?:\w+\W+)?(?:incorrect|wrong|ruled out|eliminated|excluded|not (?:correct|right|the answer)|false|rejected)"
    r"(?: (?:options?|answers?|choices?))?\W*$",
    re.I,
)
"""A label that denies what follows it."""
NO_DENIAL = re.compile(
    r"\bnot only\b|\bno doubt\b|\bwithout (?:a )?doubt\b|\bif i(?:['’]m| am) not mistaken\b|\bunless i(?:['’]m| am) mistaken\b|"
    r"\bcan(?:no|['’])t (?:help but|but)\b|\bwhy not\b|\bnot surprisingly\b|\bdon['’]t see why not\b|\b(?:it|there) is no doubt\b|"
    r"\bcannot (?:be )?(?:anything|other) (?:but|than)\b|\bnothing (?:but|other than)\b|\bnone other than\b|\bcan only be\b|"
    r"\bnot hard to\b|\bnot difficult to\b",
    re.I,
)
DENIED_AFTER = re.compile(
    r"^[\s\"'”’)\]}*]*(?:\([^()]{0,60}\)\s*)?[(:=–—-]?\s*"
    r"(?:(?:,? which )?(?:is|was|are|seems?|looks|appears|must be|would be|has to be|can be|could be|should be|may be|ist|es|est)"
    r"\s+(?:\w+ly\s+|the\s+|an?\s+|therefore\s+|thus\s+|also\s+|not\s+)*(?:wrong|incorrect|false|ruled out|out\b|excluded|"
    r"eliminated|impossible|unlikely|not\b|inaccurate|invalid|rejected|off\b|tempting|falsch|nicht|incorrecta|errónea|falsa|"
    r"fausse?|incorrecte?|pas)|(?:isn|wasn|doesn|won|wouldn|couldn|can)['’]?t\b|(?:cannot|can not|does not|do not|did not|will not|"
    r"would not|could not|need not|must not|is not|was not|never|fails|n['’]est pas|kann nicht|no (?:es|puede))\b|"
    r"(?:wrong|incorrect|false|ruled out|not correct|not right|falsch|incorrect[oa]|faux)\b|"
    r"不对|不對|不正确|不正確|错误|錯誤|是错|是錯|不是|不成立|不可能|可以排除|排除|は(?:違|誤|間違)|ではな|じゃな|[✗✘❌✖☒])",
    re.I,
)
"""After a mention: it is denied."""
NOT_MEANT = re.compile(
    r"\bi was (?:going|about|tempted|inclined) to\b|\b(?:at first|initially|originally|first)(?: \w+){0,2} (?:thought|guess\w*|"
    r"said|believed|assumed|considered|answered|chose|glance|sight)\b|\bi (?:first|initially|originally) \b|\bi had thought\b|"
    r"\bi (?:considered|wondered)\b|\bmy (?:first|initial) (?:\w+ )?(?:guess|thought|instinct|answer|impression|reaction)\b|"
    r"\b(?:one|you|some|people|someone|somebody|we|many) (?:might|may|could|would) (?:\w+ )?(?:think|say|assume|argue|believe|"
    r"expect|guess|pick|choose|be tempted)|\btempting\b|\bmay (?:seem|look|appear)\b|\bmight (?:seem|look|appear)\b|"
    r"\bat first (?:sight|glance)\b|\blooks like it at first\b|\bit would be \ufffc+ if\b|\bwould (?:have been|be) \ufffc+[^,;]{0,20} if\b|"
    r"\bcould \ufffc+ be\b|\b(?:consider|check|checking|examine|evaluate|test|considering)(?:ing)? (?:option )?\ufffc|"
    r"\bwhether\b|\bfor \ufffc+ to be\b|\b(?:would|will) only be\b|\bonly if\b|\bcompar(?:e|ed|ing)\b|\bif \ufffc|\botherwise,? (?:the|it|i)\b|"
    r"\b(?:zuerst|erst) dachte\b|\bau début\b|\bal principio pens|\b(?:options?|choices|alternatives) (?:are|were|given|listed)\b|"
    r"一开始以为|起初|最初は",
    re.I,
)
"""A clause that names an option without choosing it."""
SUPPOSES = re.compile(
    r"^[^\w\ufffb\ufffc]*(?:(?:so|and|but|now|then|however|even)\W+)?(?:if|unless|suppose|supposing|assuming|imagine|were|had|when|once|"
    r"after|with(?:out)?|as soon as|wenn|falls|si(?=\s+\w)|cuando|lorsque|quand|nach|如果|假如|若|もし)\b",
    re.I,
)
DOUBTS_IT = re.compile(r"^[^\w\ufffb\ufffc]*(?:\w+\W+)?(?:if|unless|suppose|supposing|assuming|imagine|wenn|falls|si|如果|假如|若|もし)", re.I)
"""A condition that may not hold, unlike "after the move"."""
IF_THEN = re.compile(r"^[^,:，：]{0,250}?(?:[,，]\s*(?:then\b\s*)?|\bthen\b\s*)", re.I)
"""The condition before what follows from it."""
IS_OFFER = re.compile(
    r"\b(?:let me know|hope (?:this|that) helps?|feel free|happy to help|glad to help|if you (?:need|want|have|like|would)|"
    r"anything else|would you like|i can help|i(?:['’]d| would) be (?:happy|glad)|thanks? (?:you )?for|you['’]re welcome|great question|good question|is there anything)\b",
    re.I,
)
IS_POLITE = re.compile(
    r"^[^\w\ufffb\ufffc]*(?:sure(?: thing)?|certainly|of course|absolutely|definitely|ok(?:ay)?|alright|got it|yes,? of course|gladly)\W*$", re.I
)
"""A statement that opens a reply and answers nothing, where more follows."""
WEAK = re.compile(r"\b(?:could|might|may)(?: well| also| possibly)? be\b|\bpossibl[ey]\b|\bpotentially\b|可能", re.I)
NOW = re.compile(
    r"\b(?:currently|(?:is|are) now|now (?:hides?|covers?|blocks?)|\ufffc+ now|as of now|at present|at the moment|right now|in the (?:current|original|initial) "
    r"(?:view|picture|image|scene)|before (?:the|this|that|it)|initially|originally|at first|was|were|starts? (?:out|off)|"
    r"present(?:ly)?|actualmente|actuellement|derzeit)\b|目前|现在|現在",
    re.I,
)
"""How it is before what the question supposes."""
PURPOSE = re.compile(
    r"\b(?:so that|so as to|in order (?:to|that)|to (?:avoid|prevent|ensure|make sure|guarantee|achieve|get)|"
    r"(?:and|,) (?:then )?there (?:will|would) (?:then )?be)\b.*",
    re.I | re.S,
)
TOLD = re.compile(
    r"\b(?:(?:it|that|there|what|this|here)['’]s|i['’](?:d|m|ll|ve)|it['’]?(?:d|ll)|or|either|both|oder|ou|but|aber|mais|pero|sondern|sino|i|we|the|a|an|my|your|our|is|it|its|it['’]?s|that|that['’]?s|this|there|be|been|would|will|should|must|can|has|"
    r"have|to|of|in|for|with|on|as|and|so|thus|hence|therefore|then|well|ok|okay|sure|certainly|clearly|overall|finally|"
    r"think|believe|say|guess|feel|suppose|pick|choose|select|go|going|answer|answers|ans|option|choice|letter|correct|right|"
    r"best|final|one|likely|probably|most|more|maybe|perhaps|possibly|definitely|certain|confident|pretty|quite|very|just|"
    r"only|simply|i['’]?d|i['’]?m|i['’]?ll|im|would|rather|result|response|conclusion|solution|prediction|verdict|here|now|"
    r"looks|seems|like|appears|me|from|what|see|can|picture|image|scene|view|based|looking|at|given|my|hello|hi|hmm+|um+|uh|"
    r"please|thanks|thank|you|yes|no|still|again|all|also|too|indeed|fully|completely|entirely|totally|remains?|stays?|end|"
    r"ends|up|become|becomes|becoming|then|after|move|moved|moves|"
    r"la|el|es|que|creo|opción|respuesta|correcta|final|le|l|est|c|je|crois|pense|réponse|bonne|choisis|option|die|der|das|"
    r"ist|ich|glaube|denke|wähle|antwort|richtig|richtige|lautet|lo|un|una|une|ein|eine)\b|"
    r"(?:最终|最終|正确|正確|答案|应该|應該|选择|選擇|选项|選項|选|選|我|认为|認為|是|为|為|の|は|です|だと思います|と思います|答え|正解|的|了|会|項|项|回答|だ)",
    re.I,
)
"""Words around an option that say nothing else."""
CORRECTS = re.compile(
    r"(?:\b(?:hm+|oh|oops|ah|um+|uh)\b[\s,.!…—-]*)*(?P<no>\bno\b[\s,.!…—-]+)?"
    r"\b(?:(?:wait|actually|scratch that|(?<=hmm )no|(?<=hmm, )no|or rather|on reflection|looking (?:again|closer|more closely)|i take (?:that|it) back|"
    r"(?:up)?on closer (?:look|inspection)|thinking again|on second thoughts?|correction|let me correct (?:that|myself)|my mistake|"
    r"(?:i(?:['’]m| am) )?sorry,? i meant?|i meant?(?= )|i misread|i made a mistake|let me (?:re-?think|reconsider|re-?examine|"
    r"re-?check|re-?evaluate|revise)|after reconsidering|changing my (?:answer|mind)|i change my (?:answer|mind)|"
    r"nein,? warte|non,? attends?|no,? espera|más bien|je corrige|pardon|mejor dicho|besser gesagt|ich meine|perdón)\b)"
    r"(?:[\s,.!…:—-]*(?:wait|actually|sorry)\b)?(?P<after>[\s,.!…—-]+no\b(?=\s*[,.:;!…—-]|\s*$))?|等等|不对[，,。]|更正|"
    r"いや[、,]|訂正|待って",
    re.I,
)
"""Where a reply corrects itself."""
RETRACTS = re.compile(
    r"\b(?:that['’]?s|that (?:is|was)|this is|it['’]s|which is|i was) (?:\w+ )?(?:wrong|incorrect|not right|mistaken|a mistake|"
    r"not correct|false)\b|\bthat(?:['’]s| is) not\b|\bisn['’]t right\b",
    re.I,
)
OTHER_ONE = re.compile(r"\b(?:the )?(?:other (?:one|option|choice|answer)|opposite|only other)\b|另一个|もう一方", re.I)
REMOVES = re.compile(
    r"\b(?:remov\w+|tak(?:e|en|ing)\b.{0,60}?\b(?:away|out|off)|tak(?:e|en|ing) away|clear(?:ed|ing)?\b|get rid|getting rid|get\b.{0,40}?\bout(?:ta)?\b|"
    r"(?:has|have|needs?|must|should|ought)(?: also| to)* (?:to )?go\b|go(?:es)? (?:too|as well|away)|must go|out of the way|"
    r"mov(?:e|ed|ing)\b.{0,40}?\b(?:away|aside|out)|be moved|lift(?:ed|ing)?|pick(?:ed|ing)? up|eliminat\w+|quit\w+|retir\w+|"
    r"elimin\w+|apart\w+|enlev\w+|supprim\w+|ôter|dégag\w+|entfern\w*|weg\w*|beseitig\w+|muss weg|remove)\b|"
    r"移除|移走|移开|移開|拿走|拿掉|拿开|去掉|搬走|清除|挪开|挪走|取り除|どか|除去|撤去|どける|取り去",
    re.I,
)
ENOUGH = re.compile(
    r"\b(?:enough|sufficient|sufficiently|suffices?|sufficed|suffice|all it takes|all that is needed|does the (?:trick|job)|"
    r"basta\w*|suficientes?|suffit|suffira\w*|suffisante?|reicht|genügt|ausreich\w+)\b|足够|足夠|就够|就夠|就行|够了|十分|足り|だけでいい|だけで済",
    re.I,
)
NOT_ENOUGH = re.compile(
    r"\b(?:not|never|n['’]t|isnt|insufficient|hardly|no|nicht|pas|ne|nunca)\b|n['’]t\b|insufficient|不|没|ない|ません",
    re.I,
)
HIT_BEFORE = re.compile(
    r"\b(?:(?:path|way)|ahead|obstacle|blocking it|blocks it|in front(?: of \w+(?: \w+)?)?) (?:is|are|would be|:) $|"
    r"\b(?:hits?|hitting|into|with|strikes?|striking|touch(?:es)?|meets?|blocked by|stopped by|obstructed by|hit by)\s+(?:\w+ )?$|"
    r"(?:撞到|撞上|碰到|挡住的是|被)$",
    re.I,
)
HIT_AFTER = re.compile(
    r"^\s*(?:is|are|would|will|stands?|sits?|lies|remains?|still|also|then|directly|right|exactly|squarely|the one|the only one|"
    r"that|that['’]s|which|be|object|being|the|obstacle|one|thing|only|\s)*"
    r"(?:in (?:the|its|their) (?:way|path)|block\w*|obstruct\w*|be hit|hit|in front of|straight ahead|on (?:its|the) (?:line|path|"
    r"way|course))\b|^(?:会?挡|阻|在路)|^(?:が|は).{0,8}(?:邪魔|ぶつか|塞)",
    re.I,
)
FIRST_PLACE = re.compile(
    r"\b(?:in the first place|to begin with|anyway|already|from the (?:start|outset|beginning)|even (?:with|if|without)|"
    r"in any case|at all|regardless)\b",
    re.I,
)
WOULD_BE = re.compile(r"\b(?:answer|option|choice|it)\b[^,;]{0,20}\b(?:would|might|could) (?:then )?(?:be|have been)\b", re.I)
"""What would be the answer if things were otherwise."""
IF_I_MUST = re.compile(r"\bif (?:i|you|we|one|forced|pressed|asked)\b", re.I)
FREES = re.compile(
    r"\b(?:way|path|lane|road|route|line)\b[^,;.]{0,25}\b(?:free|clear|open)\b|\b(?:clears?|frees?) (?:the|its) (?:way|path)\b|"
    r"\b(?:no|every|all|any) (?:more |further |other )?(?:collisions?|crash(?:es)?)\b|\bsafely\b|\bwithout (?:hitting|touching|"
    r"any|a)\b|\bpass(?:es)? (?:freely|through|without)\b|\bnothing(?: else)?\b|\b(?:not|n['’]t) (?:hit|touch|run into|collide|"
    r"crash|bump into|strike)\b(?: with| into)?(?: any\w*|\W*$)|\ufffc",
    re.I,
)
"""What follows if the right thing is removed."""
STILL = re.compile(r"\b(?:still|also|as well|too|other|another|would be a|is a)\b|仍|还", re.I)
NOTHING_HIT = re.compile(
    r"\bnothing (?:is |stands |lies |would be |will be |gets )?(?:in (?:the|its) (?:way|path)|hit|blocking|ahead|blocks)|"
    r"\b(?:hits?|touch(?:es)?|strikes?) nothing\b|\b(?:way|path|lane|road|route)(?: \w+){0,2} (?:is|was|are) (?:\w+ )?(?:free|clear)|"
    r"(?:\bnot|n['’]t|\bnever) (?:actually |even )?(?:hit|touch|run into|collide|collide with|crash|crash into|bump into|strike)"
    r"(?: any\w*|\W*$)|不会撞到任何|没有东西挡",
    re.I,
)
