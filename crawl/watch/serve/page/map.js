// A map from coordinates alone: a graticule, dots and names. Plate carrée, so a degree of latitude
// is as long everywhere; nothing is loaded.
import { el, svg } from './dom.js';
import { t, lang } from './words.js';

const W = 760, most = 60; // names that are written; a dot has its name on hovering, too

export const placeName = (p) => (lang() === 'zh' && p.local) || p.name;

// step is the distance of the lines of the graticule in degrees: four to eight lines.
function step(span) {
  return [0.25, 0.5, 1, 2, 5, 10, 15, 30, 60].find((s) => span / s <= 8) ?? 60;
}

function degree(n, plus, minus) {
  return Math.abs(n) + '°' + (n > 0 ? plus : n < 0 ? minus : '');
}

// box is the part of the world that holds all places, with a margin, at least 4 by 3 degrees.
function box(places) {
  const lons = places.map((p) => p.lon), lats = places.map((p) => p.lat);
  const grow = (lo, hi, least, end) => {
    const m = Math.max((hi - lo) * 0.12, (least - (hi - lo)) / 2, 0.5);
    return [Math.max(-end, lo - m), Math.min(end, hi + m)];
  };
  const [w, e] = grow(Math.min(...lons), Math.max(...lons), 6, 180), [s, n] = grow(Math.min(...lats), Math.max(...lats), 3, 90);
  return { w, e, s, n };
}

function lines(from, to, by) {
  const out = [];
  for (let v = Math.ceil(from / by) * by; v <= to + 1e-9; v += by) out.push(Math.round(v * 100) / 100);
  return out;
}

// map draws places with lat, lon, label, told, and href if a dot leads somewhere.
export function map(places) {
  const b = box(places), scale = W / (b.e - b.w), H = Math.min(620, Math.max(160, (b.n - b.s) * scale));
  const x = (lon) => ((lon - b.w) / (b.e - b.w)) * W, y = (lat) => ((b.n - lat) / (b.n - b.s)) * H;
  const by = step(Math.max(b.e - b.w, b.n - b.s));
  const taken = [];
  // A name is written if no other name stands there.
  const free = (px, py, text) => {
    const r = [px, py - 12, px + 7 + text.length * (/[\u3400-\u9fff]/.test(text) ? 13 : 7), py + 3];
    if (taken.length >= most || taken.some((q) => r[0] < q[2] && q[0] < r[2] && r[1] < q[3] && q[1] < r[3])) return false;
    taken.push(r);
    return true;
  };
  const sorted = [...places].sort((p, q) => q.told - p.told);
  const dot = (p) => {
    const px = x(p.lon), py = y(p.lat), left = px > W - 120, text = p.label.length > 24 ? p.label.slice(0, 23) + '…' : p.label;
    const node = [svg('circle', { cx: px, cy: py, r: Math.min(11, 3.5 + Math.sqrt(p.told)), class: 'spot' }, svg('title', {}, p.label + ' · ' + p.name)),
      free(left ? px - 120 : px, py, text) ? svg('text', { x: left ? px - 9 : px + 9, y: py + 4, 'text-anchor': left ? 'end' : 'start' }, text) : null];
    return p.href ? svg('a', { href: p.href, 'aria-label': p.label }, node) : svg('g', {}, node);
  };
  return el('figure', {}, svg('svg', { viewBox: `0 0 ${W} ${H.toFixed(0)}`, role: 'img', 'aria-label': t('map', places.length), class: 'map' },
    svg('rect', { x: 0, y: 0, width: W, height: H, class: 'sea' }),
    lines(b.w, b.e, by).map((v) => [svg('line', { x1: x(v), x2: x(v), y1: 0, y2: H, class: 'axis' }), svg('text', { x: x(v) + 3, y: H - 4, class: 'soft' }, degree(v, t('east'), t('west')))]),
    lines(b.s, b.n, by).map((v) => [svg('line', { x1: 0, x2: W, y1: y(v), y2: y(v), class: 'axis' }), svg('text', { x: 4, y: y(v) - 3, class: 'soft' }, degree(v, t('north'), t('south')))]),
    sorted.map(dot)));
}
