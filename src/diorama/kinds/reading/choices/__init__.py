"""Reading a choice: the one option that a reply answers with. A wrong one is never read; in doubt there is none.

The rules apply in this order, and the first that finds an answer decides:

1. `fast`: the commonest forms, which need no further thought ("B", "(B) No", "The answer is B.").
2. `values`: what the reply marks as its answer: tags, boxes, JSON. Several marks must agree.
3. All of the text, from its last correction on ("no wait, B"), in `reader`:
   a. `lists` and `weights`: a repeated list of options chooses nothing, unless one is ticked, the only one that is not
      crossed out, or clearly the heaviest ("A: 80 %, B: 20 %").
   b. `latter` and `labels`: "the latter" becomes what it means, and "Mug: in the way" a sentence.
   c. `claims`: what each clause affirms or denies, and how plainly (`Rank`): a final answer, a letter alone on the last
      line, an answer, a conclusion, the option alone, in passing, a hint.
   d. `decision`: the plainest claim decides, if nothing contradicts it; failing that, the only option not denied.
4. `typos`: the same once more, with slips of the keyboard mended.

What `claims` stands on: `mentions` finds every place that names an option, by its letter (`letters`), by its own or
other words (`words`), or by the thing that it is about; `clauses` cuts statements; `cues` are the small words that
affirm, deny, suppose or explain. Three modules understand sentences that name no option: `topics` (yes or no to what is
asked, by the words in `topic_words`), `removals` (what must go) and `courses` (what happens first and last).

This package may import the lexicon, the name matcher and the rest of `diorama.kinds.reading`.

>>> option_mentions("It is (B), so no.", ("Yes", "No", "Not sure"))
[(6, 9, 'No'), (14, 16, 'No')]
"""

from diorama.kinds.reading.choices.mentions import option_mentions
from diorama.kinds.reading.choices.reader import choice_in

__all__ = ["choice_in", "option_mentions"]
