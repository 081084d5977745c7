// Filter and cut: one question at a time is at hand; its buttons have the keys.
"use strict";

{
  const tool = document.querySelector("[data-filter]");
  const player = new Films.Player(tool.querySelector("[data-player]"));
  const cards = [...tool.querySelectorAll("[data-question]")];
  let hand = null;

  function take(card, scroll = true) {
    hand = card;
    for (const each of cards) {
      const mine = each === card;
      each.classList.toggle("at-hand", mine);
      each.querySelector("[data-pick]").setAttribute("aria-pressed", String(mine));
      for (const button of each.querySelectorAll("[data-own-key]")) {
        if (mine) button.dataset.key = button.dataset.ownKey; else delete button.dataset.key;
      }
    }
    if (!card) return;
    const { start, end, cut, direction } = card.dataset;
    player.question = { start: Number(start), end: Number(end), cut: Number(cut), direction };
    player.show();
    if (scroll) card.scrollIntoView({ block: "nearest" });
  }

  function move(by) {
    if (cards.length) take(cards[(Math.max(cards.indexOf(hand), 0) + by + cards.length) % cards.length]);
  }

  player.root.querySelector("[data-do=up]").addEventListener("click", () => move(-1));
  player.root.querySelector("[data-do=down]").addEventListener("click", () => move(1));
  player.root.querySelector("[data-do=use-view]").addEventListener("click", () => {
    if (!hand) return;
    const value = player.otherPane.hidden ? "" : player.view.value;
    if (!value || value === "half") { Studio.tell("Choose another view first.", "Open the split view, and another film or picture in it."); return; }
    hand.elements.reference.value = value;
    hand.elements.reference_at.value = value === "picture" ? "" : Films.clock(player.active.time);
    hand.requestSubmit(hand.querySelector("[value=save]"));
  });

  for (const card of cards) {
    card.querySelector("[data-pick]").addEventListener("click", () => take(card, false));
    card.addEventListener("focusin", () => { if (hand !== card) take(card, false); });
    card.querySelector("[data-cut-here]").addEventListener("click", () => {
      card.elements.cut.value = Films.clock(player.active.cut);
      card.requestSubmit(card.querySelector("[value=save]"));
    });
    card.addEventListener("saved", ({ detail }) => {
      card.dataset.cut = detail.seconds;
      card.toggleAttribute("data-deleted", detail.deleted);
      for (const name of ["cut", "viewpoint", "reference", "reference_at"]) card.elements[name].value = detail[name];
      const badge = card.querySelector(".badge"), fault = card.querySelector("[data-field=fault]");
      badge.className = `badge s-${detail.deleted ? "deleted" : detail.status}`;
      badge.textContent = detail.deleted ? "deleted" : detail.status;
      card.querySelector("[data-field=version]").textContent = detail.version;
      card.querySelector("[data-field=asks]").textContent = detail.asks;
      fault.textContent = detail.fault;
      fault.hidden = !detail.fault;
      if (card === hand) take(card, false);
    });
  }
  take(cards.find((card) => !card.hasAttribute("data-deleted")) || null, false);
}
