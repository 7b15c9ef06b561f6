// Finding a concept by any of its names.

const MOST = 40; // hits listed

// Search compares names folded: compatibility forms as one (NFKC), lower case,
// traditional characters as simplified ones, nothing invisible.
class Search {
  constructor(model) {
    this.model = model;
    this.list = null;
  }

  fold(s) {
    const plain = s.normalize("NFKC").toLowerCase().replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "");
    return [...plain].map(r => this.model.twins.get(r) ?? r).join("").replace(/\s+/g, " ").trim();
  }

  // names lists all names, once they are asked for.
  names() {
    if (this.list) return this.list;
    this.list = [];
    this.model.concepts.forEach((c, id) => {
      c.l?.forEach(([text, , kind]) => this.list.push({ id, text, kind, folded: this.fold(text.slice(0, 500)) }));
      this.list.push({ id, text: this.model.local(id), kind: 4, folded: this.fold(this.model.local(id)) });
      this.list.push({ id, text: c.iri, kind: 5, folded: c.iri.toLowerCase(), whole: true });
    });
    return this.list;
  }

  // find returns the concepts with a name that holds the query, each by its
  // best one: what is named so before what begins so, before a word that
  // begins so, before the rest; proper names before others, weight, order.
  find(query) {
    const q = this.fold(query);
    if (q === "") return { hits: [], more: 0 };
    const best = new Map();
    for (const n of this.names()) {
      if (n.whole && n.folded !== q) continue;
      const at = n.folded.indexOf(q);
      if (at < 0) continue;
      const rank = this.rank(n, at, q);
      const had = best.get(n.id);
      if (!had || rank < had.rank) best.set(n.id, { id: n.id, text: n.text, rank });
    }
    const weight = id => this.model.similarity(id)?.s ?? 0;
    const all = [...best.values()].sort((a, b) => a.rank - b.rank || weight(b.id) - weight(a.id) || this.model.rank[a.id] - this.model.rank[b.id]);
    return { hits: all.slice(0, MOST), more: Math.max(0, all.length - MOST) };
  }

  rank(n, at, q) {
    let place = 3;
    if (at === 0) place = n.folded.length === q.length ? 0 : 1;
    else if (/[\s\-_(/]/.test(n.folded[at - 1])) place = 2;
    return place * 10 + n.kind;
  }
}

// SearchBox is the box and its list (WAI-ARIA's combobox).
class SearchBox {
  constructor(view) {
    this.view = view;
    this.search = new Search(view.model);
    this.input = byId("query");
    this.list = byId("hits");
    this.at = -1;
    this.hits = [];
    this.input.addEventListener("input", () => this.update());
    this.input.addEventListener("focus", () => this.update());
    this.input.addEventListener("keydown", e => this.key(e));
    this.input.addEventListener("blur", () => this.close());
    this.list.addEventListener("pointerdown", e => e.preventDefault()); // keeps the focus in the box
  }

  words() {
    this.input.placeholder = word("search");
    this.input.setAttribute("aria-label", word("searchLabel"));
    this.list.setAttribute("aria-label", word("searchLabel"));
    if (document.activeElement === this.input) this.update();
  }

  update() {
    const query = this.input.value;
    if (query.trim() === "") return this.close();
    const { hits, more } = this.search.find(query);
    this.hits = hits;
    const rows = hits.map((h, i) => this.row(h, i));
    if (hits.length === 0) rows.push(el("li", { class: "none" }, word("none")));
    if (more > 0) rows.push(el("li", { class: "none" }, word("rest", more)));
    this.list.replaceChildren(...rows);
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.point(hits.length > 0 ? 0 : -1);
  }

  // row shows the name that was found and, if it is another, the concept's.
  row(hit, i) {
    const name = this.view.model.name(hit.id);
    const other = this.view.model.name(hit.id, language.now === "zh" ? "en" : "zh");
    const also = hit.text !== name ? name : other !== name ? other : "";
    const li = el("li", { role: "option", id: "hit" + i }, named("span", clip(hit.text), { class: "name" }), named("span", clip(also), { class: "also" }));
    li.addEventListener("click", () => this.choose(i));
    li.addEventListener("pointermove", () => this.point(i));
    return li;
  }

  point(i) {
    this.at = i;
    [...this.list.querySelectorAll("[role=option]")].forEach((li, k) => {
      li.setAttribute("aria-selected", String(k === i));
      if (k === i) li.scrollIntoView({ block: "nearest" });
    });
    if (i >= 0) this.input.setAttribute("aria-activedescendant", "hit" + i);
    else this.input.removeAttribute("aria-activedescendant");
  }

  key(e) {
    if (e.isComposing) return; // a Chinese input method has the keys
    const n = this.hits.length;
    if ((e.key === "ArrowDown" || e.key === "ArrowUp") && n > 0 && !this.list.hidden) {
      this.point((this.at + (e.key === "ArrowDown" ? 1 : n - 1)) % n);
    } else if (e.key === "Enter" && this.at >= 0 && !this.list.hidden) this.choose(this.at);
    else if (e.key === "Escape") {
      if (this.list.hidden) this.input.blur();
      this.close();
    } else return;
    e.preventDefault();
    e.stopPropagation();
  }

  choose(i) {
    const { id } = this.hits[i];
    this.close();
    this.view.go(id);
    byId("tree").focus({ preventScroll: true });
  }

  close() {
    this.list.hidden = true;
    this.at = -1;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }
}

const clip = (s, n = 120) => (s.length > n ? s.slice(0, n) + "…" : s);
