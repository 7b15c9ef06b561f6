// One run and what it found.
import { el, named } from './dom.js';
import { t } from './words.js';
import { when, span, number } from './times.js';
import { get, ofJob } from './api.js';
import { eventItem } from './stories.js';

export function runsTable(runs) {
  if (!runs.length) return el('p', { class: 'soft' }, t('never'));
  const heads = ['#', 'due', 'outcome', 'took', 'requests', 'pages', 'relevant', 'new', 'changed', 'gone', 'gained', 'lost'];
  return el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('runsHead') }, el('table', { class: 'runs' }, el('thead', {}, el('tr', {}, heads.map((h, i) => el('th', { scope: 'col', class: i > 3 ? 'num' : null }, t(h))))),
    el('tbody', {}, runs.map((r) => el('tr', {},
      el('th', { scope: 'row' }, el('a', { href: `#/job/${encodeURIComponent(r.job)}/run/${r.number}` }, String(r.number))),
      el('td', {}, when(r.due), el('small', {}, t('t.' + r.trigger))),
      el('td', { class: r.outcome === 'failed' ? 'bad' : null, title: r.error || null }, t('o.' + r.outcome)),
      el('td', {}, r.ended ? span(new Date(r.ended) - new Date(r.started)) : '–'),
      ['requests', 'pages', 'relevant', 'new', 'changed', 'gone', 'gained', 'lost'].map((k) => el('td', { class: 'num' }, number(r[k] ?? 0))))))));
}

export async function runView(place, job, number_, read) {
  const { run, events } = await get(ofJob(job) + '/runs/' + encodeURIComponent(number_));
  place.replaceChildren(
    el('p', {}, el('a', { href: '#/job/' + encodeURIComponent(job) }, '← ' + job)),
    el('section', {}, el('h2', {}, job + ' #' + run.number), runsTable([run]),
      run.error ? el('p', { class: 'bad' }, named(run.error)) : null),
    el('section', {}, el('h2', {}, t('found')),
      events.length ? el('ol', { class: 'stories' }, events.map((f) => eventItem(f, read))) : el('p', { class: 'soft' }, t('noStories'))));
  return {};
}
