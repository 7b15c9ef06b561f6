// Captured pages by their text.
import { el, named, out } from './dom.js';
import { t } from './words.js';
import { when, number } from './times.js';
import { get, order, me } from './api.js';
import { meter, pageOf } from './stories.js';

function hit(h) {
  return el('li', { class: 'story' }, el('h3', {}, el('a', { href: pageOf(h) }, named(h.title || h.url, h.lang))),
    el('p', { class: 'soft' }, out(h.url, named(h.host || h.url)), ' · ', when(h.captured), ' · ', el('a', { href: '#/job/' + encodeURIComponent(h.job) }, h.job)),
    el('p', {}, h.parts.map((p) => (p.found ? el('mark', {}, p.text) : p.text))), meter(h.relevance));
}

// indexPart says what is searched. The index is made by itself; who may can have it made
// again at once.
function indexPart(index, may, again) {
  const make = async () => { await order('/index'); again(); };
  const button = (label) => may.includes('index') && el('button', { type: 'button', onclick: make }, t(label));
  switch (index.state) {
    case 'none': return el('p', {}, t('noIndex'), ' ', button('makeIndex'));
    case 'building': return el('p', { role: 'status' }, index.of ? t('indexProgress', number(index.pages), number(index.of)) : t('indexing', number(index.pages)));
    case 'failed': return el('p', { class: 'bad' }, t('error', index.error), ' ', button('again'));
    default: return el('p', { class: 'soft' }, t('indexed', number(index.pages), ''), when(index.built), ' ', button('again'));
  }
}

export async function searchView(place, query, daemon) {
  if (!daemon.search) { place.replaceChildren(el('p', { class: 'soft' }, t('noIndex'))); return {}; }
  const { may } = await me();
  const state = el('div'), list = el('section');
  let timer = 0;
  // While the index is made, what it has so far is searched, again and again.
  async function show() {
    const index = await get('/index');
    state.replaceChildren(indexPart(index, may, show));
    if (index.state === 'building' || index.state === 'none') timer = setTimeout(show, 1500);
    if (!query || (index.state === 'none' && !list.firstChild)) return;
    const hits = await get('/search?q=' + encodeURIComponent(query));
    list.replaceChildren(el('h2', {}, hits.length === 1 ? t('oneResult', '', query) : hits.length ? t('results', number(hits.length), query) : t('noResults', query)),
      el('ol', { class: 'stories' }, hits.map(hit)));
  }
  place.replaceChildren(state, list);
  await show();
  return { end: () => clearTimeout(timer) };
}
