"""The words of replies about swaps, in six languages: what each of them does in a sentence.

A word has a sort, written as one letter, so that a whole sentence becomes a short string (its shape) on which patterns are
simple: "Swap the mug with the vase, then the lamp and the box." is ``VNwN,tNaN.``.

====  =====================================================  ====  ==================================================
N     a thing                                                w     with, for
V     swap, as an order or a plan                            a     and
G     swapping                                               x     ↔
E     swapped                                                >     →, giving
H     trade places                                           /     a slash, a dash between two things
S     a swap, as a noun                                      o     or
M     put, move                                              n     not
W     where … is, the place of                               k     collide, fail
Y     vice versa                                             i     infeasible
t     then                                                   z     no swap is needed
#     first, step 1, 2.                                      l     in one swap, directly
h     if, try, consider                                      y     works, gives the order
j     red, wooden                                            r     order, from left to right
g     by, requires                                           e     because, so that, which
b     but                                                    Q     so, therefore
C     wait, actually                                         A     the answer is
p     it, them, the left one                                 u     this, that, both (as the subject of a sentence)
c     giving, which leads to                                 O     one option, option 1
f     after, before                                          d     an explanation follows
m     can, may                                               q     を
-     a dash, a pause                                        _     any other word
====  =====================================================  ====  ==================================================

Besides, brackets ``()``, stops ``,;:.?`` and the ends of lines ``L`` and paragraphs ``P``. Words that say nothing have no
letter.
"""

from __future__ import annotations

import re

Vocabulary = tuple[tuple[str, tuple[str, ...], str], ...]
"""A sort, its words (regular expressions), and its Chinese and Japanese signs, which stand anywhere."""

_ONE = r"(?:one|a single|a|just one|only one|1|any single|any one|a lone)"
_ORDER = r"(?:order|arrangement|sequence|configuration|goal|target|result|layout|line-?up)"
_WANTED = r"(?:desired|target|required|requested|correct|goal|right|wanted|listed|specified|given|final|intended|needed)"
_MUST = r"(?:must|should|has to|have to|needs? to|ought to|would need to|would have to|'?ll|will|shall)"
_CLASH = (
    r"(?:collisions?|overlap(?:s|ping)?|colli(?:de[sd]?|ding)|intersect(?:s|ing|ions?)?|interpenetrat\w+|bump\w*|clash\w*)"
)

