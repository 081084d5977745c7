"""Footage: questions about what comes next or came before, made from real video files.

This room imports all rooms above it. Videos are measured and cut into clips; models describe the clips and propose
questions; people keep or reject them; those that are kept become an ordinary dataset of samples without a world.

    make_clips([Path("kitchen.mp4")], Path("work"))
    write_candidates(Path("work"), ModelUse("openai/gpt-5"))   # then people edit work/candidates.jsonl
    finalise(Path("work"), Path("mybench"), seed=1)
"""

from __future__ import annotations

from diorama.footage.candidates import write_candidates
from diorama.footage.checks import check_candidate
from diorama.footage.clips import make_clips
from diorama.footage.finalising import finalise
from diorama.footage.model_use import ModelUse
from diorama.footage.probing import Footage, probe
from diorama.footage.record_files import candidate_file, clip_file
from diorama.footage.records import Candidate, Caption, Clip, Reason, Status

__all__ = [
    "Candidate",
    "Caption",
    "Clip",
    "Footage",
    "ModelUse",
    "Reason",
    "Status",
    "candidate_file",
    "check_candidate",
    "clip_file",
    "finalise",
    "make_clips",
    "probe",
    "write_candidates",
]
