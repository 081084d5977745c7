"""Imagine: what a question supposes, as a clip that a model can look at before it answers.

Stage by stage, as in the Causal Object World model (COW): which thing moves and where it is in the picture,
which way it goes (`motion`), where it is in each frame (`tracks`), and a clip of that (`generators`). In our worlds
every stage has an exact truth (`truth`): each can be done by an oracle instead of a model, and be scored (`scores`).
"""
