"""The words of plans: how people say that a step needs others or none, and what they call its parts.

Sets of words and patterns in six languages, and nothing else.
"""

from __future__ import annotations

import re

from diorama.kinds.lexicon import word_set

STEP = word_set(
    "step steps schritt schritte schritten schrittes étape étapes etape etapes paso pasos passo passi stap stappen "
    "task tasks action actions item items id ids no nr number numbers num numero número numéro n° nº nummer point stage"
)
"""What a step is called where it is referred to."""
KEYS = word_set(
    "need needs needed needing require requires required requiring requirement requirements requisite requisites "
    "prerequisite prerequisites prereq prereqs precondition preconditions precond depend depends dependent depending "
    "dependency dependencies dep deps relies rely follows follow following after once predecessor predecessors "
    "preceded precedes conditional conditions condition waits wait contingent blocked upon when "
    "braucht brauchen benötigt benötigen benotigt erfordert erfordern voraussetzung voraussetzungen vorbedingung "
    "vorbedingungen abhängig abhängigkeit abhängigkeiten hängt voraus nach nachdem sobald bedingung bedingungen "
    "necesita necesitan requiere requieren requisito requisitos prerrequisito prerrequisitos precondición "
    "precondiciones depende dependen dependencia dependencias después despues tras previo previos previa previas "
    "nécessite nécessitent requiert requis prérequis précondition préconditions dépend dépendent dépendance "
    "dépendances "
    "après besoin préalable préalables exige richiede dopo requer prerequisiti prerequisito depois requisitos "
    "pré-requisito pré-requisitos"
)
"""Words that say "it needs"."""
HARD = KEYS - word_set(
    "after once following follow follows when upon nach nachdem sobald tras dopo depois wait waits given"
)
"""Those of them that hardly say anything else."""
FILL = word_set(
    "the a an of on to by from is are be been being was were has have having had must should will can only both all "
    "directly direct direkt immediately right strictly completed complete completion finished finish done performed "
    "executed carried out first before previously already other others any come comes coming happen happens occur "
    "it its this that these those here prior immediate also just and y et und e plus then as well with in order "
    "der die das den dem des von vom ab auf für setzt erledigt abgeschlossen fertig ist sind wird werden zuerst sein "
    "durchgeführt ausgeführt zu "
    "el la los las lo de del que se haya han sido es son está completado completada completar completados realizar "
    "realizado hecho hecha terminar terminado primero con una vez inmediatamente directamente "
    "le les l d du des au aux avoir est sont soit été terminé terminée terminées fait faite faites effectué effectuée "
    "une fois accompli accomplie di il gli i o os as da do executing performing completing finishing doing so state "
    "initial reference references list does do beforehand vorher davor antes avant d'abord one ones else"
)
"""Words around references that change nothing."""
NONE = word_set(
    "none nothing no nil null n/a na not-applicable nothing's zero empty independent independently anytime "
    "immediately-available start beginning without "
    "keine keiner keines kein keinen nichts ohne unabhängig "
    "ninguno ninguna ningún ningun nada sin independiente "
    "aucun aucune rien néant sans indépendant indépendante "
    "ø niente nessuno nessuna nenhum nenhuma sem n.a aucuns"
)
"""Words that say "it needs none"."""
NOT = word_set("not never doesn't don't does-not isn't nicht pas ne")
BACK = word_set(
    "previous preceding above earlier vorherige vorherigen vorheriger vorige vorigen vorhergehende vorhergehenden "
    "anterior anteriores précédent précédente précédents précédentes precedente"
)
EVERY = word_set("all every everything each alle allen sämtliche todos todas tous toutes tutti")
BOTH = word_set("both beide beiden ambos ambas deux")
ANY = word_set(
    "anything any other others else step steps action actions prior previous preceding earlier specific special"
)
COUNTS = {
    w: str(k)
    for k, words in enumerate(
        (
            "one eins uno une", "two zwei dos deux", "three drei tres trois", "four vier cuatro quatre",
            "five fünf cinco cinq", "six sechs seis", "seven sieben siete sept", "eight acht ocho huit",
            "nine neun nueve neuf", "ten zehn diez dix",
        ),
        start=1,
    )
    for w in words.split()
}  # fmt: skip
ORDINALS = {
    w: str(k)
    for k, words in enumerate(
        (
            "first firstly 1st erste ersten erster erstens primer primero primera première premier premièrement",
            "second secondly 2nd zweite zweiten zweiter zweitens segundo segunda deuxième second deuxièmement",
            "third thirdly 3rd dritte dritten dritter drittens tercer tercero tercera troisième troisièmement",
            "fourth fourthly 4th vierte vierten viertens cuarto cuarta quatrième",
            "fifth fifthly 5th fünfte fünften fünftens quinto quinta cinquième",
            "sixth sixthly 6th sechste sechsten sechstens sexto sexta sixième",
            "seventh 7th siebte siebten séptimo septième",
            "eighth 8th achte achten octavo huitième", "ninth 9th neunte neunten noveno neuvième",
            "tenth 10th zehnte zehnten décimo dixième",
        ),
        start=1,
    )
    for w in words.split()
}  # fmt: skip
SIGN_DIGITS = {c: str(k) for k, c in enumerate("一二三四五六七八九十", start=1)} | {"两": "2"}

