// Filters only: every table, chart and card is already on the page, and the page is whole without this script.
"use strict";
(() => {
  const PAGE = 24;
  const hidden = new Set();
  const style = document.head.appendChild(document.createElement("style"));
  const cards = [...document.querySelectorAll(".card")];
  const field = (name) => document.querySelector(`.filters [name=${name}]`);
  const more = document.querySelector(".more");
  const count = document.querySelector("#shown");
  let most = PAGE;

  function show() {
    if (!cards.length) return;
    const want = Object.fromEntries(["cell", "row", "verdict", "words"].map((name) => [name, field(name).value]));
    const words = want.words.trim().toLowerCase();
    let found = 0;
    for (const card of cards) {
      const data = card.dataset;
      const ends = data.verdicts.split(" ").map((end) => end.split(":"))
        .filter(([row]) => !hidden.has(row) && (!want.row || row === want.row));
      const fits = (!want.cell || want.cell === `${data.suite}/${data.task}/${data.level}`)
        && ends.length > 0
        && (!want.verdict || ends.some(([, verdict]) => verdict === want.verdict))
        && (!words || card.textContent.toLowerCase().includes(words));
      card.hidden = !fits || ++found > most;
    }
    count.textContent = `${found} of ${cards.length} samples`;
    more.hidden = found <= most;
  }

  for (const button of document.querySelectorAll("nav.rows button")) {
    button.addEventListener("click", () => {
      const row = button.dataset.chip;
      if (!hidden.delete(row)) hidden.add(row);
      button.setAttribute("aria-pressed", String(!hidden.has(row)));
      style.textContent = [...hidden].map((r) => `[data-row="${r}"],[data-col="${r}"]{display:none!important}`).join("");
      show();
    });
  }
  for (const input of document.querySelectorAll(".filters select, .filters input")) {
    input.addEventListener("input", () => { most = PAGE; show(); });
  }
  for (const picture of document.querySelectorAll(".card img")) {
    picture.addEventListener("click", () => picture.closest(".card").classList.toggle("big"));
  }
  if (more) more.addEventListener("click", () => { most += PAGE; show(); });

  const asked = decodeURIComponent(location.hash.slice(1));
  if (asked && cards.some((card) => card.id === asked)) field("words").value = asked;
  show();
})();
