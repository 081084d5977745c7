// Films by pictures: which picture is shown, to the next one, and stretches that end with the right picture.
"use strict";

const Films = (() => {
  const pad = (number, digits) => String(number).padStart(digits, "0");

  /** Seconds as people read them; the server reads the same without loss. */
  function clock(seconds) {
    const micros = Math.round(seconds * 1e6), digits = micros % 1000 === 0 ? 3 : 6;
    const whole = Math.floor(micros / 1e6), part = Math.floor((micros % 1e6) / 10 ** (6 - digits));
    const tail = `${pad(whole % 60, 2)}.${pad(part, digits)}`, minutes = Math.floor(whole / 60);
    if (minutes >= 6000) return `${whole}.${pad(part, digits)}`;
    return minutes >= 60 ? `${Math.floor(minutes / 60)}:${pad(minutes % 60, 2)}:${tail}` : `${minutes}:${tail}`;
  }

  function readClock(text) {
    const match = /^\s*(?:(\d{1,2}):)?(?:(\d{1,3}):)?(\d{1,6}(?:[.,]\d{1,6})?)\s*s?\s*$/.exec(text);
    if (!match) return null;
    const [, first, second, rest] = match, hours = second ? first : 0, minutes = second || first || 0;
    return Math.round((Number(hours || 0) * 3600 + Number(minutes) * 60 + Number(rest.replace(",", "."))) * 1e6) / 1e6;
  }

  /** One film: `times` are those of the recording; the film itself begins at zero with the first of them. */
  class Film {
    constructor(video, changed = () => {}) {
      this.video = video;
      this.changed = changed;
      this.times = [];
      this.at = 0;
      this.last = null; // where a stretch ends
      this.sought = false; // a picture was asked for, and the film stands: it is that one, whatever comes late
      video.addEventListener("ended", () => { this._show(this.times.length - 1); this.last = null; });
      video.addEventListener("playing", () => { this.sought = false; this.changed(this); });
      video.addEventListener("pause", () => this.changed(this));
      video.addEventListener("error", () => Studio.tell("The film cannot be played.", "It may be missing, or not be for you any more."));
      if (video.requestVideoFrameCallback) this._watch();
      else video.addEventListener("timeupdate", () => this._moved(video.currentTime));
      this.ready = this.load(video.getAttribute("src"), video.dataset.frames);
    }

    async load(film, frames) {
      if (!frames) return;
      const mine = (this.wanted = frames);
      if (this.video.getAttribute("src") !== film) this.video.src = film;
      let found = null;
      try { found = await (await fetch(frames, { headers: { "X-Studio": "script" } })).json(); } catch { /* told below */ }
      if (this.wanted !== mine) return;
      if (!found || !found.times) { Studio.tell(found?.title || "The film cannot be loaded.", found?.message || ""); return; }
      this.times = found.times;
      this.cuts = found.cuts;
      this.end = found.end;
      this.at = 0;
      this.changed(this);
    }

    _watch() {
      this.video.requestVideoFrameCallback((_, data) => {
        if (!this.video.seeking && !this.sought) this._moved(data.mediaTime);
        this._watch();
      });
    }

    /** The picture that begins nearest to a moment of the film. */
    _nearest(seconds) {
      const after = Math.min(this.first(seconds + this.times[0]), this.times.length - 1), before = Math.max(after - 1, 0);
      const off = (k) => Math.abs(this.times[k] - this.times[0] - seconds);
      return off(before) <= off(after) ? before : after;
    }

    _moved(seconds) {
      if (!this.times.length) return;
      const at = this._nearest(seconds);
      if (this.last !== null && at >= this.last) {
        const last = this.last;
        this.last = null;
        this.video.pause();
        if (at > last) { this.seek(last); return; }
      }
      this._show(at);
    }

    _show(at) {
      this.at = at;
      this.changed(this);
    }

    /** The number of the first picture at or after a time of the recording. */
    first(seconds) {
      let low = 0, high = this.times.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.times[middle] >= seconds - 1e-6) high = middle; else low = middle + 1;
      }
      return low;
    }

    /** Show a picture: its middle is sought, so that no rounding leads to its neighbour. */
    seek(number) {
      if (!this.times.length) return;
      const at = Math.min(Math.max(number, 0), this.times.length - 1);
      const next = at + 1 < this.times.length ? this.times[at + 1] : Math.max(this.end, this.times[at] + 0.002);
      const half = Math.min((next - this.times[at]) / 2, 0.02);
      this.sought = true;
      this.video.currentTime = this.times[at] - this.times[0] + half;
      this._show(at);
    }

    step(count) {
      this.last = null;
      this.video.pause();
      this.seek(this.at + count);
    }

    /** To the picture that is shown some seconds from now. */
    skip(seconds) {
      this.last = null;
      const there = this.first(this.time + seconds + 2e-6) - 1;
      this.seek(seconds > 0 ? Math.max(there, this.at + 1) : there);
    }

    toggle() {
      this.last = null;
      if (!this.video.paused) { this.video.pause(); return; }
      if (this.at >= this.times.length - 1) this.seek(0);
      this._play();
    }

    /** Play the pictures from one time on and before another, and stay on the last of them. */
    play(from, to) {
      const first = this.first(from), last = this.first(to) - 1;
      if (last < first) { Studio.tell("There is no picture in this stretch.", ""); return; }
      this.seek(first);
      this.last = last;
      this._play();
    }

    _play() {
      this.video.play().catch(() => {});
    }

    /** When the picture that is shown begins. */
    get time() { return this.times[this.at] ?? 0; }

    /** A cut just before the picture that is shown. */
    get cut() { return this.cuts?.[this.at] ?? 0; }
  }

  /** A player: its films, its buttons, and where it is. */
  class Player {
    constructor(root) {
      this.root = root;
      this.range = root.querySelector("[data-range]");
      this.says = root.querySelector("[data-time]");
      this.side = root.querySelector("[data-side]");
      this.question = null; // {start, end, cut, direction} of the question at hand
      this.follows = false;
      const [main, other] = ["main", "other"].map((name) => root.querySelector(`[data-pane=${name}]`));
      this.main = new Film(main.querySelector("video"), (film) => this._changed(film));
      this.otherPane = other;
      this.other = other ? new Film(other.querySelector("video"), (film) => this._changed(film)) : null;
      this.active = this.main;
      this.view = root.querySelector("[data-view]");
      this.deeds = {
        back: () => this.active.step(-1), ahead: () => this.active.step(1), toggle: () => this.active.toggle(),
        "second-back": () => this.active.skip(-1), "second-ahead": () => this.active.skip(1),
        first: () => this.active.step(-Infinity), last: () => this.active.step(Infinity),
        span: () => this._question((q) => this.main.play(q.start, q.end)),
        "half-1": () => this._question((q) => this.main.play(q.start, q.cut)),
        "half-2": () => this._question((q) => this._second(q)),
        split: () => this.split(this.otherPane.hidden), "next-view": () => this._nextView(),
        "pane-1": () => this._whole(this.main), "pane-2": () => this._whole(this.other),
      };
      for (const button of root.querySelectorAll("[data-do]")) {
        const deed = this.deeds[button.dataset.do];
        if (deed) button.addEventListener("click", deed);
      }
      this.range.addEventListener("input", () => { this.active.last = null; this.active.seek(Number(this.range.value)); });
      if (this.view) this.view.addEventListener("change", () => this._loadView());
      // a button that the mouse has pressed does not keep the keys
      addEventListener("click", (event) => { if (event.detail > 0 && event.target.closest?.("button")) event.target.closest("button").blur(); });
    }

    _question(deed) { if (this.question) deed(this.question); }

    _second(question) {
      const apart = this.other && this.view && !this.otherPane.hidden && this.view.value === "half";
      (apart ? this.other : this.main).play(question.cut, question.end);
    }

    _whole(film) {
      this.active = film;
      if (film.times.length) film.play(film.times[0], Infinity);
    }

    /** Two views side by side; the second follows the first, unless it shows the other half. */
    split(on) {
      this.otherPane.hidden = !on;
      this.root.classList.toggle("split", on);
      this.root.querySelector("[data-do=split]").setAttribute("aria-pressed", String(on));
      this.active = this.main;
      if (on) this._loadView(); else { this.follows = false; this.other.video.pause(); }
      this.show();
    }

    async _loadView() {
      const option = this.view.selectedOptions[0], picture = this.otherPane.querySelector("img");
      this.follows = false;
      this.active = this.main;
      picture.hidden = !option.dataset.picture;
      this.other.video.hidden = Boolean(option.dataset.picture);
      if (option.dataset.picture) { picture.src = option.dataset.picture; return; }
      await this.other.load(option.dataset.film, option.dataset.frames);
      if (option.value === "half") this.other.seek(this.other.first(this.question?.cut ?? 0));
      else { this.follows = true; this._follow(); }
    }

    _nextView() {
      if (this.otherPane.hidden) { this.split(true); return; }
      this.view.selectedIndex = (this.view.selectedIndex + 1) % this.view.options.length;
      this._loadView();
    }

    _follow() {
      const { video } = this.other, wanted = this.main.time;
      if (!this.other.times.length) return;
      if (this.main.video.paused) {
        video.pause();
        const at = Math.max(this.other.first(wanted + 2e-6) - 1, 0);
        if (at !== this.other.at || video.paused) this.other.seek(at);
      } else {
        if (Math.abs(video.currentTime + this.other.times[0] - wanted) > 0.08) video.currentTime = Math.max(wanted - this.other.times[0], 0);
        if (video.paused) video.play().catch(() => {});
      }
    }

    _changed(film) {
      if (film === this.other && this.follows) return;
      if (film === this.main && this.follows) this._follow();
      if (film !== this.main && !film.video.paused) this.active = film;
      if (film === this.main && !film.video.paused) this.active = film;
      this.show();
    }

    /** Say where it is: picture, time, and on which side of the cut. */
    show() {
      const { active } = this;
      if (!active || !active.times.length) return;
      this.range.max = active.times.length - 1;
      this.range.value = active.at;
      const text = `${clock(active.time)} · picture ${active.at + 1} of ${active.times.length}`;
      this.says.textContent = text;
      this.range.setAttribute("aria-valuetext", text);
      const { question } = this;
      this.side.hidden = !question;
      if (!question) return;
      const first = active.at < active.first(question.cut), inside = active.time >= question.start - 1e-6 && active.time < question.end - 1e-6;
      const shown = first === (question.direction === "forward");
      this.side.textContent = inside ? (shown ? "shown" : "hidden") : "outside";
      this.side.dataset.is = this.side.textContent;
    }
  }

  return { Film, Player, clock, readClock };
})();
