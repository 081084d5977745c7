"""Dresses of plans: ways in which people and models lay out the same steps, for tests that compare them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from diorama.kinds import Step

Steps = Sequence[Step]
Dress = Callable[[Steps], str]


def listed(needs: Sequence[int], none: str = "none", last: str = ", ", before: str = "") -> str:
    """Needs in words: "1, 2 and 3"."""
    names = [f"{before}{n}" for n in needs]
    if not names:
        return none
    return ", ".join(names[:-1]) + (last if names[:-1] else "") + names[-1]


def lines(form: str, none: str = "none", last: str = ", ", before: str = "", bare: str | None = None) -> Dress:
    """One line a step; `bare` is the form of a step that needs nothing."""

    def dress(steps: Steps) -> str:
        return "\n".join(
            (bare if bare is not None and not s.needs else form).format(
                id=s.id,
                content=s.content,
                low=s.content[0].lower() + s.content[1:],
                needs=listed(s.needs, none, last, before),
            )
            for s in steps
        )

    return dress


def table(head: str, order: str, none: str = "–") -> Dress:
    """A Markdown table; `order` says which column holds what."""

    def dress(steps: Steps) -> str:
        rows = [
            "| "
            + " | ".join(
                {"i": str(s.id), "c": s.content, "n": listed(s.needs, none), "r": "it is in the way"}[o] for o in order
            )
            + " |"
            for s in steps
        ]
        return "\n".join([head, "|" + "---|" * len(order), *rows])

    return dress


def as_list(number: str, content: str, needs: str, of: Callable[[int], object] = int, wrap: str = "") -> Dress:
    """A JSON list of objects, perhaps in a field."""

    def dress(steps: Steps) -> str:
        found = [{number: of(s.id), content: s.content, needs: [of(n) for n in s.needs]} for s in steps]
        return json.dumps({wrap: found} if wrap else found, indent=2 if wrap else None)

    return dress


def as_object(key: str, content: str, needs: str) -> Dress:
    """A JSON object of steps, as in SpatiaLQA."""

    def dress(steps: Steps) -> str:
        return json.dumps(
            {f"{key}{s.id}": {content: s.content, needs: [f"{key}{n}" for n in s.needs]} for s in steps},
            ensure_ascii=False,
        )

    return dress


def by_content(steps: Steps) -> str:
    """Needs named by what is done."""
    deeds = {s.id: s.content for s in steps}
    return "\n".join(f"{s.id}. {s.content} (needs: {'; '.join(deeds[n] for n in s.needs) or 'none'})" for s in steps)


def lettered(steps: Steps) -> str:
    """Steps that are called A, B, C."""
    names = {s.id: chr(ord("A") + k) for k, s in enumerate(steps)}
    needs = {s.id: ", ".join(names[n] for n in s.needs) or "none" for s in steps}
    return "\n".join(f"{names[s.id]}. {s.content} (needs {needs[s.id]})" for s in steps)


def html(steps: Steps) -> str:
    return "<ol>" + "".join(f"<li>{s.content} (needs {listed(s.needs)})</li>" for s in steps) + "</ol>"


def html_table(steps: Steps) -> str:
    rows = "".join(f"<tr><td>{s.id}</td><td>{s.content}</td><td>{listed(s.needs, '-')}</td></tr>" for s in steps)
    return f"<table><tr><th>Step</th><th>Action</th><th>Needs</th></tr>{rows}</table>"


def latex(steps: Steps) -> str:
    return (
        "\\begin{enumerate}\n"
        + "\n".join(f"\\item {s.content} (needs {listed(s.needs)})" for s in steps)
        + "\n\\end{enumerate}"
    )


def xml(steps: Steps) -> str:
    return (
        "<plan>"
        + "".join(f'<step id="{s.id}" needs="{listed(s.needs, "")}">{s.content}</step>' for s in steps)
        + "</plan>"
    )


def yaml(steps: Steps) -> str:
    return "steps:\n" + "\n".join(f"  - id: {s.id}\n    action: {s.content}\n    needs: {list(s.needs)}" for s in steps)


def yaml_lists(steps: Steps) -> str:
    def needs(step: Step) -> str:
        return "needs: []" if not step.needs else "needs:\n" + "\n".join(f"      - {n}" for n in step.needs)

    return "steps:\n" + "\n".join(f"  - id: {s.id}\n    action: {s.content}\n    {needs(s)}" for s in steps)


def one_line(steps: Steps) -> str:
    return "Plan: " + "; ".join(f"{s.id}) {s.content} (needs {listed(s.needs)})" for s in steps) + "."


def backwards(steps: Steps) -> str:
    return "\n".join(f"{s.id}. {s.content} (needs {listed(s.needs)})" for s in reversed(steps))


def told_after(steps: Steps) -> str:
    told = [f"- Step {s.id} depends on {listed(s.needs, '', ' and ', 'step ')}" for s in steps if s.needs]
    return "\n".join(f"{s.id}. {s.content}" for s in steps) + ("\n\nDependencies:\n" + "\n".join(told) if told else "")


def told_in_sentences(steps: Steps) -> str:
    told = [
        f"Step {s.id} {'needs ' + listed(s.needs, '', ' and ', 'step ') if s.needs else 'needs nothing'}."
        for s in steps
    ]
    return "\n".join(f"{s.id}. {s.content}" for s in steps) + "\n\n" + " ".join(told)


def json_lines(steps: Steps) -> str:
    return "\n".join(json.dumps({"id": s.id, "content": s.content, "needs": list(s.needs)}) for s in steps)


def literal(steps: Steps) -> str:
    return str([{"id": s.id, "content": s.content, "needs": list(s.needs)} for s in steps])


def rows(steps: Steps) -> str:
    return json.dumps([[s.id, s.content, list(s.needs)] for s in steps])


def sub_lines(form: str, none: str = "none", before: str = "") -> Dress:
    return lines("{id}. {content}\n" + form, none=none, before=before)


DRESSES: dict[str, Dress] = {
    "brackets": lines("{id}. {content} [{needs}]", none=""),
    "needs": lines("{id}. {content} (needs {needs})"),
    "needs colon": lines("{id}) {content} (needs: {needs})", none="-"),
    "only where needed": lines("{id}. {content} (after {needs})", last=" and ", bare="{id}. {content}"),
    "requires": lines("{id}. {content} (requires {needs})", last=" and ", bare="{id}. {content} (no prerequisites)"),
    "requires steps": lines(
        "Step {id}: {content} (requires {needs})", last=" and ", before="step ", bare="Step {id}: {content}."
    ),
    "dash": lines("{id}) {content} – depends on {needs}", none="nothing"),
    "sentence": lines("{id}. {content}. Needs: {needs}."),
    "comma": lines("({id}) {content}, prerequisites: {needs}\n"),
    "arrow": lines("{id}. {content} ← {needs}", bare="{id}. {content}"),
    "inner brackets": lines("{id}. {content} [depends on: [{needs}]]", none=""),
    "hash": lines("{id}. {content} (depends on {needs})", none="nothing", before="#"),
    "bold": lines("**Step {id}** – {content} *(needs: {needs})*", before="step "),
    "label": lines("**Step {id} (needs {needs}):** {content}", before="step "),
    "bullets": lines("- Step {id}: {content} (needs {needs})", none="nothing"),
    "bars": lines("{id}. {content} | needs: {needs}"),
    "bare bars": lines("{id}. {content} | {needs}"),
    "after first": lines("{id}. After {needs}, {low}.", last=" and ", before="step ", bare="{id}. {content}."),
    "once done": lines("{id}. {content} once {needs} done", last=" and ", before="step ", bare="{id}. {content}"),
    "must come after": lines(
        "{id}. {content}. This must be done after {needs}.", last=" and ", before="step ", bare="{id}. {content}."
    ),
    "no separator": lines("{id}. {content} needs {needs}"),
    "spaces": lines("{id} {content} (after {needs})", bare="{id} {content}"),
    "under": sub_lines("   - Needs: {needs}"),
    "under flat": sub_lines("Needs: {needs}", none="nothing"),
    "under steps": sub_lines("   * **Preconditions:** {needs}", none="None", before="Step "),
    "blocks": lines("Step {id}\nAction: {content}\nNeeds: {needs}\n"),
    "headings": lines("### Step {id}: {content}\n**Depends on:** {needs}\n", none="—"),
    "fields": lines("id: {id}, content: {content}, needs: [{needs}]", none=""),
    "chinese": lines("步骤{id}：{content}（需要：{needs}）", none="无", before="步骤"),
    "chinese brackets": lines("{id}. {content}（前提：{needs}）", none="无", last="和"),
    "japanese": lines("{id}. {content}（必要：{needs}）", none="なし"),
    "german": lines("{id}. {content} (benötigt {needs})", none="nichts", last=" und "),
    "german after": lines(
        "Schritt {id}: {content} (nach {needs})", last=" und ", before="Schritt ", bare="Schritt {id}: {content}"
    ),
    "spanish": lines("{id}. {content} (requiere {needs})", none="nada", last=" y "),
    "french": lines("{id}. {content} (nécessite {needs})", none="rien", last=" et "),
    "table": table("| Step | Action | Needs |", "icn"),
    "table turned": table("| Depends on | What to do | ID |", "nci", none="none"),
    "table with reasons": table("| # | Action | Reason | Prerequisites |", "icrn", none=""),
    "list": as_list("id", "content", "needs"),
    "list in plan": as_list("id", "content", "needs", wrap="plan"),
    "camel case": as_list("stepId", "action", "dependsOn", wrap="steps"),
    "snake case": as_list("step_id", "description", "depends_on"),
    "names": as_list("id", "action", "prerequisites", of=lambda n: f"step{n}"),
    "texts": as_list("step", "action", "preconditions", of=str, wrap="answer"),
    "object": as_object("step", "content", "precondition"),
    "object of numbers": as_object("", "action", "needs"),
    "by content": by_content,
    "letters": lettered,
    "html": html,
    "html table": html_table,
    "latex": latex,
    "xml": xml,
    "yaml": yaml,
    "yaml lists": yaml_lists,
    "one line": one_line,
    "backwards": backwards,
    "told after": told_after,
    "told in sentences": told_in_sentences,
    "json lines": json_lines,
    "literal": literal,
    "rows": rows,
}
"""Every dress by its name."""

WRAPS: dict[str, str] = {
    "nothing": "{plan}",
    "polite": "Of course! Here is the plan:\n\n{plan}\n\nLet me know if anything is unclear.",
    "reasons": "The things in front hide the others, so they have to go first.\n\nPlan:\n{plan}\n\nNothing falls over.",
    "thinking": "<think>What stands on what? 1. Look. 2. Think.</think>\n{plan}",
    "tags": "<answer>{plan}</answer>",
    "heading": "## Final answer\n\n{plan}",
    "fence": "```\n{plan}\n```",
    "draft": "Draft:\n1. Leave the room\n2. Come back (needs 1)\n\nCorrected plan:\n\n{plan}",
    "summary": "{plan}\n\nSo the first steps come first, and the last one is the goal.",
}
"""What may stand around a plan."""
