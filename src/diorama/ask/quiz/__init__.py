"""A quiz: questions of a dataset in a folder that anyone can answer, and the answers scored as a run like any model's.

The folder holds what a model is sent and nothing else: no answers, no ids, no worlds. `score_quiz` finds out which
question had which number by drawing the same questions again.

    make_quiz("mybench", Selection(sample=24, seed=1), "quiz")
    score_quiz("quiz", "mybench", name="anna", logs=Path("logs")).result.records
"""

from __future__ import annotations

from diorama.ask.quiz.making import make_quiz
from diorama.ask.quiz.scoring import ScoredQuiz, score_quiz

__all__ = ["ScoredQuiz", "make_quiz", "score_quiz"]
