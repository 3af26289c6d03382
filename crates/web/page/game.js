// The game that this page shows: what the server says of it, kept safe against reloads and restarts.
//
// The address of the page carries the game's id; the browser's storage holds the game's record. If the
// server does not know the id, it gets the record and the game goes on under another id.

import * as api from './api.js';

const PREFIX = 'aji.game.';
const MOST_KEPT = 20;
const RETRY_AFTER = 2000; // milliseconds

export class Game extends EventTarget {
  view = null;
  isOffline = false;
  #waiting = null; // the request that waits for the computer
  #busy = null; // the action under way

  // Shows the game of the page's address, or a new one.
  async open() {
    const id = location.hash.slice(1);
    if (!id || !(await this.#load(id))) await this.start({});
  }

  // Begins a new game.
  async start(record) {
    const view = await this.#persist(() => api.create(record));
    // The empty first game leaves no trace in the browser's history; each later one is a page.
    const isFirst = !this.view || this.view.n_moves === 0;
    this.#name(view.id, isFirst ? 'replaceState' : 'pushState');
    this.#take(view);
  }

  // Does something; the server's answer is shown as soon as it is here. One thing at a time.
  act(action) {
    if (this.#busy) return this.#busy;
    this.#busy = this.#act(action).finally(() => { this.#busy = null; });
    return this.#busy;
  }

  async #act(action) {
    this.#take(await this.#known(id => api.act(id, action)));
  }

  // The id of the last game that was left before its end, if it is not this one.
  left() {
    const isOpen = ({ moves, resigned, agreed }) => moves.length > 1 && !resigned && !agreed;
    const games = all().filter(({ id, record }) => id !== this.view?.id && isOpen(record));
    return games[0]?.id ?? null;
  }

  // The game as SGF text.
  sgf() {
    return this.#known(api.sgf);
  }

  async #load(id) {
    const record = kept(id);
    try {
      this.#take(await this.#persist(() => api.show(id)));
      return true;
    } catch (trouble) {
      if (trouble.code !== 'unknown-game' || !record) return false;
    }
    try {
      await this.#revive(record);
      return true;
    } catch {
      return false;
    }
  }

  // Brings the game back to a server that has forgotten it.
  async #revive(record) {
    const old = location.hash.slice(1);
    const view = await this.#persist(() => api.create(record));
    this.#name(view.id, 'replaceState');
    this.#take(view);
    forget(old);
  }

  // Sends a request about this game; if the server has forgotten it, reminds it and sends again.
  async #known(send) {
    try {
      return await this.#heard(() => send(this.view.id));
    } catch (trouble) {
      if (trouble.code !== 'unknown-game') throw trouble;
      await this.#revive(this.view.record);
      return this.#heard(() => send(this.view.id));
    }
  }

  // Notes whether the server answers at all.
  async #heard(send) {
    try {
      const reply = await send();
      this.#setOffline(false);
      return reply;
    } catch (trouble) {
      if (trouble.code === 'offline') this.#setOffline(true);
      throw trouble;
    }
  }

  // Sends again and again until the server answers.
  async #persist(send) {
    for (;;) {
      try {
        return await this.#heard(send);
      } catch (trouble) {
        if (trouble.code !== 'offline') throw trouble;
        await new Promise(resolve => setTimeout(resolve, RETRY_AFTER));
      }
    }
  }

  #setOffline(isOffline) {
    if (isOffline === this.isOffline) return;
    this.isOffline = isOffline;
    this.#tell();
    if (isOffline && this.view) this.#listen();
  }

  #name(id, how) {
    history[how](null, '', `#${id}`);
  }

  #take(view) {
    if (this.view && view.id === this.view.id && view.version < this.view.version) return;
    this.view = view;
    keep(view.id, view.record);
    this.#tell();
    if (view.thinking) this.#listen();
    else this.#waiting?.abort();
  }

  #tell() {
    this.dispatchEvent(new Event('change'));
  }

  // Waits for the computer's move, or for a server that went away.
  async #listen() {
    this.#waiting?.abort();
    const waiting = (this.#waiting = new AbortController());
    const { id, version, thinking } = this.view;
    try {
      const after = thinking && !this.isOffline ? version : undefined;
      const view = await this.#persist(() => api.show(id, after, waiting.signal));
      if (!waiting.signal.aborted) this.#take(view);
    } catch (trouble) {
      if (waiting.signal.aborted || trouble.name === 'AbortError') return;
      if (trouble.code === 'unknown-game') await this.#revive(this.view.record).catch(() => {});
    }
  }
}

// The record of a game, if the browser has it.
function kept(id) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + id))?.record ?? null;
  } catch {
    return null;
  }
}

// All games that the browser has, the last one first.
function all() {
  try {
    return Object.keys(localStorage)
      .filter(key => key.startsWith(PREFIX))
      .map(key => ({ id: key.slice(PREFIX.length), ...JSON.parse(localStorage.getItem(key)) }))
      .sort((a, b) => b.time - a.time);
  } catch {
    return [];
  }
}

// Keeps the record of a game, and forgets the oldest. A browser without storage has no safety net.
function keep(id, record) {
  try {
    localStorage.setItem(PREFIX + id, JSON.stringify({ time: Date.now(), record }));
    for (const old of all().slice(MOST_KEPT)) localStorage.removeItem(PREFIX + old.id);
  } catch { /* full or forbidden */ }
}

function forget(id) {
  try {
    localStorage.removeItem(PREFIX + id);
  } catch { /* it was not there */ }
}
