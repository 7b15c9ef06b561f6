// Pages about which a mark tells most, where the threshold may lie, to be marked here.
import { el, named, out } from './dom.js';
import { t } from './words.js';
import { get, ofJob } from './api.js';
import { meter, pageOf } from './stories.js';
import { excerpt } from './excerpt.js';
import { marker } from './marks.js';

function item(q, job, mayMark, names, say) {
  const find = { job, url: q.url, title: q.title, mark: {} };
  const concepts = q.concepts.map((iri) => names.get(iri)).filter(Boolean);
  return el('li', { class: 'find story' },
    el('h4', {}, el('a', { href: pageOf(find) }, named(q.title || q.url)), el('span', { class: 'tag' }, t(q.relevant ? 'q.counted' : 'q.notCounted'))),
    el('p', { class: 'soft' }, out(q.url, named(q.url))), excerpt(find),
    el('div', { class: 'row' }, meter(q.relevance), concepts.length ? el('small', {}, named(concepts.join(', '))) : null), marker(find, mayMark, say).node);
}

// questions is the part of a view about a job that asks; names has the names of concepts by IRI.
export function questions(job, mayMark, names) {
  const said = el('p', { role: 'status', class: 'said' }), list = el('ol', { class: 'stories finds' });
  const say = (text) => { said.textContent = text; };
  const ask = async () => {
    try {
      const asked = await get(ofJob(job) + '/questions');
      list.replaceChildren(...asked.map((q) => item(q, job, mayMark, names, say)));
      say(asked.length ? '' : t('q.none'));
    } catch (e) { say(t('error', e.message)); }
  };
  ask();
  return el('div', {}, el('h3', {}, t('q.head')), el('p', { class: 'soft' }, t('q.says')), said, list,
    el('p', { class: 'row' }, el('button', { type: 'button', onclick: ask }, t('q.more'))));
}
