// Overlays on a sample's first picture, drawn by the server when they are first asked for; its world in a frame.
"use strict";

for (const pictures of document.querySelectorAll("[data-sample]")) {
  const first = pictures.querySelector("[data-stage]");
  const overlays = new Map();

  function overlay(what) {
    if (!overlays.has(what)) {
      const picture = new Image();
      picture.className = "over";
      picture.alt = "";
      picture.dataset.what = what;
      picture.hidden = true;
      picture.addEventListener("error", () => Studio.tell("This could not be drawn.", "Try again in a minute."));
      picture.src = `${pictures.dataset.sample}/drawn/${encodeURIComponent(what)}`;
      first.parentElement.append(picture);
      overlays.set(what, picture);
    }
    return overlays.get(what);
  }

  for (const button of pictures.querySelectorAll("[data-overlay]")) {
    if (!first) { button.hidden = true; continue; }
    button.addEventListener("click", () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(on));
      overlay(button.dataset.overlay).hidden = !on;
    });
  }
  for (const button of pictures.querySelectorAll("[data-body]")) {
    if (!first) { button.hidden = true; continue; }
    let stays = false;
    const show = (on) => { overlay(`body-${button.dataset.body}`).hidden = !on; };
    button.addEventListener("mouseenter", () => show(true));
    button.addEventListener("focus", () => show(true));
    button.addEventListener("mouseleave", () => show(stays));
    button.addEventListener("blur", () => show(stays));
    button.addEventListener("click", () => { stays = !stays; button.setAttribute("aria-pressed", String(stays)); show(true); });
  }
}

// Clips: play and go by frames (24 a second, as ours are made).
const FRAME = 1 / 24;
for (const clip of document.querySelectorAll("[data-clip]")) {
  const figure = clip.closest("figure");
  const time = figure.querySelector("[data-time]");
  if (!time) continue;
  const tell = () => { time.value = `${clip.currentTime.toFixed(2)} s of ${(clip.duration || 0).toFixed(2)}`; };
  for (const event of ["timeupdate", "seeked", "loadedmetadata"]) clip.addEventListener(event, tell);
  figure.querySelector("[data-play]").addEventListener("click", () => { if (clip.paused) clip.play(); else clip.pause(); });
  for (const button of figure.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => {
      clip.pause();
      const frame = Math.round(clip.currentTime / FRAME - 0.5) + Number(button.dataset.step);
      clip.currentTime = Math.min(Math.max((frame + 0.5) * FRAME, 0), clip.duration || 0);  // the middle of a frame
    });
  }
}

for (const details of document.querySelectorAll("[data-loads], [data-frame]")) {
  details.addEventListener("toggle", () => {
    if (!details.open || details.children.length > 1) return;
    if (details.dataset.loads) {
      const picture = new Image();
      picture.alt = details.querySelector("summary").textContent;
      picture.addEventListener("error", () => { picture.replaceWith("There is nothing to draw here."); });
      picture.src = details.dataset.loads;
      details.append(picture);
    } else {
      const frame = document.createElement("iframe");
      frame.title = details.querySelector("summary").textContent;
      frame.setAttribute("sandbox", "allow-scripts");
      frame.src = details.dataset.frame;
      details.append(frame);
    }
  });
}
