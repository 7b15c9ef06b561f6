// Elements are made of text and known attributes. Nothing here parses markup,
// so no text of an ontology can become any.

const byId = id => document.getElementById(id);

// el makes an element. Attributes that are undefined are left out; children
// are nodes or texts.
function el(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name === "onclick") e.addEventListener("click", value);
    else if (value !== undefined) e.setAttribute(name, value);
  }
  e.append(...children.filter(c => c !== undefined && c !== null && c !== ""));
  return e;
}

// named makes an element that holds a name of the ontology: it is set apart
// from the text around it, whichever way it is written.
const named = (tag, text, attributes) => el(tag, { dir: "auto", ...attributes }, text);

// parse reads the data. What would steer a text instead of standing in it, that
// is control characters and those that turn the direction of what follows (UAX
// 9), is shown as a mark of something unreadable: a name must not look like
// another one.
function parse(json) {
  const steers = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
  if (!steers.test(json.replace(/\\u00[01][0-9a-f]|\\[bf]/g, "\u0000"))) return JSON.parse(json);
  return JSON.parse(json, (_, v) => typeof v === "string" ? v.replace(steers, "\ufffd") : v);
}

// line is a sample of a relation's line, as drawn in the picture.
function line(kind) {
  const svg = (tag, attributes) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
    return e;
  };
  const s = svg("svg", { width: 34, height: 12, class: kind, "aria-hidden": "true" });
  if (kind === "synonym") {
    s.append(svg("line", { x1: 1, y1: 4, x2: 33, y2: 4 }), svg("line", { x1: 1, y1: 8, x2: 33, y2: 8 }));
    return s;
  }
  s.append(svg("line", { x1: 1, y1: 6, x2: 33, y2: 6 }));
  return s;
}
