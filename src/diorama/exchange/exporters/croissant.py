"""Croissant metadata: a description of the files and records of a dataset that `mlcroissant` validates and loads.

Two of its rules are nowhere written down: a set of files must not say what contains it, and a list of pictures must be
`repeated` with its bytes as the path; otherwise the description validates and yields no record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diorama.data.manifest import Manifest
from diorama.exchange.exporters.dataset_card import shard_pattern

_OWN = (
    "citeAs", "column", "conformsTo", "equivalentProperty", "extract", "field", "fileProperty", "fileObject", "fileSet",
    "format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet", "references",
    "regex", "repeated", "replace", "samplingRate", "separator", "source", "subField", "transform",
)  # fmt: skip
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "data": {"@id": "cr:data", "@type": "@json"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{name: "dct:conformsTo" if name == "conformsTo" else f"cr:{name}" for name in _OWN},
}
_TEXTS = {
    "id": "What the sample is called.",
    "suite": "Which benchmark it belongs to.",
    "task": "Which of its tasks.",
    "level": "Which level of the task; empty if there is one only.",
    "kind": "The form of the answer: choice, objects, swaps or plan.",
    "question": "What is asked.",
    "answer": "The right answer, as JSON.",
    "query": "What is asked, as JSON with types.",
    "world": "The world that the question is about, as JSON.",
    "version": "Of the program that made it.",
}  # fmt: skip
_FILES = {
    "image": ("sc:ImageObject", "What is shown with the question."),
    "video": ("sc:VideoObject", "Clips that are shown with the question."),
    "depth": ("sc:ImageObject", "Exact depth of the view, in millimetres, 16 bits."),
}


def croissant(
    manifest: Manifest, licence: str, description: str, filled: Mapping[str, frozenset[str]]
) -> dict[str, Any]:
    """The document; `filled` says for each suite which columns of files hold any."""
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": manifest.name,
        "description": description,
        **({"license": licence} if licence else {}),
        "keywords": ["visual question answering", "spatial reasoning", "synthetic"],
        "version": manifest.plan.version,
        "distribution": [
            *(
                {
                    "@type": "cr:FileObject", "@id": name, "name": name, "contentUrl": f"data/{name}",
                    "encodingFormat": "application/x-parquet", "sha256": shard.sha256,
                }
                for name, shard in manifest.shards.items()
            ),
            *(
                {
                    "@type": "cr:FileSet", "@id": f"files-{suite}", "name": f"files-{suite}",
                    "encodingFormat": "application/x-parquet", "includes": shard_pattern(suite),
                }
                for suite in manifest.tasks
            ),
        ],
        "recordSet": [_records(suite, filled[suite]) for suite in manifest.tasks],
    }  # fmt: skip


def _records(suite: str, filled: frozenset[str]) -> dict[str, Any]:
    fields = [_field(suite, name, words, "sc:Text") for name, words in _TEXTS.items()]
    fields.append(
        {**_field(suite, "options", "The options of a multiple choice question.", "sc:Text"), "repeated": True}
    )
    fields.append(_field(suite, "seed", "What it was made from.", "sc:Integer"))
    for name, (kind, words) in _FILES.items():
        if name in filled:
            field = _field(suite, name, words, kind)
            field["source"]["transform"] = {"jsonPath": "bytes"}
            fields.append({**field, "repeated": True})
    return {"@type": "cr:RecordSet", "@id": suite, "name": suite, "field": fields}


def _field(suite: str, name: str, words: str, kind: str) -> dict[str, Any]:
    source = {"fileSet": {"@id": f"files-{suite}"}, "extract": {"column": name}}
    return {
        "@type": "cr:Field", "@id": f"{suite}/{name}", "name": name, "description": words, "dataType": kind,
        "source": source,
    }  # fmt: skip
