// What the marks of a job teach: figures before and after, what is moved; put in force or taken back.
import { el, named } from './dom.js';
import { t } from './words.js';
import { when, number } from './times.js';
import { get, order, ofJob } from './api.js';
import { nameOf } from './concepts.js';
import { confirmed } from './confirm.js';
import { questions } from './questions.js';

const again = 1500; // milliseconds between two questions while a study goes on

const range = (r) => `${number(r.mean, 2)} (${number(r.low, 2)}–${number(r.high, 2)})`;

function figures(r) {
  const row = (word, f) => el('tr', {}, el('th', { scope: 'row' }, t(word)), [f.precision, f.recall, f.f1, f.ap].map((x) => el('td', { class: 'num' }, range(x))));
  return el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('beforeAfter') }, el('table', {}, el('caption', { class: 'soft' }, t('beforeAfter')),
    el('thead', {}, el('tr', {}, el('td'), ['precision', 'recall', 'F1', 'AP'].map((h) => el('th', { scope: 'col', class: 'num' }, t('q.' + h))))),
    el('tbody', {}, row('q.before', r.before), row('q.after', r.after))));
}

// moved lists what speaks more or less for a page than before.
function moved(word, list, name) {
  if (!list.length) return null;
  return el('div', {}, el('h3', {}, t(word)), el('ul', {}, list.slice(0, 10).map((w) => el('li', {}, el('span', { class: 'num' }, (w.weight > 0 ? '+' : '') + number(w.weight, 2)), ' ', named(name(w.name)), ' ', el('small', {}, t('rightWrong', w.right, w.wrong))))));
}

function report(r, names) {
  const name = (iri) => names.get(iri) ?? iri;
  return [el('p', {}, t('learnedFrom', number(r.right), number(r.wrong), number(r.unsure)), r.no_text.length ? ' ' + t('noTextOf', r.no_text.length) : null),
    r.enough ? figures(r) : el('p', {}, t('moreMarks', r.more_want)),
    r.enough ? el('p', { class: r.improves ? 'good' : 'bad' }, r.improves ? t('improves') : t('noGain')) : null,
    el('div', { class: 'grid' }, moved('moved.concepts', r.concepts, name), moved('moved.words', r.words, (x) => x), moved('moved.hosts', r.hosts, (x) => x), moved('moved.fields', r.fields, (x) => x))];
}

// teachPart is the part of a view about a job that shows this; end stops its questions.
export function teachPart(job, may) {
  const said = el('p', { role: 'status', class: 'said' }), body = el('div'), asking = el('div'), buttons = el('p', { class: 'row' });
  let timer = 0, over = false, names = new Map();
  const path = ofJob(job) + '/teach';
  const lost = (e) => { said.textContent = t('error', e.message); };
  const act = (where, data) => order(where, data).then(show, lost);
  async function use(model) {
    if (await confirmed(t(model ? 'askUse' : 'askTakeBack', job), t(model ? 'useIt' : 'takeBack'))) act(ofJob(job) + '/taught', { model });
  }
  function show(s) {
    if (over) return;
    const r = s.report;
    said.textContent = s.working ? t('studying') : s.fault ? t('error', s.fault) : s.present ? t('taughtNow') : t('taughtNot');
    body.replaceChildren(...(r ? [el('p', { class: 'soft' }, t('studied'), ' ', when(s.ended)), ...report(r, names)] : []).filter(Boolean));
    buttons.replaceChildren(...[
      !s.working && may.includes('teach') && el('button', { type: 'button', onclick: () => act(path) }, t('study')),
      may.includes('taught') && r?.improves && r.model !== s.present && el('button', { type: 'button', onclick: () => use(r.model) }, t('useIt')),
      may.includes('taught') && s.present && el('button', { type: 'button', onclick: () => use('') }, t('takeBack'))].filter(Boolean));
    clearTimeout(timer);
    if (s.working) timer = setTimeout(() => get(path).then(show, lost), again);
  }
  async function open() {
    try {
      const g = await get(ofJob(job) + '/graph');
      names = new Map(g.concepts.map((c) => [c.iri, nameOf(c)]));
    } catch { /* a topic that cannot be read: IRIs are shown */ }
    get(path).then(show, lost);
    asking.replaceChildren(questions(job, may.includes('mark'), names));
  }
  const box = el('details', { class: 'teach' }, el('summary', {}, t('teachHead', job)), el('p', { class: 'soft' }, t('teachSays')), buttons, said, body, asking);
  box.addEventListener('toggle', () => { if (box.open) open(); });
  return { node: el('section', {}, box), end: () => { over = true; clearTimeout(timer); } };
}
