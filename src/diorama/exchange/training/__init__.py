"""Training sets: a dataset as conversations with answers (sft) or with keys for rewards (rl), for several trainers."""
