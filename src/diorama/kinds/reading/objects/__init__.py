"""Reading lists of objects: which of the things it names a reply answers with.

In this order, and the first that finds an answer decides (JSON comes first if it is the whole reply):

1. what the reply marks as its answer; JSON; all of it (`reader.objects_in`);
2. in a text: what follows "so:"; what comes after a correction; a bare list (`listing`); a bare list in the first or
   the last paragraph, unless the two differ (`reader`);
3. what the items of lists and the rows of tables affirm, section by section (`sections`, `headings`, `rows`);
4. what its sentences come to (`prose`);
5. a plain list at one end, with a reason at the other that is not understood and contradicts nothing (`ends`).

A sentence is read in steps. Each list of things in it becomes one sign (`groups`), so that the commas left are
those between clauses (`clauses`). Pronouns are spelled out (`pronouns`). Each clause claims that its things are the
answer, or that they are not (`claims` and `hiding`, by the patterns in `sentence_cues` and the `judgements` passed in
them), which depends on what the question wants to know (`goals`). At the end the claims are added up: a
conclusion goes before what led to it, later words before earlier ones, what is said outright before what only follows.

Where two answers are honestly possible there is none, and so where things are added of which nothing is understood.
"""
