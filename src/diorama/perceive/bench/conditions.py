"""Conditions: what perception gets wrong, and how much of it."""

from __future__ import annotations

from dataclasses import dataclass

TASKS = ("T1", "T2", "T3", "T4", "T5", "T6")


@dataclass(frozen=True)
class Condition:
    """Providers that are not exact."""

    name: str
    severity: str = ""
    providers: tuple[tuple[str, str], ...] = ()
    """Roles, and providers as they are written on the command line; all others are the oracle."""
    tasks: tuple[str, ...] = TASKS
    """The tasks that it matters to."""

    @property
    def key(self) -> str:
        return f"{self.name} {self.severity}".strip()

    def provider(self, role: str) -> str:
        return dict(self.providers).get(role, "oracle")

    def errs(self, *roles: str) -> bool:
        """Whether one of these roles is not exact."""
        return any(role in roles for role, _ in self.providers)


def noisy(
    name: str, role: str, setting: str, *levels: float, unit: str = "%", tasks: tuple[str, ...] = TASKS
) -> tuple[Condition, ...]:
    """One kind of noise at several levels."""
    scale = 100 if unit == "%" else 1
    return tuple(
        Condition(name, f"{level * scale:g} {unit}", ((role, f"noisy({setting}={level})"),), tasks) for level in levels
    )


EXACT = Condition("exact")
CONDITIONS: tuple[Condition, ...] = (
    EXACT,
    *noisy("depth grainy", "depth", "noise", 0.02, 0.05),
    *noisy("depth blotchy", "depth", "blotches", 0.02, 0.05),
    *noisy("depth scale off", "depth", "drift", 0.2),
    *noisy("depth tilted", "depth", "tilt", 0.1),
    *noisy("depth blurred", "depth", "blurred_px", 2.0, 6.0, unit="px"),
    *noisy("masks eroded", "segment", "eroded_px", 2.0, unit="px"),
    *noisy("masks dilated", "segment", "dilated_px", 2.0, unit="px"),
    *noisy("masks ragged", "segment", "ragged_px", 2.0, unit="px"),
    *noisy("masks cut off", "segment", "cut", 0.1),
    *noisy("masks merged", "segment", "merged", 0.1),
    *noisy("things missed", "detect", "missed", 0.05, 0.15),
    *noisy("things found twice", "detect", "doubled", 0.1),
    *noisy("wrong labels", "detect", "mislabelled", 0.05, 0.15),
    *noisy("false things", "detect", "false", 0.1),
    *noisy("glossy taken for matt", "materials", "false", 0.1, tasks=("T4",)),
    *noisy("images left by inpainting", "inpaint", "left", 0.3, tasks=("T4",)),
    *noisy("inpainting failed", "inpaint", "failed", 0.3, tasks=("T4",)),
    Condition(
        "a little of all", "", (
            ("depth", "noisy(blotches=0.02, noise=0.01, blurred_px=2.0)"),
            ("segment", "noisy(ragged_px=1.0, cut=0.03, merged=0.03)"),
            ("detect", "noisy(missed=0.03, mislabelled=0.03, doubled=0.03, doubt=0.3)"),
        ),
    ),
)  # fmt: skip
"""Depth errors are shares of the depth, at 720 × 480 pixels; shares of things are of those in the picture."""
