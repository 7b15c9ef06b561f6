// How two versions of an ontology differ, and what that does to the topic.
import { el, named } from './dom.js';
import { t, lang } from './words.js';
import { number } from './times.js';

const local = (iri) => iri.slice(Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1);
const name = (r) => named((lang() === 'zh' ? r.zh || r.en : r.en || r.zh) || local(r.iri));
const several = (list) => list.length ? list.map((r, i) => [i ? ', ' : '', name(r)]) : '–';

const words = {
  added: (c) => name(c), removed: (c) => name(c),
  renamed: (r) => [named(local(r.old.iri)), ' → ', named(local(r.new.iri))],
  moved: (m) => [name(m.concept), ': ', several(m.before), ' → ', several(m.after)],
  labels: (x) => [name(x.concept), ': ', text(x.old), ' → ', text(x.new)],
  definitions: (x) => [name(x.concept), ': ', text(x.old), ' → ', text(x.new)],
  relations: (r) => [r.added ? '+ ' : '− ', name(r.from), ' ', named(r.relation), ' ', name(r.to)],
  marks: (m) => [name(m.concept), ': ', named(m.mark), ' ', t(m.set ? 'markSet' : 'markTaken')],
};

const text = (x) => (x ? named(x.text, x.lang) : '–');

function part(key, list) {
  if (!list?.length) return null;
  return el('div', {}, el('h3', {}, t('d.' + key), ' (', number(list.length), ')'), el('ul', { class: 'changes' }, list.map((x) => el('li', {}, words[key](x)))));
}

function weights(list) {
  if (!list?.length) return null;
  const of = (w) => (w === null || w === undefined ? '–' : number(w, 2));
  return el('div', {}, el('h3', {}, t('weightsHead')), el('table', {},
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, t('concept')), el('th', { scope: 'col', class: 'num' }, t('before')), el('th', { scope: 'col', class: 'num' }, t('now_')))),
    el('tbody', {}, list.map((w) => el('tr', {}, el('th', { scope: 'row' }, name(w.concept)), el('td', { class: 'num' }, of(w.before)), el('td', { class: 'num' }, of(w.after)))))));
}

function terms(head, list) {
  if (!list?.length) return null;
  return el('div', {}, el('h3', {}, t(head)), el('ul', { class: 'why' }, list.map((x) => el('li', {}, named(x.text, x.lang)))));
}

// difference shows a comparison as the API has it.
export function difference(c) {
  if (!c.differ) return el('p', {}, t('sameOntology'));
  return el('div', { class: 'difference' }, Object.keys(words).map((k) => part(k, c.diff[k])),
    weights(c.crawl?.weights), terms('gainedTerms', c.crawl?.gained), terms('lostTerms', c.crawl?.lost),
    c.left_out ? el('p', { class: 'soft' }, t('leftOut', number(c.left_out))) : null);
}
