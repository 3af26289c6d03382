// Attention on the board: what the computer looks at, drawn in layers, and what a person thinks of it.
//
//   const attention = new Attention(element, { onChange: () => … });
//   attention.follow(view);     // after every change of the game
//   attention.overlay()         // what the board draws: tints, outlines, lines

import * as api from './api.js';
import { attention as words } from './words.js';

const TINTS = 6; // colors in style.css

export class Attention {
  #found = null; // the server's answer for the position shown
  #key = ''; // game, version and method it belongs to
  #chosen = 0; // the partial board that is bright
  #view = null;

  constructor(parent, { onChange, onTrouble = () => {} }) {
    this.parent = parent;
    this.onChange = onChange;
    this.onTrouble = onTrouble;
    this.layer = choice(words.layers);
    this.method = choice(words.methods);
    this.list = element('ol', { class: 'boards' });
    this.table = element('table', { hidden: true });
    const rows = [labeled(words.layer, this.layer), labeled(words.method, this.method)];
    parent.append(element('div', { class: 'attention-choices' }, rows), this.list, this.table);
    this.layer.addEventListener('change', () => this.follow(this.#view));
    this.method.addEventListener('change', () => this.follow(this.#view));
    parent.addEventListener('toggle', () => this.follow(this.#view));
  }

  // Looks at the game, if somebody wants to see it.
  async follow(view) {
    this.#view = view;
    if (!view || !this.parent.open || this.layer.value === 'off') {
      this.list.replaceChildren();
      this.#found = null;
      this.#key = '';
      this.onChange();
      return;
    }
    const key = `${view.id} ${view.version} ${this.method.value}`;
    if (key === this.#key) return this.onChange();
    this.#key = key;
    try {
      const found = await api.attention(view.id, this.method.value);
      if (this.#key !== key) return; // overtaken
      this.#found = found;
      this.#chosen = found.attended ?? 0;
      this.#showList();
      this.onChange();
    } catch (trouble) {
      this.#key = '';
      this.onTrouble(trouble);
    }
  }

  // What the board draws.
  overlay() {
    if (!this.#found) return {};
    switch (this.layer.value) {
      case 'boards': return this.#boards();
      case 'groups': return this.#groups();
      case 'influence': return this.#influence();
      case 'weights': return {};
    }
    return {};
  }

  // Each point's attention, for the heat layer.
  heat() {
    if (!this.#found || this.layer.value !== 'weights') return {};
    const { size } = this.#view;
    const heat = {};
    this.#found.point_weights.forEach((weight, i) => {
      const name = 'ABCDEFGHJKLMNOPQRST'[i % size] + (size - Math.floor(i / size));
      if (weight >= 0.04) heat[name] = { strength: (0.08 + 0.6 * weight).toFixed(2) };
    });
    return heat;
  }

  #boards() {
    const boards = this.#found.partial_boards;
    const bright = boards[this.#chosen];
    if (!bright) return {};
    const others = boards.slice(0, 4).filter(board => board !== bright);
    return {
      tints: [{ points: bright.open, kind: 'open' }, { points: bright.focus, kind: 'focus' }],
      outlines: [
        ...others.map(board => ({ points: board.points, kind: 'dim' })),
        { points: bright.points, kind: 'bright' },
      ],
    };
  }

  #groups() {
    const { groups, links } = this.#found;
    return {
      tints: groups.map((group, i) => ({ points: group.stones, kind: `group-${i % TINTS}` })),
      lines: links.map(link => ({ ends: link.ends, kind: link.cuts.length ? 'open-link' : 'link' })),
    };
  }

  #influence() {
    const { groups, conflict_points: conflict } = this.#found;
    const of = color => [...new Set(groups.filter(group => group.color === color).flatMap(group => group.influence))];
    return {
      tints: [
        { points: of('black'), kind: 'black' },
        { points: of('white'), kind: 'white' },
        { points: conflict.rival, kind: 'rival' },
        { points: [...conflict.black, ...conflict.white], kind: 'friendly' },
      ],
    };
  }

  // The first partial boards with their reasons, and the buttons of the rating mode.
  #showList() {
    const boards = this.#found.partial_boards.slice(0, 5);
    this.list.replaceChildren(...boards.map((board, i) => {
      const title = element('button', { class: 'link', text: words.board(board) });
      title.addEventListener('click', () => {
        this.#chosen = i;
        this.layer.value = 'boards';
        this.#showList();
        this.onChange();
      });
      const reasons = board.reasons.map(reason => element('li', { text: reason }));
      const item = element('li', { class: i === this.#chosen ? 'chosen' : '' }, [title, element('ul', {}, reasons)]);
      if (i === this.#chosen) item.append(this.#rating(i));
      return item;
    }));
  }

  // Four grades, and a reason for the bad ones (§3 of the document).
  #rating(board) {
    const reason = choice(words.reasons);
    const grades = words.grades.map(([grade, text]) => {
      const button = element('button', { text });
      button.addEventListener('click', () => this.#rate(board, grade, reason.value || null));
      return button;
    });
    return element('div', { class: 'rating' }, [element('span', { text: words.rate }), ...grades, reason]);
  }

  async #rate(board, grade, reason) {
    const { id, n_moves: at } = this.#view;
    try {
      const { table } = await api.rate(id, { method: this.method.value, board, at, grade, reason });
      this.#showTable(table);
    } catch (trouble) {
      this.onTrouble(trouble);
    }
  }

  // All ratings so far, as the document's table 2 has them.
  #showTable(rows) {
    const cells = row => [
      row.method,
      ...row.grades.map(n => `${Math.round(100 * n / row.ratings)} %`),
      ...row.reasons,
      row.ratings,
    ];
    const line = (tag, texts) => element('tr', {}, texts.map(text => element(tag, { text })));
    this.table.hidden = rows.length === 0;
    this.table.replaceChildren(line('th', words.table), ...rows.map(row => line('td', cells(row))));
  }
}

function element(tag, { text, hidden, ...attributes } = {}, children = []) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  if (hidden) made.hidden = true;
  made.append(...children);
  return made;
}

function choice(options) {
  const select = document.createElement('select');
  for (const [value, text] of options) select.append(new Option(text, value));
  return select;
}

const labeled = (text, control) => element('label', {}, [element('span', { text }), control]);
