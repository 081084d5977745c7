"""Reading lists of objects: which of the things it names a reply answers with.

In this order, and the first that finds an answer decides (JSON comes first if it is the whole reply):

1. what the reply marks as its answer; JSON; all of it (`reader.objects_in`);
2. in a text: what follows "so:"; what comes after a correction; a bare list; a bare list in the first or the last
   paragraph, unless the two differ (`reader`);
3. what the items of lists and the rows of tables affirm, section by section (`reader`, `rows`);
4. what its sentences affirm, if they agree (`statements`, by the patterns in `cues`).

Where two answers are honestly possible there is none.
"""
