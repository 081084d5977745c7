"use strict";
(() => {
  const fields = [...document.querySelectorAll("textarea")];
  const key = "diorama-quiz-" + document.body.dataset.quiz;
  const count = document.getElementById("count");
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem(key) || "{}"); } catch { /* a browser that keeps nothing */ }
  const show = () => {
    const done = fields.filter((field) => field.value.trim()).length;
    count.textContent = `${done} of ${fields.length} answered`;
  };
  for (const field of fields) {
    if (typeof kept[field.dataset.number] === "string") field.value = kept[field.dataset.number];
    field.addEventListener("input", () => {
      kept[field.dataset.number] = field.value;
      try { localStorage.setItem(key, JSON.stringify(kept)); } catch { /* nothing is kept */ }
      show();
    });
  }
  const quoted = (text) => '"' + text.replaceAll('"', '""') + '"';
  document.getElementById("save").addEventListener("click", () => {
    const rows = fields.map((field) => field.dataset.number + "," + quoted(field.value.trim()));
    const file = new Blob(["\ufeff", ["number,answer", ...rows, ""].join("\r\n")], { type: "text/csv" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = "answers.csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });
  show();
})();
