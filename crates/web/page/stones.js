// How things on the board look: each function makes the SVG of one thing, one line spacing being CELL.

export const CELL = 40;
const STONE = 0.478 * CELL;

const SVG = 'http://www.w3.org/2000/svg';

export function make(tag, attributes = {}, children = []) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const stop = (offset, name) => make('stop', { offset, class: name });

// Gradients, named once and used by every stone.
export function definitions() {
  return make('defs', {}, [
    make('linearGradient', { id: 'wood', x1: 0, y1: 0, x2: 0.25, y2: 1 },
      [stop(0, 'wood-1'), stop(0.55, 'wood-2'), stop(1, 'wood-3')]),
    make('radialGradient', { id: 'black-stone', cx: 0.36, cy: 0.3, r: 0.78 },
      [stop(0, 'black-1'), stop(0.45, 'black-2'), stop(1, 'black-3')]),
    make('radialGradient', { id: 'white-stone', cx: 0.38, cy: 0.32, r: 0.75 },
      [stop(0, 'white-1'), stop(0.62, 'white-2'), stop(1, 'white-3')]),
    make('radialGradient', { id: 'shadow' },
      [stop(0.72, 'shadow-1'), stop(1, 'shadow-2')]),
  ]);
}

// A board's wood: a gradient, and the lines of its grain.
export function wood(width, height) {
  const strands = { dark: '', light: '' };
  // Always the same wood: a small generator instead of chance.
  let seed = 20;
  const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  for (let x = -10; x < width + 10; x += 3 + 9 * next()) {
    const [a, b, c] = [next(), next(), next()].map(n => x + 14 * (n - 0.5));
    const path = `M${x.toFixed(1)} 0C${a.toFixed(1)} ${height * 0.3},${b.toFixed(1)} ${height * 0.6},${c.toFixed(1)} ${height}`;
    strands[next() < 0.6 ? 'dark' : 'light'] += path;
  }
  return make('g', { class: 'wood' }, [
    make('rect', { width, height, fill: 'url(#wood)' }),
    make('path', { class: 'grain dark', d: strands.dark }),
    make('path', { class: 'grain light', d: strands.light }),
  ]);
}

export const shadow = (x, y) =>
  make('circle', { class: 'shadow', cx: x + 1, cy: y + 2.4, r: STONE * 1.12, fill: 'url(#shadow)' });

export function stone(x, y, { color, look }) {
  return make('circle', {
    class: `stone ${color} ${look}`, cx: x, cy: y, r: STONE, fill: `url(#${color}-stone)`,
  });
}

export const ghost = (x, y, { color }) =>
  make('circle', { class: `ghost ${color}`, cx: x, cy: y, r: STONE, fill: `url(#${color}-stone)` });

export function territory(x, y, { color }) {
  const side = 0.27 * CELL;
  return make('rect', {
    class: `territory ${color}`, x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 2,
  });
}

// Marks: a ring for the last move, a cross for a forbidden point, a text for anything else.
export function mark(x, y, { kind, on, text }) {
  const name = `mark ${kind} on-${on}`;
  if (kind === 'ring') return make('circle', { class: name, cx: x, cy: y, r: 0.2 * CELL });
  if (kind === 'label') {
    const label = make('text', { class: name, x, y });
    label.textContent = text;
    return label;
  }
  const d = 0.13 * CELL;
  return make('path', { class: name, d: `M${x - d} ${y - d}L${x + d} ${y + d}M${x + d} ${y - d}L${x - d} ${y + d}` });
}

// Heat from 0 to 1, under the stones.
export const heat = (x, y, { strength }) =>
  make('rect', {
    class: 'heat', x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, 'fill-opacity': strength,
  });

// A wash of color over many points.
export function tint(places, kind) {
  const d = places.map(([x, y]) => `M${x - CELL / 2} ${y - CELL / 2}h${CELL}v${CELL}h${-CELL}z`).join('');
  return make('path', { class: `tint ${kind}`, d });
}

// The border around many points: the sides of their squares that no two of them share.
export function outline(places, kind) {
  const held = new Set(places.map(place => place.join()));
  const half = CELL / 2;
  const sides = [[0, -1, -half, -half, `h${CELL}`], [0, 1, -half, half, `h${CELL}`], [-1, 0, -half, -half, `v${CELL}`], [1, 0, half, -half, `v${CELL}`]];
  let d = '';
  for (const [x, y] of places) {
    for (const [dx, dy, fromX, fromY, side] of sides) {
      if (!held.has([x + dx * CELL, y + dy * CELL].join())) d += `M${x + fromX} ${y + fromY}${side}`;
    }
  }
  return make('path', { class: `outline ${kind}`, d });
}

// A line from point to point.
export const line = ([ax, ay], [bx, by], kind) =>
  make('path', { class: `link-line ${kind}`, d: `M${ax} ${ay}L${bx} ${by}` });
