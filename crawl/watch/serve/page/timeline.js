// Mentions over time: a row for each concept, a bar for each bucket. It is as wide as its
// place, on a phone too: there the name stands above its bars.
import { svg, el } from './dom.js';
import { t } from './words.js';
import { exact, number } from './times.js';
import { heat } from './concepts.js';

// tall is the height of a bar in its row of 24, by the square root: one mention is seen.
const tall = (c, most) => (c ? 3 + 21 * Math.sqrt(c / most) : 1);

export function timeline(m, names) {
  if (!m.lines.length) return el('p', { class: 'soft' }, t('noStories'));
  const most = Math.max(...m.lines.flatMap((l) => l.counts), 1);
  const n = Math.max(...m.lines.map((l) => l.counts.length));
  const start = new Date(m.from).getTime();
  const at = (k) => exact(new Date(start + k * m.hours * 3600e3));
  const row = (l) => {
    const name = names.get(l.iri) ?? l.name;
    return el('li', {}, el('span', { class: 'tl-name' }, name), el('span', { class: 'tl-sum' }, number(l.sum)),
      svg('svg', { class: 'tl-bars', viewBox: `0 0 ${n} 24`, preserveAspectRatio: 'none', role: 'img', 'aria-label': name + ': ' + t('mentions', number(l.sum)) },
        l.counts.map((c, k) => svg('rect', { x: k + 0.06, y: 24 - tall(c, most), width: 0.88, height: tall(c, most), class: 'heat' + heat(c, most) },
          svg('title', {}, name + ' · ' + at(k) + ' · ' + t('mentions', number(c)))))));
  };
  return el('div', { class: 'timeline' }, el('ul', {}, m.lines.map(row)),
    el('p', { class: 'tl-axis soft' }, el('span', {}, at(0)), el('span', { class: 'tl-middle' }, at(Math.floor(n / 2))), el('span', {}, t('now'))));
}
