// What is happening: the events of all jobs that were told last, the worst first, each as a card.
import { el, named, out } from './dom.js';
import { t, keep, kept } from './words.js';
import { number } from './times.js';
import { get, ofJob } from './api.js';
import { title, days } from './events.js';
import { value } from './figures.js';

const most = 6; // cards
const kinds = ['dead', 'missing', 'injured', 'displaced', 'affected', 'magnitude', 'wind', 'windforce', 'rain', 'height', 'loss'];
const colours = ['blue', 'yellow', 'orange', 'red'];

// real are the figures that somebody observed, of a known day, the earliest first.
const real = (e) => e.figures.filter((f) => f.day && !f.doubt && !f.part && !f.forecast && (f.modality ?? 'observed') === 'observed')
  .sort((a, b) => a.day.localeCompare(b.day));

// latest is the last figure of a kind, with the one of another value before it.
function latest(all, kind) {
  const of = all.filter((f) => f.kind === kind && f.unit);
  const now = of.at(-1);
  return now && { now, was: of.findLast((f) => f.unit === now.unit && f.day < now.day && f.value !== now.value) };
}

// severity orders events: by deaths, then by the colour of a warning in force, then by pages.
export function severity(e) {
  const all = real(e);
  const warned = all.filter((f) => f.kind === 'warning' && !f.lifted).map((f) => colours.indexOf(f.colour));
  return [latest(all, 'dead')?.now.value ?? 0, Math.max(-1, ...warned), e.pages];
}

function worse(a, b) {
  const i = a.severity.findIndex((x, n) => x !== b.severity[n]);
  return i < 0 ? 0 : b.severity[i] - a.severity[i];
}

function figure({ now, was }) {
  return el('div', {}, el('dt', {}, t('f.' + now.kind)), el('dd', {}, was ? [number(was.value, 2), ' → '] : null, value(now), el('small', {}, ' ', t('asOf', now.day))));
}

function newest(all) {
  const f = all.at(-1);
  return f ? el('blockquote', {}, named(f.sentence, f.lang), ' ', out(f.url, named(f.title || f.url, f.lang))) : null;
}

// looked is how many pages told of each event when this person saw it last, in this browser.
function looked() {
  try { return JSON.parse(kept('looked')) ?? {}; } catch { return {}; }
}

function card({ job, e }, chip) {
  const all = real(e), seen = looked()[job.name + ' ' + e.id] ?? 0, fresh = e.pages - seen;
  const news = el('p', { class: 'row' });
  const see = () => {
    const now = looked();
    now[job.name + ' ' + e.id] = e.pages;
    keep('looked', JSON.stringify(Object.fromEntries(Object.entries(now).slice(-200))));
    news.replaceChildren(el('span', { class: 'soft', role: 'status' }, t('seenAll')));
  };
  news.append(fresh > 0 ? el('span', { class: 'tag new' }, t(seen ? 'sinceLook' : 'neverLooked', number(fresh))) : el('span', { class: 'soft' }, t('seenAll')),
    ...(fresh > 0 ? [el('button', { type: 'button', onclick: see }, t('markSeen'))] : []));
  const link = `#/job/${encodeURIComponent(job.name)}/events/${encodeURIComponent(e.id)}`;
  return el('li', { class: 'situation' }, el('h3', {}, el('a', { class: 'tap', href: link, onclick: see }, title(e))),
    el('p', { class: 'row' }, chip(job.phase), el('span', { class: 'soft' }, days(e), ' · ', job.name, job.phase.reason ? [' · ', named(job.phase.reason)] : null)),
    el('dl', { class: 'figures' }, kinds.map((k) => latest(all, k)).filter(Boolean).slice(0, 5).map(figure)),
    newest(all), e.contradict.length ? el('p', { class: 'bad' }, t('differ')) : null, news);
}

// situations is the part with the cards; without an event there is none. chip makes the mark of a job's phase.
export async function situations(daemon, chip) {
  if (!daemon.tells) return null;
  const told = await Promise.all(daemon.jobs.map(async (job) => (await get(`${ofJob(job.name)}/events?limit=${most}`).catch(() => ({ events: [] }))).events.map((e) => ({ job, e }))));
  const last = told.flat().sort((a, b) => (b.e.end ?? b.e.begin ?? '').localeCompare(a.e.end ?? a.e.begin ?? '')).slice(0, most);
  const cards = await Promise.all(last.map(async ({ job, e }) => {
    const full = await get(`${ofJob(job.name)}/events/${encodeURIComponent(e.id)}`);
    return { job, e: full, severity: severity(full) };
  }));
  return cards.length ? el('section', {}, el('h2', {}, t('situations')), el('ol', { class: 'situations' }, cards.sort(worse).map((c) => card(c, chip)))) : null;
}