SIGN_KEYS = re.compile(
    r"需要|需先|前提|先决|先決|前置|前驱|依赖|依賴|必须先|必須先|要求|必要|依存|之后|之後|以后|以後|后|後|あと|完成|需|条件|先行"
)
"""Chinese and Japanese: it needs, after."""
SIGN_HARD = re.compile(r"需要|需先|前提|先决|先決|前置|前驱|依赖|依賴|必须先|必須先|要求|必要|依存|先行|需")
SIGN_FILL = re.compile(
    r"步骤|步驟|步|第|番目?|ステップ|手順|工程|目|於|于|和|与|與|及|以及|跟|と|および|及び|の|が|は|を|に|で|も|先|须|須|必须|"
    r"在|当|已|执行|執行|做完|さえ|して|した|する|した|します|です|である|なる|从|な|直接|能|才|可|的|是|为|為|编号|号|號|件|当然|完了|終了|終わった"
)
SIGN_NONE = re.compile(
    r"不需要|无需|無需|不用|没有|沒有|无|無し|無|なし|不要|ありません|ない|特になし|该当なし|該当なし|空"
)
SIGN_BACK = re.compile(r"上一步|前一步|上一|前の|前面的?|上述|以上")
SIGN_EVERY = re.compile(r"所有|全部|すべて|全ての?|都")

ARROW = re.compile(r"\s*(?:→|⟶|⇒|->|=>|➔|➡)\s*")
ARROW_BACK = re.compile(r"\s*(?:←|⟵|⇐|<--?|<=)\s*")
ENABLES = re.compile(
    r"\b(?:before(?! (?:it|this))(?!\s*[:=])|enables?|unlocks?|allows?|(?:is )?(?:required|needed|"
    r"necessary) (?:for|before|by)|prerequisites? (?:for|of|to)|"
    r"leads? to|precedes|vor|antes de|avant)\b",
    re.I,
)
"""Words by which a step says what needs it, instead of what it needs."""

