// Single keys, and what they do in a view.
import { el } from './dom.js';
import { t, keep, kept } from './words.js';

const order = ['j', 'k', 'o', 'm', 'x', 'y', 'n', 'u', 'c', 'z', 'b', '?'];
let acts = {};
let called = {};
let dialog = null;

// A person who speaks to a computer, or types by accident, can switch them off (WCAG 2.1.4).
const on = () => kept('keys') !== 'off';

// keys sets what the keys of the present view do; it returns what ends it. say has the words of keys that
// are called otherwise here.
export function keys(map, say = {}) {
  called = say;
  acts = { ...map, '?': help };
  return () => { acts = {}; dialog?.close(); };
}

function typing(target) {
  return target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName);
}

document.addEventListener('keydown', (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || typing(e.target) || document.querySelector('dialog[open]')) return;
  const act = acts[e.key];
  if (!act || (!on() && e.key !== '?')) return;
  e.preventDefault();
  act();
});

export function help() {
  dialog?.remove();
  const box = el('input', { type: 'checkbox', id: 'keys-on', onchange: () => keep('keys', box.checked ? 'on' : 'off') });
  box.checked = on();
  dialog = el('dialog', { class: 'help', 'aria-labelledby': 'keys-head' }, el('h2', { id: 'keys-head' }, t('keys')),
    el('dl', {}, order.filter((k) => acts[k]).map((k) => el('div', {}, el('dt', {}, el('kbd', {}, k)), el('dd', {}, t(called[k] ?? 'k.' + k))))),
    el('p', {}, el('label', { for: 'keys-on', class: 'check' }, box, ' ', t('keysOn'))),
    el('button', { type: 'button', onclick: () => dialog.close() }, t('close')));
  const before = document.activeElement;
  dialog.addEventListener('close', () => { dialog.remove(); before?.focus?.(); });
  document.body.append(dialog);
  dialog.showModal();
}

export const helpButton = () => el('button', { type: 'button', onclick: help, 'aria-keyshortcuts': '?' }, t('keys'), ' ', el('kbd', { 'aria-hidden': 'true' }, '?'));
