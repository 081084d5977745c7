// Validate: numbers choose an option, or a reason while these are open.
"use strict";

{
  const tool = document.querySelector("[data-validate]");
  const root = tool.querySelector("[data-player]");
  const player = root.querySelector("video") ? new Films.Player(root) : null;
  const unusable = tool.querySelector("[data-unusable]");
  const groups = [...tool.querySelectorAll("[data-group]")];

  function give(name) {
    for (const group of groups) {
      for (const choice of group.querySelectorAll("[data-own-key]")) {
        if (group.dataset.group === name) choice.dataset.key = choice.dataset.ownKey; else delete choice.dataset.key;
      }
    }
  }

  give("options");
  if (unusable) {
    // at once, since the event that tells of the change comes later than the next key
    unusable.querySelector("summary").addEventListener("click", () => give(unusable.open ? "options" : "reasons"));
    for (const choice of unusable.querySelectorAll("[type=radio]")) {
      choice.addEventListener("click", () => unusable.querySelector("[name=note]").focus());
    }
  }
  if (player) player.main.ready.then(() => player.show());
}
