// The graph as it is, whatever of it is shown.

const OTHER = 0, SYNONYM = 1, ISA = 2, INCLUDES = 3;
const KIND = ["other", "synonym", "isa", "includes"]; // names of the relations in words, styles and colours
const ROOT = -1, HIDDEN = -2; // in place of a parent

class Model {
  constructor(data) {
    this.title = data.title;
    this.source = data.source;
    this.concepts = data.concepts;
    this.edges = data.edges.map(([from, to, rel, prop]) => ({ from, to, rel, prop }));
    this.properties = data.properties;
    this.topic = data.topic ?? null;
    this.twins = new Map();
    const pairs = [...data.twins];
    for (let i = 0; i + 1 < pairs.length; i += 2) this.twins.set(pairs[i], pairs[i + 1]);
    this.rank = new Int32Array(this.size);
    data.order.forEach((id, i) => { this.rank[id] = i; });
    this.group();
    this.link();
  }

  get size() { return this.concepts.length; }

  // group gathers the synonyms by the one that stands for them.
  group() {
    this.synonyms = new Map(); // head -> the others
    this.concepts.forEach((c, id) => {
      if (c.h === id) return;
      if (!this.synonyms.has(c.h)) this.synonyms.set(c.h, []);
      this.synonyms.get(c.h).push(id);
    });
  }

  // link builds what is asked of a concept: its edges, and its parents by Is-a
  // and by Includes, synonyms folded.
  link() {
    const lists = () => Array.from({ length: this.size }, () => []);
    this.arcs = lists();
    this.isa = lists();
    this.includers = lists();
    this.counts = [0, 0, 0, 0];
    for (const e of this.edges) {
      this.counts[e.rel]++;
      this.arcs[e.from].push(e);
      this.arcs[e.to].push(e);
      const from = this.concepts[e.from].h, to = this.concepts[e.to].h;
      if (from === to) continue;
      if (e.rel === ISA) this.isa[from].push(to);
      if (e.rel === INCLUDES) this.includers[to].push(from);
    }
  }

  // name is what a concept is called in the language of the page.
  name(id, lang = language.now) {
    const c = this.concepts[id], i = c.n[lang === "zh" ? 0 : 1];
    return i < 0 ? this.local(id) : c.l[i][0];
  }

  local(id) { return localName(this.concepts[id].iri); }

  // property is what the property of an edge is called, "" where none says it.
  property(e) { return e.prop === undefined ? "" : this.properties[e.prop][language.now === "zh" ? 1 : 2]; }

  propertyIRI(e) { return e.prop === undefined ? undefined : this.properties[e.prop][0]; }

  similarity(id) { return this.topic && this.topic.similarity[id]; }

  // path is the way from the topic to a concept.
  path(id) {
    return (this.similarity(id)?.p ?? []).map(n => {
      const e = this.edges[Math.abs(n) - 1];
      return n > 0 ? { edge: e, from: e.from, to: e.to, forward: true } : { edge: e, from: e.to, to: e.from, forward: false };
    });
  }
}

// localName is the last part of an IRI, as Go's ontology.LocalName has it.
function localName(iri) {
  const s = iri.replace(/[#/]+$/, "");
  const cut = Math.max(s.lastIndexOf("#"), s.lastIndexOf("/"));
  if (cut >= 0) return s.slice(cut + 1);
  const colon = s.lastIndexOf(":");
  return colon >= 0 && colon + 1 < s.length ? s.slice(colon + 1) : iri;
}