LINK = re.compile(
    r"^\W*(?:(?:and |und |y |et )?(?:then|next|after (?:that|this|which)|afterwards?|afterward|subsequently|"
    r"finally|lastly|thereafter|"
    r"at last|last(?= ?[,:])|following (?:that|this)|once (?:that|this) is done|when (?:that|this) is done|in the end|"
    r"dann|danach|anschließend|als nächstes|daraufhin|schließlich|zuletzt|zum schluss|am ende|"
    r"luego|después(?: de eso)?|despues|a continuación|entonces|finalmente|por último|"
    r"puis|ensuite|après (?:cela|ça)|enfin|finalement|pour finir|poi|infine|dopo di che)\b|然后|然後|接着|接著|"
    r"接下来|接下來|再|之后|之後|随后|"
    r"最后|最後に?|次に|その後|それから|続いて)[\s,:：，、]*(?=\S)",
    re.I,
)
"""A step that begins so comes right after the one before."""
OPENS = re.compile(
    r"^\W*(?:(?:first(?:ly)?(?: of all)?(?! step)|to (?:begin|start)(?: with)?|start by|begin by|initially|zuerst|"
    r"zunächst|erst|als erstes|"
    r"primero|en primer lugar|d['’]abord|tout d['’]abord|premièrement|en premier(?: lieu)?|prima|innanzitutto)\b|"
    r"首先|先|まず|最初に|はじめに)"
    r"[\s,:：，、]*(?=\S)",
    re.I,
)
"""The first of several steps in sentences."""

STARTS = re.compile(
    r"\W*(?:(?:the |this is the )?(?:very )?(?:first|initial|starting|1st) (?:step|action)|"
    r"(?:this |it )?(?:must|has to|should|can|needs to) (?:come|be done|go|happen) first|(?:do this|comes|goes) first|"
    r"start here|nothing (?:is )?needed (?:first|before)|"
    r"can be done (?:right away|immediately|at any time|anytime))\W*",
    re.I,
)
"""A bracket that says that a step can be the first."""
NOT_STEPS = re.compile(
    r"\W*(?:(?:some |extra |special |great |a |an |one |two |both |free |your |gentle )*(?:care|caution|hands?|"
    r"patience|gentleness|attention|steadiness|"
    r"steady hand|force|strength|space|room|cuidado|soin|vorsicht|小心|注意))\W*",
    re.I,
)
"""What people say that a step needs, and no step gives."""
REASON = re.compile(
    r"[,;:]?\s+[–—-]?\s*[(（]?\b(?:because|since|as (?:it|the|they)|so that|"
    r"(?:it|that|this|they)(?: is| are|['’]s|['’]re)|"
    r"(?:which|the [\w ]{1,30}?) (?:is|are|was|stands?|sits?|covers?|blocks?|rests?|lies|hides?)|weil|"
    r"da (?:er|sie|es|der|die|das)|porque|ya que|parce que|car|puisque)\b|[，,；]?\s*因为",
    re.I,
)
"""Where a reason begins: "1, because the lamp stands on it"."""
MORE = re.compile(r"\d|\b(?:steps?|schritt\w*|pasos?|étapes?|and|or|also|plus|but)\b|步", re.I)
"""A reason in which this stands may name more that is needed."""
NO_OTHER = re.compile(
    r"\b(?:does not|doesn['’]t|do not|don['’]t) (?:need|require|depend on|rely on) "
    r"(?:any(?:thing)?|another)(?: (?:other|previous|prior|earlier|else|steps?|thing|"
    r"of the (?:other )?(?:steps|others)))*\b(?!\s*\d)",
    re.I,
)
"""In so many words: it needs none."""
NONE_BEFORE = re.compile(
    r"\b(?:no (?:other )?steps?|nothing(?: else)?) (?:has|have|must|needs?|should)(?: to)? (?:come|be done|happen|go) "
    r"(?:right |directly |immediately )?(?:before|first)(?: it| this| that)?\b|"
    r"\b(?:which |that |this |it )?(?:can|could) (?:be done|do(?: (?:this|it|that))?) "
    r"(?:at any (?:time|point|moment)|any ?time|whenever (?:you|one) likes?|"
    r"right away|straight away|at once|immediately)(?:,? (?:too|as well|also))?\b|"
    r"(?<=[(\[])\s*(?:this |it )?(?:is )?independent (?:of|from) (?:steps? )?\d{1,3}(?:(?:, | and | & )\d{1,3})*"
    r"\s*(?=[)\]])",
    re.I,
)
COMES_BEFORE = re.compile(
    r"\b(steps? #?\d{1,3}(?:(?:, and |, | and )(?:step )?#?\d{1,3})*) (?:has|have|must|needs?|should)(?: to)? "
    r"(?:come|be done|happen|go) (?:right |directly |immediately )?(?:before|first)(?: it| this| that)?\b",
    re.I,
)
"""The other way round: what has to come before."""
INDIRECT = re.compile(
    r"(?:[,;]\s*(?:and|but)|;)\s+(?:on )?(?:steps? )?\d{1,3}(?:(?:, | and )\d{1,3})* "
    r"(?:only )?(?:indirectly|transitively)\b"
    r"|[,;]?\s*(?:and |but )?(?:only )?(?:indirectly|transitively) (?:on |needs )?"
    r"(?:steps? )?\d{1,3}(?:(?:, | and )\d{1,3})*",
    re.I,
)
"""Steps that are needed by way of others; a plan says what is needed directly."""

