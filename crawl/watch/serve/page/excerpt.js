// The sentence of a captured page that says most of the topic, asked for when its place comes into view.
import { el } from './dom.js';
import { get, ofJob } from './api.js';

const longest = 220; // characters
const ends = /[。！？；\n]|[.!?](?=\s|$)/g;

// pieces cuts the parts of a block at the ends of sentences.
function pieces(parts) {
  const all = [[]];
  for (const p of parts) {
    if (p.concept) { all.at(-1).push(p); continue; }
    let from = 0;
    for (const m of p.text.matchAll(ends)) {
      all.at(-1).push({ text: p.text.slice(from, m.index + 1) });
      all.push([]);
      from = m.index + 1;
    }
    all.at(-1).push({ text: p.text.slice(from) });
  }
  return all;
}

const weight = (sentence) => sentence.reduce((sum, p) => sum + (p.concept ? (p.weight ?? 0) + 1e-6 : 0), 0);
const length = (sentence) => sentence.reduce((sum, p) => sum + p.text.length, 0);

// best is the weightiest sentence; of equal ones, the first. A text without a mention begins with its first sentence.
export function best(blocks) {
  let found = [], most = -1;
  for (const b of blocks) {
    if (b.kind !== 'text') continue;
    for (const sentence of pieces(b.parts)) {
      const w = weight(sentence);
      if (w > most && sentence.some((p) => p.text.trim())) { found = sentence; most = w; }
    }
  }
  return found;
}

// short leaves out what stands far before the first mention, and what is too long.
function short(sentence) {
  const out = [];
  const first = sentence.findIndex((p) => p.concept);
  const before = first > 0 ? length(sentence.slice(0, first)) : 0;
  let skip = before > longest / 2 ? before - longest / 4 : 0, room = longest;
  if (skip) out.push({ text: '… ' });
  for (const p of sentence) {
    const text = p.text.slice(Math.min(skip, p.text.length)).replace(/^[\udc00-\udfff]/, '');
    skip = Math.max(0, skip - p.text.length);
    if (!text) continue;
    out.push({ ...p, text: text.slice(0, room).replace(/[\ud800-\udbff]$/, '') });
    if (text.length >= room) { out.push({ text: ' …' }); break; }
    room -= text.length;
  }
  return out;
}

let watcher;
const asked = new WeakMap();

function watching() {
  watcher ??= new IntersectionObserver((seen) => {
    for (const s of seen) {
      if (!s.isIntersecting) continue;
      watcher.unobserve(s.target);
      fill(s.target, asked.get(s.target));
    }
  }, { rootMargin: '200px' });
  return watcher;
}

async function fill(place, f) {
  try {
    const d = await get(`${ofJob(f.job)}/document?url=${encodeURIComponent(f.url)}`);
    place.append(...short(best(d.blocks)).map((p) => (p.concept ? el('mark', {}, p.text) : el('span', {}, p.text))));
  } catch { /* the find says the rest without it */ }
}

// excerpt is the place of the sentence of a find.
export function excerpt(f) {
  const place = el('p', { class: 'excerpt', lang: f.lang || null, dir: 'auto' });
  asked.set(place, f);
  watching().observe(place);
  return place;
}
