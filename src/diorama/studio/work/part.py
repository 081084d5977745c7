"""The tables that all work shares."""

from __future__ import annotations

from diorama.studio.storage import Part
from diorama.studio.work.leases import Lease
from diorama.studio.work.repeats import Answered

PART = Part("work", (Lease, Answered))
