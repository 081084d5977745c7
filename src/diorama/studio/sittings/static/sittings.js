// Says that somebody is at the question: time in which nobody was, with the page hidden or closed, counts as a break.
"use strict";

const question = document.querySelector("form[data-here]");

async function here() {
  if (document.visibilityState !== "visible") return;
  const data = new FormData();
  data.set("place", question.elements.place.value);
  const answer = await Studio.post(question.dataset.here, data);
  if (answer.ok && !answer.open) Studio.tell("This question is closed.", "It was answered or set aside in another window. Open the page again to go on.");
}

here();
setInterval(here, 15000);
document.addEventListener("visibilitychange", here);
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
