// Questions, orders and events; who asks.

const root = '/api/v1';

async function answer(response) {
  if (response.ok) return response.json();
  let problem = {};
  try { problem = await response.json(); } catch { /* no JSON */ }
  const detail = problem.detail ?? String(response.status);
  const e = new Error(detail);
  e.status = response.status;
  e.problem = problem;
  throw e;
}

export const get = async (path) => answer(await fetch(root + path, { headers: { Accept: 'application/json', 'Accept-Language': document.documentElement.lang } }));

const send = async (method, path, body, headers) => answer(await fetch(root + path, {
  method, headers: { 'Content-Type': 'application/json', 'Accept-Language': document.documentElement.lang, ...headers }, body: JSON.stringify(body ?? {}),
}));

export const order = (path, body) => send('POST', path, body);
// orderIf is an order that is refused, with status 412, unless the version is still the present one.
export const orderIf = (version, path, body) => send('POST', path, body, { 'If-Match': `"${version}"` });
export const put = (path, body) => send('PUT', path, body);
// saveText saves a text, if what it was made from is still the version there.
export const saveText = (path, text, version) => send('PUT', path, { text }, { 'If-Match': `"${version}"` });

// me is who asks: their name, role, and the actions that they may do.
let asked;
export const me = () => (asked ??= get('/me'));

export const ofJob = (name) => '/jobs/' + encodeURIComponent(name);

// pollEvery is how often the daemon is asked while there is no stream, in seconds.
export const pollEvery = 10;

// events calls on.daemon, on.finds and on.live as the daemon tells, on.lost while it does
// not. A browser comes again by itself after a stream was cut, and says what it has. If it
// gives up (there are too many streams, or something between does not let them through),
// the same is asked for every few seconds. It returns what ends it.
export function events(job, on) {
  const query = job ? '?job=' + encodeURIComponent(job) : '';
  const source = new EventSource(root + '/events' + query);
  let timer = 0, over = false;
  const told = (e, f) => f?.(JSON.parse(e.data));
  source.addEventListener('daemon', (e) => told(e, on.daemon));
  source.addEventListener('finds', (e) => told(e, on.finds));
  source.addEventListener('live', (e) => told(e, on.live));
  source.addEventListener('error', () => {
    if (source.readyState !== EventSource.CLOSED) { on.lost?.(); return; }
    if (!timer) { on.polling?.(); timer = setTimeout(poll, 0); }
  });
  async function poll() {
    try {
      const daemon = await get('/daemon');
      if (over) return;
      on.daemon?.(daemon);
      if (job && on.live) on.live(await get(ofJob(job) + '/live'));
      if (daemon.finds && on.finds) on.finds((await get((job ? ofJob(job) : '') + '/finds?limit=1')).counts);
    } catch { if (!over) on.lost?.(); }
    if (!over) timer = setTimeout(poll, pollEvery * 1000);
  }
  return () => { over = true; source.close(); clearTimeout(timer); };
}
