"""Reading records into a data frame: build a few samples, ask two players, and count by task in pandas."""

from pathlib import Path

import pandas as pd

from diorama.ask.evaluate import Order, evaluate
from diorama.ask.logs import load_records
from diorama.data.build import BuildWishes, build, plan_build

data, logs = Path("few"), Path("logs")
for _ in build(data, plan_build(["causal"], 4, 5, BuildWishes(task="trajectory"))):
    pass
for player in ("diorama/oracle", "diorama/random"):
    evaluate(Order(data, player, logs=logs))

frame = pd.DataFrame([record.model_dump(mode="json") for record in load_records([logs])])
frame["correct"] = frame["verdict"] == "correct"
print(frame.pivot_table(index="model", columns=["task", "level"], values="correct"))
