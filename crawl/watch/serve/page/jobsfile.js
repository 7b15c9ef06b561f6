// The file of jobs, edited: checked while one types, saved unless somebody else did meanwhile.
import { el, named } from './dom.js';
import { t, lang } from './words.js';
import { when, exact, number } from './times.js';
import { get, order, saveText } from './api.js';
import { diffOf } from './diff.js';
import { confirmed } from './confirm.js';
import { tryRules } from './tryrule.js';

const pause = 400; // milliseconds without a key before the text is checked
let draft = null; // what was typed and not saved: { text, version }; it outlives the view

addEventListener('beforeunload', (e) => { if (draft) e.preventDefault(); });

// editor is a text with numbers of its lines. A tab leads on, as everywhere on the page.
function editor(change, save) {
  const numbers = el('pre', { class: 'numbers', 'aria-hidden': 'true' });
  const area = el('textarea', { id: 'jobs-text', wrap: 'off', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', rows: 24, 'aria-keyshortcuts': 'Control+S', 'aria-describedby': 'jobs-state' });
  let lines = 0;
  function count() {
    const n = area.value.split('\n').length;
    if (n !== lines) numbers.textContent = Array.from({ length: lines = n }, (_, i) => i + 1).join('\n') + '\n\n';
    numbers.scrollTop = area.scrollTop;
  }
  area.addEventListener('input', () => { count(); change(); });
  area.addEventListener('scroll', () => { numbers.scrollTop = area.scrollTop; });
  area.addEventListener('keydown', (e) => { if (e.key === 's' && (e.ctrlKey || e.metaKey)) { e.preventDefault(); save(); } });
  return {
    node: el('div', { class: 'editor' }, numbers, area), area,
    get text() { return area.value; },
    set text(v) { area.value = v; count(); },
    // jump selects a line and brings it into view.
    jump(line) {
      const all = area.value.split('\n'), at = Math.min(line, all.length) - 1;
      const from = all.slice(0, at).reduce((n, l) => n + l.length + 1, 0);
      area.focus();
      area.setSelectionRange(from, from + all[at].length);
      area.scrollTop = Math.max(0, (at - 5) * parseFloat(getComputedStyle(area).lineHeight));
    },
  };
}

function findings(list, jump) {
  return el('ol', { class: 'findings' }, list.map((f) => {
    const text = [f.job ? t('ofJob', f.job) + ' ' : null, named(f.text, lang() === 'zh' ? 'zh-Hans' : 'en')];
    return el('li', { class: f.warning ? 'warning' : 'fault' }, el('b', {}, f.warning ? t('aWarning') : t('aFault')), ' ',
      f.line ? el('button', { type: 'button', onclick: () => jump(f.line) }, t('line', f.line)) : t('wholeFile'), ' ', text);
  }));
}

function due(jobs) {
  return el('details', {}, el('summary', {}, t('nextRuns')), el('ul', {}, jobs.map((j) => el('li', {}, el('b', {}, j.name), ' ', el('small', {}, j.schedule, ' ', j.zone), j.paused ? ' · ' + t('s.paused') : null,
    el('br'), (j.next ?? []).map((x, i) => [i ? ' · ' : '', exact(x)])))));
}

function earlier(s) {
  if (!s.earlier.length) return el('p', { class: 'soft' }, t('noEarlier', s.folder));
  return el('details', {}, el('summary', {}, t('earlierVersions', s.earlier.length)), el('p', {}, t('earlierWhere'), ' ', el('code', {}, named(s.folder))),
    el('ul', {}, s.earlier.map((e) => el('li', {}, el('code', {}, e.name), ' ', when(e.at), ' ', el('small', {}, number(e.bytes), ' B')))));
}

// inForce says which version is in force.
function inForce(s, take) {
  const f = s.in_force;
  if (!f) return el('p', { class: 'soft' }, t('notInForce'));
  if (f.same) return el('p', { class: 'good' }, t('inForce'), ' ', when(f.since), ' ', el('small', {}, f.version.slice(0, 12)));
  return el('div', { class: 'notices', role: 'alert' }, el('p', { class: 'bad' }, t('otherInForce'), ' ', when(f.since), ' ', el('small', {}, f.version.slice(0, 12))),
    f.why ? el('p', {}, t('lastRead'), ' ', named(f.why)) : null,
    f.diff ? el('details', {}, el('summary', {}, t('whatDiffers')), diffOf(f.diff)) : null,
    f.text ? el('button', { type: 'button', onclick: () => take(f.text) }, t('takeInForce')) : null);
}

export async function jobsFileView(place) {
  let s = await get('/jobs-file'), checks = 0, timer = 0, crlf = false;
  const state = el('p', { id: 'jobs-state', role: 'status' }), found = el('div'), force = el('div'), kept = el('div'), conflict = el('div');
  const edit = editor(changed, save);
  const full = () => (crlf ? edit.text.replace(/\n/g, '\r\n') : edit.text);

  function changed() {
    draft = { text: edit.text, version: draft?.version ?? s.version };
    clearTimeout(timer);
    timer = setTimeout(check, pause);
  }
  function load(text) {
    crlf = text.includes('\r\n');
    edit.text = text.replace(/\r\n/g, '\n');
  }
  // take puts another text into the editor; what was there can be had back.
  function take(text, version) {
    const was = edit.text;
    load(text);
    draft = { text: edit.text, version: version ?? draft?.version ?? s.version };
    conflict.replaceChildren(el('p', { class: 'row' }, el('button', { type: 'button', onclick: () => { edit.text = was; changed(); conflict.replaceChildren(); edit.area.focus(); } }, t('myTextBack'))));
    check();
    edit.area.focus();
  }
  function show(file) {
    s = file;
    force.replaceChildren(inForce(s, (text) => take(text)));
    kept.replaceChildren(earlier(s));
  }
  function showCheck(c) {
    const faults = c.findings.filter((f) => !f.warning).length;
    state.textContent = (draft ? t('notSaved') + ' ' : '') + (c.valid ? t('usable') : t('faults', faults)) + (c.findings.length > faults ? ' ' + t('warnings', c.findings.length - faults) : '');
    state.className = c.valid ? 'good' : 'bad';
    found.replaceChildren(findings(c.findings, edit.jump), c.jobs.length ? due(c.jobs) : '', tryRules(c.jobs, full));
  }
  async function check() {
    const mine = ++checks;
    try {
      const c = await order('/jobs-file/check?lang=' + lang(), { text: full() });
      if (mine === checks) showCheck(c);
    } catch (e) { if (mine === checks) { state.textContent = t('error', e.message); state.className = 'bad'; } }
  }
  function refused(e) {
    if (e.status === 412 && e.problem?.now) {
      const now = e.problem.now;
      conflict.replaceChildren(el('section', { class: 'notices', role: 'alert' }, el('h3', {}, t('changedMeanwhile')), el('p', {}, t('yourTextStays')), diffOf(e.problem.diff),
        el('p', { class: 'row' }, el('button', { type: 'button', onclick: async () => { if (await confirmed(t('askOver'), t('saveOver'))) { draft.version = now.version; conflict.replaceChildren(); save(); } } }, t('saveOver')),
          el('button', { type: 'button', onclick: () => take(now.text, now.version) }, t('takeTheirs')))));
      show(now);
      state.textContent = t('notSavedChanged');
    } else if (e.status === 422 && e.problem?.check) {
      check(); // in the reader's language
    } else {
      state.textContent = t('notSavedBecause', e.message);
    }
    state.className = 'bad';
  }
  async function save() {
    clearTimeout(timer);
    checks++;
    state.textContent = t('saving');
    state.className = '';
    const text = edit.text;
    draft ??= { text, version: s.version };
    try {
      show(await saveText('/jobs-file', full(), draft.version));
      conflict.replaceChildren();
      draft = edit.text === text ? null : { text: edit.text, version: s.version }; // typed meanwhile
      state.textContent = t('savedInForce');
      state.className = 'good';
    } catch (e) { refused(e); }
  }
  place.append(el('section', {}, el('div', { class: 'head' }, el('h2', {}, t('jobsFile'), ' ', el('small', {}, named(s.name)))), force),
    el('section', {}, el('label', { for: 'jobs-text' }, t('jobsText')), edit.node, el('p', { class: 'row' }, el('button', { type: 'button', 'data-do': 'save', onclick: save }, t('save')), state), conflict, found, kept));
  load(s.text);
  if (draft) edit.text = draft.text;
  show(s);
  await check();
  return { end: () => clearTimeout(timer) };
}