VOCABULARY: Vocabulary = (
    ("n", (r"(?:all|everything|anything|everyone|nothing|none|every one|any(?: two)?(?: objects?)?) (?:but|except(?: for)?|other than|besides)",), ""),
    ("e", ("next to",), ""),
    ("r", (
        r"after (?:the |each |every |this |that |these |those |both |all )?(?:first |second |third |fourth |1st |2nd |3rd |last |final |two |three )?"
        r"(?:swaps?|exchanges?|steps?|moves?)(?: (?:\d|one|two|three))?", r"final order",
    ), ""),
    ("_", (r"there (?:is|are|was|were)",), ""),
    ("", (
        "to be", r"i['’](?:d|ll|m|ve)", r"(?:you|we|they)['’](?:d|ll|re|ve)", "go(?:ing)? (?:with|for|ahead)",
        r"(?:it|that|they|these|those)(?:['’]s|['’]re| is| are)(?= the\b| *$)", "that of", "those of", "not only", "no problem", r"(?:is|are) (?:the|my) (?:final |correct |right )?(?:answer|solution|ones?|two|pair)(?=\W*$)", r"so (?:are|is|do|does|must|should|have)", "teh", "hte", "nur", "seulement", "uniquement", "son", "solo", "sólo", "c['’]est", "ce sont", "es sind", "das sind", "es ist", r"(?:is|are|as) (?:shown|follows)",
        r"in (?:this|that|the following|either|any|the given|exactly this) order(?=\W*$)",
        r"(?:one|two|three|four|five|\d+) (?:\w+ )?(?:swaps|exchanges|steps|moves)"
        r"(?: (?:is|are|would be))?(?: (?:needed|required|necessary|in total))?",
        r"(?:one|a single|1) swap (?:is|will be|would be) (?:needed|enough|required|sufficient)", "needs? to be",
        "(?:with )?each other", "(?:with )?one another", "either way",
        r"(?:the |these |those |following ){0,4}two (?:objects|items|things|bodies)(?= (?:are|is|to|that|should|must|need)|:)",
    ), ""),
    # whole phrases go before their parts
    ("y", (
        rf"(?:without|avoid(?:s|ing)?|free (?:of|from)|prevent(?:s|ing)?)(?: (?:any|a|all|the|causing|making|having)){{0,4}}"
        rf"(?: (?:objects?|things?|them|bod(?:y|ies)|anything|items?))?(?: (?:to|from))? {_CLASH}",
        rf"{_CLASH}[- ]free(?! (?:way|sequence|swap|solution))", rf"no {_CLASH}(?![- ]free)(?: (?:occurs?|happens?|results?))?",
        rf"(?:(?:does|do|will|would|should)(?:n['’]t| not)|never|nothing|no (?:two )?objects?|none of (?:them|these))"
        rf"(?: (?:will|would|may|ever|objects?))?(?: (?:cause|create|lead to|result in|make)(?: (?:any|a))?)? {_CLASH}",
        rf"(?:gives?|giving|reach(?:es)?|achieves?|produces?|yields?|results? in|leads? to|creates?|makes?|completes?|"
        rf"matches?|matching|get(?:s|ting)?|arrives? at) (?:us |you |exactly )?(?:the|this|that|our|your) (?:{_WANTED} ){{0,4}}{_ORDER}",
        r"(?:this|that|it|which) works", r"works?(?: (?:well|perfectly|fine))?", r"fits?", r"does (?:it|the (?:job|trick))",
        r"is (?:enough|sufficient)", r"as (?:required|desired|wanted|requested|needed|asked|specified)", r"suffices?", r"solves? it", r"(?:is|are) (?:feasible|possible|fine|ok(?:ay)?|valid)",
        "kollisionsfrei", r"ohne (?:kollision\w*|überlappung\w*|überschneidung\w*)", r"sans (?:collision|chevauchement)s?",
        r"sin (?:colision(?:es)?|colisión|solapamientos?|superposición|chocar)",
    ), "不会(?:发生)?(?:碰撞|重叠)|无碰撞|没有碰撞|避免(?:碰撞|重叠)|衝突せず|衝突なし|重ならずに"),
    ("l", (
        rf"(?:in|with|by|using|through|via) (?:just |only |less than |fewer than )?{_ONE} (?:\w+ )?(?:swaps?|steps?|moves?|exchanges?|go)",
        rf"(?:with|in) (?:fewer|less)(?: (?:than )?\w+)?(?: swaps?)?", r"in one(?: go)?(?! order)", r"directly", r"at once", "right away",
        r"(?:fewer|less) than \w+ swaps?", "immediately", r"mit (?:nur )?einem (?:einzigen )?tausch", r"en un(?:e)? seul\w* \w+",
        r"con (?:un )?s[oó]lo (?:un )?\w+", r"con un(?:a)? (?:único )?(?:intercambio|paso)",
        rf"(?:no|not? any) (?:single|one|individual|direct)(?: pairwise)? swaps?", rf"{_ONE} swap (?:alone|only)?(?=\s*(?:cannot|can['’]t|is not|isn['’]t|does))",
    ), "一次交换|只用一次|一回(?:の交換)?(?:で|では)|直接"),
    ("e", (
        r"without (?:moving|touching|changing|disturbing|affecting)",
        r"(?:do not|don['’]?t|not|never|no need to|must not|should not) (?:need to |have to )?(?:move|touch|change|disturb|be (?:moved|touched|changed))",
    ), "不要移动|不移动|不动|無需移动|动かさ"),
    ("z", (
        r"no (?:swap|swaps|swapping|exchange|exchanges|change|changes|action|moves?|rearrangement)s?"
        r"(?: at all)? (?:is |are |was |were |would be )?(?:needed|necessary|required)",
        r"no need (?:to swap|for (?:any )?swap\w*|to (?:move|change|exchange) anything|to do anything)",
        r"nothing (?:needs?|has|must|ought) to be (?:swapped|moved|changed|done|exchanged)", r"(?:zero|0) swaps?(?: (?:is|are) (?:needed|required))?",
        r"(?:are|is|stand|stands|were) already (?:all |standing )?in (?:exactly )?(?:the|this|that|your) (?:\w+ )?order",
        r"already in (?:the|this|that) (?:\w+ )?order(?=\W*$)", r"(?:es ist )?kein tausch (?:nötig|erforderlich|notwendig)",
        r"aucun échange (?:n['’]est )?(?:nécessaire|requis)", r"no (?:se necesita|hace falta|es necesario) (?:ningún )?intercambi\w+",
    ), "不需要(?:任何)?交换|无需(?:任何)?交换|不用交换|不必交换|交換(?:は|の)?(?:必要|不要)(?:ありません|ない|です)?|入れ替え(?:は|る必要は)?(?:不要|必要ありません|ありません)"),
    ("i", (
        "infeasible", "unfeasible", "in-feasible", r"[iu][nm]-?f(?:ea|e|ai|ae)s[aei]b(?:le|el)", "impossible", "unreachable", "unachievable", "unattainable", "unsolvable",
        r"(?:not|\w*n['’]t|never) (?:be )?(?:\w+ )?(?:feasible|possible|achievable|reachable|attainable|doable|solvable|workable)",
        r"(?:cannot|can not|can['’]?t|could not|couldn['’]t) (?:\w+ )?be (?:\w+ )?(?:done|achieved|reached|made|accomplished|obtained|solved|attained|created|realised|realized|completed|satisfied|produced|formed)",
        r"(?:cannot|can not|can['’]t|unable to|not able to|no way to|impossible to|fails? to) (?:be |ever )?(?:reach|achieve|get to|obtain|produce|attain|arrive at|make|create|get) (?:the|this|that|it|such)(?: \w+)?(?: order| arrangement| goal)?",
        r"(?:don['’]?t|do not|doesn['’]t|does not|not) (?:think|believe|see how|seem|look|appear)(?: that| like)? ?(?:it|this|that)?"
        r"(?:['’]s| is| can be| could be| would be| to be| be)? (?:possible|feasible|done|achievable|reachable|doable)",
        r"no (?:\w+[- ]?\w* ){0,3}?(?:sequence|series|solution|way|combination|set|order)s?(?: of (?:\w+ )?(?:swaps?|exchanges?|moves?))?(?: (?:that|which|to|can|could|will|would|exists?|works?|gives?|reach(?:es)?|achieves?|is|are|leads?))?",
        r"no (?:valid |feasible |possible |such |collision-free |legal |allowed |amount of |number of |pairwise ){0,4}swaps?"
        r" (?:works?|exists?|is possible|are possible|can|could|will|would|gives?|reach(?:es)?|achieves?|leads?|sequence)(?: \w+)?",
        r"there (?:is|are|exists?)(?:n['’]t| not?)(?: any| a| such){0,4}(?: \w+)? (?:sequence|series|solution|way|swaps?)(?: of swaps)?",
        r"n['’]?o solution", "unmöglich", r"nicht (?:möglich|machbar|durchführbar|erreichbar|lösbar|umsetzbar)", "undurchführbar", "nicht machbar",
        r"(?:geht|funktioniert) nicht", r"kann nicht (?:erreicht|hergestellt) werden", "unerreichbar",
        r"keine (?:\w+ )?(?:reihenfolge|folge|lösung|möglichkeit)", "imposible", "inviable", "infactible", "irrealizable", r"no (?:es|resulta|sería) (?:posible|factible|viable)",
        r"no (?:es )?factible", r"no se puede(?:n)?(?: (?:hacer|lograr|conseguir|alcanzar))?", r"no (?:hay|existe)(?: \w+)? (?:solución|manera|forma|secuencia)",
        "infaisable", "irréalisable", "irrealisable", r"(?:pas|non) (?:possible|faisable|réalisable)", r"(?:n['’]est|n['’]y a) (?:pas|aucune?)(?: \w+)? (?:possible|faisable|réalisable|solution|moyen|façon|séquence)",
        r"aucune? (?:séquence|solution|suite)",
    ), "不可行|不可能|无法(?:实现|完成|达成|做到|得到|达到)|無法(?:實現|完成|達成)|做不到|办不到|不能(?:实现|完成|达到)|无解|無解|没有(?:可行|任何|办法|这样)(?:的)?(?:方法|交换|序列|方案|办法)?|実行不可能|実現不可能|実現(?:でき|は無理)(?:ません|ない)?|達成(?:でき)(?:ません|ない)|できません|できない|無理"),
    ("C", (
        r"no,? wait", "wait", r"(?:no|nope|nein|non)(?=[,:])", r"(?:hmm+|oh),? (?:no|wait)", "actually", r"(?:sorry,? )?i (?:meant?|misspoke|misread|made (?:a mistake|an error))", "correction", "oops", "scratch that", "(?:just )?kidding", "never ?mind", r"(?:forget|disregard|ignore) (?:it|that|this)", r"on second thoughts?", r"let me (?:correct|rectify|redo|re-?do|fix|revise|reconsider|re-?think|re-?evaluate|re-?check|try again|start over)(?: (?:that|this|myself|it))?", "my mistake", r"(?:or|but) rather(?! than)", r"instead(?=,| (?:we|you|i|swap|exchange|switch)\b)", "better(?=[,:])", "strike that", "nein,? warte", "moment", "halt", "korrektur", "vielmehr", "attendez", "attends", "en fait", "correction", "plutôt", "espera", "perdón", "mejor dicho", "corrección", "en realidad", "revised(?: answer)?", "corrected(?: answer)?", "correct answer",
    ), "等等|不对|更正|纠正|应该是|いや|待って|訂正|間違えました|正しくは"),
    ("n", (
        r"instead of", r"rather than", "not", r"\w*n['’]t", "dont", "doesnt", "cannot", "cant", "never", "neither", "nor", "without", "except", "avoid", "avoiding",
        r"no need to", "nobody", "no one", r"(?:on|under) no (?:account|circumstances?)", r"refuse\w*", "decline", r"no", r"nicht", "niemals", r"kein\w*", "statt", "anstatt", "ne", "pas", r"au lieu d[e'’]", "jamais", "nunca", r"en (?:vez|lugar) de", "sin", "sans", "ohne",
        "other", "wrong", "incorrect", "mistake", "bad idea", "pointless", "useless", "unnecessary", "neglect", "refrain from", r"n['’](?=\w)",
    ), "不要|不能|不会|不可以|不应|别|没有|不|ません|ないで|ない|せずに|しないで|代わりに"),
    ("k", (
        _CLASH, r"(?:too|so) (?:\w+ )?(?:big|large|wide|tall|narrow|small|close|tight|thick|long|bulky|deep)", r"(?:falls?|fall|jut\w*|sticks?|goes|hang\w*) (?:off|over|out|beyond)",
        "blocked", "blocks?", r"ruled out", "rejected", "excluded", "discarded", "dismissed", "fails?", "failed", "invalid", "illegal", "forbidden", "disallowed", "hits?", "touch(?:es|ing)?", "off the (?:table|edge|surface)",
        "kollidier\w*", "kollision\w*", "überlapp\w*", "überschneid\w*", "collision\w*", "chevauche\w*", "heurte\w*", "choca\w*", "colision\w*", "colisión", "solapa\w*", "superpon\w*",
    ), "碰撞|重叠|相撞|冲突|衝突|重なっ?|ぶつか"),
    ("h", (r"(?:first|initially|originally|at first|had) (?:thought|considered|tried|assumed|believed|looked)(?: (?:of|about|at))?",), ""),
    ("#", (
        r"(?:the )?first(?:ly| of all)?", r"(?:the )?second(?:ly)?", r"(?:the )?third(?:ly)?", r"(?:the )?fourth(?:ly)?", r"(?:the )?fifth", "1st", "2nd", "3rd", "4th", "to begin with", r"(?:start|begin|beginning|starting) (?:with|by|off)",
        "zuerst", "erstens", "zweitens", "drittens", "viertens", "zunächst", "als erstes", r"d['’]abord", "premièrement", "deuxièmement", "troisièmement", "primero", "segundo", "tercero", "en primer lugar", "en segundo lugar",
    ), "首先|第一步|第一|先|第二步|第二|第三步|第三|其次|まず|最初に|最初|一回目|二回目|三回目"),
    ("t", (
        "and then", "then", "next", "afterwards?", r"after (?:that|this|it|doing (?:so|that)|which)", "followed by", "subsequently", "lastly", "finally", "thereafter", "and after", "later", r"once (?:that['’]s|this is|that is) done",
        "dann", "danach", "anschließend", "schließlich", "daraufhin", "gefolgt von", "puis", "ensuite", "après(?: cela| ça| quoi)?", "enfin", "luego", "después(?: de eso)?", "despues", "a continuación", "finalmente", "por último",
    ), "然后|然後|接着|接著|之后|之後|最后|最後に|最後|随后|再|接下来|次に|続いて|その後|それから|たあと|た後|てから|后"),
    ("O", (r"(?:one|another|an?|other|alternative|the other|two|three|several|multiple) (?:possible |valid |other |alternative )?(?:option|possibility|alternative|solution|way|idea|approach|candidate|choice)s?(?! is to be)", r"(?:option|alternative|possibility|solution|variant|plan|candidate) (?:\d|[a-d]|one|two)\b", "alternatively", "alternativ", "alternativamente", "sinon", "variant"), "选项|方案[一二12]"),
    ("A", (
        r"(?:the |my |so the |your )?(?:final |correct |right |best |overall |complete |short |shortest |my ){0,4}(?:answer|solution|conclusion)(?: (?:here|then|therefore|would|should|must|will))?(?: (?:is|are|be|as follows))?", r"final (?:swaps?|sequence|list)(?: of swaps)?", "in (?:conclusion|summary|short|total)", r"to (?:sum up|summari[sz]e|conclude|recap)", "summary", "overall", "tl;?dr",
        r"(?:die )?(?:endgültige |richtige |finale )?(?:antwort|lösung)(?: (?:ist|lautet))?", r"(?:la )?(?:réponse|solution)(?: finale)?(?: est)?", r"(?:la )?(?:respuesta|solución)(?: final)?(?: es)?", "en resumen", "en résumé", "zusammengefasst", "zusammenfassung",
    ), "(?:最终|正确)?答案(?:是|为|為)?|总结|結論(?:は|として)?|(?:最終的な)?(?:答え|回答|解答)(?:は)?|まとめると"),
    ("d", (r"explanation", r"reason(?:ing|s)?", "rationale", "verification", r"let(?: me|['’]s) (?:verify|check|explain|double[- ]check|confirm|see)", r"here(?:['’]s| is) (?:why|how|the (?:reasoning|explanation))", r"(?:to )?(?:verify|check|explain|elaborate)", "justification", "details?", "in detail", "why", "check", "proof", "walk-?through", "breakdown", "begründung", "erklärung", "explication", "explicación", "steps? explained"), "解释|说明|理由|验证|説明|検証"),
    ("Q", ("so", "thus", "hence", "therefore", "consequently", "accordingly", "which means", "that means", "this means", "as a result", "it follows that", "also ist", "daher", "deshalb", "somit", "folglich", "donc", "ainsi", "por (?:lo )?tanto", "así que", "entonces", "por eso"), "所以|因此|故|于是|よって|したがって|だから|従って|ゆえに"),
    ("b", ("but", "however", "although", "though", "while", "whereas", "yet", "aber", "jedoch", "doch", "sondern", "mais", "cependant", "pero", "sino", "sin embargo", "aunque"), "但是|但|可是|不过|而是|しかし|ですが|が、|けれど"),
    ("h", (
        "if", "suppose", "supposing", "supposed", "assume", "assuming", "imagine", r"consider(?:ed|ing)?", r"tr(?:y|ied|ies|ying)", r"test(?:ed|ing)?", r"what (?:if|about|happens)", r"whether", r"when", r"once", "having", r"at first(?: glance| sight)?", "initially", "originally", r"(?:it )?(?:may |might )?(?:seems?|appears?|looks?)(?: (?:like|that|as if))?", "unless", r"(?:is|was) tempting", r"would (?:it|that|this)", r"(?:first |initially |originally )?(?:thought|think|thinking|wonder\w*) ?(?:of|about)", r"(?:first |initially |originally |had )thought", r"(?:wants?|wanted|asks?|asked|told) (?:me|us)(?: to)?", "look(?:ed|ing)? at", "with the idea of", "hypothetically", "i wondered",
        "wenn", "falls", "angenommen", "sobald", "versuch\w*", "si", "supongamos", "suposons", "supposons", "considér\w*", "essay\w*", "probar", "consider\w*", "quand", "cuando", "ob", "zunächst dachte ich",
    ), "如果|假如|若|假设|考虑|尝试|试着|もし|仮に|場合|なら|たら|れば|試し|検討|考え"),
    ("m", ("can", "could", "may", "might", "maybe", "perhaps", "possibly", "kannst?", "können", "könnte\w*", "vielleicht", "peu[tx]", "pouvez", "pourrai\w*", "pourriez", "peut-être", "puede[ns]?", "podr[íi]a\w*", "quizás", "tal vez"), "可以|可能|能|也许|かもしれ|でき(?:る|ます)"),
    ("r", (r"orders?(?! (?:is|are) (?:reached|achieved))", "ordering", "arrangements?", r"(?:from )?left[- ]to[- ]right", r"from (?:the )?left", "line-?ups?", "layout", "row", "currently", "current", "present(?:ly)?", "targets?", "goals?", "desired", "wanted", "becomes?", "becoming", "positions? \\d", "at the moment", "initial", "state", "configuration", "now", "reihenfolge", "von links nach rechts", "ordre", "de gauche à droite", "orden", "de izquierda a derecha", r"final result", "end result", "resulting", "sequence of objects"), "顺序|順序|从左到右|左から右|目标|目標|現在|当前|目前|最終的な順|並び|順番|排列"),
    ("c", (
        "which", "where(?:by|upon)", "thereby", r"(?:giving|leaving|putting|resulting|making|bringing|yielding|producing|placing|keeping|leading|getting|causing|creating|moving)(?! n)",
        "leaves?", "gives?", "results?", "yields?", "brings?", "makes?", "causes?", "leads?", "produces?", "creates?",
        "resultando", "ergibt", "führt", "donne", "provoque", "provoca", "da como resultado", "would then",
    ), "得到|变为|变成|使得|会导致|导致|すると|これで|になる|となり"),
    ("e", (
        "because", "since", "as (?:it|they|the|this|that|there)", r"so that", "such that", "in order to",
        r"to (?:get|put|bring|place|reach|achieve|obtain|make|move|have|match|give|form|produce|create|end up|arrive|position|ensure|restore|complete|see|sort|fix)",
        "whose", "given that", "due to", "behind", "in front of", "next to", "near", "beside", "to the (?:left|right) of", "(?:left|right) of", "compar(?:e|ed|ing)", "otherwise",
        "weil", "da", "damit", "denn", "sodass", "so dass", "um zu", "um", "parce que", "car", "afin", "pour", "porque", "ya que", "para", "puesto que", "after all",
    ), "因为|因為|以便|这样|這樣|为了|為了|なぜなら|ので|から、|ために|ため|により"),
    ("H", (
        rf"(?:swap|switch|exchange|change|trade|interchange)(?:s|ing|ped|d|ed)? (?:their )?(?:places?|positions?|spots?|locations?|seats?)(?: with (?:each other|one another))?(?! (?:of|between|for))",
        rf"(?:swap|switch|trade|change)(?:s|ping|ing|ped|d|ed)? (?:around|over)(?= *(?:$|[.,;\n]))", r"take each other['’]s places?", r"(?:wechsel\w*|tausch\w*) (?:die|ihre|den) (?:plätze|platz|positionen|position|stellen)", r"plätze tauschen", r"(?:échang|chang|interverti)\w* (?:de|leurs?|les?) (?:places?|positions?)", r"(?:intercambi|cambi)\w* (?:de|sus?|las?|los) (?:lugar|lugares|posición|posiciones|sitios?)(?! de)",
    ), "交换位置|互换位置|调换位置|对调位置|位置(?:互换|交换|对调|调换)|位置を(?:入れ替え|交換)(?:る|ます|する|します)?"),
    ("G", ("swapping", "swopping", "exchanging", "switching", "interchanging", "trading", "transposing", "flipping", "permuting", r"(?:der |das |ein )?(?:tausch|austausch|vertauschen)(?: von| zwischen| der| des)", "échangeant", "intervertissant", "intercambiando"), ""),
    ("E", ("swapped", "swopped", "exchanged", "switched", "interchanged", "traded", "transposed", "flipped", r"(?:ge|ver|aus|ausge)tauscht(?: werden)?", "échangée?s?", "echangee?s?", "intervertie?s?", "permutée?s?", "intercambiad[oa]s?"), ""),
    ("S", (r"(?:the|a|one|this|that|each|every|single|only|no|any|first|second|third) (?:swap|exchange|switch|trade|interchange)(?! (?:the|a|an|out)\b)(?= *(?:$|\W|of|is|are|between|involves?|needed|required|would|will|must|should|sequence|works?))", r"swaps?(?= (?:sequence|is|are|needed|required|in order|i |we |you |that|which|to (?:make|do|get|reach|perform)|operations?|list|needed|would|will|must|should|works?|gives?|needs?))", "swaps", "exchanges", "trades", "interchanges", "permutations?", "échanges", "intercambios", "vertauschungen"), "步骤|スワップ操作"),
    ("V", (
        r"chang(?:e|es) (?:the )?(?:places?|positions?|spots?|locations?) (?:of|between)", "swap", "swop", "exchange", "switch", "interchange", "trade", "transpose", "permute", "flip",
        r"tausch(?:e|en|t|st)?(?: sie)?", r"vertausch(?:e|en|t|st)?(?: sie)?", "austauschen", r"wechsel[nte]*", r"[ée]chang(?:er|ez|e|es|ons|ent)", r"interverti(?:r|ssez|t|s|ssons)", r"permut(?:er|ez|e|ar|a|an|en)", r"invers(?:er|ez|e)", r"intercambi(?:ar|a|e|en|an|amos|emos|ad|o)(?:lo|la|los|las)?", r"cambi(?:ar|a|e|en)", r"troqu?e?(?:ar|a)?", r"scambia(?:re|te)?",
    ), "交换|交換(?:し|する|します|してください)?|互换|互換|对调|對調|调换|調換|对换|入れ替え(?:る|ます|て|てください|ること)?|入れかえ(?:る|ます|て)?|いれかえ(?:る|ます)?|取り替え(?:る|ます)?|スワップ(?:し|する|します)?|换成?"),
    ("Y", ("vice[- ]?versa", "the other way (?:a)?round", r"and back", "umgekehrt", "inversement", "viceversa", "conversely"), "反之亦然|逆も"),
    ("M", (r"(?:put|move|place|bring|shift|relocate|set)(?:s|d)?", r"(?:go(?:es)?|moves?|takes?) (?:in)?to", r"takes?", r"go(?:es)?", "belongs?", r"replaces?", "stell\w*", "setz\w*", "mett(?:re|ez)", "placer?z?", "poner", "pon", "mueve", "colocar", "coloca"), "移到|放到|放在|移动|移す|置く|動かす"),
    ("W", (r"where", r"(?:the |its )?(?:place|position|spot|location)s? (?:of|occupied by|held by|where)", r"['’]s? (?:\w+ )?(?:place|position|spot|location)"), "的位置|の位置|の場所"),
    ("f", (r"after(?: having)?", "before", "prior to", "upon", "nachdem", "bevor", "après avoir", "avant d(?:e|['’])", "después de", "antes de"), "之前|前に"),
    ("g", ("by", "via", "through", "requires?", "involves?", "means", "recommend", "suggest", "propose", "durch", "indem", "en", "mediante", "al"), "通过"),
    ("I", ("instead",), ""),
    ("o", ("or(?! vice| equivalently| the other way)", "either(?! (?:way|order|of them))", "oder", "entweder", "ou", "soit", "o bien", "o", "either of"), "或者|或|还是|または|もしくは|あるいは|か、"),
    ("p", ("it", "them", "these two", "those two", "the (?:former|latter|other|others|rest)", "former", "latter", r"(?:the )?(?:left|right|middle|leftmost|rightmost|last|outer|inner|two|three|four|other|end|neighbou?ring|adjacent)(?: (?:ones?|two|objects?|items?|things?|pairs?))", "ones?", "objects?", "items?", "things?", "leftmost", "rightmost", "last", "outer", "neighbou?rs?", "another", "something", "anything", "everything", "remaining(?: (?:two|ones?|objects?|pair))?", "(?:the )?same", "(?:the )?rest", "them both", "each other", "each", "middle", "ends", "positions? \\d", "objekte?", "objets?", "objetos?", "others?", r"\d{1,3}"), "它们|它|两个|物体|物品|二つ|それら"),
    ("u", ("this", "that", "both", "these", "those", "dies(?:e|er|es)?", "das", "cela", "ça", "esto", "eso", "neither"), "这|那|これ|それ"),
    ("w", ("with", "for", "against", "mit", "gegen", "avec", "contre", "con", "por", "to", "w/", "vs\\.?", "versus"), "与|跟|同"),
    ("a", ("and", "as well as", "along with", "together with", "plus", "und", "et", "y", "e", "n", "'n'", "sowie", "ainsi que"), "和|及|以及|と|与|還有|还有"),
    ("q", (), "を"),
    ("v", ("is", "are", "was", "were", "has", "have", "had", "ist", "sind", "est", "sont", "es", "está", "están"), ""),
    ("", (
        "the", "a", "an", "one(?= of)", r"(?:is|are|was|were) to(?= be)", "please", "bitte", "just", "only", "simply", "also", "additionally", "furthermore", "moreover", "besides", "again", "must", "should", "shall", "has to", "have to", "had to", r"needs?(?: to)?", "ought to", "would", "will", "['’]d", "['’]ll", "['’]ve", "['’]s", "be", "get", "been", "do", "does", "did", "i", "we", "you", "let us", "let['’]s", "lets", "want to", "like to", "order to", "of", "its", "their", "his", "your", "my", "our", "here", "there", "in", "at", "on", "now(?=,)", "as follows", "following", "the following", "places?", "positions?", "spots?", "locations?", "pairs?", "two(?= pairs)", "steps?", "moves?", "okay", "ok", "sure", "certainly", "yes", "right", "great", "well", "of course", "think", "believe", "guess", "say", "suggest", "recommend", "propose", "between", "probably", "likely", "best", "needed", "required", "necessary", "then(?=,)", "i['’]d", "i['’]ll", "you['’]ll", "we['’]ll", "not only", "too", "respectively", "it['’]s", "that['’]s", "that of", "the one(?= of)", "object(?= [ab12]\\b)", "number", "total", "altogether",
        r"(?:on|to|at|in|from) the (?:far |very )?(?:left|right|middle|cent(?:er|re)|front|back|end)(?:[- ]?(?:hand )?(?:side|end|most))?(?! of)", "sie", "wir", "ich", "du", "man", "muss", "müssen", "sollte\w*", "würde\w*", "werden", "wird", "den", "dem", "der", r"die(?!\s*(?:[,;.&/+<:↔→=)-]|(?:and|with|for|is|n|und|mit|et|y)\b))", "des", "ein", "eine\w*", "einen", "einem", "plätze", "platz", "positionen", "position", "le", "la", "les", "l['’]", "un", "une", "du", "il faut", "faut", "je", "nous", "vous", "devez", "doit", "doivent", "être", "de", "places", "el", "los", "las", "una", "del", "hay que", "debe\w*", "se", "lugares", "posición", "posiciones", "yo", "deben", "tiene que", "ser", "miteinander", "entre eux", "entre sí", "untereinander", "together", "mutually", "around", "over",
    ), "的是|是|的|个|個|请|把|将|將|位置|需要|应该|应|要|我|们|了|们|の|は|が|に|です|ます|で|も|する|して|してください|ください|位置を|場所|必要|があります|それぞれ|互いに|お互い|先に|即可|步"),
)


def lexer(vocabulary: Vocabulary) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """One pattern for all words, and the sort of each of its groups."""
    parts, sorts = [], []
    for sort, words, signs in vocabulary:
        spaced = rf"(?<![^\W_])(?:{'|'.join(words)})(?![^\W_])" if words else ""
        parts.append(f"({'|'.join(p for p in (spaced, signs) if p)})")
        sorts.append(sort)
    return re.compile("|".join(parts), re.I), tuple(sorts)
