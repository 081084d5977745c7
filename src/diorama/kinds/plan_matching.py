"""Which steps of two plans belong together: from a matrix of steps that are the same to pairs, one to one.

A matrix has a row for each step of the right plan and a column for each step of the given one; a 1 says that both do
the same, and there may be several in a row or a column. Pairs are as many as possible. Often they can be chosen in
several ways, and the choice decides which preconditions match; there are two rules for it:

- `assigned_pairs` takes what `scipy.optimize.linear_sum_assignment` takes, as the released scorer of the paper does;
- `best_pairs` takes the pairs that match most preconditions.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

Matrix = Sequence[Sequence[int]]
Pairs = tuple[tuple[int, int], ...]
"""Row and column of each pair, by row."""
Edges = Collection[tuple[int, int]]
"""A step and one that it needs, by their places in the plan."""

MOST_WORK = 2_500_000
"""How long the best pairs are searched for, in partial choices × ones of the matrix; then the best so far are taken.

That was enough for all of some random plans of 10 × 10 steps of which half of all pairs are the same, and of 15 × 15 up
to three tenths; where nearly all steps are the same, and so nothing is said, the best may be missed.
"""
MOST_EDGE_PAIRS = 40_000
"""Right preconditions times given ones up to which they are compared: far more than any real plan has."""


def only_pairs(matrix: Matrix) -> Pairs | None:
    """The pairs, if they can be chosen in one way only: no row and no column has two ones. Else None."""
    found: list[tuple[int, int]] = []
    taken: set[int] = set()
    for row, values in enumerate(matrix):
        if ones := values.count(1):
            column = values.index(1)
            if ones > 1 or column in taken:
                return None
            taken.add(column)
            found.append((row, column))
    return tuple(found)


def assigned_pairs(matrix: Matrix) -> Pairs:
    """The pairs that scipy's assignment of least cost holds, where a pair of different steps costs 1."""
    ones = np.array(matrix)
    rows, columns = linear_sum_assignment(1 - ones)
    return tuple((r, c) for r, c in zip(rows.tolist(), columns.tolist(), strict=True) if ones[r, c] == 1)


def best_pairs(matrix: Matrix, right: Edges, given: Edges, assigned: Pairs) -> Pairs:
    """Of all choices of as many pairs as those assigned, the most there can be, one that matches most preconditions.

    If several do, it does not matter for any count which one it is. It is exact as long as `MOST_WORK` is enough; plans
    with so many preconditions that even a look at all pairs of them is too much keep the pairs assigned.
    """
    if len(right) * len(given) > MOST_EDGE_PAIRS:
        return assigned
    search = _Search(matrix, right, given, assigned)
    if search.hits < search.most:
        search.go_on(0, {}, frozenset(), 0, search.completed({}))
    return search.best


class _Search:
    """A search through the steps that have to do with preconditions; all others are fitted in at the end.

    Steps are decided in an order in which neighbours follow each other, and a partial choice is given up as soon as the
    preconditions that it leaves possible are too few.
    """

    def __init__(self, matrix: Matrix, right: Edges, given: Edges, assigned: Pairs) -> None:
        self.best, self.size, self.given = assigned, len(assigned), frozenset(given)
        self.fits: dict[tuple[int, int], list[tuple[int, int]]] = {}
        """The given edges that each right one could be matched with."""
        for edge in right:
            steps, needs = matrix[edge[0]], matrix[edge[1]]
            if fitting := [(a, b) for a, b in given if steps[a] and needs[b]]:
                self.fits[edge] = fitting
        self.most = min(len(self.fits), len(self.given))
        chosen = dict(assigned)
        self.hits = sum(self.is_given(edge, chosen) for edge in self.fits)
        """Of the best choice so far."""
        if self.hits == self.most:
            return
        self.options = [[column for column, same in enumerate(row) if same] for row in matrix]
        self.rows = _neighbours_first(self.fits)
        place = {row: k for k, row in enumerate(self.rows)}
        self.closed = [[e for e in self.fits if max(place[e[0]], place[e[1]]) == k] for k in range(len(self.rows))]
        """Right edges by the last of their ends to be decided."""
        self.open = [[e for later in self.closed[k:] for e in later] for k in range(len(self.rows) + 1)]
        """Those that are not decided before each row."""
        self.choices = [sorted({g[row == e[1]] for e, fitting in self.fits.items() if row in e for g in fitting})
                        for row in self.rows]  # fmt: skip
        self.left = max(1, MOST_WORK // max(1, sum(map(len, self.options))))

    def go_on(self, at: int, chosen: dict[int, int], later: frozenset[int], hits: int, whole: Pairs) -> None:
        """Decide the rows from this one on.

        `chosen` is what earlier ones are paired with; those left for `later` match no precondition. `whole` is the
        choice with pairs for all others.
        """
        if self.hits == self.most or not self.left or len(whole) < self.size:
            return
        self.left -= 1
        if hits + self.possible(at, chosen, later) <= self.hits:
            return
        if at == len(self.rows):
            self.hits, self.best = hits, whole
            return
        row, used = self.rows[at], set(chosen.values())
        ways = []
        for column in self.choices[at]:
            if column not in used:
                more = {**chosen, row: column}
                ways.append((sum(self.is_given(edge, more) for edge in self.closed[at]), column, more))
        for gained, _, more in sorted(ways, key=lambda way: (-way[0], way[1])):
            self.go_on(at + 1, more, later, hits + gained, self.completed(more))
        self.go_on(at + 1, chosen, later | {row}, hits, whole)

    def is_given(self, edge: tuple[int, int], chosen: dict[int, int]) -> bool:
        step, need = edge
        return step in chosen and need in chosen and (chosen[step], chosen[need]) in self.given

    def possible(self, at: int, chosen: dict[int, int], later: frozenset[int]) -> int:
        """How many of the preconditions that are not decided may still be matched, at most."""
        used = set(chosen.values())
        ours, theirs = 0, set()
        for edge in self.open[at]:
            step, need = edge
            if step in later or need in later:
                continue
            mine, its = chosen.get(step), chosen.get(need)
            left = [
                (a, b)
                for a, b in self.fits[edge]
                if (a == mine or (mine is None and a not in used)) and (b == its or (its is None and b not in used))
            ]
            ours += bool(left)
            theirs.update(left)
        return min(ours, len(theirs))

    def completed(self, chosen: dict[int, int]) -> Pairs:
        """As many pairs as are possible beside the chosen ones: each other row in turn finds a place or makes one."""
        fixed = set(chosen.values())
        owner: dict[int, int] = {}

        def finds_place(row: int, seen: set[int]) -> bool:
            for column in self.options[row]:
                if column not in fixed and column not in seen:
                    seen.add(column)
                    if column not in owner or finds_place(owner[column], seen):
                        owner[column] = row
                        return True
            return False

        for row in range(len(self.options)):
            if row not in chosen:
                finds_place(row, set())
        return tuple(sorted([*chosen.items(), *((row, column) for column, row in owner.items())]))


def _neighbours_first(edges: Collection[tuple[int, int]]) -> list[int]:
    """The ends of some edges, each as soon as possible after those that it shares edges with."""
    left = sorted({row for edge in edges for row in edge})
    ordered: list[int] = []
    while left:
        near = [sum((row == a and b in ordered) or (row == b and a in ordered) for a, b in edges) for row in left]
        ordered.append(left.pop(near.index(max(near))))
    return ordered
