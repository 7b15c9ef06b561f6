// Figures of an event over time: a picture for each kind, and a table with the sentences.
import { el, svg, named, out } from './dom.js';
import { t } from './words.js';
import { number } from './times.js';

const W = 460, H = 150, L = 58, B = 26, T = 10, R = 12;

// series draws the values of one kind and unit by day; forecasts are hollow.
function series(kind, unit, points) {
  const days = points.map((p) => Date.parse(p.day));
  const from = Math.min(...days), to = Math.max(...days), most = Math.max(...points.map((p) => p.value ?? 0), 1);
  const x = (d) => L + (to > from ? (d - from) / (to - from) : 0.5) * (W - L - R);
  const y = (v) => H - B - (v / most) * (H - B - T);
  const label = t('f.' + kind) + ' (' + t('u.' + unit) + ')';
  return el('figure', {}, el('figcaption', {}, label), svg('svg', { viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': label, class: 'curve' },
    svg('line', { x1: L, y1: H - B, x2: W - R, y2: H - B, class: 'axis' }), svg('line', { x1: L, y1: T, x2: L, y2: H - B, class: 'axis' }),
    [0, most].map((v) => svg('text', { x: L - 6, y: y(v) + 4, 'text-anchor': 'end' }, number(v, 1))),
    (to > from ? [from, to] : [from]).map((d) => svg('text', { x: x(d), y: H - B + 16, 'text-anchor': to === from ? 'middle' : d === to ? 'end' : 'start' }, new Date(d).toISOString().slice(0, 10))),
    points.map((p, i) => svg('circle', { cx: x(days[i]), cy: y(p.value ?? 0), r: 4, class: p.forecast ? 'guess' : 'dot' }, svg('title', {}, p.day + ': ' + number(p.value ?? 0, 2) + ' – ' + p.title)))));
}

// value says what a statement says.
export function value(f) {
  if (f.kind === 'warning') return [t('w.' + (f.colour || 'none')), f.warns ? ' · ' + t('w.' + f.warns) : '', f.lifted ? ' · ' + t('lifted') : ''];
  if (!f.unit) return [];
  return [f.about ? '≈ ' : '', number(f.value ?? 0, 2) + ' ' + t('u.' + f.unit)];
}

function row(f, more) {
  return el('tr', { class: f.doubt ? 'soft' : '' }, el('th', { scope: 'row' }, t('f.' + f.kind)),
    el('td', {}, value(f), f.forecast ? [' ', el('span', { class: 'tag' }, t('forecast'))] : null, f.doubt ? [' ', el('span', { class: 'tag bad', title: f.doubt }, t('doubt'))] : null),
    el('td', {}, f.day ?? '–', f.where ? [' · ', named(f.where, f.lang)] : null),
    el('td', {}, named(f.sentence, f.lang), ' ', out(f.url, named(f.title || f.url, f.lang)), ' ', el('small', { title: t('confidence') }, number(f.confidence, 2)), more?.(f)));
}

// figures shows all; more, which may be left out, adds to the row of each.
export function figures(all, more) {
  const groups = new Map();
  for (const f of all) {
    if (!f.unit || !f.day || f.doubt) continue;
    const key = f.kind + ' ' + f.unit;
    groups.set(key, [...(groups.get(key) ?? []), f]);
  }
  const drawn = [...groups.values()].filter((g) => g.length > 1).slice(0, 8);
  return el('div', {}, drawn.length ? el('div', { class: 'grid' }, drawn.map((g) => series(g[0].kind, g[0].unit, g))) : null,
    el('div', { class: 'scroll' }, el('table', {}, el('tbody', {}, all.map((f) => row(f, more))))));
}
