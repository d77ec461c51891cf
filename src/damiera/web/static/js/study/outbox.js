/**
 * Changes on their way to the server: kept in the browser until it has them, sent again after a lost connection.
 *
 * They are their writer's alone. Where somebody else is signed in meanwhile, or nobody, they wait until the writer is back.
 */

/** @typedef {{e: string, [field: string]: unknown}} Edit */
/** @typedef {import("../board/types.js").PlyView} PlyView */
/** @typedef {{id: string, edit: Edit, plies?: PlyView[]}} Given a change; of moves also how they look, for this browser alone */

const AGAIN_MS = 3000;
const AT_ONCE = 100; // of the 500 that the server takes
const LATER = [408, 425, 429]; // the server takes it, though not now
const ANOTHER = 401; // the browser is not signed in as who wrote it
const BEGINS = "study:";

/** Studies of which something waits in this browser, and for whom. @returns {{study: string, reader: string}[]} */
export function waitingStudies() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(BEGINS));
  return keys.map((key) => key.split(":")).map(([, study, reader = ""]) => ({ study, reader }));
}

export class Outbox {
  /**
   * @param {string} study
   * @param {string} reader who writes, as the server marks its readers
   * @param {{stored: () => void, refused: (text: string, edit: Edit) => void, waiting: (n: number) => void}} hear what becomes of them
   */
  constructor(study, reader, hear) {
    this.study = study;
    this.reader = reader;
    this.hear = hear;
    this.key = `${BEGINS}${study}:${reader}`;
    /** whether the browser is not signed in as who wrote them */
    this.isAnother = false;
    /** @type {Given[]} */
    this.queue = this.read();
    this.sending = false;
    this.timer = 0;
    addEventListener("online", () => void this.flush());
    addEventListener("visibilitychange", () => this.isAnother && document.visibilityState === "visible" && void this.flush()); // signed in again, in another tab
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

  /** Write down what waits; what another tab of the same person has written down stays. @param {Set<string>} [gone] */
  keep(gone = new Set()) {
    const here = new Set(this.queue.map(({ id }) => id));
    const whole = [...this.read().filter(({ id }) => !gone.has(id) && !here.has(id)), ...this.queue];
    try {
      if (whole.length) localStorage.setItem(this.key, JSON.stringify(whole));
      else localStorage.removeItem(this.key);
    } catch {
      // a browser that keeps nothing: they are sent while the page is open
    }
  }

  /** @param {Edit} edit @param {PlyView[]} [plies] how the moves of its path look */
  add(edit, plies) {
    const id = Date.now().toString(36) + Math.random().toString(36).slice(2, 12);
    this.queue.push({ id, edit, ...(plies && { plies }) });
    this.keep();
    void this.flush();
  }

  /** Forget the change that was made last. */
  takeBack() {
    this.forget(this.queue.slice(-1));
    this.hear.waiting(this.queue.length);
  }

  /** How the last move of a path looks, where it waits. @param {string[]} path @returns {PlyView | undefined} */
  plyOf(path) {
    const given = this.queue.find(({ edit, plies }) => plies && path.every((name, i) => /** @type {string[]} */ (edit.path)[i] === name));
    return given?.plies?.[path.length - 1];
  }

  async flush() {
    clearTimeout(this.timer);
    if (this.sending || !this.queue.length) return;
    this.sending = true;
    const settled = await this.send(this.queue.slice(0, AT_ONCE));
    this.sending = false;
    this.hear.waiting(this.queue.length);
    if (this.queue.length && !this.isAnother) this.timer = window.setTimeout(() => void this.flush(), settled ? 0 : AGAIN_MS);
  }

  /** Send some changes. If one of them cannot be made, each half goes by itself, until that one is told and dropped. @param {Given[]} batch @returns {Promise<boolean>} whether the server has judged them all */
  async send(batch) {
    const said = await this.post(batch);
    if (said) this.isAnother = said.status === ANOTHER;
    if (this.isAnother) return false;
    if (!said || said.status >= 500 || LATER.includes(said.status)) return false;
    if (said.ok) this.done(batch);
    else if (batch.length === 1) await this.refuse(batch[0], said);
    else return (await this.send(batch.slice(0, batch.length >> 1))) && (await this.send(batch.slice(batch.length >> 1)));
    return true;
  }

  /** @param {Given} one @param {Response} answer */
  async refuse(one, answer) {
    const said = await answer.json().catch(() => ({}));
    this.forget([one]);
    this.hear.refused(String(said.text ?? ""), one.edit);
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
    this.keep(gone);
  }

  /** @param {Given[]} edits */
  post(edits) {
    const body = JSON.stringify({ edits: edits.map(({ id, edit }) => ({ id, edit })) });
    return fetch(`/api/study/${this.study}`, { method: "POST", body, headers: { "Content-Type": "application/json", "Damiera-Reader": this.reader } }).catch(() => null);
  }
}
