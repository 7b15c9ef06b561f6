// One captured page: its text with every mention, why and how it was found, its versions,
// the archived original.
import { el, named, out } from './dom.js';
import { t } from './words.js';
import { when, exact, number } from './times.js';
import { get, me, ofJob } from './api.js';
import { meter, origin, pageOf } from './stories.js';
import { marker, undo } from './marks.js';
import { keys, helpButton } from './keys.js';
import { seen } from './finds.js';

// parts is text in which mentions are marked, the heavier the stronger.
function parts(list, most) {
  return list.map((p) => (p.concept
    ? el('mark', { class: 'w' + (p.weight ? 1 + Math.min(3, Math.floor((3.99 * p.weight) / most)) : 0), title: p.concept + '\n' + (p.weight ? t('weighs', number(p.weight, 3)) : t('notCounted')) }, p.text)
    : p.text));
}

function textOf(d) {
  if (d.why) return el('p', { class: 'soft' }, t('noText', d.why));
  const most = Math.max(1e-9, ...[...d.title, ...d.blocks.flatMap((b) => b.parts)].map((p) => p.weight ?? 0));
  return el('div', { class: 'reading', lang: d.lang || null }, d.blocks.map((b) =>
    el(b.kind === 'heading' ? 'h3' : b.kind === 'code' ? 'pre' : 'p', { dir: 'auto' }, parts(b.parts, most))));
}

