// Questions, orders and events; who asks.

const root = '/api/v1';

async function answer(response) {
  if (response.ok) return response.json();
  let detail = String(response.status);
  try { detail = (await response.json()).detail ?? detail; } catch { /* no JSON */ }
  const e = new Error(detail);
  e.status = response.status;
  throw e;
}

export const get = async (path) => answer(await fetch(root + path, { headers: { Accept: 'application/json' } }));

export const order = async (path, body) => answer(await fetch(root + path, {
  method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body ?? {}),
}));

// me is who asks: their name, role, and the actions that they may do.
let asked;
export const me = () => (asked ??= get('/me'));

export const ofJob = (name) => '/jobs/' + encodeURIComponent(name);

// events calls on.daemon and on.live as the daemon tells, on.lost while it does not.
// It returns what ends it.
export function events(job, on) {
  const source = new EventSource(root + '/events' + (job ? '?job=' + encodeURIComponent(job) : ''));
  source.addEventListener('daemon', (e) => on.daemon?.(JSON.parse(e.data)));
  source.addEventListener('live', (e) => on.live?.(JSON.parse(e.data)));
  source.addEventListener('error', () => on.lost?.());
  return () => source.close();
}
