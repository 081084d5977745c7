"""Cues of sentences: the words by which a clause affirms, denies or puts aside the things it names.

They are patterns and nothing else, over clauses in which each group of things is one sign (`groups`); what follows from
them is decided in `claims` and `judgements`.
"""

from __future__ import annotations

import re

from diorama.kinds.reading.objects.groups import ASKED, GROUP, THING

NOT = re.compile(
    r"\b(?:not(?! (?:only|to (?:be )?forg\w+|to mention)\b)|never|neither|nor|no(?! (?:longer|doubt|other|"
    r"more (?:hidden|blocked|covered)))|none|"
    r"cannot|"
    r"nothing(?! (?:else|more|but|other))|nowhere|(?:without|ohne|sans|sin)(?! (?:it|them|that|"
    r"this)\b)(?! [\ue000-\uf000])|only if|"
    r"lacks?|lacking|misses|missing|fails?|absent|excluded?|"
    r"kein\w*|nicht|pas|ni|tampoco)\b|n['’]t\b|\bno se\b|\btoo \w+(?: \w+){0,4} (?:to|for)\b|不|没|沒|"
    r"ない|ません|无|無",
    re.I,
)
STILL = re.compile(
    r"\b(?:still|remain\w*|stays?|staying|keeps?|keeping|continues? to|as well as before|even then|sigue\w*|"
    r"seguir\w*|"
    r"permanece\w*|reste\w*|bleib\w*|weiterhin|noch|toujours|encore|todavía|aún)\b|まま|仍|还是|還是",
    re.I,
)
PARTLY = re.compile(
    r"\b(?:partly|partially|(?:only|just) (?:a )?(?:part|bit|piece)\b|more of|better|a (?:bit|little) more|"
    r"somewhat|"
    r"incomplete\w*|mostly|almost|nearly|in part|not (?:quite|fully|completely|entirely))\b",
    re.I,
)
ALREADY = re.compile(
    r"\b(?:already|currently|as it is|to begin with|anyway|at the moment|right now|all along|from the start|"
    r"in any case|"
    r"never (?:(?:been|were|was) )?(?:covered|hidden|blocked|obscured|occluded)|(?:not|"
    r"n['’]t) (?:\w+ )?(?:covered|hidden|blocked|obscured|occluded) (?:in the first place|now|anyway)|"
    r"in the first place|beforehand|as before|either way|regardless|"
    r"(?:was|were) (?:\w+ ){1,3}(?:before|already))\b",
    re.I,
)
PARTLY_NOW = re.compile(
    r"\b(?:only|just) (?:(?:its|the|their|an?|some|half|part|parts|one|two)\b[^;]{0,40}?|partly |partially )"
    r"(?:is |are |can be )?(?:now |currently )?(?:visible|seen|showing|in view|sticking out|peeking out)\b",
    re.I,
)
"""Only its lid is visible: so much is seen of it as things are."""
THEN_SEEN = re.compile(r"\b(?:would|will|could|still|even then|remains?|stays?)\b|['’](?:d|ll)\b", re.I)
HIDES_WORD = (
    r"(?:hid(?:es?|ing)|cover(?:s|ing)?|block(?:s|ing)?|occlud(?:es?|ing)|obscur(?:es?|ing)|conceal(?:s|ing)?|"
    r"overlap(?:s|ping)?|obstruct(?:s|ing)?|mask(?:s|ing)?|clip(?:s|ping)?|screen(?:s|ing)|eclips(?:es?|ing)|"
    r"cross(?:es|ing)|"
    r"cut(?:s|ting)? (?:off|into|across|through)|in front of|(?:in|into) the way of|between (?:us|me|you|"
    r"(?:the )?(?:camera|viewer|lens)) and|reach(?:es)? over|stick(?:s)? out over|"
    r"lies across|before|covers up)"
)
HIDDEN_WORD = (
    r"(?:hidden|covered|blocked|occluded|obscured|concealed|overlapped|obstructed|masked|screened|cut(?: off)?|"
    r"clipped|shielded)"
)
NOTHING_ELSE = (
    r"(?:nothing(?: else)?|no(?:thing)? other (?:object|thing|item)|no (?:object|thing|item)|none of the others)"
)
SOMETHING = (
    r"(?:something(?: else)?|some other \w+|other (?:things|objects|items)|others|another (?:object|thing|one))"
)
HIDES = re.compile(
    rf"(?P<by>{THING}|\b{NOTHING_ELSE}\b)(?P<between>[^\ue000-\uf000]{{0,60}}?)"
    rf"\b{HIDES_WORD}\b(?P<rest>[^\ue000-\uf000]{{0,45}}?)(?P<what>{THING}|\bit\b|\bthem\b|\bits\b|\btheir\b|"
    rf"\bthat\b|\bthose\b|$)",
    re.I,
)
IS_HIDDEN_BY = re.compile(
    rf"(?P<what>{THING}|\bit\b|\bthey\b|\beach\b|"
    rf"\bboth\b)(?P<between>[^\ue000-\uf000]{{0,60}}?)\b(?:{HIDDEN_WORD}(?P<more>[^\ue000-\uf000]{{0,30}}?)\b"
    rf"(?:by|behind|from (?:view|sight) by|under|beneath)|by|behind)\b(?P<rest>[^\ue000-\uf000]{{0,25}}?)"
    rf"(?P<by>{THING}|\bit\b|\bthat\b|\bthem\b|\b{NOTHING_ELSE}\b|\b{SOMETHING}\b)",
    re.I,
)
BEHIND_FIRST = re.compile(
    rf"^[^\w\ue000-\uf000]*(?:(?:a|and|then|little|bit|right|just|directly|further|farther|but|next|also|so|"
    rf"straight|immediately) ){{0,4}}behind\b(?P<rest>[^\ue000-\uf000]{{0,20}}?)(?P<by>{THING}|\bit\b|\bthat\b|"
    rf"\bthis\b|\bthem\b)",
    re.I,
)
HAS_IN_FRONT = re.compile(
    rf"(?P<what>{THING}|\bit\b|\bthey\b)(?P<between>[^\ue000-\uf000]{{0,45}}?)\b(?:keeps?|ha(?:s|ve|d)|"
    rf"gets?|left with|with)\b[^\ue000-\uf000]{{0,20}}?"
    rf"(?P<by>{THING}|\b{SOMETHING}\b|\bthings\b|\bnothing\b)[^\ue000-\uf000]{{0,25}}\b(?:in front|before it|"
    rf"in the way)\b",
    re.I,
)
AND_ANOTHER = re.compile(
    rf"\s*(?:,\s*)?(?:and|as well as|plus|along with|together with)\s+(?:also |partly |partially )*({GROUP})",
    re.I,
)
IS_WHAT = re.compile(
    rf"(?P<what>{GROUP})\s+(?:is|are|was|were)\s+(?:exactly |just |only )?"
    r"(?:what|(?:the )?(?:only |very )?(?:ones?|things?|objects?)(?: that)?)\s+"
    rf"(?P<by>{THING})\s+(?:(?:is|are|was|were|now|currently|partly|partially|also) )*{HIDES_WORD}\W*$",
    re.I,
)
"""The pear is what the box hides."""
IN_FRONT_TOO = re.compile(
    rf"^[^\w\ue000-\uf000]*(?P<by>{GROUP}) (?:is|are|stands?|remains?|stays?) (?:(?:still|also|partly|right) )*"
    r"(?:in front|in the way)(?: too| as well| also| of it)?\W*$",
    re.I,
)
"""Pear: the mug is still in front."""
LOSES = re.compile(rf"({GROUP})[^\ue000-\uf000]{{0,25}}\bloses?\b(?! {ASKED})", re.I)
HIDDEN = re.compile(
    rf"\b{HIDDEN_WORD}\b|\bout of (?:sight|view)\b|\bhid(?:e|es|ing)\b|\b(?:tapa\w*|ocult\w*|cach\w*|masqu\w*|"
    rf"verdeck\w*|versteck\w*)\b|挡|擋|遮|隠",
    re.I,
)
VISIBLE = re.compile(
    r"\b(?:visible|(?:in|into|to) (?:\w+ ){0,2}(?:view|sight)|seen?|sees|seeing|reveal(?:s|ed|ing)?|expos(?:es?|"
    r"ed|ing)|"
    r"uncover(?:s|ed|ing)?|unobstructed|unblocked|unhidden|free(?:s|d|ing)?|clear(?!\w)(?! (?:of|air|glass)\b)|"
    r"complete(?!\w)|"
    r"whole|in full|"
    r"appear(?:s|ing)?|show(?:s|n|ing)?(?! (?:no|none))|emerges?|comes? (?:to light|out|up|through)|ma[dk]e out|"
    r"look(?:s|ing)?(?: \w+){0,2} at|catch|tak(?:es?|ing) up|occup(?:y|ies|ying)|"
    r"(?:sight|gaze|eye|view)\b[^;]{0,40}\b(?:hits|meets|strikes|reaches|(?:lands|falls|ends) (?:on|at))|"
    r"find|found|behold|notice|spot|fill(?:s|ing)?|get(?:s|ting)?(?= [^\w\ue000-\uf000]*[\ue000-\uefff])|sichtbar|"
    r"zu sehen|sehen|sieht|säh\w*|erkenn\w*|visibles?|voir|"
    r"voit|verrai\w*|verra|ver|ve|verían?|verá\w*|vería\w*|vemos|appara\w+|apparaî\w+|aparec\w+|"
    r"lights? up|opens? up|unveil\w*|unmask\w*|lays? bare|bring(?:s|ing)? (?:out|up|forth)|"
    r"(?:un\w+ |clear |full |complete )?view (?:of|to|onto)|benefits?|profits?|qualif(?:y|ies)|"
    r"makes? the list)\b|可见|看到|"
    r"看见|看見|"
    r"露出|見え|可見|显露",
    re.I,
)
WOULD = re.compile(r"\b(?:would|will|could|can|might|may|should|becomes?|becoming|gets?)\b|['’](?:d|ll)\b", re.I)
WOULD_DO = re.compile(
    rf"{GROUP} (?:also |then |now |even )*(?:would|['’]d|will|['’]ll)(?! (?:not|never|have|hide|cover|block))\b", re.I
)
UNAFFECTED = re.compile(r"\b(?:un\w+ed|excluded|ruled out|elsewhere|nowhere|too far)\b", re.I)
TAIL = re.compile(
    r"\W*(?:(?:(?:just|right|directly|well|far|close|slightly|almost|nearly|a|bit|little|some|way|standing|"
    r"sitting|lying|"
    r"leaning|tucked)\s+)*(?:on|in|at|to|near|under|over|behind|beside|from|within|inside|next|above|below|by|"
    r"further|"
    r"farther|against|with|itself|there|here|up|away|off)\b[^\ue000-\uf000,;:]*)?$",
    re.I,
)
"""Where a thing is, after its name."""
GOES_ON = re.compile(
    r"^(?:and )?(?:also )?(?:with|as well as|plus|along with|together with|next to it|below it|above it|"
    r"beside it|under it|over it)\b",
    re.I,
)
UNCHANGED = re.compile(
    r"\b(?:unaffected|unchanged|not (?:be )?affected|n['’]t (?:be )?affected|no (?:difference|change)|irrelevant|"
    r"nowhere near|"
    r"n['’]t (?:matter|belong|count|change)|not (?:matter|belong|count|change)|(?:is|are|stands?|lies?|"
    r"sits?) (?:too far|off|away|outside|elsewhere|"
    r"apart|aside|clear of)|to (?:the|either|one) (?:left|right|side)|(?:left|right) of|beside|next to|"
    r"out(?:side)? of (?:the )?(?:line|way|frame)|"
    r"a un lado|al lado|de lado|fuera|à côté|à l['’]écart|en dehors|daneben|abseits|außerhalb|seitlich|"
    r"in the foreground|in the background|in front(?! of)|in front of \uf000|clear of|excluded|ruled out|"
    r"not part of)(?!\w)",
    re.I,
)
REMOVES = re.compile(
    r"\b(?:remov(?:e|es|ed|ing|al)|tak(?:e|es|en|"
    r"ing) (?:[^\w\ue000-\uf000]*[\ue000-\uefff][^\w\ue000-\uf000]*)?(?:away|out|off)|took|clear(?:s|ed|"
    r"ing)?(?! view)(?! of)|lift(?:s|ed|ing)?|mov(?:e|es|ed|ing)|"
    r"shift(?:s|ed|ing)?|get(?:ting)? rid of|go|goes|gone|going|(?<!is )(?<!are )(?<!well )out of the way|"
    r"eliminat\w+|pull(?:ed|ing)?|push(?:ed|ing)?|pick(?:ed)? up|"
    r"set aside|put away|start(?:ing)? with|begin(?:ning)? with|need to|has to|have to|must|entfern\w*|weg|"
    r"wegnehmen|retirer|enlever|enlève\w*|retire\w*|ôte\w*|quita\w*|"
    r"retira\w*|saca\w*|away(?! from)|culprits?|blockers?|occluders?|obstacles?|answer|set|list|sequence)\b|移|拿走|"
    r"取り除|どか",
    re.I,
)
MAY_STAY = re.compile(
    r"\b(?:can|may|could|should|is free to|are free to|is fine to|must)? ?(?:stay|stays|remain|remains|be left|"
    r"be kept)\b|\b(?:leave|keep|ignore|spare)\b|"
    r"\b(?:unnecessary|needless|not (?:needed|necessary|required|in the way)|n['’]t (?:needed|necessary|required|"
    r"in the way)|"
    r"no need|needn['’]t|need not|does(?: not|n['’]t) (?:need|have)|do(?: not|n['’]t) (?:need|have)|irrelevant|"
    r"beside|"
    r"to (?:the|either|one) (?:left|right|side)|(?:left|right) of|next to|farther away than|further (?:away|"
    r"back) than|"
    r"(?:farther|further|beyond) than|fine where|clear of|leaves? (?:\uf000|a gap)|comes? close|off to the|"
    r"on the (?:left|right)|elsewhere|(?:is|are) (?:well )?out of the way|"
    r"(?:is|are|stands?|lies?|sits?) behind(?=\W*$| \uf000))(?!\w)",
    re.I,
)
IN_THE_WAY = re.compile(r"\bin the way\b|\bin (?:the )?front\b", re.I)
ORDER_WORD = re.compile(
    r"\b(?:nearest|closest|the (?:nearer|closer|farther|further)|next(?! to)|"
    r"first|second|third|fourth|fifth|last|lastly|finally|farthest|furthest|then|"
    r"(?:before|after) (?:that|it|this|which)|behind (?:it|that|this|them)|"
    r"foremost|in between|follow(?:s|ed)|comes?|front(?:most)?)\b|"
    r"^[^\w\ue000-\uf000]*[\ue000-\uefff][^\w\ue000-\uf000]*$",
    re.I,
)
MIRRORS = re.compile(
    r"\b(?:reflect\w*|mirror\w*|upside[- ]down|doubles?|twins?|counterparts?|cop(?:y|ies)|"
    r"(?<!the )(?<!this )(?<!in )images?|reflet\w*|fainter|weaker|dimmer|blurrier|less (?:clear|distinct)|"
    r"reflej\w*|spiegel\w*|gespiegelt|throws? back)\b|倒影|反射|映",
    re.I,
)
HAS_ONE = re.compile(
    r"\b(?:has|have|had|got|shows?|with|leaves?|there['’]s|is) (?:an? )?(?:\w+ )?(?:one|ones|it)\b",
    re.I,
)
HAS_NONE = re.compile(r"\b(?:has|have|had|got|shows?|with|leaves?) (?:none|no(?!t|w)\b)", re.I)
NOT_HIDDEN = re.compile(rf"\b(?:not|n['’]t|never) (?:\w+ )?(?:\w+ )?{HIDDEN_WORD}\b", re.I)
NO_LONGER = re.compile(
    rf"\b(?:no longer|(?:would|will|could) (?:\w+ )?(?:not|never)|(?:would|wo|could)n['’]t) (?:be |stay |"
    rf"remain )?(?:\w+ )?{HIDDEN_WORD}\b|"
    rf"\b(?:nicht (?:mehr|länger)|plus|ya no|ne \w+ plus)(?: \w+)? "
    rf"(?:verdeckt|versteckt|cach\w+|masqu\w+|tapad\w+|ocult\w+)",
    re.I,
)
ONLY_BY = re.compile(
    rf"\b{HIDDEN_WORD}(?: \w+ly)? (?:only|solely|just|exclusively) (?:by|behind)\b|"
    rf"\b(?:only|solely|just|exclusively) (?:\w+ly )?{HIDDEN_WORD} (?:by|behind)\b",
    re.I,
)
"""Hidden by one thing alone: what follows depends on which one that is."""
SAME = re.compile(
    r"^[^\w\ue000-\uf000]*(?:and |but |as |just |or )*(?:so (?:do|does|did|is|are|has|have|had|would|will|can|"
    r"could)|as (?:do|does|is|are|has|have|would|will)|"
    r"(?:(?:the )?same (?:goes|is true|holds|applies|story|with|for)|likewise|ditto|similarly)\b|"
    r"just (?:like|as) (?=[\ue000-\uefff]))|"
    r"\b(?:same (?:goes|is true|holds|applies)|likewise|ditto)\b|\bso (?:is|are|does|do|has|have|"
    r"would) [\ue000-\uefff]",
    re.I,
)
VERB_ALONE = re.compile(
    r"^[^\w\ue000-\uf000]*(?:and |but |only |while |whereas |though |"
    r"although )*[\ue000-\uefff][^\w\ue000-\uf000]*(?:also |alone |all |both )*"
    r"(?P<verb>do|does|did|is|are|has|have|would|will|can|could|must|should|don|doesn|isn|aren|hasn|haven|wouldn|"
    r"won|can)"
    r"(?P<not>n?['’]t| not|not)?(?: (?:be|too|as well|either|also|though|not|one|so))*[^\w\ue000-\uf000]*$",
    re.I,
)
TOO = re.compile(
    r"\b(?:what i mean(?:t)?|also|too(?=\s*(?:[,.;:!)]|$|(?:if|but|as|though|tho|even|although|because|since)\b))|"
    r"as well|"
    r"likewise|additionally|in addition|besides|another|auch|aussi|"
    r"también|同样|も)\b",
    re.I,
)
FIRST = re.compile(
    r"^[^\w\ue000-\uf000]*(?:and |then |so |but )*(?:before (?:it|that|this|them)|(?:in )?between(?! (?:us|the))|"
    r"in front of (?:it|that|this|them))\b",
    re.I,
)
PLACED = re.compile(
    r"\b(?:in front of|behind|beside|next to|near|on top of|on|under|above|below|inside|in|at|to the (?:left|"
    r"right) of|beyond|"
    r"(?:left|right) of|against|between|through|from|because of|due to|than|touching|around|by|before|after|"
    r"alongside|"
    r"hinter|vor|neben|derrière|devant|detrás de|delante de)\s+(?:(?:the|that|this|its) )?$",
    re.I,
)
SEES_AT = re.compile(
    r"\b(?:look(?:s|ing)?|gaz(?:e|ing)) (?:straight |right )?at $|\b(?:reflections?|images?|cop(?:y|ies)|view|"
    r"sight|glimpse|piece|outline|shape) of $|\bfollowed by $",
    re.I,
)
EXCEPT = re.compile(
    r"\b(?:except(?: for)?|with the exception of|apart from|other than|besides|save(?: for)?|bar|but(?: not)?|"
    r"excluding|without|minus|"
    r"außer|sauf|excepto|menos|除了)\b",
    re.I,
)
EVERYTHING = re.compile(
    r"\b(?:everything|every (?:single )?(?:one|object|thing|item)|all(?! (?:of (?:it|the [\ue000-\uefff])|the way|"
    r"along|right|three|two|four|five))|anything|each (?:one|object)|the rest|"
    r"alles?|tout(?:es)?|tous|todos?|todas?)\b|全部|所有",
    re.I,
)
ALL_BUT = re.compile(rf"(?:{EVERYTHING.pattern})[^\ue000-\uf000]{{0,30}}(?:{EXCEPT.pattern})", re.I)
OF_ALL = re.compile(rf"^\W*(?:{EVERYTHING.pattern})(?! but)", re.I)
BUT_THESE = re.compile(
    rf"[^\w\ue000-\uf000]*(?:but|except|save|bar|apart from|other than)(?: not| for)? {GROUP}[^\w\ue000-\uf000]*", re.I
)
"""All of them are mirrored / but the pear."""
OTHERS = re.compile(
    r"\b(?:everything else|all (?:the )?(?:others|rest|remaining \w+)|the (?:others|rest|remaining \w+|"
    r"other (?:objects|things|items|ones|two|three|four|five|six))|all other \w+|every other \w+)\b",
    re.I,
)
NOT_LEAD = re.compile(
    r"^[^\w\ue000-\uf000]*(?:(?:and|but|so|also|sorry|no|wait|hmm+|actually|oops|then|just|"
    r"though)\b[^\w\ue000-\uf000]*)*(?:not|nor|neither|never|except(?: for)?|apart from|other than|rather than|"
    r"instead of|without|nicht|pas|no(?= [\ue000-\uefff])|sauf|außer)\b",
    re.I,
)
FOR_EXAMPLE = re.compile(
    r"(?:including|such as|like|even|e\.g\.|for (?:example|instance)|especially|also|among them)\b",
    re.I,
)
LEAVES = re.compile(
    rf"(?:and |so |then )*(?:(?:that|this|which|it) (?:only |just )?(?:leaves?|makes?)|leaving|we are left with|"
    rf"what(?:['’]s| is) left is)\b[^\ue000-\uf000]{{0,25}}(?P<sign>{GROUP})",
    re.I,
)
SCENERY = re.compile(r"\b(?:floor|wall|table|shelf|carpet|background|ground|tabletop|counter|air)\b", re.I)
THEN = re.compile(
    r"\W*(?:and |then )?(?:after|before|behind|next to|beside) (?:that|it|this|"
    r"which)\b(?=[^\ue000-\uf000]*[\ue000-\uefff])",
    re.I,
)
NOR_THERE = re.compile(rf"(?:and )?nor (?:(?:in front of|behind|by|of|for|to|from)\b|{GROUP}\W*$)", re.I)
NOT_ENOUGH = re.compile(
    r"\b(?:just|only|alone)\b.*\b(?:leaves?|not (?:be )?enough|n['’]t (?:be )?enough|insufficient|not suffice)\b",
    re.I,
)
REJECTS = re.compile(
    r"\b(?:thought|(?:would|might|['’]d) expect(?! to)|looks? like (?:it|they)|looked for|wondered about|"
    r"looked at|checked|(?:left|leave|"
    r"leaving) (?:[\ue000-\uefff] )?out|"
    r"considered|at first(?: glance| sight| look)?|initially|tempting|"
    r"(?:might|may) (?:seem|look|think|say|guess|suggest)|(?:looks?|"
    r"seems?) as (?:if|though)|"
    r"scratch|scrap|strike|drop|(?<!not to )(?<!not to be )forget|disregard|rul(?:e|es|ed|ing) out|"
    r"discard(?:ed)?|skip(?:ped)?|confused|"
    r"mistook|mistaken|(?:not|n['’]t) mean)\b",
    re.I,
)
"""Things that are named only to be put aside."""
BY_FIRST = re.compile(
    rf"^[^\w\ue000-\uf000]*(?:(?:but|and|though|also|mainly|mostly|only|this time|"
    rf"instead) )*(?P<not>not )?(?:only )?(?:by|behind) (?P<by>{THING})[^\w\ue000-\uf000]*$",
    re.I,
)
RESETS = re.compile(
    r"^[^\w\ue000-\uf000]*(?:(?:and|so|it|that|this|should|would|be|is|leaving|leaves) )*(?:but|so|just|only|"
    r"hence|thus|therefore|rather|instead|meaning|which leaves)\b",
    re.I,
)
ANY_VERB = re.compile(
    r"\b(?:is|are|was|were|would|will|can|could|has|have|had|does|do|did|may|might|must|should|stands?|sits?|"
    r"lies?|hides?|covers?|blocks?|keeps?|goes|"
    r"comes?|gets?|seems?|looks?|belongs?|leans?|vanish\w*|touch\w*|faces?|wouldn|won|don|doesn|isn|aren|it['’]s|"
    r"they['’]re)\b",
    re.I,
)
IS_IT = re.compile(
    rf"({GROUP})[^\ue000-\uf000]*\b(?:is|are|was|were)\s+(?:really |probably |clearly )?(?:the|"
    rf"my) (?:\w+ ){{0,4}}?(?:ones?|answers?|objects?|things?|two|three|four|solution|list)\b|({GROUP})\s+(?:is|"
    rf"are) what i (?:mean|meant|want)\b|({GROUP}) it is\W*$",
    re.I,
)
CANDIDATES = re.compile(
    rf"^\W*(?:(?:objects?|things?|items?|those|which|that|the|are|is) )*(?:(?:currently|now|at present|already) )?"
    rf"(?:partly |partially |half )?{HIDDEN_WORD}(?: (?:now|currently|at present|objects?|things?|items?|ones?))*\W*$",
    re.I,
)
"""What is hidden now, as a heading: those that may be the answer."""
IDENTIFIES = re.compile(
    rf"^(?P<what>[^\ue000-\uf000]*?(?:{ASKED}[^\ue000-\uf000]*?)?)\b(?:is|are|was|were|be|['’]s|['’]re|includes?|"
    rf"comprises?|leaves?|leaving|belongs? to|say|"
    rf"makes?|with|down to|remains?|means?)\b(?:\s+(?:only|just|us|me|with|thus|then|therefore|simply|to|down|"
    rf"both))*\s+(?P<sign>{GROUP})",
    re.I,
)
SUPPOSES = re.compile(
    r"^[^\w\ue000-\uf000]*(?:(?:and|but|so|then|now) )*(?:if|when|once|unless|suppose|imagine|assuming|until|"
    r"were)\b(?! (?:you look|we look|one looks|i|i['’]m|anything)\b)",
    re.I,
)
SAYS_WHEN = re.compile(r"\b(?:was|were|currently|now hidden|hmm+)\b", re.I)
BECAUSE = re.compile(r"(?:because|since|as)\b", re.I)
CONJUNCTION = re.compile(r"^\s*(?:so|and|but|then|hence|thus|therefore)\s+", re.I)
STILL_VISIBLE = re.compile(r"\bstill (?:be )?(?:fully )?visible", re.I)
ONCE_GONE = re.compile(rf"^(?:\w+ )?(?:without|once|if|when|after|with) {GROUP}", re.I)
CANNOT_STAY = re.compile(
    r"\b(?:can['’]?t|cannot|can not|must not|mustn['’]t|should ?n['’]t) (?:stay|remain|be left)", re.I
)
WOULD_FALL = re.compile(r"\b(?:would|should) (?:fall|lie|land|be (?:behind|where|on))\b", re.I)
"""Where a reflection would be, if there were one."""
IS_LOST = re.compile(r"\b(?:lost|cut off|outside|falls)\b", re.I)
YES = re.compile(r"(?:yes|yeah|yep|yup|ok(?:ay)?|true|sure|sí|oui|ja|1|correct|included?|in)\b(?!\.\d)", re.I)
NO = re.compile(
    r"(?:no(?! (?:other|object|thing|item|doubt|more)\b)|nothing(?! else)|nope|nah|none|false|nein|non|0|out|"
    r"excluded?|not)\b(?! longer)(?!\.\d)",
    re.I,
)
NEITHER_DOES = re.compile(
    rf"^[^\w\ue000-\uf000]*(?:and |but )*(?:neither|nor) (?:do|does|did|is|are|has|have|would|will|can|"
    rf"could)\s+{GROUP}",
    re.I,
)
AMONG = re.compile(rf"(?:of|among|between) {GROUP}\W*$", re.I)
NAME_AND_NO = re.compile(
    rf"[^\w\ue000-\uf000]*{GROUP}[^\w\ue000-\uf000]*(?:no|nicht|non|not|nope|nein)[^\w\ue000-\uf000]*", re.I
)
TURNS_TOO = re.compile(
    r"\b(?:turns? (?:in)?to|(?:is|are|be|becomes?|turns?) (?:also |too )?(?:transparent|see-through|invisible|"
    r"clear air)|"
    r"vanish\w*|disappear\w*)\b",
    re.I,
)
"""What is inside something becomes transparent with it."""
NOT_THROUGH = re.compile(rf"not (?:through|behind|in|within|inside|by|under) (?:it|that|{ASKED})\W*$", re.I)
COMES_FIRST = re.compile(
    rf"\b(?:nearest|closest|foremost|front-?most|first|number one|up front)\b(?! (?:to |the )*{ASKED})|"
    r"\bthe (?:nearer|closer)\b|"
    r"\bin front of (?:both|all|everything|the others)\b",
    re.I,
)
COMES_LAST = re.compile(
    rf"\b(?:farthest|furthest|hindmost|rear-?most|last|in the back|at the back|the (?:farther|further))\b|"
    rf"\b(?:nearest|closest) (?:to |"
    rf"the )*{ASKED}|"
    rf"\b(?:right|directly|just|immediately) (?:before|in front of) {ASKED}",
    re.I,
)
"""In the order from near to far."""
ONE_TOO = re.compile(
    rf"^[^\w\ue000-\uf000]*(?:and |but )?(?:only )?{GROUP} (?:only )?(?:an? |the )?"
    r"(?:\w+ly |very |rather |more |much )?\w+ (?:ones?|reflections?|images?)\W*$",
    re.I,
)
"""The pear shows a clear reflection, the mug a faint one."""
RANKED = re.compile(
    rf"({GROUP}) (?:being |is |are |stands |sits |as )?(?:the )?(?:very |one )?"
    r"(?:nearest|closest|nearer|closer|foremost|front-?most|first|"
    r"(?P<last>farthest|furthest|farther|further|hindmost|rear-?most|last|deepest))"
    r"(?: (?:one|of all|to (?:us|me|the camera)|away|back))?"
    r"(?=\W*(?:$|,|and\b|but\b|while\b))",
    re.I,
)
"""The mug being the nearest: where one thing stands in the order."""
HAS_PREDICATE = re.compile(
    r"\b(?:is|are|was|were|has|have|does|do|would|will|can|could|must|should|shows?|gets?|becomes?)\b|['’](?:s|"
    r"re|d|ll)\b",
    re.I,
)
BY_NOTHING_ELSE = re.compile(
    r"(?:\b(?:none|neither|not|never)\b|n['’]t\b)[^;]*\b(?:has|have|had|with)\b[^;]*\b(?:anything|"
    r"something) (?:else|more|other)"
    r"\b[^;]*\b(?:in front|before|over|in the way)\b|"
    rf"\b(?:none|neither|nothing|not|never|no longer)\b[^;]*\b{HIDDEN_WORD}\b[^;]*\bby "
    r"(?:anything|something|any (?:other|of the other)|another)\b|"
    r"\bwith(?:out anything| nothing)(?: else)? (?:left )?"
    r"(?:in front|before|in the way|over|covering|blocking|hiding)\b",
    re.I,
)
UNLESS = re.compile(
    r"(?:if\b.*(?:\b(?:weren|wasn|hadn|isn|aren|didn)['’]t\b|\b(?:were|was|had|is|are) not\b)|but for\b|"
    r"were it not\b|unless\b)",
    re.I,
)
"""What would have to be otherwise."""
IS_COVERED_BY = re.compile(
    rf"(?P<what>{THING})(?P<between>[^\ue001-\uefff]{{0,60}}?)\b{HIDDEN_WORD}(?P<more>[^\ue000-\uf000]{{0,30}}?)\bby\b"
    rf"(?P<rest>[^\ue000-\uf000]{{0,25}}?)(?P<by>{THING}|\b{SOMETHING}\b)",
    re.I,
)
"""The same with words of hiding only, past what only says where a thing is."""
HIDDEN_THINGS = re.compile(
    rf"\b(?:the |those |these |all |any |other )?(?:(?:partly|partially|half)[ -])?{HIDDEN_WORD} (?:objects?|"
    rf"things?|ones?|items?)\b",
    re.I,
)
"""The things that a question is about, whatever happens to them."""
IF_YOU = re.compile(r"(?:but |and )?if (?:you|we|one|i)\b", re.I)
FROM_TO = re.compile(rf"\bfrom [^.;]{{0,20}}{HIDDEN_WORD}[^.;]{{0,20}} to [^.;]{{0,20}}(?:visible|view|seen)\b", re.I)
"""From partly hidden to fully visible."""
