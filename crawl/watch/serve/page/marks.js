// What a person says of a page: right, wrong, not sure, read, a note; and the way back.
import { el, named } from './dom.js';
import { t } from './words.js';
import { when } from './times.js';
import { put, ofJob } from './api.js';

const verdicts = [['right', 'markRight', 'y'], ['wrong', 'markWrong', 'n'], ['unsure', 'markUnsure', 'u']];
const done = []; // what can be undone, the last at the end

export const isMarked = (m) => m && m.verdict && m.verdict !== 'none';

async function send(job, url, change) {
  await put(ofJob(job) + '/marks', { marks: [{ url, ...change }] });
}

// marker is the controls of one find. say tells the person in a live region; may says
// whether they may mark. It changes find.mark.
export function marker(find, may, say) {
  const node = el('div', { class: 'marker' });
  const mark = async (change) => {
    const was = { verdict: find.mark.verdict || 'none', read: !!find.mark.read, note: find.mark.note ?? '' };
    try {
      await send(find.job, find.url, change);
    } catch (e) { say(t('error', e.message)); return; }
    const before = Object.fromEntries(Object.keys(change).map((k) => [k, was[k]]));
    done.push({ find, before, show });
    Object.assign(find.mark, change);
    show();
    say(change.verdict ? t('marked', t('v.' + change.verdict)) : 'note' in change ? t('saved') : t('marked', t('read.' + change.read)));
  };
  const verdict = (v) => mark({ verdict: find.mark.verdict === v ? 'none' : v, ...(find.mark.read ? {} : { read: true }) });
  const read = (yes = !find.mark.read) => mark({ read: yes });
  function show() {
    const m = find.mark;
    const had = document.activeElement?.dataset?.mark && node.contains(document.activeElement) ? document.activeElement.dataset.mark : null;
    node.replaceChildren(may && el('div', { class: 'switch', role: 'group', 'aria-label': t('judge') }, verdicts.map(([v, word, key]) => el('button', {
      type: 'button', 'data-mark': v, class: 'v-' + v, 'aria-pressed': String(m.verdict === v), 'aria-keyshortcuts': key, onclick: () => verdict(v),
    }, t(word)))) || (isMarked(m) ? el('span', { class: 'tag v-' + m.verdict }, t('v.' + m.verdict)) : ''),
    may ? el('button', { type: 'button', 'data-mark': 'read', 'aria-pressed': String(!!m.read), 'aria-keyshortcuts': 'm', onclick: () => read() }, t('markRead')) : '',
    m.note ? el('span', { class: 'note' }, named(m.note)) : '', m.by && isMarked(m) ? el('small', {}, t('markedBy', m.by, ''), when(m.judged_at)) : '');
    node.closest('.find')?.classList.toggle('read', !!m.read);
    if (had) node.querySelector(`[data-mark="${had}"]`)?.focus();
  }
  show();
  return { node, verdict, read, note: (text) => mark({ note: text }), show };
}

// undo takes the last mark of this page back.
export async function undo(say) {
  const last = done.pop();
  if (!last) { say(t('nothingToUndo')); return; }
  try {
    await send(last.find.job, last.find.url, last.before);
  } catch (e) { done.push(last); say(t('error', e.message)); return; }
  Object.assign(last.find.mark, last.before);
  last.show();
  say(t('undone'));
}
