// One concept in full. All that comes from the ontology is set as text.

const FEW = 14; // links shown before "show all"

class Panel {
  constructor(view) {
    this.view = view;
    this.box = byId("panel");
  }

  // show writes the panel, or closes it where no concept is chosen.
  show(id) {
    const wasHidden = this.box.hidden, reading = this.box.contains(document.activeElement);
    this.box.hidden = id < 0;
    if (id >= 0) {
      this.box.replaceChildren(...[
        this.head(id), this.chips(id), this.definition(id), this.names(id), this.relations(id), similarityOf(this.view, id), this.iri(id),
      ].filter(Boolean));
      this.box.setAttribute("aria-label", this.view.model.name(id));
      this.box.scrollTop = 0;
    }
    // What had the focus is gone: it goes to what came instead.
    if (reading) byId(id < 0 ? "tree" : "panel").focus({ preventScroll: true });
    return wasHidden !== this.box.hidden;
  }

  head(id) {
    const { model } = this.view;
    const first = model.name(id), second = model.name(id, language.now === "zh" ? "en" : "zh");
    return el("div", { class: "top" },
      el("div", { class: "names" }, named("h2", first, { class: "concept" }), second === first ? "" : named("p", second, { class: "second" })),
      el("button", { type: "button", class: "close", title: word("close"), "aria-label": word("close"), onclick: () => this.view.select(-1) }, "×"));
  }

  chips(id) {
    const { model, forest } = this.view, c = model.concepts[id];
    const chip = (text, cls) => el("li", { class: cls }, text);
    return el("ul", { class: "chips" },
      model.topic?.concept === id ? chip(word("isTopic"), "core") : "",
      c.core ? chip(word("core"), "core") : "",
      chip(word("depth", c.z)),
      c.ind ? chip(word("individual")) : "",
      forest.below[c.h] > 0 ? chip(word("below", forest.below[c.h])) : "");
  }

  // definition gives the texts in the page's language first.
  definition(id) {
    const texts = (this.view.model.concepts[id].d ?? []).slice().sort((a, b) => foreign(a[1]) - foreign(b[1]));
    if (texts.length === 0) return null;
    return el("section", { id: "definition" }, el("h3", {}, word("definition")),
      ...texts.map(([text, lang]) => named("p", text, { class: "text", lang: tag(lang) })));
  }

  names(id) {
    const byLang = new Map();
    for (const [text, lang, kind] of this.view.model.concepts[id].l ?? []) {
      if (!byLang.has(lang)) byLang.set(lang, []);
      const note = word("kind")[kind];
      byLang.get(lang).push(el("span", {}, named("bdi", text, { lang: tag(lang) }), note ? el("small", {}, ` (${note})`) : ""));
    }
    if (byLang.size === 0) return null;
    const rows = [...byLang].sort((a, b) => foreign(a[0]) - foreign(b[0])).flatMap(([lang, spans]) => [el("dt", {}, lang || word("noLang")), el("dd", {}, ...spans)]);
    return el("section", { id: "names" }, el("h3", {}, word("names")), el("dl", {}, ...rows));
  }

  relations(id) {
    const { model } = this.view;
    const groups = new Map(); // "isa out" -> edges
    for (const e of model.arcs[id]) {
      const key = `${e.rel} ${e.rel === SYNONYM || e.from === id ? "out" : "into"}`;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(e);
    }
    const section = el("section", { id: "relationsOf" }, el("h3", {}, word("relationsOf")));
    if (groups.size === 0) section.append(el("p", { class: "facts" }, word("noRelations")));
    for (const rel of [ISA, SYNONYM, INCLUDES, OTHER]) {
      for (const way of ["out", "into"]) {
        const edges = groups.get(`${rel} ${way}`)?.sort((a, b) => (a.prop ?? -1) - (b.prop ?? -1));
        if (edges) section.append(el("h4", {}, word(way)[KIND[rel]]), this.links(id, edges, FEW));
      }
    }
    return section;
  }

  links(id, edges, few) {
    const { view } = this;
    const box = el("div", { class: "links" });
    const shown = edges.length > few + 2 ? edges.slice(0, few) : edges;
    let last = "";
    for (const e of shown) {
      const property = e.rel === ISA || e.rel === SYNONYM ? "" : view.model.property(e);
      if (property !== last && property !== "") box.append(named("small", clip(property, 60), { title: view.model.propertyIRI(e) }));
      last = property;
      box.append(view.link(e.from === id ? e.to : e.from));
    }
    if (shown.length < edges.length) {
      box.append(el("button", { type: "button", class: "plain", onclick: () => box.replaceWith(this.links(id, edges, Infinity)) }, word("all", edges.length)));
    }
    return box;
  }

  iri(id) {
    return el("section", { id: "iri" }, el("h3", {}, word("iri")), named("p", this.view.model.concepts[id].iri, { class: "iri" }));
  }
}

// foreign is 0 for a tag of the page's language, else 1: to sort by.
const foreign = lang => (lang.toLowerCase().split("-")[0] === language.now ? 0 : 1);

// tag is a language tag for the browser's fonts, if it has the form of one.
const tag = lang => (/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(lang) ? lang : undefined);
