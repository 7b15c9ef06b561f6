// What the pages of a job tell of: a list of events with a map, and the card of one.
import { el, named, out } from './dom.js';
import { t, lang } from './words.js';
import { when, number } from './times.js';
import { get, order, me, ofJob } from './api.js';
import { map, placeName } from './map.js';
import { figures } from './figures.js';
import { decided, decider, duty, log, asides } from './decide.js';

const list = (job) => '#/job/' + encodeURIComponent(job) + '/events';

// inOrder are the names of an event, those in the reader's language first.
function inOrder(e) {
  const own = e.names.filter((n) => (n.lang ?? '').startsWith(lang()));
  return [...new Set([...own, ...e.names].map((n) => n.text))];
}

// title is what an event is called: its names in the languages of its pages, else its kind.
export function title(e) {
  if (!e.names.length) return [t('e.' + e.kind)];
  return [t('e.' + e.kind), ' ', inOrder(e).slice(0, 4).map((n, i) => [i ? ' · ' : '', named(n)])];
}

export function days(e) {
  if (!e.begin) return e.season ? String(e.season) : '–';
  return e.end && e.end !== e.begin ? e.begin + ' – ' + e.end : e.begin;
}

function row(job, e) {
  return el('tr', {}, el('th', { scope: 'row' }, el('a', { href: list(job) + '/' + encodeURIComponent(e.id) }, title(e)), decided(e.decided), e.assigned ? el('small', {}, t('worksOn', e.assigned.to)) : null),
    el('td', {}, days(e)), el('td', {}, e.places.map((p, i) => [i ? ', ' : '', named(placeName(p))])),
    el('td', { class: 'num' }, number(e.pages)), el('td', { class: 'num' + (e.contradictions ? ' bad' : '') }, e.contradictions ? number(e.contradictions) : ''));
}

function table(job, events) {
  const head = ['event', 'eventDays', 'eventPlaces', 'pages', 'differ'];
  return el('div', { class: 'scroll' }, el('table', { class: 'events' },
    el('thead', {}, el('tr', {}, head.map((h) => el('th', { scope: 'col' }, t(h))))), el('tbody', {}, events.map((e) => row(job, e)))));
}

export async function eventsView(place, job) {
  const { may } = await me();
  const said = el('p', { role: 'status', class: 'soft' }), body = el('div');
  let timer, ended = false;
  async function show() {
    const got = await get(ofJob(job) + '/events');
    if (ended) return;
    said.textContent = got.working ? t('eventsWorking') : got.fault ? t('error', got.fault) : got.made ? t('eventsMade', number(got.all), number(got.pages)) + (got.left_out ? ' · ' + t('eventsLeft', number(got.left_out)) : '') + (got.undone ? ' · ' + t('eventsUndone', number(got.undone)) : '') : t('noEventGraph');
    const dots = got.events.flatMap((e) => e.places.slice(0, 1).map((p) => ({ ...p, label: inOrder(e)[0] ?? t('e.' + e.kind), href: list(job) + '/' + encodeURIComponent(e.id) })));
    body.replaceChildren(...[got.made ? el('p', { class: 'soft' }, when(got.made)) : null,
      dots.length ? map(dots) : null, got.events.length ? table(job, got.events) : null, asides(job, got.aside, may, (text) => { said.textContent = text; })].filter(Boolean));
    if (got.working) timer = setTimeout(() => show().catch(lost), 1500);
  }
  const lost = (e) => { said.textContent = t('error', e.message); };
  const first = await get(ofJob(job) + '/events?limit=1');
  const ask = async () => { try { await order(ofJob(job) + '/events'); await show(); } catch (e) { lost(e); } };
  place.append(el('section', {}, el('div', { class: 'head' }, el('h2', {}, el('a', { href: '#/job/' + encodeURIComponent(job) }, job), ' · ', t('eventsHead')),
    first.order && may.includes('events') ? el('button', { type: 'button', onclick: ask }, t('eventsRead')) : null), said, body));
  await show();
  return { end: () => { ended = true; clearTimeout(timer); } };
}

// conflict shows sources side by side that tell a figure of one day and place otherwise.
function conflict(c) {
  return el('div', {}, el('h3', {}, t('f.' + c.kind), ' · ', c.day, c.where ? [' · ', named(c.where)] : null),
    el('ul', { class: 'sides' }, c.figures.map((f) => el('li', {},
      el('strong', {}, number(f.value ?? 0, 2) + ' ' + t('u.' + f.unit)), el('blockquote', {}, named(f.sentence, f.lang)), out(f.url, named(f.title || f.url, f.lang))))));
}

function teller(p, buttons) {
  return el('li', { class: 'story' }, el('h3', {}, out(p.url, named(p.title || p.url, p.lang))), buttons,
    el('p', { class: 'soft' }, p.published ? [when(p.published), ' · '] : null, named(p.why, 'en')));
}

export async function eventView(place, job, id) {
  const e = await get(ofJob(job) + '/events/' + encodeURIComponent(id));
  const who = await me(), said = el('p', { role: 'status', class: 'soft' }), done = el('div');
  const buttons = decider(job, id, who.may, (text) => { said.textContent = text; });
  const part = (head, ...what) => el('section', {}, el('h2', {}, t(head)), what);
  function logged(now) { done.replaceChildren(...now.log?.length ? [part('eventLog', log(now.log))] : []); }
  place.append(el('section', {}, el('p', {}, el('a', { href: list(job) }, '← ' + t('eventsHead'))), el('h2', {}, title(e), decided(e.decided)), buttons({ decided: e.decided }), said, duty(job, e, who, logged),
    el('p', {}, days(e), e.number ? ' · № ' + number(e.number) : null, ' · ', number(e.pages), ' ', t('pages')),
    el('p', { class: 'soft' }, el('code', {}, e.iri))));
  if (e.places.length) place.append(part('eventPlaces', map(e.places.map((p) => ({ ...p, label: placeName(p) })))));
  if (e.contradict.length) place.append(part('differ', e.contradict.map(conflict)));
  if (e.figures.length) place.append(part('eventFigures', figures(e.figures, (f) => [decided(f.decided), buttons({ fact: f.id, unit: f.unit, decided: f.decided })]), e.more ? el('p', { class: 'soft' }, t('eventMore', number(e.more))) : null));
  place.append(part('eventSources', el('ol', { class: 'stories' }, e.told.map((p) => teller(p, e.told.length > 1 ? buttons({ page: p.url }) : null)))), done);
  logged(e);
  return {};
}
