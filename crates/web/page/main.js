// Joins the page's parts: the game, the board, the words and the buttons.

import { Attention } from './attention.js';
import { Board } from './board.js';
import { Game } from './game.js';
import * as words from './words.js';

const $ = id => document.getElementById(id);
const game = new Game();
const board = new Board($('board'), { onPoint: point, onTouch: name => hint(words.touched(name)) });

const attention = new Attention($('attention'), { onChange: draw, onTrouble: tell });

let isSure = false; // the Resign button was pressed once
let shownId = null; // the game that the setup shows

// ----- what the page shows -----

function show() {
  const { view } = game;
  document.body.classList.toggle('offline', game.isOffline);
  if (!view) {
    if (game.isOffline) $('status').textContent = words.offline;
    return;
  }
  document.body.dataset.version = `${view.id} ${view.version}`; // for tests: what is shown
  draw();
  attention.follow(view);
  showPlayers(view);
  $('about').textContent = words.about(view);
  $('status').textContent = game.isOffline ? words.offline : words.status(view);
  hint(game.isOffline ? '' : words.hint(view));
  showCount(view);
  showButtons(view);
}

// The board, with what attention shows on it.
function draw() {
  if (game.view) board.show(picture(game.view));
}

// The board's picture of a game.
function picture(view) {
  const isTurn = view.phase === 'playing' && view.turn === view.person && !view.thinking;
  const marks = {};
  const on = name => ({ X: 'black', O: 'white' })[stoneAt(view, name)] ?? 'wood';
  if (view.last && view.last !== 'pass' && !view.score) marks[view.last] = { kind: 'ring', on: on(view.last) };
  for (const [name, reason] of Object.entries(view.illegal)) {
    if (reason !== 'suicide') marks[name] = { kind: 'cross', on: 'wood' };
  }
  return {
    size: view.size,
    stones: view.board,
    last: view.last,
    fresh: view.last,
    dead: view.score?.dead,
    territory: view.score?.territory,
    marks,
    heat: attention.heat(),
    overlay: attention.overlay(),
    next: isTurn ? view.person : null,
    forbidden: new Set(Object.keys(view.illegal)),
    active: isTurn || view.phase === 'scoring',
    coordinates: $('coordinates').checked,
  };
}

function stoneAt(view, name) {
  const column = 'ABCDEFGHJKLMNOPQRST'.indexOf(name[0]);
  return view.board[view.size - Number(name.slice(1))]?.[column];
}

function showPlayers(view) {
  for (const color of ['black', 'white']) {
    const { name, captures, label } = words.player(view, color);
    const row = $(color);
    row.querySelector('.name').textContent = name;
    row.querySelector('.captures').textContent = captures;
    row.setAttribute('aria-label', label);
    row.title = label;
    const isOn = view.phase === 'playing' && view.turn === color;
    row.classList.toggle('on', isOn);
    row.classList.toggle('thinking', view.thinking && (isOn || view.phase === 'judging') && color !== view.person);
    row.classList.toggle('winner', view.result?.[0] === color[0].toUpperCase());
  }
}

function showCount(view) {
  $('score').hidden = !view.score;
  if (!view.score) return;
  const rows = words.count(view).map(([what, black, white]) => {
    const row = document.createElement('tr');
    const head = Object.assign(document.createElement('th'), { scope: 'row', textContent: what });
    const cells = [black, white].map(n => Object.assign(document.createElement('td'), { textContent: n }));
    row.append(head, ...cells);
    return row;
  });
  $('score').querySelector('tbody').replaceChildren(...rows);
}

function showButtons(view) {
  const isPlaying = view.phase === 'playing';
  const isTurn = isPlaying && view.turn === view.person;
  $('agree').hidden = $('resume').hidden = view.phase !== 'scoring';
  $('pass').hidden = $('resign').hidden = !isPlaying;
  $('pass').disabled = !isTurn;
  $('pass').classList.toggle('main', isTurn && view.last === 'pass');
  $('undo').disabled = !view.can_undo;
  $('undo').hidden = view.phase === 'scoring';
  $('retry').hidden = !view.fault;
  $('new-game').classList.toggle('main', view.phase === 'finished');
  $('left').hidden = view.can_undo || !game.left();
  sure(false);
  showSetup(view);
}

