"""One run of a model with states kept, replaced or played back: what causal tracing and probes are made of.

A state that is *played back* is not computed: its module gives what it gave in an earlier run. So a run that begins
at a site costs only what comes after it, goes through the model's own code, and equals the whole run bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from diorama.lab.family import part_of
from diorama.lab.prompt import Prompt
from diorama.lab.sites import Site
from diorama.lab.subject import Subject

Change = Callable[[Any], Any]
"""A state → the state that takes its place."""
NAMED = "hidden_states"
"""What blocks and layers call the state that they are given."""


@dataclass(frozen=True, eq=False)
class Pass:
    """What came of a run."""

    logits: Any
    """Of the token that comes next: one number for each token of the vocabulary."""
    states: Mapping[str, Any]
    """What was kept, by the names of sites."""

    @property
    def probabilities(self) -> Any:
        """Of the token that comes next."""
        return self.logits.float().softmax(-1)


def run_pass(
    subject: Subject,
    prompt: Prompt,
    *,
    keep: Iterable[Site] = (),
    change: Mapping[Site, Change] | None = None,
    play: Mapping[Site, Any] | None = None,
) -> Pass:
    """Run a model up to its next token.

    `keep` are sites whose states are wanted, as they are after changes; `change` replaces states where they arise;
    `play` are states of an earlier run that are not computed again. A site is either changed or played back.
    """
    torch: Any = import_module("torch")
    states: dict[str, Any] = {}
    with torch.inference_mode(), ExitStack() as stack:
        for site, state in (play or {}).items():
            stack.enter_context(_played(subject, site, state))
        for site, changed in (change or {}).items():
            stack.enter_context(_hooked(subject, site, changed))
        for site in keep:  # hooks run in the order in which they were made, so this sees what was changed
            stack.enter_context(_hooked(subject, site, _keeper(states, site.name)))
        given = dict(prompt.inputs)
        logits = subject.model(**given, use_cache=False, logits_to_keep=1).logits[0, -1]
        if not bool(torch.isfinite(logits).all()):
            raise FloatingPointError("the model's numbers overflow: use --dtype bfloat16 or float32")
    return Pass(logits, states)


def _keeper(states: dict[str, Any], name: str) -> Change:
    def keep(state: Any) -> Any:
        states[name] = state.detach()
        return None

    return keep


@contextmanager
def _hooked(subject: Subject, site: Site, change: Change) -> Iterator[None]:
    """While it lasts, what a site's module gives, or is given, goes through a function; None leaves it as it is."""
    module = part_of(subject.model, site.path)

    def before(module: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        changed = change(args[0] if args else kwargs[NAMED])
        if changed is None:
            return None
        return ((changed, *args[1:]), kwargs) if args else (args, {**kwargs, NAMED: changed})

    def after(module: Any, args: tuple[Any, ...], output: Any) -> Any:
        return change(output)

    handle = (
        module.register_forward_pre_hook(before, with_kwargs=True)
        if site.takes_input
        else module.register_forward_hook(after)
    )
    try:
        yield
    finally:
        handle.remove()


@contextmanager
def _played(subject: Subject, site: Site, state: Any) -> Iterator[None]:
    """While it lasts, a site's module gives this state and computes nothing."""
    if site.takes_input:
        with _hooked(subject, site, lambda given: state):
            yield
        return
    module = part_of(subject.model, site.path)
    own = module.__dict__.get("forward")  # a model that is spread over cards has one that moves its inputs
    module.forward = lambda *args, **kwargs: state  # hides the method of the class, which is computed with
    try:
        yield
    finally:
        if own is None:
            del module.forward
        else:
            module.forward = own
