"""Review in two layers: an annotator verifies or flags each sample, then a reviewer does, who sees the flags.

Where the two differ they discuss and vote. What is at fault is made again and reviewed again, until nothing is
outstanding; then the batch is signed off, and the log of the review is written into the dataset.

The rules are `diorama.data.review_log`'s, which also proves a log; here is what people do to get there.
"""
