// The report of a shift: what is new, then and now, forecast, contradicted, and silent sources.
import { el, named, out } from './dom.js';
import { t } from './words.js';
import { number } from './times.js';
import { get, ofJob } from './api.js';
import { title } from './events.js';
import { value } from './figures.js';

const query = (from) => (from ? '?from=' + encodeURIComponent(from) : '');

// minute is a time as the report has it: in the zone of its job.
const minute = (time) => time.slice(0, 16).replace('T', ' ');

const joined = (...parts) => parts.filter(Boolean).map((p, i) => [i ? ' · ' : '', p]);

// source leads to the page, and to its text with the marks if pages are shown here.
function source(job, s, finds) {
  return [out(s.url, named(s.title || s.url, s.lang)), s.sources > 1 ? el('small', {}, ' ', t('repSources', number(s.sources))) : null,
    finds && /^https?:/i.test(s.url) ? [' ', el('a', { href: '#/page/' + encodeURIComponent(job) + '/' + encodeURIComponent(s.url) }, t('repMarked'))] : null];
}

const told = (job, s, finds) => el('div', {}, s.sentence ? el('blockquote', {}, named(s.sentence, s.lang)) : null, source(job, s, finds));

const event = (job, e) => el('a', { href: `#/job/${encodeURIComponent(job)}/events/${encodeURIComponent(e.id)}` }, title(e));

function fact(job, f, finds) {
  return el('li', {}, el('p', {}, joined(event(job, f.event), el('strong', {}, t('f.' + f.kind), ' ', value(f)), f.where && named(f.where, f.lang), f.day)), told(job, f, finds));
}

function change(job, c, finds) {
  return el('li', {}, el('p', {}, joined(event(job, c.event), el('strong', {}, t('f.' + c.now.kind), ' ', value(c.was), ' → ', value(c.now)), c.where && named(c.where, c.lang), t('asOf', minute(c.as_of)))), told(job, c, finds));
}

function conflict(job, c, finds) {
  return el('li', {}, el('p', {}, joined(event(job, c.event), t('f.' + c.kind), c.where && named(c.where), c.day)),
    el('ul', { class: 'sides' }, c.sides.map((s) => el('li', {}, el('strong', {}, value(s)), told(job, s, finds)))));
}

const page = (job, p, finds) => el('li', {}, el('p', {}, source(job, p, finds)), el('p', { class: 'soft' }, joined(named(p.host), minute(p.seen))));

const silent = (job, s) => el('li', {}, joined(named(s.host), s.last ? t('repLast', minute(s.last)) : t('repNever')));

const parts = [['new', fact], ['changed', change], ['forecast', fact], ['contradicted', conflict], ['pages', page], ['silent', silent]];

function sheet(job, r, finds) {
  return parts.map(([name, item]) => el('section', { class: 'report' }, el('h2', {}, t('rep.' + name)),
    r[name].length ? el('ul', {}, r[name].map((x) => item(job, x, finds))) : el('p', { class: 'soft' }, t('repNothing')),
    r.left_out[name] ? el('p', { class: 'soft' }, t('repMore', number(r.left_out[name]))) : null));
}

// reportView shows the report since a time, by default since the begin of the last shift that has ended.
export async function reportView(place, job, daemon) {
  const head = el('p', { class: 'soft', role: 'status' }), body = el('div'), forms = el('span', { class: 'row' });
  const since = el('input', { type: 'datetime-local', 'aria-label': t('repFrom') });
  async function show(from) {
    const r = await get(ofJob(job) + '/report' + query(from));
    const notes = [r.read ? '' : t('repNoGraph'), r.old ? t('repOld', number(r.old)) : ''].filter(Boolean);
    head.replaceChildren(t('repSpan', minute(r.from), minute(r.to), r.zone), ...notes.flatMap((note) => [el('br'), note]));
    const as = (format, word) => el('a', { class: 'tap', href: `/api/v1${ofJob(job)}/report${query(r.from)}&format=${format}`, target: '_blank', rel: 'noopener' }, t(word));
    forms.replaceChildren(as('html', 'repHTML'), as('markdown', 'repMarkdown'));
    body.replaceChildren(...sheet(job, r, daemon.finds));
  }
  const ask = async (e) => {
    e.preventDefault();
    try { await show(since.value && new Date(since.value).toISOString()); } catch (error) { head.textContent = t('error', error.message); }
  };
  place.append(el('section', {}, el('h2', {}, el('a', { href: '#/job/' + encodeURIComponent(job) }, job), ' · ', t('report')), head,
    el('form', { class: 'orders', onsubmit: ask }, el('label', {}, t('repFrom'), ' ', since), el('button', {}, t('repShow')),
      el('button', { type: 'button', onclick: () => print() }, t('repPrint')), forms)), body);
  await show();
  return {};
}
