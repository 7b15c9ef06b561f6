// What the pages of a job offer for its ontology, to be accepted or refused one by one.
import { el, named, out } from './dom.js';
import { t } from './words.js';
import { when, number } from './times.js';
import { get, order, orderIf, me, ofJob } from './api.js';
import { keys, helpButton } from './keys.js';

const kinds = ['subclass', 'core', 'alternative', 'hidden'];
const isRelation = (o) => o.as === 'includes' || o.as === 'included';

function brings(o) {
  const n = o.brings.length + o.brings_more;
  if (!n) return el('p', { class: 'soft' }, t('bringsNone'));
  return el('details', {}, el('summary', {}, t('bringsPages', number(n))), el('ul', {}, o.brings.map((url) => el('li', {}, out(url, named(url)))), o.brings_more ? el('li', { class: 'soft' }, t('morePages', number(o.brings_more))) : null));
}

const evidence = (o) => (o.evidence ?? []).map((x) => el('blockquote', {}, named(x.text, o.lang), x.page ? [' ', out(x.page, el('small', {}, named(x.page)))] : null));

// item is an offer with what a person chooses about it.
function item(o, changed) {
  const id = 'o-' + o.id;
  const box = el('input', { type: 'checkbox', id, onchange: changed });
  const as = isRelation(o) ? el('span', {}, t('as.' + o.as)) : el('select', { 'aria-label': t('becomes') + ' ' + o.name }, kinds.map((k) => el('option', { value: k, selected: k === o.as }, t('as.' + k))));
  const choices = [{ iri: o.iri, concept: o.concept }, ...(o.choices ?? [])];
  const iri = isRelation(o) || choices.length < 2 ? named(o.concept) : el('select', { 'aria-label': t('belongsTo') + ' ' + o.name }, choices.map((c) => el('option', { value: c.iri }, c.concept)));
  const node = el('li', { class: 'story find', tabindex: -1 },
    el('h3', {}, el('span', { class: 'check' }, box, el('label', { for: id }, named(o.name, o.lang)))),
    el('p', { class: 'row' }, el('span', {}, t('becomes')), as, el('span', {}, t('belongsTo')), iri),
    el('p', { class: 'soft' }, t('onPages', number(o.pages), number(o.hosts))), evidence(o), isRelation(o) ? null : brings(o));
  const pick = () => ({ id: o.id, ...(as.value && as.value !== o.as ? { as: as.value } : {}), ...(iri.value && iri.value !== o.iri ? { iri: iri.value } : {}) });
  return { o, node, box, pick };
}

// copyOf is the address of the ontology with what was chosen.
function copyOf(job, version, picks) {
  const q = new URLSearchParams({ version });
  for (const p of picks) q.append('offer', [p.id, p.as ?? '', p.iri ?? ''].join(':'));
  return '/api/v1' + ofJob(job) + '/ontology/copy?' + q;
}

