"""Limits: every threshold of construction in one place, so that they can be calibrated and stored with a sample."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Thresholds of the modules and gates of construction."""

    # inventory
    label_confidence: float = 0.3
    """A picture with a label less sure than this is rejected."""

    one_thing: float = 0.7
    """Two masks that share more of what they cover together are one thing that was found twice."""
    least_thing_px: int = 60
    """Pixels of its own, in a picture of 480 rows, that a thing needs to be counted."""

    # the picture
    field_of_view_deg: float = 40.0
    """From the top to the bottom of the picture; assumed unless it is known of the camera."""
    least_things: int = 3
    """Things that a picture must show for a question about it."""
    depth_gradient: float = 0.04
    """By which share of its depth the farthest thing of an occluding chain must at least lie behind the nearest."""
    depth_band: float = 0.01
    """Depths that differ by no more than this share are within the noise of the sensor: nobody knows the order."""
    order_band: float = 0.045
    """The same for two that follow each other in an answer; calibrated by `perceive bench`."""

    # who hides whom
    overlap: float = 0.0
    """τ: share of mask and box together that must be both, for the nearer one to hide the farther."""

    touching_px: int = 4
    """Pixels, in a picture of 480 rows, along which two things touch if one hides the other."""

    # what shows through
    through_px: int = 40
    """Rays through a thing, in a picture of 480 rows, on which something must lie to show through it."""
    back_face: float = 0.9
    """The share of the depths in a thing's mask that its back face lies behind."""

    # reflections
    fit_field_of_view: bool = False
    """Whether to look for the field of view with which mirror images are best explained, instead of assuming one."""
    reflective_share: float = 0.5
    """How sure it must be that a surface mirrors."""
    least_surface: float = 0.01
    """Share of the picture that a surface covers at least."""
    plane_spread: float = 0.01
    """Relative error of depth, averaged over patches, on a surface that still counts as flat."""
    least_image: float = 0.0004
    """Share of the picture that a mirror image covers at least."""
    least_images: int = 2
    """Mirror images that a picture shows at least: a single one may be anything on a dull surface."""
    image_strength: float = 0.075
    """How much of the contrast of a thing its mirror image shows at least …"""
    image_fit: float = 0.1
    """… and how well the two correlate."""
    no_image: float = 0.05
    """Where this much is shown or less, there is no mirror image; in between it is in doubt."""
    unexplained_step: float = 9.0
    """Steps of 255 in colour: what stands out so much, in the outline of an image, may be one that looks otherwise."""
    pair_overlap: float = 0.3
    """Share of a mirror image and the silhouette of its thing behind the mirror together that must be both."""
    ambiguous_pair: float = 0.8
    """Another thing that fits a mirror image by this share of the best overlap makes the pairing ambiguous."""
    hole_growth: float = 0.0085
    """How far beyond a mirror image is filled, in heights of the picture."""
    artefacts: float = 0.5
    """The score from which on a filled place looks changed."""

    # swaps
    unseen_depth: float = 0.6
    """A thing is taken to be at least this times as deep as it is wide, however little of its depth is seen."""
    slack: float = 0.05
    """Things reach into each other if more than this share of the smaller one's radius does."""
    ground_share: float = 0.5
    """Of the pixels below things, those that must lie on one plane."""
    volumes_overlap: float = 0.3
    """How far things may reach into each other before anything is moved, in radii of the smaller one."""
    neighbours_apart: float = 0.03
    """Share of the picture's width that neighbours in an order must be apart, as they are and as they should be."""
    size_doubt: float = 0.2
    """The answer must stay if all things are this share larger or smaller; calibrated by `perceive bench`."""
    most_solutions: int = 200
    """Shortest sequences that a question may have. One swap after another in either order are two already; an answer
    holds them all, so that few are no better than many. Paper 002 wants one."""
