// New sources of a job: what found each, its best pages, and what a person decides.
import { el, named, out } from './dom.js';
import { t } from './words.js';
import { when } from './times.js';
import { order, ofJob } from './api.js';
import { meter, reasons, origin } from './stories.js';

function pages(list) {
  return el('ul', { class: 'stories' }, (list ?? []).map((p) => el('li', { class: 'story' },
    out(p.url, named(p.title || p.url, p.lang)), el('div', { class: 'row' }, meter(p.relevance), reasons(p.concepts)))));
}

// buttons accept or refuse a source; another decision may follow later.
function buttons(s, decide) {
  const button = (state, label) => s.state !== state && el('button', { type: 'button', 'aria-label': t(label) + ' ' + s.site, onclick: () => decide(state) }, t(label));
  return el('p', { class: 'row' }, button('accepted', 'accept'), button('refused', 'refuse'));
}

function source(job, s, may, done) {
  const said = el('p', { role: 'status', class: 'soft' });
  const decide = async (state) => {
    try { await order(ofJob(job) + '/sources', { site: s.site, state }); said.textContent = t('decided'); done(); } catch (e) { said.textContent = t('error', e.message); }
  };
  return el('li', { class: 'story' },
    el('h3', {}, el('span', { class: 'tag ' + s.state }, t('s.' + s.state)), ' ', named(s.site)),
    s.found ? el('p', { class: 'soft' }, when(s.found)) : null,
    origin(s.via, s.parent), pages(s.pages),
    s.decided ? el('p', { class: 'soft' }, when(s.decided), ' · ', named(s.by), s.reason ? [': ', named(s.reason)] : null) : null,
    may.includes('source') && buttons(s, decide), said);
}

export function sourcesPart(job, sources, may, done) {
  if (!sources.length) return null;
  const open = sources.filter((s) => s.state === 'new'), closed = sources.filter((s) => s.state !== 'new');
  const list = (some) => el('ol', { class: 'stories' }, some.map((s) => source(job, s, may, done)));
  return el('section', {}, el('h2', {}, t('newSources')), open.length ? list(open) : el('p', { class: 'soft' }, t('noSources')),
    closed.length ? el('details', {}, el('summary', {}, t('decidedSources', closed.length)), list(closed)) : null);
}
