// A question before something is done that others notice.
import { el } from './dom.js';
import { t } from './words.js';

// confirmed asks, and answers true, or what was written if there is a field for it; null if
// the person goes back.
export function confirmed(question, yes, field) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const input = field && el('input', { type: 'text', id: 'confirm-field', maxlength: 200 });
    let answer = null;
    const dialog = el('dialog', { class: 'help', 'aria-labelledby': 'confirm-question' },
      el('form', { method: 'dialog', onsubmit: () => { answer = input ? input.value.trim() : true; } },
        el('p', { id: 'confirm-question' }, question),
        field ? el('p', {}, el('label', { for: 'confirm-field' }, field), ' ', input) : null,
        el('p', { class: 'row' }, el('button', {}, yes), el('button', { type: 'button', onclick: () => dialog.close() }, t('goBack')))));
    dialog.addEventListener('close', () => { dialog.remove(); before?.focus?.(); resolve(answer); });
    document.body.append(dialog);
    dialog.showModal();
  });
}
