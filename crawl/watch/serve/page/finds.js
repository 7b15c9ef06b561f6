// All finds: filtered, in order, page by page, by keyboard too.
import { el, named, out } from './dom.js';
import { t } from './words.js';
import { when, number } from './times.js';
import { get, me, ofJob } from './api.js';
import { meter, reasons, origin, pageOf } from './stories.js';
import { excerpt } from './excerpt.js';
import { marker, undo } from './marks.js';
import { keys, helpButton } from './keys.js';
import { teachPart } from './teach.js';

const spans = { day: 1, week: 7, month: 30 };
const names = ['job', 'order', 'kind', 'since', 'host', 'lang', 'concept', 'read', 'verdict'];

// seen is the list as it was shown last: the view of a page goes on in it.
export const seen = { finds: [], hash: '#/finds', at: 0 };

// path is the question that the filters mean.
function path(f, after) {
  const q = new URLSearchParams();
  for (const k of ['order', 'host', 'lang', 'concept', 'read', 'verdict']) if (f[k]) q.set(k, f[k]);
  if (f.kind === 'all') q.set('kind', 'new,changed,gained,gone,lost');
  else if (f.kind) q.set('kind', f.kind);
  if (spans[f.since]) q.set('from', new Date(Math.floor(Date.now() / 60e3) * 60e3 - spans[f.since] * 86400e3).toISOString());
  if (after) q.set('after', after);
  return (f.job ? ofJob(f.job) : '') + '/finds?' + q;
}

function hashOf(f) {
  const q = new URLSearchParams(names.filter((k) => f[k]).map((k) => [k, f[k]]));
  return '#/finds' + (q.size ? '?' + q : '');
}

function choice(name, label, options, chosen, change) {
  if (chosen && !options.some(([v]) => v === chosen)) options.push([chosen, chosen]);
  const id = 'filter-' + name;
  return el('div', { class: 'filter' }, el('label', { for: id }, label),
    el('select', { id, onchange: (e) => change(name, e.target.value) }, options.map(([v, word]) => el('option', { value: v, selected: v === (chosen ?? '') }, word))));
}

function filters(f, page, jobs, change) {
  const any = ['', t('any')];
  const counted = (list, word) => list.map((x) => [x.value, `${word(x)} (${number(x.finds)})`]);
  const x = page.facets;
  return el('form', { class: 'filters', 'aria-label': t('filters'), onsubmit: (e) => e.preventDefault() },
    jobs.length > 1 && choice('job', t('job'), [['', t('allJobs')], ...jobs.map((j) => [j, j])], f.job, change),
    choice('order', t('order'), [['', t('order.newest')], ['relevance', t('order.relevance')]], f.order, change),
    choice('kind', t('happened'), [['', t('kind.relevant')], ...counted(x.kinds, (k) => t(k.value)), ['all', t('kind.all')]], f.kind, change),
    choice('since', t('since'), [any, ...Object.keys(spans).map((s) => [s, t('since.' + s)])], f.since, change),
    choice('host', t('host'), [any, ...counted(x.hosts, (h) => h.value)], f.host, change),
    choice('lang', t('lang'), [any, ...counted(x.langs, (l) => l.value)], f.lang, change),
    choice('concept', t('concept'), [any, ...counted(x.concepts, (c) => c.label || c.value)], f.concept, change),
    choice('read', t('readState'), [any, ['false', t('read.false')], ['true', t('read.true')]], f.read, change),
    choice('verdict', t('verdict'), [any, ...['right', 'wrong', 'unsure', 'none'].map((v) => [v, t('v.' + v)])], f.verdict, change),
    el('button', { type: 'button', onclick: () => { location.hash = '#/finds'; } }, t('reset')));
}

function item(f, may, say, withJob) {
  const m = marker(f, may, say);
  const tag = f.relevant && f.kind === 'new' ? null : el('span', { class: 'tag ' + f.kind }, t(f.kind));
  const node = el('li', { class: 'find story ' + (f.relevant ? '' : f.kind) + (f.mark.read ? ' read' : ''), tabindex: -1 },
    el('h3', {}, tag, el('a', { href: pageOf(f) }, named(f.title || f.url, f.lang))),
    el('p', { class: 'soft' }, out(f.url, named(f.host || f.url)), ' · ', when(f.at), f.pages > 1 ? [' · ', t('copies', f.pages - 1)] : null,
      withJob ? [' · ', el('a', { href: '#/job/' + encodeURIComponent(f.job) }, f.job)] : null),
    excerpt(f), origin(f.via), el('div', { class: 'row' }, meter(f.relevance), reasons(f.concepts)), m.node);
  return { f, node, m };
}

