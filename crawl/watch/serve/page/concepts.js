// The concept graph, coloured by mentions: a tree from left to right, a concept
// under the first that holds it.
import { svg, el } from './dom.js';
import { lang, t } from './words.js';

const rowHeight = 22, colWidth = 190;
export const nameOf = (c) => (lang() === 'zh' ? c.zh || c.en : c.en || c.zh) || c.iri;

// forest puts each concept below one parent: by Is-a if there is one, else by
// Includes. Circles are cut where they close.
function forest(graph) {
  const parent = new Array(graph.concepts.length).fill(-1);
  const under = (child, above) => {
    for (let p = above; p !== -1; p = parent[p]) if (p === child) return;
    if (parent[child] === -1 && child !== above) parent[child] = above;
  };
  for (const e of graph.edges) if (e.kind === 'isa') under(e.from, e.to);
  for (const e of graph.edges) if (e.kind === 'includes') under(e.to, e.from);
  const children = graph.concepts.map(() => []);
  const roots = [];
  parent.forEach((p, i) => (p === -1 ? roots : children[p]).push(i));
  return { roots, children };
}

function place(graph) {
  const { roots, children } = forest(graph);
  const at = new Array(graph.concepts.length);
  let row = 0;
  const walk = (i, depth) => {
    const first = row;
    for (const c of children[i]) walk(c, depth + 1);
    const y = children[i].length ? (at[children[i][0]].y + at[children[i].at(-1)].y) / 2 : row++;
    at[i] = { x: depth, y, first };
    return at[i];
  };
  const loose = roots.filter((r) => !children[r].length);
  for (const r of roots) if (children[r].length) walk(r, 0);
  for (const r of loose) walk(r, 0);
  return { at, rows: row, children };
}

// heat is a step from 0 (never) to 5, by the logarithm: one mention is seen, and
// ten thousand do not hide a hundred.
export function heat(count, most) {
  if (!count) return 0;
  return 1 + Math.min(4, Math.floor((4.999 * Math.log1p(count)) / Math.log1p(Math.max(most, 1))));
}

export function concepts(graph) {
  const { at, rows, children } = place(graph);
  const most = Math.max(0, ...graph.concepts.map((c) => c.count));
  const width = (Math.max(0, ...at.map((p) => p.x)) + 1) * colWidth + 20;
  const x = (p) => 10 + p.x * colWidth;
  const y = (p) => 14 + p.y * rowHeight;
  const lines = children.flatMap((cs, i) => cs.map((c) => {
    const [a, b] = [at[i], at[c]];
    const mid = (x(a) + 150 + x(b)) / 2;
    return svg('path', { class: 'edge', d: `M${x(a) + 150} ${y(a)}C${mid} ${y(a)} ${mid} ${y(b)} ${x(b)} ${y(b)}` });
  }));
  const nodes = graph.concepts.map((c, i) => {
    const name = nameOf(c);
    const short = cut(name, c.count ? 19 - String(c.count).length : 22);
    return svg('g', { class: 'concept heat' + heat(c.count, most), transform: `translate(${x(at[i])} ${y(at[i])})` },
      svg('title', {}, name + ': ' + t('mentions', c.count)),
      svg('rect', { x: 0, y: -9, width: 150, height: 18, rx: 4 }),
      svg('text', { x: 6, y: 4 }, short),
      c.count ? svg('text', { x: 145, y: 4, 'text-anchor': 'end', class: 'count' }, String(c.count)) : null);
  });
  // As a picture where there is room; on a phone the same tree is a list.
  return el('div', { class: 'graph' },
    svg('svg', { class: 'wide', width, height: rows * rowHeight + 12, viewBox: `0 0 ${width} ${rows * rowHeight + 12}`, role: 'img', 'aria-label': t('concepts') }, lines, nodes),
    el('div', { class: 'narrow' }, tree(graph, most)));
}

// tree is the forest as a list.
function tree(graph, most) {
  const { roots, children } = forest(graph);
  const list = (all) => el('ul', { class: 'tree' }, all.map((i) => {
    const c = graph.concepts[i];
    return el('li', {}, el('span', { class: 'leaf' }, el('i', { class: 'swatch heat' + heat(c.count, most), 'aria-hidden': 'true' }), ' ', nameOf(c), ' ', c.count ? el('small', {}, t('mentions', c.count)) : null),
      children[i].length ? list(children[i]) : null);
  }));
  return list([...roots.filter((r) => children[r].length), ...roots.filter((r) => !children[r].length)]);
}

// cut shortens a name to the width of its box; a Chinese character takes two.
export function cut(name, room) {
  let width = 0, end = 0;
  for (const ch of name) {
    width += ch.codePointAt(0) > 0x2e7f ? 2 : 1;
    if (width > room) return name.slice(0, end) + '…';
    end += ch.length;
  }
  return name;
}
