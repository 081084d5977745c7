// What all pages share: saving that survives a lost connection, keys, leases that stay alive, times in one's own zone.
"use strict";

const Studio = (() => {
  let token = document.body.dataset.form || "";
  const notice = document.getElementById("notice");

  /** Show a refusal or a trouble at the foot of the window; `text` is never read as HTML. */
  function tell(title, text, good = false) {
    notice.replaceChildren();
    notice.classList.toggle("good", good);
    const strong = document.createElement("strong");
    strong.textContent = title;
    notice.append(strong);
    if (text) notice.append(" ", text);
    notice.hidden = !title;
  }

  /** Post a form or data to an address of ours. Gives {ok, status, …answer}; never throws: status 0 is a lost connection. */
  async function post(path, body, once = "") {
    let answer = await attempt(path, body, once);
    if (answer.status === 403 && await refresh()) answer = await attempt(path, body, once);
    return answer;
  }

  async function attempt(path, body, once) {
    const headers = { "X-Studio": "script", "Accept": "application/json" };
    let payload;
    if (body instanceof FormData) {
      body.set("_form", token);
      payload = [...body.values()].some((value) => value instanceof File) ? body : new URLSearchParams(body);
    } else {
      headers["Content-Type"] = "application/json";
      headers["X-Form"] = token;
      headers["X-Once"] = once;
      payload = JSON.stringify(body);
    }
    try {
      const response = await fetch(path, { method: "POST", body: payload, headers, redirect: "error" });
      const answer = await response.json().catch(() => ({}));
      return { ...answer, ok: response.ok, status: response.status };
    } catch {
      return { ok: false, status: 0, title: "Not saved: the connection is lost.", message: "Your text is still on this page. It is sent again when the connection is back, or when you press the button." };
    }
  }

  /** Whether there is another token: the reader has signed in again in another tab. */
  async function refresh() {
    try {
      const response = await fetch("/form-token", { headers: { "X-Studio": "script" } });
      const { form } = response.ok ? await response.json() : {};
      if (!form || form === token) return false;
      token = form;
      for (const field of document.querySelectorAll("input[name=_form]")) field.value = form;
      return true;
    } catch {
      return false;
    }
  }

  /** A form with data-save="NAME": sent by script, so that what was typed stays on the page whatever happens.
   *  The name must be another for each thing that is worked on: unsaved text is put back where it is the same. */
  function saving(form) {
    const store = `kept ${location.pathname} ${form.dataset.save}`;
    let changed = false, waiting = false;
    const fields = () => [...form.elements].filter((e) => e.name && !e.name.startsWith("_") && !["file", "password", "submit", "button"].includes(e.type));
    const keep = () => {
      changed = true;
      const values = fields().filter((e) => e.type === "hidden" ? false : !("checked" in e && /checkbox|radio/.test(e.type)) || e.checked).map((e) => [e.name, e.value]);
      try { sessionStorage.setItem(store, JSON.stringify(values)); } catch { /* storage is full or forbidden */ }
    };
    const restore = () => {
      let values = null;
      try { values = JSON.parse(sessionStorage.getItem(store)); } catch { return; }
      if (!values) return;
      form.dispatchEvent(new CustomEvent("restoring", { detail: values }));
      const nth = {};
      for (const field of fields()) {
        const own = values.filter(([name]) => name === field.name).map(([, value]) => value);
        if (/checkbox|radio/.test(field.type)) field.checked = own.includes(field.value);
        else if (field.type !== "hidden" && own.length) field.value = own[Math.min((nth[field.name] = (nth[field.name] ?? -1) + 1), own.length - 1)];
      }
      changed = true;
      tell("Your unsaved text was put back.", "", true);
    };
    const send = async (button) => {
      if (waiting) return;
      waiting = true;
      form.setAttribute("aria-busy", "true");
      const data = new FormData(form);
      if (button && button.name) data.set(button.name, button.value);
      const answer = await post(button?.formAction && button.hasAttribute("formaction") ? button.formAction : form.action, data);
      waiting = false;
      form.removeAttribute("aria-busy");
      if (answer.ok) {
        changed = false;
        try { sessionStorage.removeItem(store); } catch { /* as above */ }
        tell("");
        if (form.elements._once) form.elements._once.value = crypto.getRandomValues(new Uint32Array(4)).join("-");
        if (answer.version && form.elements.version) form.elements.version.value = answer.version;
        form.dispatchEvent(new CustomEvent("saved", { detail: answer, bubbles: true }));
        if (answer.go) location.assign(answer.go);
        return;
      }
      keep();
      tell(answer.title || "Not saved.", answer.message || "Your text is still on this page.");
      if (answer.theirs) compare(answer);
      if (answer.status === 401) offer("/sign-in?next=/signed-in", "Sign in in another tab, then save again", "_blank");
      if (answer.status === 0) addEventListener("online", () => send(button), { once: true });
    };
    form.addEventListener("input", keep);
    form.addEventListener("submit", (event) => { event.preventDefault(); send(event.submitter); });
    addEventListener("beforeunload", (event) => { if (changed && !waiting) event.preventDefault(); });
    restore();
  }

  /** Both versions of what two people saved, in the notice. */
  function compare({ yours, theirs }) {
    const list = document.createElement("dl");
    for (const name of Object.keys(theirs)) {
      if (String(yours[name]) === String(theirs[name])) continue;
      const head = document.createElement("dt"), body = document.createElement("dd");
      head.textContent = `${name}, as saved by somebody else`;
      body.textContent = theirs[name];
      body.className = "written";
      list.append(head, body);
    }
    notice.append(list);
    offer(location.href, "Open the page again");
  }

  function offer(address, text, target = "") {
    const link = document.createElement("a");
    link.href = address;
    link.textContent = text;
    link.target = target;
    notice.append(" ", link);
  }

  const typing = (target) => target instanceof Element && target.closest("input:not([type=checkbox],[type=radio],[type=range]), textarea, select, [contenteditable]");

  /** Elements with data-key are pressed by that key: a letter, or a name such as ArrowLeft; data-says tells what for. */
  function keys() {
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.key === "Escape" && typing(event.target)) { event.target.blur(); return; }
      if (typing(event.target) || document.querySelector("dialog[open]")) return;
      if (event.key === "?") { showKeys(); return; }
      if ((event.key === "Enter" || event.key === " ") && event.target instanceof Element && event.target.closest("a, button, summary, video, input")) return;
      const wanted = event.key === " " ? "Space" : event.key;
      const found = [...document.querySelectorAll("[data-key]")].find((e) => e.dataset.key.split(" ").includes(wanted) && !e.disabled && e.getClientRects().length);
      if (!found) return;
      event.preventDefault();
      if (found.matches("input:not([type=checkbox],[type=radio]), textarea, select")) found.focus();
      else found.click();
    });
  }

  function showKeys() {
    const dialog = document.getElementById("keys"), list = dialog.querySelector("dl");
    list.replaceChildren();
    for (const element of document.querySelectorAll("[data-key]")) {
      if (!element.getClientRects().length) continue;
      const key = document.createElement("dt"), says = document.createElement("dd");
      for (const each of element.dataset.key.split(" ")) {
        const cap = document.createElement("kbd");
        cap.textContent = each;
        key.append(cap, " ");
      }
      says.textContent = element.dataset.says || element.textContent.trim();
      list.append(key, says);
    }
    dialog.showModal();
  }

  /** data-lease="WORK" data-item="ITEM": tells every few minutes that somebody is still there. */
  function leases() {
    for (const element of document.querySelectorAll("[data-lease]")) {
      const data = () => { const form = new FormData(); form.set("work", element.dataset.lease); form.set("item", element.dataset.item); return form; };
      setInterval(async () => {
        if (document.visibilityState !== "visible") return;
        const answer = await post("/leases/keep", data());
        if (answer.ok && !answer.kept) tell("This is no longer reserved for you.", "Somebody else may take it; you can still try to save.");
      }, 240000);
    }
  }

  function times() {
    const form = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
    for (const time of document.querySelectorAll("time[datetime]")) {
      time.title = time.textContent;
      time.textContent = form.format(new Date(time.dateTime));
    }
  }

  document.querySelectorAll("form[data-save]").forEach(saving);
  document.querySelectorAll("[data-sends]").forEach((e) => e.addEventListener("change", () => e.form.requestSubmit()));
  document.querySelectorAll("form[data-ask]").forEach((f) => f.addEventListener("submit", (e) => { if (!confirm(f.dataset.ask)) e.preventDefault(); }));
  document.querySelectorAll("[data-copy]").forEach((b) => b.addEventListener("click", async () => {
    const from = document.getElementById(b.dataset.copy);
    from.select();
    try { await navigator.clipboard.writeText(from.value); b.textContent = "Copied"; } catch { /* it is selected */ }
  }));
  keys();
  leases();
  times();
  return { post, tell, typing };
})();