export function countsLine(c) {
  return [el('p', {}, t('findsCount', number(c.finds), number(c.relevant), number(c.unread))),
    el('p', { class: 'soft' }, t('findsMore', number(c.gone), number(c.lost), number(c.right), number(c.wrong), number(c.unsure)))];
}

export async function findsView(place, params, daemon) {
  const f = Object.fromEntries(names.map((k) => [k, params.get(k) ?? '']));
  const { may } = await me();
  const jobs = daemon.jobs.map((j) => j.name), mayMark = may.includes('mark');
  const said = el('p', { role: 'status', class: 'said' }), counts = el('div'), fresh = el('div'), shownText = el('p', { class: 'soft' });
  const list = el('ol', { class: 'stories finds' }), more = el('button', { type: 'button', class: 'more' }, t('moreFinds'));
  const say = (text) => { said.textContent = text; };
  let items = [], at = -1, next = '', stamp = '';
  const change = (name, value) => { f[name] = value; location.hash = hashOf(f); };

  function add(page) {
    const added = page.finds.map((x) => item(x, mayMark, say, jobs.length > 1 && !f.job));
    items.push(...added);
    list.append(...added.map((x) => x.node));
    seen.finds = items.map((x) => x.f);
    next = page.next ?? '';
    more.hidden = !next;
    shownText.textContent = t('shownOf', number(items.length), number(page.matching));
  }
  // load adds the next page; whoever asks while it comes waits for the same one.
  let loading = null;
  const load = () => (loading ??= get(path(f, next)).then(add, (e) => say(t('error', e.message))).finally(() => { loading = null; }));
  async function go(by) {
    if (by > 0 && at + 1 >= items.length && next) await load();
    if (!items.length) return;
    at = Math.max(0, Math.min(items.length - 1, at + by));
    seen.at = at;
    items[at].node.focus();
    items[at].node.scrollIntoView({ block: 'nearest' });
  }
  const present = () => items[at] ?? items[0];
  list.addEventListener('focusin', (e) => {
    const i = items.findIndex((x) => x.node.contains(e.target));
    if (i >= 0) seen.at = at = i;
  });
  more.addEventListener('click', async () => { const from = items.length; await load(); items[from]?.node.focus(); });

  const page = await get(path(f));
  seen.hash = hashOf(f);
  const head = el('section', {}, el('div', { class: 'head' }, el('h2', {}, t('finds')), el('div', { class: 'row' },
    f.job && el('a', { href: '/api/v1' + ofJob(f.job) + '/marks?format=csv', download: 'marks.csv' }, t('exportMarks')), helpButton())),
  counts, el('details', { class: 'filterbox', open: innerWidth > 720 || names.some((k) => f[k]) }, el('summary', {}, t('filters')), filters(f, page, jobs, change)));
  const one = f.job || (jobs.length === 1 ? jobs[0] : ''), taught = daemon.teach && jobs.includes(one) ? teachPart(one, may) : null;
  place.replaceChildren(head, taught?.node ?? '', said, fresh, el('section', {}, page.finds.length ? list : el('p', { class: 'soft' }, t('noMatch')), shownText, more));
  counts.replaceChildren(...countsLine(page.counts));
  stamp = JSON.stringify([page.counts.finds, page.counts.gone, page.counts.lost]);
  add(page);
  if (f.job && !jobs.includes(f.job)) say(t('missing'));
  const endKeys = keys({
    j: () => go(1), k: () => go(-1), o: () => { const x = present(); if (x) location.hash = pageOf(x.f); },
    ...(mayMark ? { m: () => present()?.m.read(), y: () => present()?.m.verdict('right'), n: () => present()?.m.verdict('wrong'), u: () => present()?.m.verdict('unsure'), z: () => undo(say) } : {}),
  });
  const end = () => { endKeys(); taught?.end(); };
  // The counts of the stream are those of all jobs; a job's own come with its list.
  const showCounts = (c) => {
    if (f.job && jobs.length > 1) return;
    counts.replaceChildren(...countsLine(c));
    const now = JSON.stringify([c.finds, c.gone, c.lost]);
    if (now === stamp) { fresh.replaceChildren(); return; }
    fresh.replaceChildren(el('p', { class: 'row', role: 'status' }, el('button', { type: 'button', onclick: () => dispatchEvent(new HashChangeEvent('hashchange')) }, t('newFinds'))));
  };
  return { end, finds: showCounts };
}
