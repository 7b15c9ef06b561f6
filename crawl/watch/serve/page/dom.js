// Elements made of text, never of markup: whatever a page on the web is called,
// it stays a name here.

const svgNS = 'http://www.w3.org/2000/svg';

function fill(node, attrs, children) {
  for (const [name, value] of Object.entries(attrs ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false)
    .map((c) => (c instanceof Node ? c : plain(String(c)))));
  return node;
}

export function el(name, attrs, ...children) {
  return fill(document.createElement(name), attrs, children);
}

export function svg(name, attrs, ...children) {
  return fill(document.createElementNS(svgNS, name), attrs, children);
}

// plain takes from text what would command its surroundings: controls, and marks
// that reverse the direction of what stands beside them.
function plain(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

// named is text from the web: its direction is its own and ends with it.
export function named(text, lang) {
  return el('bdi', { lang: lang || null }, text);
}

// out is a link to a page on the web. Only what a browser fetches is a link; a
// javascript: address is text.
export function out(url, ...children) {
  if (!/^https?:\/\//i.test(url)) return el('span', {}, children);
  return el('a', { href: url, target: '_blank', rel: 'noopener noreferrer nofollow' }, children);
}
