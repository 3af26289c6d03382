// A Go board in SVG. It knows stones, marks and layers, and nothing of games or servers.
//
//   const board = new Board(element, { onPoint: (name, event) => … });
//   board.show({ size: 9, stones: ['.........', …], marks: { D4: { kind: 'ring', on: 'black' } } });
//
// `show` draws the difference to what is there. Points are named as players name them: 'D4'.

import { CELL, definitions, ghost, heat, line, make, mark, outline, shadow, stone, territory, tint, wood } from './stones.js';

const LETTERS = 'ABCDEFGHJKLMNOPQRST';
// Below this width of a cell, in pixels, a finger's first touch shows where the stone would go.
const NARROW = 26;

// Keeps the elements of one layer in step with a description { name: thing }.
class Layer {
  #drawn = new Map(); // name → { key, element }

  constructor(name, draw) {
    this.group = make('g', { class: `layer-${name}`, 'pointer-events': 'none' });
    this.draw = draw;
  }

  clear() {
    this.group.replaceChildren();
    this.#drawn.clear();
  }

  update(things, place) {
    for (const [name, { element }] of this.#drawn) {
      if (name in things) continue;
      element.remove();
      this.#drawn.delete(name);
    }
    for (const [name, thing] of Object.entries(things)) {
      const key = JSON.stringify(thing);
      const old = this.#drawn.get(name);
      if (old?.key === key) continue;
      const element = this.draw(...place(name), thing);
      if (old) old.element.replaceWith(element);
      else this.group.append(element);
      this.#drawn.set(name, { key, element });
    }
  }
}

