// What the page says, in one place.

const capital = word => word[0].toUpperCase() + word.slice(1);
const points = n => `${n} point${n === '1' ? '' : 's'}`;

const ILLEGAL = {
  occupied: name => `There is a stone on ${name} already.`,
  ko: name => `${name} is a ko: it may be retaken only after a move elsewhere.`,
  suicide: name => `A stone on ${name} would have no liberty and take nothing, so it may not go there.`,
  superko: name => `A stone on ${name} would bring back an earlier position.`,
};

export const illegal = (reason, name) => ILLEGAL[reason](name);

export const touched = name => `Touch ${name} again to play there.`;

// The line above the buttons.
export function status(view) {
  if (view.fault) return view.fault;
  switch (view.phase) {
    case 'judging': return 'Counting…';
    case 'scoring': return leads(view.score.text);
    case 'finished': return outcome(view);
  }
  if (view.thinking) return view.n_moves === 0 ? 'The computer begins.' : 'The computer is thinking…';
  if (view.n_moves === 0) return `You play ${capital(view.person)} and begin.`;
  if (view.last === 'pass') return 'The computer passes.';
  return `The computer played ${view.last}.`;
}

// The smaller line below it.
export function hint(view) {
  if (view.fault) return 'Ask again, or take your move back.';
  switch (view.phase) {
    case 'scoring': return 'Faded stones count as taken. Click a group to change that.';
    case 'finished': case 'judging': return '';
  }
  if (view.thinking) return '';
  if (view.n_moves === 0) return 'Click where two lines meet.';
  if (view.last === 'pass') return 'Pass too to count the score, or go on playing.';
  return 'Your turn.';
}

function leads(text) {
  const [winner, margin] = text.split('+');
  if (!margin) return 'The game is drawn.';
  return `${winner === 'B' ? 'Black' : 'White'} leads by ${points(margin)}.`;
}

function outcome({ result, person }) {
  const [letter, margin] = result.split('+');
  if (!margin) return 'A draw.';
  const winner = letter === 'B' ? 'black' : 'white';
  const isPersons = winner === person;
  if (margin === 'R') return isPersons ? 'The computer resigns. You win!' : 'You resigned. The computer wins.';
  return isPersons
    ? `You win by ${points(margin)}!`
    : `The computer wins by ${points(margin)}.`;
}

// The rows of the count: [what, black's, white's].
export function count({ score, komi }) {
  const { black, white } = score.count;
  const rows = [['Territory', black.territory, white.territory]];
  if (score.scoring === 'area') rows.push(['Stones', black.stones, white.stones]);
  else rows.push(['Prisoners', black.prisoners, white.prisoners]);
  rows.push(['Komi', '', komi], ['Total', black.total, white.total]);
  return rows;
}

// A player's name and catch.
export function player(view, color) {
  const n = view.captures[color];
  return {
    name: color === view.person ? 'You' : 'Computer',
    captures: n === 0 ? '' : String(n),
    label: `${capital(color)}, ${color === view.person ? 'you' : 'the computer'}, took ${n} stone${n === 1 ? '' : 's'}`,
  };
}

export const about = ({ size, komi }) => `Go on ${size}×${size}, komi ${komi}`;

export const newGame = (size, color) => `New game: ${size}×${size}, you play ${capital(color)}`;

export const offline = 'Aji does not answer. Start it again: your game is kept here and goes on.';

// Attention: what it is called, and what can be thought of it.
export const attention = {
  layer: 'Show',
  method: 'Partial boards',
  rate: 'This part of the board is',
  layers: [
    ['off', 'Nothing'],
    ['boards', 'Partial boards'],
    ['groups', 'Groups and links'],
    ['influence', 'Influence'],
    ['weights', 'Attention of points'],
  ],
  methods: [
    ['all', 'All related groups'],
    ['several', 'Several related groups'],
    ['one', 'One related group'],
    ['one-enemy', 'One enemy group'],
    ['all-enemies', 'All enemy groups'],
  ],
  grades: [
    ['very-fitting', 'very fitting'],
    ['fitting', 'fitting'],
    ['unfitting', 'unfitting'],
    ['very-unfitting', 'very unfitting'],
  ],
  reasons: [
    ['', 'no reason'],
    ['too-narrow', 'too narrow'],
    ['cut-midway', 'cut midway'],
    ['irrelevant', 'irrelevant'],
  ],
  table: ['', '++', '+', '–', '– –', 'too narrow', 'cut midway', 'irrelevant', 'ratings'],
  board: ({ share, open, groups }) =>
    `${Math.round(100 * share)} %: ${open.length} points${groups.length ? ', groups ' + groups.join(' ') : ''}`,
};
