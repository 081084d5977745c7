// Repair: times from the player, options as a list, wrong ones from a model.
"use strict";

{
  const tool = document.querySelector("[data-repair]");
  const player = new Films.Player(tool.querySelector("[data-player]"));
  const form = tool.querySelector("[data-save=question]");
  const options = form.querySelector("[data-options]");
  const field = (name) => form.elements[name];
  const changed = () => form.dispatchEvent(new Event("input", { bubbles: true }));

  function follow() {
    const [start, end, cut] = ["start", "end", "cut"].map((name) => Films.readClock(field(name).value));
    player.question = start === null || end === null || cut === null ? null : { start, end, cut, direction: field("direction").value };
    player.show();
  }

  for (const button of form.querySelectorAll("[data-set]")) {
    button.addEventListener("click", () => {
      const { set } = button.dataset;
      field(set).value = Films.clock(set === "reference_at" ? player.active.time : player.active.cut);
      changed();
    });
  }
  tool.querySelector("[data-do=use-view]").addEventListener("click", () => {
    const value = player.otherPane.hidden ? "" : player.view.value;
    if (!value || value === "half") { Studio.tell("Choose another view first.", "Open the split view, and another film or picture in it."); return; }
    field("reference").value = value;
    field("reference_at").value = value === "picture" ? "" : Films.clock(player.active.time);
    changed();
  });

  /** Options are numbered anew whenever one comes or goes. */
  function number() {
    [...options.querySelectorAll(".option")].forEach((row, k) => {
      const [radio, text] = row.querySelectorAll("input"), remove = row.querySelector("button");
      radio.value = k;
      radio.setAttribute("aria-label", `Option ${k + 1} is right`);
      radio.dataset.says = `Option ${k + 1} is right`;
      if (k < 9) radio.dataset.key = k + 1; else delete radio.dataset.key;
      text.setAttribute("aria-label", `Option ${k + 1}`);
      remove.setAttribute("aria-label", `Remove option ${k + 1}`);
    });
  }

  function add(text, focus = true) {
    const rows = options.querySelectorAll(".option");
    const row = document.createElement("div"), radio = document.createElement("input");
    const input = document.createElement("input"), remove = document.createElement("button");
    row.className = "option";
    Object.assign(radio, { type: "radio", name: "truth" });
    Object.assign(input, { name: "option", value: text, maxLength: 2000, autocomplete: "off" });
    Object.assign(remove, { type: "button", textContent: "✕" });
    remove.dataset.remove = "";
    row.append(radio, input, remove);
    if (rows.length) rows[rows.length - 1].after(row); else options.querySelector("legend").after(row);
    number();
    if (focus) input.focus();
  }

  options.addEventListener("click", (event) => {
    const remove = event.target.closest("[data-remove]");
    if (!remove) return;
    remove.closest(".option").remove();
    number();
    changed();
  });
  options.querySelector("[data-add]").addEventListener("click", () => { add(""); changed(); });
  options.querySelector("[data-ask]").addEventListener("click", async (event) => {
    const button = event.currentTarget;
    button.disabled = true;
    Studio.tell("The model is asked …", "", true);
    const answer = await Studio.post(form.dataset.propose, new FormData(form));
    button.disabled = false;
    if (!answer.ok) { Studio.tell(answer.title || "Not done.", answer.message || ""); return; }
    const there = [...options.querySelectorAll("[name=option]")];
    const right = there[[...options.querySelectorAll("[name=truth]")].findIndex((radio) => radio.checked)] || there[0];
    for (const input of there) if (input !== right) input.closest(".option").remove();
    number();
    for (const text of answer.options) if (!right || text !== right.value.trim()) add(text, false);
    changed();
    Studio.tell(`${answer.options.length - 1} wrong options are proposed.`, "They are saved when you save.", true);
  });
  form.addEventListener("restoring", ({ detail }) => { // text that was not saved may have more or fewer options
    const wanted = detail.filter(([name]) => name === "option").length;
    for (let k = options.querySelectorAll(".option").length; k < wanted; k++) add("", false);
    for (const row of [...options.querySelectorAll(".option")].slice(wanted)) row.remove();
  });
  form.addEventListener("input", follow);
  follow();
}
