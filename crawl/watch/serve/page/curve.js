// The harvest curve: relevant pages against pages fetched, with the budget.
import { svg, el } from './dom.js';
import { t } from './words.js';
import { number } from './times.js';

const W = 460, H = 200, L = 44, B = 30, T = 10, R = 12;

export function curve(points, budget) {
  const last = points.at(-1) ?? { pages: 0, relevant: 0 };
  const maxX = Math.max(budget || 0, last.pages, 1);
  const maxY = Math.max(...points.map((p) => p.relevant), 1);
  const x = (n) => L + (n / maxX) * (W - L - R);
  const y = (n) => H - B - (n / maxY) * (H - B - T);
  const path = points.map((p, i) => (i ? 'L' : 'M') + x(p.pages).toFixed(1) + ' ' + y(p.relevant).toFixed(1)).join('');
  const label = number(last.relevant) + ' ' + t('relevant') + ' / ' + number(last.pages) + ' ' + t('pages');
  return el('figure', {}, svg('svg', { viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': label, class: 'curve' },
    svg('line', { x1: L, y1: H - B, x2: W - R, y2: H - B, class: 'axis' }),
    svg('line', { x1: L, y1: T, x2: L, y2: H - B, class: 'axis' }),
    [0, 0.5, 1].map((f) => svg('text', { x: L - 6, y: y(maxY * f) + 4, 'text-anchor': 'end' }, number(maxY * f))),
    [0, 0.5, 1].map((f) => svg('text', { x: x(maxX * f), y: H - B + 16, 'text-anchor': f === 1 ? 'end' : 'middle' }, number(maxX * f))),
    budget ? svg('line', { x1: x(budget), y1: T, x2: x(budget), y2: H - B, class: 'budget' }) : null,
    svg('path', { d: path || `M${L} ${H - B}`, class: 'line' }),
    svg('circle', { cx: x(last.pages), cy: y(last.relevant), r: 3.5, class: 'dot' })),
  el('figcaption', { class: 'soft' }, label, budget ? ' · ' + t('budget') + ' ' + number(budget) : ''));
}
