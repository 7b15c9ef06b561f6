// The rail at the side: levels, relations, the scale of weights.

class Rail {
  constructor(view) {
    this.view = view;
    this.level = byId("level");
    this.level.addEventListener("input", () => view.showLevels(Number(this.level.value)));
    byId("more").addEventListener("click", () => view.showLevels(view.forest.deepest));
    byId("less").addEventListener("click", () => view.showLevels(1));
    byId("across").addEventListener("change", e => view.drawAcross(e.target.checked));
    byId("across").checked = view.wantsAcross;
    this.boxes = new Map();
  }

  words() {
    for (const e of document.querySelectorAll("[data-word]")) e.textContent = word(e.dataset.word);
    for (const e of document.querySelectorAll("[data-title]")) {
      e.title = word(e.dataset.title);
      e.setAttribute("aria-label", e.title);
    }
    const { model } = this.view;
    byId("counts").textContent = word("counts", model.size, model.edges.length, this.depth());
    this.level.setAttribute("aria-label", word("levels"));
    byId("zoom").setAttribute("aria-label", word("zoomLabel"));
    byId("empty").textContent = word("empty");
    this.relations();
    this.weights();
    this.update();
  }

  depth() { return this.view.model.concepts.reduce((d, c) => Math.max(d, c.z), 0); }

  // relations lists the kinds that occur, each with its line and its number.
  relations() {
    const { view } = this, had = document.activeElement;
    byId("relations").replaceChildren(...[ISA, INCLUDES, SYNONYM, OTHER].filter(rel => view.model.counts[rel] > 0).map(rel => {
      const box = el("input", { type: "checkbox", id: "show-" + KIND[rel] });
      box.checked = view.shown[rel];
      box.addEventListener("change", () => view.showRelation(rel, box.checked));
      const name = el("span", { class: "name" }, word(KIND[rel]), el("small", {}, word(KIND[rel] + "Note")));
      return el("li", {}, el("label", {}, box, line(KIND[rel]), name, el("span", { class: "count" }, String(view.model.counts[rel]))));
    }));
    if (had?.id?.startsWith("show-")) byId(had.id)?.focus();
  }

  weights() {
    const { model, colours } = this.view;
    byId("weights").hidden = !model.topic;
    if (!model.topic) return;
    byId("topicName").textContent = word("topicIs", model.name(model.topic.concept));
    const { low, high } = colours.range;
    byId("scale").style.background = `linear-gradient(to right, ${colours.shades.join(", ")})`;
    const [from, band, to] = byId("mini").children;
    byId("mini").hidden = false;
    band.style.background = byId("scale").style.background;
    from.textContent = low.toFixed(2);
    to.textContent = high.toFixed(2);
    byId("ticks").replaceChildren(...[0, 0.5, 1].map(t => el("span", {}, (low + (high - low) * t).toFixed(2))));
    byId("coreMark").hidden = !model.concepts.some(c => c.core);
    byId("individualMark").hidden = !model.concepts.some(c => c.ind);
    byId("apartMark").hidden = !model.topic.similarity.some(l => l.s <= 0);
  }

  // update follows what the view shows.
  update() {
    const { view } = this, deepest = Math.max(view.forest.deepest, 1), levels = Math.min(view.levels, deepest);
    this.level.max = deepest;
    this.level.value = levels;
    const text = word("levelOf", levels, deepest);
    byId("levelOf").textContent = text;
    this.level.setAttribute("aria-valuetext", text);
    byId("back").hidden = !view.shift.any;
    const many = view.wantsAcross && !view.drawsAll;
    byId("acrossNote").hidden = !many;
    if (many) byId("acrossNote").textContent = word("acrossNote", view.crossing().length);
  }
}
