// Pages with their reasons.
import { el, named, out } from './dom.js';
import { t } from './words.js';
import { after, when, span, number } from './times.js';

// pageOf is where a captured page is read.
export const pageOf = (f) => `#/page/${encodeURIComponent(f.job)}/${encodeURIComponent(f.url)}`;

// reasons lists the concepts that made a page relevant: its label as it stands
// in the page, and where it weighed most.
export function reasons(concepts) {
  if (!concepts?.length) return null;
  return el('ul', { class: 'why', 'aria-label': t('why') }, concepts.slice(0, 6).map((c) => el('li', { title: c.iri },
    named(c.label || c.name), el('small', {}, found(c)))));
}

// found says in which places a concept stands, and how often in each. An event of an older
// version knows only the weightiest place and the count in all of them.
function found(c) {
  if (c.places?.length) return c.places.map((p) => t(p.name) + (p.count > 1 ? ' ×' + p.count : '')).join(', ');
  return c.count > 1 ? '×' + c.count : t(c.place);
}

export function meter(relevance) {
  return el('span', { class: 'meter', title: t('relevance') + ' ' + number(relevance, 2) },
    el('meter', { min: 0, max: 1, value: relevance, 'aria-label': t('relevance') }), number(relevance, 2));
}

// origin says which question found a page, or which page has the link to it.
export function origin(via, parent) {
  if (via) {
    const more = [via.lang, '#' + number(via.rank), ...(via.concepts ?? []).map(lastPart)].filter(Boolean).join(', ');
    return el('p', { class: 'soft', title: (via.concepts ?? []).join('\n') || null }, t('foundBy'), ' ', named(via.source), ': ', named(via.query, via.lang), el('small', {}, ' (' + t('op.' + via.op) + ', ', named(more), ')'));
  }
  return parent ? el('p', { class: 'soft' }, t('linkOn'), ' ', out(parent, named(parent))) : null;
}

function lastPart(iri) { return iri.replace(/[#/]+$/, '').split(/[#/]/).pop(); }

// quote is the sentence that stands for a page; older ones were kept without.
const quote = (s) => (s.excerpt ? el('p', { class: 'excerpt' }, named(s.excerpt, s.lang)) : null);

// story is a story; where pages can be read here, its title leads to what was captured and marked, and its host to the web.
export function story(s, { withJob, read }) {
  const delay = after(s.first, s.published);
  const no = s.gone ? 'gone' : s.lost ? 'lost' : '';
  return el('li', { class: 'story ' + no },
    el('h3', {}, read ? el('a', { href: pageOf(s) }, named(s.title || s.url, s.lang)) : out(s.url, named(s.title || s.url, s.lang)), no ? el('span', { class: 'tag' }, t(no)) : null),
    el('p', { class: 'soft' }, read ? out(s.url, named(s.host)) : named(s.host), ' · ', when(s.first),
      delay > 0 ? [' · ', t('after', span(delay))] : null,
      s.pages?.length > 1 ? [' · ', t('also', s.pages.length)] : null,
      withJob ? [' · ', el('a', { href: '#/job/' + encodeURIComponent(s.job) }, s.job)] : null),
    quote(s), origin(s.via),
    el('div', { class: 'row' }, meter(s.relevance), reasons(s.concepts)));
}

export function storyList(stories, how) {
  if (!stories.length) return el('p', { class: 'soft' }, t('noStories'));
  return el('ol', { class: 'stories' }, stories.map((s) => story(s, how)));
}

export function eventItem(f, read) {
  const delay = after(f.captured, f.published);
  return el('li', { class: 'story' },
    el('h3', {}, el('span', { class: 'tag ' + f.kind }, t(f.kind)), ' ', read ? el('a', { href: pageOf(f) }, named(f.title || f.url, f.lang)) : out(f.url, named(f.title || f.url, f.lang))),
    el('p', { class: 'soft' }, read ? out(f.url, named(f.host)) : named(f.host), ' · ', when(f.captured), delay > 0 ? [' · ', t('after', span(delay))] : null,
      f.kind === 'new' || f.kind === 'new source' ? null : [' · ', t('was', number(f.was_relevance, 2))],
      f.reason ? [' · ', t(f.reason)] : null),
    f.site ? el('p', {}, t('site'), ' ', named(f.site)) : null,
    quote(f), origin(f.via, f.parent),
    el('div', { class: 'row' }, meter(f.relevance), reasons(f.concepts)));
}
