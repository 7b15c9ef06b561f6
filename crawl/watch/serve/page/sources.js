// New sources of a job: what found each, its best pages, and what a person decides.
import { el, named, out } from './dom.js';
import { t } from './words.js';
import { when, number } from './times.js';
import { order, ofJob } from './api.js';
import { meter, reasons, origin } from './stories.js';

function pages(list) {
  return el('ul', { class: 'stories' }, (list ?? []).map((p) => el('li', { class: 'story' },
    out(p.url, named(p.title || p.url, p.lang)), el('div', { class: 'row' }, meter(p.relevance), reasons(p.concepts)))));
}

// addresses are those that people added; few are shown at first.
function addresses(list) {
  if (!list?.length) return null;
  const items = el('ul', {}, list.map((a) => el('li', {}, a.feed ? [el('span', { class: 'tag' }, t('feed'))] : null, out(a.url, named(a.url)))));
  return list.length > 5 ? el('details', {}, el('summary', {}, t('addresses', number(list.length))), items) : items;
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
    origin(s.via, s.parent), pages(s.pages), addresses(s.added),
    s.decided ? el('p', { class: 'soft' }, when(s.decided), ' · ', named(s.by), s.reason ? [': ', named(s.reason)] : null) : null,
    may.includes('source') && buttons(s, decide), said);
}

// outcome says what came of addresses that were added.
function outcome(a) {
  return [t('addedSources', number(a.added.length)), a.known ? t('addedKnown', number(a.known)) : null, a.left ? t('addedLeft', number(a.left)) : null, a.other ? t('addedOther', number(a.other)) : null]
    .filter(Boolean).join(' ') + (a.refused ?? []).map((x) => ' ' + x.why + '.').join('');
}

// addPart lets a person add an address, several, or a file of them.
function addPart(job, done) {
  const text = el('textarea', { id: 'add-text', rows: 1, required: true, placeholder: 'https://…', spellcheck: false });
  const file = el('input', { type: 'file', id: 'add-file', accept: '.opml,.xml,.html,.htm,.txt' });
  const said = el('p', { role: 'status', class: 'said' }), button = el('button', {}, t('addSource'));
  async function add(body) {
    button.disabled = true;
    try {
      said.textContent = outcome(await order(ofJob(job) + '/sources/added', { text: body }));
      text.value = '';
      done();
    } catch (e) { said.textContent = t('error', e.message); }
    button.disabled = false;
    file.value = '';
  }
  const form = el('form', { class: 'addsource', onsubmit: (e) => { e.preventDefault(); add(text.value); } },
    el('label', { for: 'add-text' }, t('addText')), text, el('div', { class: 'row' }, button, el('label', { for: 'add-file' }, t('addFile')), file), said);
  text.addEventListener('keydown', (e) => { if (e.key === 'Enter' && !e.shiftKey && !e.isComposing) { e.preventDefault(); form.requestSubmit(); } });
  file.addEventListener('change', async () => { if (file.files[0]) add(await file.files[0].text()); });
  return form;
}

// addSection is where a person adds sources, if they may. It stays as the lists around it change.
export function addSection(job, may, done) {
  return may.includes('add-sources') ? el('section', {}, el('h2', {}, t('addHead')), addPart(job, done)) : null;
}

export function sourcesPart(job, sources, may, done) {
  if (!sources.length) return null;
  const open = sources.filter((s) => s.state === 'new'), closed = sources.filter((s) => s.state !== 'new');
  const list = (some) => el('ol', { class: 'stories' }, some.map((s) => source(job, s, may, done)));
  return el('section', {}, el('h2', {}, t('newSources')), open.length ? list(open) : el('p', { class: 'soft' }, t('noSources')),
    closed.length ? el('details', {}, el('summary', {}, t('decidedSources', closed.length)), list(closed)) : null);
}
