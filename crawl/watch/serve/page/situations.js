// What is happening: the events of all jobs that were told last, the worst first, each as a card.
import { el, named, out } from './dom.js';
import { t, keep, kept } from './words.js';
import { number } from './times.js';
import { get, me, ofJob } from './api.js';
import { title, days } from './events.js';
import { value } from './figures.js';
import { duty } from './decide.js';

const most = 6; // cards
const looks = 20; // events of a job that are looked at
const week = 7 * 86400e3;
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

function card({ job, e }, chip, who) {
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
    newest(all), e.contradict.length ? el('p', { class: 'bad' }, t('differ')) : null, news, duty(job.name, e, who));
}

// underway reports whether an event was told of in the week before the pages were read; of a storm without a day its season counts.
export function underway(e, made) {
  const last = e.end || e.begin;
  if (!last) return String(e.season ?? '') === made.slice(0, 4);
  return Date.parse(last) >= Date.parse(made) - week;
}

const lastDay = (e) => e.end || e.begin || '';

// past are the events that are over, the last ones first.
function past(list) {
  if (!list.length) return null;
  return el('details', {}, el('summary', {}, t('pastEvents', list.length)), el('ul', {}, list.slice(0, most).map(({ job, e }) =>
    el('li', {}, el('a', { href: `#/job/${encodeURIComponent(job.name)}/events/${encodeURIComponent(e.id)}` }, title(e)), ' ', el('small', {}, days(e), ' · ', job.name)))));
}

// situations is the part with the cards of what is under way; without an event there is none. chip makes the mark of a job's phase.
export async function situations(daemon, chip) {
  if (!daemon.tells) return null;
  const told = (await Promise.all(daemon.jobs.map(async (job) => {
    const got = await get(`${ofJob(job.name)}/events?limit=${looks}`).catch(() => ({ events: [] }));
    return got.events.map((e) => ({ job, e, now: underway(e, got.made) }));
  }))).flat().sort((a, b) => lastDay(b.e).localeCompare(lastDay(a.e)));
  const cards = await Promise.all(told.filter((x) => x.now).slice(0, most).map(async ({ job, e }) => {
    const full = await get(`${ofJob(job.name)}/events/${encodeURIComponent(e.id)}`);
    return { job, e: full, severity: severity(full) };
  }));
  if (!told.length) return null;
  const who = await me();
  return el('section', {}, el('h2', {}, t('situations')), cards.length ? el('ol', { class: 'situations' }, cards.sort(worse).map((c) => card(c, chip, who))) : el('p', { class: 'good' }, t('nothingNow')),
    past(told.filter((x) => !x.now)));
}
