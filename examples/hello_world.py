"""Hello, world: furnish a kitchen counter, look at it, and ask what would be seen if something were gone."""

import diorama as d
from diorama.whatif import Remove, outcome_of

world = d.layouts.kitchen_counter(seed=7, objects=12)
view = d.look(world)
view.image().save("kitchen.png")
for name in world.inventory:
    print(f"{world[name].phrase}: {view.visible_fraction(name):.0%} visible")

outcome = outcome_of(world, Remove(name="tumbler"), view.camera)
print("Without the tumbler these come fully into view:", ", ".join(sorted(outcome.revealed)) or "none")
outcome.after.image().save("without-the-tumbler.png")
