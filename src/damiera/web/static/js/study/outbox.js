/** Changes on their way to the server: kept in the browser until it has them, sent again after a lost connection. */

/** @typedef {{e: string, [field: string]: unknown}} Edit */
/** @typedef {{id: string, edit: Edit}} Given */

const AGAIN_MS = 3000;

export class Outbox {
  /**
   * @param {string} study
   * @param {{stored: () => void, refused: (text: string) => void, waiting: (n: number) => void}} hear what becomes of them
   */
  constructor(study, hear) {
    this.study = study;
    this.hear = hear;
    this.key = `study:${study}`;
    /** @type {Given[]} */
    this.queue = this.read();
    this.sending = false;
    this.timer = 0;
    addEventListener("online", () => void this.flush());
    if (this.queue.length) void this.flush();
  }

  /** @returns {Given[]} */
  read() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.key) ?? "[]");
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }

  keep() {
    try {
      if (this.queue.length) localStorage.setItem(this.key, JSON.stringify(this.queue));
      else localStorage.removeItem(this.key);
    } catch {
      // a browser that keeps nothing: they are sent while the page is open
    }
  }

  /** @param {Edit} edit */
  add(edit) {
    const id = Date.now().toString(36) + Math.random().toString(36).slice(2, 12);
    this.queue.push({ id, edit });
    this.keep();
    void this.flush();
  }

  async flush() {
    clearTimeout(this.timer);
    if (this.sending || !this.queue.length) return;
    this.sending = true;
    const batch = this.queue.slice();
    const whole = await this.post(batch);
    if (whole?.ok) this.done(batch);
    else if (whole && whole.status < 500) await this.each(batch, whole);
    this.sending = false;
    this.hear.waiting(this.queue.length);
    if (this.queue.length) this.timer = window.setTimeout(() => void this.flush(), whole?.ok ? 0 : AGAIN_MS);
  }

  /** One of several cannot be made: each is sent by itself, and what is refused is told and dropped. @param {Given[]} batch @param {Response} answer */
  async each(batch, answer) {
    if (batch.length === 1) return this.refuse(batch[0], answer);
    for (const one of batch) {
      const said = await this.post([one]);
      if (!said || said.status >= 500) return;
      if (said.ok) this.done([one]);
      else await this.refuse(one, said);
    }
  }

  /** @param {Given} one @param {Response} answer */
  async refuse(one, answer) {
    const said = await answer.json().catch(() => ({}));
    this.forget([one]);
    this.hear.refused(String(said.text ?? ""));
  }

  /** @param {Given[]} batch */
  done(batch) {
    this.forget(batch);
    this.hear.stored();
  }

  /** @param {Given[]} batch */
  forget(batch) {
    const gone = new Set(batch.map(({ id }) => id));
    this.queue = this.queue.filter(({ id }) => !gone.has(id));
    this.keep();
  }

  /** @param {Given[]} edits */
  post(edits) {
    const body = JSON.stringify({ edits });
    return fetch(`/api/study/${this.study}`, { method: "POST", body, headers: { "Content-Type": "application/json" } }).catch(() => null);
  }
}