export async function offersView(place, job) {
  const { may } = await me();
  const said = el('p', { role: 'status', class: 'said' }), state = el('div'), bar = el('div', { class: 'bar row' }), list = el('ol', { class: 'stories finds' }), refused = el('div');
  let got, items = [], at = -1, timer, ended = false;
  const say = (text) => { said.replaceChildren(named(text)); };
  const chosen = () => items.filter((x) => x.box.checked);
  const act = async (f) => {
    if (!chosen().length) { say(t('nothingChosen')); return; }
    try { await f(); } catch (e) { say(e.status === 412 ? t('savedSince') : t('error', e.message)); if (e.status === 412) { got.changed = true; tell(); } }
  };
  const accept = () => act(async () => {
    const did = await orderIf(got.version, ofJob(job) + '/ontology/accepted', { offers: chosen().map((x) => x.pick()) });
    await load();
    say(t('acceptedNow', did.name, did.added.join(', '), did.earlier));
  });
  const decide = async (ids, again) => { show(await order(ofJob(job) + '/ontology/refused', { offers: ids, again })); say(again ? '' : t('refusedNow')); };
  const refuse = () => act(() => decide(chosen().map((x) => x.o.id), false));
  const make = async () => { try { show(await order(ofJob(job) + '/ontology/offers')); } catch (e) { say(t('error', e.message)); } };
  const button = (word, f, n) => el('button', { type: 'button', onclick: f }, t(word, n));

  // tell shows what may be done now.
  function tell() {
    const n = chosen().length, writes = got.writable && !got.changed;
    state.replaceChildren(...[
      got.working ? el('p', {}, t('offersWorking')) : null, got.fault ? el('p', { class: 'bad' }, named(t('error', got.fault))) : null,
      !got.made && !got.working ? el('p', { class: 'soft' }, t('noOffersYet')) : null,
      got.made ? el('p', { class: 'soft' }, t('offersMade', number(items.length)), ' · ', when(got.made)) : null,
      got.changed ? el('p', { class: 'bad' }, t('offersStale')) : null, !got.writable ? el('p', { class: 'soft' }, t('readOnlyOntology')) : null,
      got.writable && !may.includes('accept') ? el('p', { class: 'soft' }, t('mayNotAccept')) : null,
      may.includes('offers') && !got.working ? button(got.made ? 'makeOffers' : 'makeFirst', make) : null].filter(Boolean));
    const here = document.activeElement?.dataset?.act;
    const acts = items.length ? [
      writes && may.includes('accept') ? ['acceptChosen', accept] : null, may.includes('refuse') ? ['refuseChosen', refuse] : null].filter(Boolean) : [];
    bar.replaceChildren(...acts.map(([word, f]) => { const b = button(word, f, n); b.dataset.act = word; return b; }),
      ...(items.length && !got.changed && n ? [el('a', { class: 'tap', href: copyOf(job, got.version, chosen().map((x) => x.pick())), download: '' }, t('downloadChosen', n))] : []));
    bar.querySelector(`[data-act="${here}"]`)?.focus();
  }
  function show(now) {
    if (ended) return;
    got = now;
    const were = new Set(chosen().map((x) => x.o.id));
    items = now.offers.filter((o) => o.verdict !== 'refused').map((o) => item(o, tell));
    for (const x of items) {
      x.box.checked = were.has(x.o.id);
      x.node.addEventListener('change', tell);
    }
    at = -1;
    list.replaceChildren(...items.map((x) => x.node));
    if (now.made && !items.length) list.replaceChildren(el('li', { class: 'soft' }, t('noOffersLeft')));
    const no = now.offers.filter((o) => o.verdict === 'refused');
    refused.replaceChildren(...(no.length ? [el('section', {}, el('details', {}, el('summary', {}, t('refusedHead', number(no.length))), el('ul', { class: 'stories' }, no.map((o) => el('li', { class: 'story row' }, named(o.name, o.lang), o.by ? el('small', {}, named(o.by)) : null,
      may.includes('refuse') && el('button', { type: 'button', 'aria-label': t('offerAgain') + ' ' + o.name, onclick: () => decide([o.id], true).catch((e) => say(t('error', e.message))) }, t('offerAgain')))))))] : []));
    tell();
    clearTimeout(timer);
    if (now.working) timer = setTimeout(() => load().catch((e) => say(t('error', e.message))), 1500);
  }
  const load = async () => show(await get(ofJob(job) + '/ontology/offers'));
  const go = (by) => {
    if (!items.length) return;
    at = Math.max(0, Math.min(items.length - 1, at + by));
    items[at].node.focus();
    items[at].node.scrollIntoView({ block: 'nearest' });
  };
  list.addEventListener('focusin', (e) => { at = items.findIndex((x) => x.node.contains(e.target)); });
  place.append(el('section', {}, el('div', { class: 'head' }, el('h2', {}, el('a', { href: '#/job/' + encodeURIComponent(job) }, job), ' · ', el('a', { href: '#/job/' + encodeURIComponent(job) + '/ontology' }, t('ontologyHead')), ' · ', t('offersHead')), helpButton()), state),
    said, el('section', { class: 'offers', 'aria-label': t('offersHead') }, list, bar), refused);
  await load();
  const end = keys({ j: () => go(1), k: () => go(-1), x: () => { const i = items[at]; if (i) { i.box.checked = !i.box.checked; tell(); } } }, { j: 'nextOffer', k: 'offerBefore' });
  return { end: () => { ended = true; clearTimeout(timer); end(); } };
}
