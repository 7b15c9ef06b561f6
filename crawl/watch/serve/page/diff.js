// A unified diff, line by line.
import { el } from './dom.js';
import { t } from './words.js';

const kinds = { '+': 'ins', '-': 'del' };

export function diffOf(text) {
  const lines = text.replace(/\n$/, '').split('\n').slice(2);
  return el('pre', { class: 'diff', tabindex: 0, role: 'region', 'aria-label': t('difference') }, lines.map((l) => [
    el(kinds[l[0]] ?? 'span', { class: l.startsWith('@@') ? 'soft' : null }, l), '\n']));
}
