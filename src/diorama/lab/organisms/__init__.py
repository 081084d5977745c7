"""Model organisms: tiny models that are trained here, on a CPU, to answer one kind of what-if question from pictures.

What the instruments of the laboratory say of a large model cannot be checked against anything. A model organism has
learned one thing that is known exactly, so it shows what the instruments find where something is to be found, and its
untrained twin shows what they find where nothing is. Imports from every room of the laboratory, and nothing of it
imports from here.

    from diorama.lab.organisms import OrganismOrder, make_organism
    made = make_organism(OrganismOrder(Path("organism"), minutes=20))
    made.model, made.data        # for `diorama lab trace organism/data --model organism/model-trained`
"""

from diorama.lab.organisms.making import Made, OrganismOrder, make_organism
from diorama.lab.organisms.worlds import CHANCE, Scene, drawn_scene

__all__ = ["CHANCE", "Made", "OrganismOrder", "Scene", "drawn_scene", "make_organism"]
