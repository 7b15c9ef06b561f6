// A cluster of machines: its crawl, nodes and parts, what is wrong, and orders to it.
import { el, named } from './dom.js';
import { t } from './words.js';
import { number } from './times.js';
import { get, order, me } from './api.js';
import { confirmed } from './confirm.js';

// askEvery is how often the server is asked, in milliseconds.
const askEvery = 2000;

const gigabytes = (n) => (n < 0 ? '–' : number(n / 2 ** 30, 1) + ' GB');
const cell = (head, ...children) => el('td', { 'data-head': t(head) }, children);
const sum = (n, f) => n.parts.reduce((all, p) => all + f(p), 0);

function figures(v) {
  const s = v.sum;
  const list = [['pages', v.crawl.max_pages ? t('budgetOf', number(s.pages), number(v.crawl.max_pages)) : number(s.pages)], ['perSecond', number(s.per_second, 1)], ['relevant', number(s.relevant)], ['failures', number(s.failures)],
    ['queue', number(s.waiting)], ['partsRun', t('partsOf', v.open, v.parts)], ['inbox', number(s.inbox)], ['outbox', number(v.nodes.reduce((all, n) => all + n.outbox, 0))]];
  return el('dl', { class: 'figures' }, list.map(([word, value]) => el('div', {}, el('dt', {}, t(word)), el('dd', {}, value))));
}

function wrong(v) {
  return v.wrong.length ? el('ul', {}, v.wrong.map((f) => el('li', { 'data-kind': f.kind }, named(f.says)))) : el('p', { class: 'soft' }, t('nothingWrong'));
}

function head(words) {
  return el('thead', {}, el('tr', {}, words.map((w) => el('th', { scope: 'col' }, t(w)))));
}

function nodes(v, drain) {
  const row = (n) => el('tr', { class: n.alive ? null : 'unwell' },
    el('th', { scope: 'row' }, named(n.node)),
    cell('state', el('span', { class: 'state ' + (!n.alive ? 'broken' : n.heard && !v.over ? 'running' : 'waiting') }, el('i', { 'aria-hidden': 'true' }), n.says)),
    cell('partsHead', n.homes.join(', ') || '–'), cell('pages', number(sum(n, (p) => p.pages))), cell('perSecond', number(sum(n, (p) => p.per_second), 1)), cell('queue', number(sum(n, (p) => p.waiting))),
    cell('inbox', number(sum(n, (p) => p.inbox))), cell('outbox', number(n.outbox)), cell('diskFree', gigabytes(n.free_bytes)), cell('programVersion', named(n.version || '–')),
    drain && n.alive ? cell('orders', el('button', { type: 'button', onclick: () => drain(n) }, t('drainNode'))) : null);
  return el('table', { class: 'jobs' }, head(['node', 'state', 'partsHead', 'pages', 'perSecond', 'queue', 'inbox', 'outbox', 'diskFree', 'programVersion', ...(drain ? ['orders'] : [])]), el('tbody', {}, v.nodes.map(row)));
}

function parts(v) {
  const owner = new Map(v.nodes.flatMap((n) => n.homes.map((part) => [part, n])));
  const row = (part) => {
    const n = owner.get(part), p = n?.parts.find((x) => x.part === part);
    const open = p && n.alive && !n.closed;
    return el('tr', { class: n?.alive ? null : 'unwell' }, el('th', { scope: 'row' }, String(part)),
      cell('owner', n ? named(n.node) : t('homeless')), cell('state', !open ? t('isClosed') : p.idle ? t('isIdle') : t('isOpen')),
      cell('pages', p ? number(p.pages) : '–', p?.budget ? el('small', {}, number(p.budget) + ' ' + t('leased')) : null), cell('perSecond', p ? number(p.per_second, 1) : '–'), cell('queue', p ? number(p.waiting) : '–'),
      cell('inbox', p ? number(p.inbox) : '–', p?.behind ? el('small', {}, t('behind', number(p.behind))) : null), cell('outbox', p ? number(p.outbox) : '–'));
  };
  return el('table', { class: 'jobs' }, head(['part', 'owner', 'state', 'pages', 'perSecond', 'queue', 'inbox', 'outbox']), el('tbody', {}, Array.from({ length: v.parts }, (_, i) => row(i))));
}

// clusterView fills place, and asks again until it is closed.
export async function clusterView(place, daemon) {
  if (!daemon.shows_cluster) { place.replaceChildren(el('p', { class: 'soft' }, t('noCluster'))); return {}; }
  const may = (await me()).may;
  const state = el('p', { class: 'state-line', role: 'status' }), shown = el('div'), said = el('p', { role: 'status', class: 'said' }), buttons = el('div', { class: 'row' });
  const faults = el('section', { 'aria-live': 'polite' }), nodeList = el('section'), partList = el('section');
  let stamps = {}, timer = 0, over = false;
  // put changes what a place holds only when that is another one, so that a reader is not interrupted.
  const put = (name, where, stamp, make) => {
    const now = document.documentElement.lang + JSON.stringify(stamp);
    if (stamps[name] === now) return;
    stamps[name] = now;
    const had = where.contains(document.activeElement) && document.activeElement.textContent;
    where.replaceChildren(...[make()].flat());
    if (had) [...where.querySelectorAll('button')].find((b) => b.textContent === had)?.focus();
  };
  const act = async (verb, body) => {
    try { await order('/cluster/' + verb, body); said.textContent = t('taken'); await refresh(); } catch (e) { said.textContent = t('error', e.message); }
  };
  const button = (action, word, question, verb) => may.includes(action) && el('button', { type: 'button', onclick: async () => { if (!question || await confirmed(t(question), t(word))) act(verb); } }, t(word));
  const drain = may.includes('cluster-drain') && (async (n) => { if (await confirmed(t('askDrain', n.node), t('drainNode'))) act('drain', { node: n.node }); });
  async function refresh() {
    const v = await get('/cluster');
    if (over) return;
    state.textContent = v.says;
    faults.classList.toggle('notices', v.wrong.length > 0);
    put('figures', shown, [v.sum, v.crawl, v.open], () => figures(v));
    const under = v.crawl.number > 0 && !v.over;
    put('buttons', buttons, [v.paused, under], () => [v.paused ? button('cluster-resume', 'resumeCluster', '', 'resume') : under && button('cluster-pause', 'pauseCluster', 'askPauseCluster', 'pause'), under && button('cluster-stop', 'stopCluster', 'askStopCluster', 'stop')].filter(Boolean));
    put('faults', faults, v.wrong, () => [el('h2', {}, t('wrongHere')), wrong(v)]);
    put('nodes', nodeList, v.nodes, () => [el('h2', {}, t('nodes')), nodes(v, drain)]);
    put('parts', partList, v.nodes, () => [el('h2', {}, t('partsHead')), parts(v)]);
  }
  async function again() {
    try { await refresh(); } catch (e) { if (!over) state.textContent = t('error', e.message); }
    if (!over) timer = setTimeout(again, askEvery);
  }
  place.replaceChildren(el('section', {}, el('h2', {}, t('clusterCrawl')), state, shown, buttons, said), faults, nodeList, partList);
  await again();
  return { end: () => { over = true; clearTimeout(timer); } };
}