function lastPart(iri) { return iri.replace(/[#/]+$/, '').split(/[#/]/).pop(); }

function why(d) {
  if (!d.evidence.length) return el('p', { class: 'soft' }, t('none'));
  const heads = ['concept', 'label', 'place', 'count', 'share'];
  return el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('whyHead') }, el('table', { class: 'evidence' },
    el('thead', {}, el('tr', {}, heads.map((h, i) => el('th', { scope: 'col', class: i > 2 ? 'num' : null }, t(h))))),
    el('tbody', {}, d.evidence.map((e) => el('tr', {}, el('th', { scope: 'row', title: e.concept || null }, e.concept ? named(lastPart(e.concept)) : '–'),
      el('td', {}, named(e.label)), el('td', {}, t(e.group)), el('td', { class: 'num' }, number(e.count)), el('td', { class: 'num' }, number(e.contribution, 3)))))));
}

function how(d) {
  return [origin(d.via, d.parent), el('p', {}, d.depth ? t('depth', number(d.depth)) : t('aSeed')),
    d.asked ? el('p', {}, t('askedAs'), ' ', named(d.asked)) : null,
    d.duplicate_of ? el('p', {}, t('sameAs'), ' ', el('a', { href: pageOf({ job: d.job, url: d.duplicate_of }) }, named(d.duplicate_of))) : null];
}

// edits shows what changed; long runs that are the same are folded.
function edits(list) {
  if (!list.some((e) => e.op !== 'same')) return el('p', { class: 'soft' }, t('noChange'));
  const shown = [];
  for (let i = 0; i < list.length;) {
    let j = i;
    while (j < list.length && list[j].op === list[i].op) j++;
    const run = list.slice(i, j), text = run.map((e) => e.text).join('');
    if (run[0].op === 'removed') shown.push(el('del', {}, el('span', { class: 'hidden' }, t('removed') + ': '), text));
    else if (run[0].op === 'added') shown.push(el('ins', {}, el('span', { class: 'hidden' }, t('added') + ': '), text));
    else if (run.length <= 4) shown.push(el('span', {}, text));
    else shown.push(el('span', {}, i ? run[0].text : ''), el('details', {}, el('summary', {}, t('sentencesSame', number(run.length - (i ? 1 : 0) - (j < list.length ? 1 : 0)))), text), el('span', {}, j < list.length ? run.at(-1).text : ''));
    i = j;
  }
  return el('div', { class: 'edits', dir: 'auto' }, shown);
}

function versionsPart(d, query) {
  const kept = d.versions.filter((v) => v.archived);
  const rows = el('ul', { class: 'transitions' }, d.versions.map((v) => el('li', {}, el('span', { class: 'tag ' + v.kind }, t(v.kind)), ' ', when(v.at), ' · ', t('relevance'), ' ', number(v.relevance, 2),
    v.archived && v.seq !== d.version ? [' · ', el('a', { href: `${pageOf(d)}/${v.seq}` }, t('text'))] : null)));
  if (kept.length < 2) return [rows, el('p', { class: 'soft' }, t('oneVersion'))];
  const pick = (id, label, chosen) => [el('label', { for: id }, label), el('select', { id, onchange: () => show() }, kept.map((v) => el('option', { value: v.seq, selected: v.seq === chosen }, exact(v.at))))];
  const result = el('div', { 'aria-live': 'polite' });
  const form = el('form', { class: 'row', onsubmit: (e) => e.preventDefault() }, pick('diff-from', t('from'), kept[1].seq), pick('diff-to', t('to'), kept[0].seq));
  async function show() {
    try {
      const x = await get(`${ofJob(d.job)}/diff?${query}&from=${form.querySelector('#diff-from').value}&to=${form.querySelector('#diff-to').value}`);
      result.replaceChildren(edits(x.edits));
    } catch (e) { result.replaceChildren(el('p', { class: 'bad' }, t('error', e.message))); }
  }
  show();
  return [rows, el('h3', {}, t('compare')), form, result];
}

function originalPart(d, query) {
  if (!d.version) return null;
  const address = `/api/v1${ofJob(d.job)}/original?${query}&version=${d.version}`;
  const frame = el('div');
  const box = el('details', {}, el('summary', {}, t('showOriginal')), frame);
  // Nothing in the frame runs, asks for anything or leads anywhere: its own policy is a
  // sandbox, this one forbids everything as well, and its markup was made harmless.
  box.addEventListener('toggle', () => {
    if (box.open && !frame.firstChild) frame.append(el('iframe', { class: 'original', src: address, sandbox: '', referrerpolicy: 'no-referrer', title: t('original') }));
  });
  return el('section', {}, el('h2', {}, t('original')), box, el('p', {}, el('a', { class: 'tap', href: address + '&download=true', download: '' }, t('download'))));
}

export async function documentView(place, job, url, version) {
  const { may } = await me();
  const query = 'url=' + encodeURIComponent(url);
  const d = await get(`${ofJob(job)}/document?${query}${version ? '&version=' + encodeURIComponent(version) : ''}`);
  const mayMark = may.includes('mark');
  const said = el('p', { role: 'status', class: 'said' });
  const say = (text) => { said.textContent = text; };
  let at = seen.finds.findIndex((f) => f.job === job && f.url === url);
  const find = seen.finds[at] ?? { job, url, mark: await markOf(job, url) };
  const m = marker(find, mayMark, say);
  const noteId = 'note-text';
  const text = el('textarea', { id: noteId, rows: 2, maxlength: 1200, 'aria-keyshortcuts': 'Control+Enter' }, find.mark.note ?? '');
  let kept = find.mark.note ?? '';
  const save = async () => {
    const now = text.value.trim();
    if (now === kept) return;
    kept = now;
    await m.note(now);
    kept = find.mark.note ?? ''; // what was kept, if it failed
  };
  // Who leaves the note keeps it, however they leave: nothing is lost. Escape goes back to the page and its keys.
  text.addEventListener('change', save);
  text.addEventListener('keydown', (e) => {
    if (e.isComposing) return;
    if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) { e.preventDefault(); save(); } else if (e.key === 'Escape') text.blur();
  });
  const note = mayMark && el('form', { class: 'noteform', onsubmit: (e) => { e.preventDefault(); save(); } }, el('label', { for: noteId }, t('note')), text, el('button', {}, t('saveNote')));
  const most = Math.max(1e-9, ...d.title.map((p) => p.weight ?? 0));
  const go = (by) => { const f = seen.finds[at + by]; if (at >= 0 && f) { seen.at = at + by; location.hash = pageOf(f); } };
  const section = (head, ...children) => el('section', {}, el('h2', {}, t(head)), children);
  place.replaceChildren(el('p', { class: 'row' }, el('a', { class: 'tap', href: seen.hash }, '← ' + t('backToFinds')), helpButton()),
    el('section', { class: 'find' + (find.mark.read ? ' read' : '') }, el('h2', { class: 'title', lang: d.lang || null }, el('bdi', {}, d.title.some((p) => p.text) ? parts(d.title, most) : d.url)),
      el('p', { class: 'soft' }, out(d.url, named(d.url)), ' · ', t('captured_'), ' ', when(d.captured), d.published ? [' · ', t('published_', exact(d.published))] : null, d.page_kind ? [' · ', t('pk.' + d.page_kind)] : null, d.site ? [' · ', el('bdi', {}, d.site)] : null, d.author ? [' · ', el('bdi', {}, d.author)] : null, ' · ', el('a', { href: '#/job/' + encodeURIComponent(job) }, job)),
      el('p', { class: 'row' }, meter(d.relevance), d.gone ? el('span', { class: 'tag bad' }, t('pageGone')) : d.relevant ? null : el('span', { class: 'tag bad' }, t('notRelevant'))),
      m.node, note), said,
    section('text', textOf(d)), section('whyHead', why(d)), section('howHead', how(d)),
    find.copies?.length ? el('section', {}, el('h2', {}, t('copies', number(find.pages - 1))), el('ul', {}, find.copies.map((c) => el('li', {}, el('a', { href: pageOf({ job, url: c }) }, named(c)))))) : '',
    section('versions', versionsPart(d, query)), originalPart(d, query) ?? '');
  if (mayMark && !find.mark.read) m.read(true);
  const end = keys({
    j: () => go(1), k: () => go(-1), o: () => { if (/^https?:/i.test(d.url)) open(d.url, '_blank', 'noopener,noreferrer'); }, b: () => { location.hash = seen.hash; },
    ...(mayMark ? { m: () => m.read(), y: () => m.verdict('right'), n: () => m.verdict('wrong'), u: () => m.verdict('unsure'), c: () => text.focus(), z: () => undo(say) } : {}),
  });
  return { end };
}

// markOf is what was said of a page that is in no list, as after a link from outside.
async function markOf(job, url) {
  const response = await fetch('/api/v1' + ofJob(job) + '/marks', { headers: { Accept: 'application/x-ndjson' } });
  const lines = response.ok ? (await response.text()).split('\n').filter(Boolean).map((l) => JSON.parse(l)) : [];
  return lines.find((m) => m.url === url) ?? { verdict: 'none', read: false, note: '' };
}
