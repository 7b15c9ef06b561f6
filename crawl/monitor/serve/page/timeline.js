// Mentions over time: a row for each concept, a cell for each bucket.
import { svg, el } from './dom.js';
import { t } from './words.js';
import { exact } from './times.js';
import { heat, cut } from './concepts.js';

const cell = 12, row = 20, left = 150, top = 4;

export function timeline(m, names) {
  if (!m.lines.length) return el('p', { class: 'soft' }, t('noStories'));
  const most = Math.max(...m.lines.flatMap((l) => l.counts), 1);
  const n = Math.max(...m.lines.map((l) => l.counts.length));
  const width = left + n * cell + 50;
  const start = new Date(m.from).getTime();
  const height = top + m.lines.length * row + 22;
  return el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('timeline') },
    svg('svg', { width, height, viewBox: `0 0 ${width} ${height}` },
      m.lines.map((l, i) => svg('g', { transform: `translate(0 ${top + i * row})` },
        svg('text', { x: left - 8, y: 13, 'text-anchor': 'end' }, cut(names.get(l.iri) ?? l.name, 18)),
        l.counts.map((c, k) => svg('rect', { x: left + k * cell, y: 2, width: cell - 1, height: row - 5, class: 'heat' + heat(c, most) },
          svg('title', {}, (names.get(l.iri) ?? l.name) + ' · ' + exact(new Date(start + k * m.hours * 3600e3)) + ' · ' + t('mentions', c)))),
        svg('text', { x: left + n * cell + 6, y: 13, class: 'count' }, String(l.sum)))),
      svg('text', { x: left, y: height - 4, class: 'soft' }, exact(new Date(start))),
      svg('text', { x: left + n * cell, y: height - 4, 'text-anchor': 'end', class: 'soft' }, t('now'))));
}