// The setup shows the game as it is, until somebody chooses otherwise.
function showSetup(view) {
  if (shownId === view.id) return;
  shownId = view.id;
  const size = String(view.size);
  const radio = document.querySelector(`input[name=size][value="${size}"]`);
  for (const each of document.querySelectorAll('input[name=size]')) each.checked = each === radio;
  $('other-size').value = radio ? '' : size;
  $('other-size').parentElement.classList.toggle('chosen', !radio);
  document.querySelector(`input[name=color][value=${view.person}]`).checked = true;
  $('new-game').textContent = 'New game';
}

function hint(text) {
  $('hint').textContent = text;
}

// ----- what the person does -----

// A point was chosen on the board.
function point(name, event) {
  const { view } = game;
  if (!view) return;
  if (view.phase === 'scoring') {
    if (stoneAt(view, name) !== '.') act({ do: 'dead', point: name, alone: Boolean(event.shiftKey) });
    return;
  }
  if (view.phase !== 'playing' || view.thinking || view.turn !== view.person) return;
  const reason = stoneAt(view, name) === '.' ? view.illegal[name] : 'occupied';
  if (reason) hint(words.illegal(reason, name));
  else act({ do: 'play', point: name, at: view.n_moves });
}

async function act(action) {
  try {
    await game.act(action);
  } catch (trouble) {
    tell(trouble);
  }
}

// Says what went wrong; being offline is said by `show` for as long as it lasts.
function tell(trouble) {
  if (trouble.code === 'offline') return;
  const end = trouble.remedy ? `: ${trouble.remedy}.` : '.';
  hint(trouble.message[0].toUpperCase() + trouble.message.slice(1) + end);
}

function chosen() {
  const size = document.querySelector('input[name=size]:checked')?.value || $('other-size').value || '9';
  const color = document.querySelector('input[name=color]:checked').value;
  return { size: Number(size), color };
}

async function newGame() {
  try {
    await game.start(chosen());
  } catch (trouble) {
    tell(trouble);
  }
}

// Another size or color: at once if nothing has been played, else with the next new game.
function setupChanged(event) {
  if (event.target === $('other-size')) {
    for (const each of document.querySelectorAll('input[name=size]')) each.checked = !$('other-size').value && each.value === '9';
  } else if (event.target.name === 'size') {
    $('other-size').value = '';
  }
  $('other-size').parentElement.classList.toggle('chosen', Boolean($('other-size').value));
  const { view } = game;
  if (!view) return;
  const { size, color } = chosen();
  const isSame = size === view.size && color === view.person;
  if (!view.can_undo && !isSame) newGame();
  else $('new-game').textContent = isSame ? 'New game' : words.newGame(size, color);
}

// Resigning takes two presses.
function sure(is) {
  isSure = is;
  $('resign').textContent = is ? 'Really resign?' : 'Resign';
  $('resign').classList.toggle('sure', is);
}

function resign() {
  if (isSure) act({ do: 'resign' });
  else sure(true);
}

async function save() {
  try {
    const blob = new Blob([await game.sgf()], { type: 'application/x-go-sgf' });
    const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: 'aji.sgf' });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  } catch (trouble) {
    tell(trouble);
  }
}

function remember(event) {
  try {
    localStorage.setItem('aji.coordinates', event.target.checked);
  } catch { /* then it is on again next time */ }
  show();
}

// ----- beginning -----

for (let n = 5; n <= 19; n++) {
  if (n !== 9 && n !== 13 && n !== 19) $('other-size').append(new Option(`${n}×${n}`, n));
}
try {
  $('coordinates').checked = localStorage.getItem('aji.coordinates') !== 'false';
} catch { /* no storage, no memory */ }

for (const plain of ['undo', 'agree', 'resume', 'retry']) $(plain).addEventListener('click', () => act({ do: plain }));
$('pass').addEventListener('click', () => act({ do: 'pass', at: game.view?.n_moves }));
$('resign').addEventListener('click', resign);
$('resign').addEventListener('blur', () => sure(false));
$('new-game').addEventListener('click', newGame);
$('save').addEventListener('click', save);
$('left').addEventListener('click', () => { location.hash = game.left(); });
$('coordinates').addEventListener('change', remember);
document.querySelector('.setup').addEventListener('change', setupChanged);
addEventListener('popstate', () => game.open());
game.addEventListener('change', show);
game.open();