CONTENT_KEY = re.compile(
    r"(?:(?:the |step |main |specific )?(?:content|contents|action|actions|description|instruction|operation|"
    r"activity|task|what(?: is done| to do)?|"
    r"text|detail|details|do|name|title|deed|step|aktion|handlung|beschreibung|inhalt|aufgabe|tätigkeit|was|"
    r"acción|accion|descripción|descripcion|contenido|tarea|paso|action à effectuer|contenu|tâche|étape|azione|ação)|"
    r"内容|動作|动作|操作|行动|行動|描述|任务|任務|步骤(?:内容|描述)?|作業|説明|手順|アクション|すること)",
    re.I,
)
"""What the column, field or line is called that says what a step does; the whole of it must match."""
OBJECT_KEY = re.compile(
    r"object|target object|objects|item|thing|objekt|gegenstand|objeto|objet|物体|物品|对象|對象|対象", re.I
)
PLACE_KEY = re.compile(r"destination|to|target|location|place|into|onto|ziel|destino|destination|目的地|目标", re.I)
NUMBER_KEY = re.compile(
    r"#|(?:step[ _-]?)?(?:id|ids|no\.?|number|num|nr\.?|index|idx|n|key|label|ref|order|code)|step|steps|schritt|"
    r"schritte|schritt-?nr\.?|paso|pasos|"
    r"étape|etape|nummer|numéro|número|n°|nº|passo|序号|序號|编号|編號|步骤(?:编号|序号|号)?|步驟|步|番号|手順(?:番号)?|ステップ(?:番号)?|№",
    re.I,
)
NEED_KEY = re.compile(
    r"need|requir|pre-?cond|pre-?req|depend|^deps?$|^after$|predecessor|parent|prior steps?|previous steps?|"
    r"preceding|^conditions?$|blocked by|(?:come|comes|done|right|directly|immediately|needed|steps?) before|"
    r"voraussetz|vorbeding|abhäng|benötig|braucht|erforder|^nach$|necesit|requier|requisit|precondici|después|"
    r"nécessit|requis|prérequis|"
    r"précond|dépend|après|condition préalable|richied|需要|前提|先决|先決|前置|依赖|依賴|依存|必要|条件|先行",
    re.I,
)
"""What the column, field or line is called that says what a step needs."""
NOTE_KEY = re.compile(
    r"\b(?:reason|reasoning|explanation|rationale|why|note|notes|comment|purpose|goal|justification|effect|result|"
    r"expected|outcome|"
    r"tool|tools|time|duration|risk|remark|because|status|grund|begründung|hinweis|razón|nota|motivo|raison|"
    r"remarque|but)\b|原因|理由|说明|說明|备注|目的|"
    r"備考|補足|注",
    re.I,
)
DEED = re.compile(
    r"^\W*(?:remove|take|pick|lift|grab|move|put|set|place|pull|clear|get|push|slide|open|close|unstack|retrieve|"
    r"carry|nimm|entferne|stell|hebe|"
    r"quita|retira|toma|saca|levanta|enlève|enlevez|prends|prenez|retirez|soulev|移|拿|取|搬|どか|取り)",
    re.I,
)
"""A sentence that begins with a deed; there are more, so this only tells steps from other sentences."""