export class Board {
  #size = 0;
  #coordinates = null;
  #cells = new Map(); // name → rect
  #labels = new Map(); // name → what a screen reader says
  #layers = {
    heat: new Layer('heat', heat),
    shadows: new Layer('shadows', shadow),
    stones: new Layer('stones', stone),
    territory: new Layer('territory', territory),
    marks: new Layer('marks', mark),
    ghosts: new Layer('ghosts', ghost),
    hover: new Layer('hover', ghost),
  };
  #shown = {};
  #focused = null;
  #touched = null;

  // onPoint(name, event) is called for a click, a touch or Enter; onTouch(name) when a first touch
  // only shows where the stone would go.
  constructor(parent, { onPoint, onTouch = () => {} }) {
    this.onPoint = onPoint;
    this.onTouch = onTouch;
    this.svg = make('svg', { role: 'grid', 'aria-label': 'Go board' });
    this.ground = make('g', { 'pointer-events': 'none' });
    this.cells = make('g', { class: 'cells' });
    const layers = Object.values(this.#layers).map(layer => layer.group);
    this.below = make('g', { class: 'below', 'pointer-events': 'none' });
    this.above = make('g', { class: 'above', 'pointer-events': 'none' });
    this.svg.append(definitions(), this.ground, this.below, ...layers, this.above, this.cells);
    parent.append(this.svg);
    this.svg.addEventListener('click', event => this.#click(event));
    this.svg.addEventListener('keydown', event => this.#key(event));
    this.svg.addEventListener('pointermove', event => this.#hover(event));
    this.svg.addEventListener('pointerleave', () => this.#hoverAt(null));
  }

  // Draws a picture: size, stones (rows from the top, X O .), dead (names), territory (rows, b w .),
  // marks, ghosts, heat ({ name: thing }, see stones.js), overlay (tints and outlines of many points below the
  // stones, lines above them: { points or ends, kind }), next (the color of the stone that a pointer
  // would place, or null), forbidden (names where it would not), coordinates (on or off).
  show(picture) {
    this.#shown = picture;
    const { size, coordinates = true } = picture;
    if (size !== this.#size || coordinates !== this.#coordinates) this.#lay(size, coordinates);
    const stones = {};
    const dead = new Set(picture.dead ?? []);
    this.#each(picture.stones, (name, character) => {
      if (character === '.') return;
      const look = dead.has(name) ? 'dead' : name === picture.fresh ? 'fresh' : 'set';
      stones[name] = { color: character === 'X' ? 'black' : 'white', look };
    });
    const land = {};
    this.#each(picture.territory ?? [], (name, character) => {
      if (character !== '.') land[name] = { color: character === 'b' ? 'black' : 'white' };
    });
    const shadows = Object.fromEntries(
      Object.keys(stones).filter(name => !dead.has(name)).map(name => [name, 0]));
    const place = name => this.#place(name);
    this.#layers.heat.update(picture.heat ?? {}, place);
    this.#layers.shadows.update(shadows, place);
    this.#layers.stones.update(stones, place);
    this.#layers.territory.update(land, place);
    this.#layers.marks.update(picture.marks ?? {}, place);
    this.#layers.ghosts.update(picture.ghosts ?? {}, place);
    this.#cover(picture.overlay ?? {});
    if (this.#touched && !this.#isFree(this.#touched)) this.#touched = null;
    this.#hoverAt(this.#touched);
    this.#say(stones, land);
    this.svg.classList.toggle('active', Boolean(picture.active));
  }

  // Tints and outlines below the stones, lines above them.
  #cover({ tints = [], outlines = [], lines = [] }) {
    const places = names => names.map(name => this.#place(name));
    this.below.replaceChildren(
      ...tints.map(({ points, kind }) => tint(places(points), kind)),
      ...outlines.map(({ points, kind }) => outline(places(points), kind)),
    );
    this.above.replaceChildren(...lines.map(({ ends, kind }) => line(...places(ends), kind)));
  }

  // Puts the keyboard's focus on the board.
  focus() {
    this.#cells.get(this.#focused)?.focus();
  }

  // Calls visit(name, character) for each point of rows from the top.
  #each(rows, visit) {
    rows.forEach((row, y) => [...row].forEach((character, x) => {
      visit(LETTERS[x] + (rows.length - y), character);
    }));
  }

  #place(name) {
    const column = LETTERS.indexOf(name[0]);
    const row = this.#size - Number(name.slice(1));
    return [column * CELL, row * CELL];
  }

  // Lines, star points, coordinates and cells of an empty board.
  #lay(size, coordinates) {
    for (const layer of Object.values(this.#layers)) layer.clear();
    const margin = (coordinates ? (size < 13 ? 0.98 : 1.1) : 0.72) * CELL;
    const length = (size - 1) * CELL;
    const whole = length + 2 * margin;
    this.svg.setAttribute('viewBox', `${-margin} ${-margin} ${whole} ${whole}`);
    let lines = '';
    for (let i = 0; i < size; i++) lines += `M0 ${i * CELL}H${length}M${i * CELL} 0V${length}`;
    const thin = 0.25 + 0.045 * size; // about a pixel on a screen, whatever the size
    const ground = wood(whole, whole);
    ground.setAttribute('transform', `translate(${-margin} ${-margin})`);
    this.ground.replaceChildren(
      ground,
      make('path', { class: 'lines', d: lines, 'stroke-width': thin }),
      make('rect', { class: 'edge', width: length, height: length, 'stroke-width': 1.7 * thin }),
      ...stars(size).map(([x, y]) => make('circle', { class: 'star', cx: x * CELL, cy: y * CELL, r: 1.7 + 1.7 * thin })),
      ...(coordinates ? names(size, length, margin) : []),
    );
    if (size !== this.#size) this.#layCells(size);
    this.#size = size;
    this.#coordinates = coordinates;
  }

  #layCells(size) {
    this.#cells.clear();
    this.#labels.clear();
    this.#touched = null;
    const rows = [];
    for (let y = 0; y < size; y++) {
      const row = make('g', { role: 'row' });
      for (let x = 0; x < size; x++) {
        const name = LETTERS[x] + (size - y);
        const cell = make('rect', {
          role: 'gridcell', tabindex: -1, 'data-point': name, class: 'cell', rx: 6,
          x: (x - 0.5) * CELL, y: (y - 0.5) * CELL, width: CELL, height: CELL,
        });
        this.#cells.set(name, cell);
        row.append(cell);
      }
      rows.push(row);
    }
    this.cells.replaceChildren(...rows);
    const middle = Math.floor(size / 2);
    this.#rove(LETTERS[middle] + (size - middle));
  }

  // Tells screen readers what stands where, as far as it changed.
  #say(stones, land) {
    for (const [name, cell] of this.#cells) {
      const stone_ = stones[name];
      let label = `${name}, ${stone_ ? `${stone_.color} stone` : 'empty'}`;
      if (stone_?.look === 'dead') label += ', dead';
      if (land[name]) label += `, ${land[name].color} territory`;
      if (this.#shown.forbidden?.has(name)) label += ', not allowed';
      if (this.#shown.last === name) label += ', last move';
      if (this.#labels.get(name) === label) continue;
      this.#labels.set(name, label);
      cell.setAttribute('aria-label', label);
    }
  }

  // One cell can be reached with the Tab key; the arrow keys move it.
  #rove(name) {
    this.#cells.get(this.#focused)?.setAttribute('tabindex', -1);
    this.#cells.get(name)?.setAttribute('tabindex', 0);
    this.#focused = name;
  }

  #key(event) {
    const name = event.target.dataset?.point;
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.onPoint(name, event);
      return;
    }
    const steps = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
      Home: [-this.#size, 0], End: [this.#size, 0], PageUp: [0, this.#size], PageDown: [0, -this.#size],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const within = n => Math.min(Math.max(n, 0), this.#size - 1);
    const column = within(LETTERS.indexOf(name[0]) + step[0]);
    const row = within(Number(name.slice(1)) - 1 + step[1]) + 1;
    this.#rove(LETTERS[column] + row);
    this.focus();
  }

  #click(event) {
    const name = event.target.dataset?.point;
    if (!name) return;
    this.#rove(name);
    const width = this.#cells.get(name).getBoundingClientRect().width;
    const isUnsure = event.pointerType === 'touch' && width < NARROW && this.#isFree(name);
    if (isUnsure && this.#touched !== name) {
      this.#touched = name;
      this.#hoverAt(name);
      this.onTouch(name);
      return;
    }
    this.#touched = null;
    this.onPoint(name, event);
  }

  #hover(event) {
    if (event.pointerType === 'touch') return;
    this.#hoverAt(event.target.dataset?.point ?? null);
  }

  #hoverAt(name) {
    const things = name && this.#isFree(name) ? { [name]: { color: this.#shown.next } } : {};
    this.#layers.hover.update(things, at => this.#place(at));
  }

  // Would a stone go here?
  #isFree(name) {
    const { next, stones, forbidden } = this.#shown;
    if (!next || forbidden?.has(name)) return false;
    const [x, y] = this.#place(name);
    return stones[y / CELL]?.[x / CELL] === '.';
  }
}

// The star points of a board, as [column, row].
function stars(size) {
  if (size < 7) return size === 5 ? [[2, 2]] : [];
  const near = size < 13 ? 2 : 3;
  const [far, middle] = [size - 1 - near, (size - 1) / 2];
  const corners = [[near, near], [far, near], [near, far], [far, far]];
  if (size % 2 === 0) return corners;
  const center = [[middle, middle]];
  if (size < 15) return size === 7 ? [...center] : [...corners, ...center];
  return [...corners, ...center, [middle, near], [middle, far], [near, middle], [far, middle]];
}

// The letters and numbers around the board.
function names(size, length, margin) {
  const texts = [];
  const at = 0.5 * CELL + (margin - 0.5 * CELL) / 2;
  const height = 4.5 + 0.45 * size; // a small board has large cells
  const put = (x, y, text) => {
    const element = make('text', { class: 'coordinate', x, y, 'font-size': height, 'aria-hidden': true });
    element.textContent = text;
    texts.push(element);
  };
  for (let i = 0; i < size; i++) {
    put(i * CELL, -at, LETTERS[i]);
    put(i * CELL, length + at, LETTERS[i]);
    put(-at, i * CELL, size - i);
    put(length + at, i * CELL, size - i);
  }
  return texts;
}
