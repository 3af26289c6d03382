// The server's protocol, and nothing else: JSON over HTTP, see routes.rs.

// A request that was refused, with the server's words, or one that never arrived (code "offline").
export class Trouble extends Error {
  constructor({ code, message, remedy = '', place = '' }, status = 0) {
    super(message);
    Object.assign(this, { code, remedy, place, status });
  }
}

const OFFLINE = {
  code: 'offline',
  message: 'Aji does not answer.',
  remedy: 'Start it again: your game is kept here and goes on.',
};

async function request(method, address, body, signal) {
  const options = { method, signal, headers: {} };
  if (body !== undefined) {
    options.headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Trouble(OFFLINE);
  }
  if (response.ok) return response;
  const reply = await response.json().catch(() => ({}));
  const unknown = { code: 'unknown', message: `The server answered ${response.status}.` };
  throw new Trouble(reply.error ?? unknown, response.status);
}

const json = async (...request_) => (await request(...request_)).json();
const address = id => `/api/games/${encodeURIComponent(id)}`;

// Sets a game up from its record; {} is an empty 9×9 with Black.
export const create = record => json('POST', '/api/games', record);

// The game as it stands; with `after`, as soon as its version is another one (or after a while).
export const show = (id, after, signal) =>
  json('GET', address(id) + (after === undefined ? '' : `?after=${after}`), undefined, signal);

// Does something: { do: 'play', point: 'D4', at: 12 } and the like.
export const act = (id, action) => json('POST', address(id), action);

// The game as SGF text.
export const sgf = async id => (await request('GET', `${address(id)}/sgf`)).text();

// What attention finds in the position: groups, links, partial boards.
export const attention = (id, method) => json('GET', `${address(id)}/attention?method=${encodeURIComponent(method)}`);

// Keeps a person's rating of a partial board; the answer sums all ratings up.
export const rate = (id, rating) => json('POST', `${address(id)}/ratings`, rating);
