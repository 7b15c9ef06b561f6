// A concept's similarity to the topic: its factors, what each contributes, the
// path from the topic and the common ancestor.

function similarityOf(view, id) {
  const { model } = view, l = model.similarity(id);
  if (!l) return null;
  const section = el("section", { id: "similarity" }, el("h3", {}, word("similarity")));
  const swatch = el("i", {});
  swatch.style.background = view.colours.of(l.s) ?? view.colours.back;
  section.append(el("div", { class: "sim" }, swatch, el("b", {}, fixed(l.s)), topicLink(view)));
  section.append(factorBar(model, l), factorTable(model, l), el("h4", {}, word("path")), pathOf(view, id));
  section.append(el("p", { class: "facts" }, word("facts", l.d, l.c[0], l.c[1])));
  if (l.a >= 0) section.append(el("h4", {}, word("ancestor")), el("div", { class: "links" }, view.link(l.a)));
  return section;
}

const fixed = x => x.toFixed(4);

function topicLink(view) {
  return el("span", { class: "links" }, el("small", {}, "~"), view.link(view.model.topic.concept));
}

// factorBar shows the parts as one bar: its length is the similarity.
function factorBar(model, l) {
  const bar = el("div", { class: "bar", "aria-hidden": "true" });
  model.topic.factors.forEach((f, i) => {
    const part = el("i", { class: "part-" + i % 5 });
    part.style.width = Math.max(0, f.weight * l.f[i] * 100) + "%";
    bar.append(part);
  });
  return bar;
}

function factorTable(model, l) {
  const row = (tag, ...cells) => el("tr", {}, ...cells.map(c => (c instanceof Node ? c : el(tag, {}, c))));
  const rows = model.topic.factors.map((f, i) => row("td",
    el("td", {}, el("i", { class: "part-" + i % 5 }), word("factors")[f.name] ?? f.name, el("small", {}, f.name)),
    fixed(l.f[i]), f.weight.toFixed(2), fixed(f.weight * l.f[i])));
  const sum = row("td", "Sim", "", "", fixed(l.s));
  sum.className = "sum";
  return el("table", {},
    el("thead", {}, row("th", word("factor"), word("value"), word("factorWeight"), word("part"))),
    el("tbody", {}, ...rows, sum));
}

// pathOf is the way from the topic as a chain of concepts.
function pathOf(view, id) {
  const { model } = view, steps = model.path(id);
  if (steps.length === 0) {
    const same = model.concepts[id].h === model.concepts[model.topic.concept].h;
    return el("p", { class: "facts" }, word(same ? "onePath" : model.similarity(id).d > 0 ? "longPath" : "noPath"));
  }
  const chain = el("div", { class: "path" }, view.link(steps[0].from));
  for (const s of steps) {
    const kind = KIND[s.edge.rel], name = word(kind) + (model.property(s.edge) ? ` (${clip(model.property(s.edge), 60)})` : "");
    const arrow = s.edge.rel === SYNONYM ? `= ${name} =` : s.forward ? `— ${name} →` : `← ${name} —`;
    chain.append(named("span", arrow, { class: kind, title: model.propertyIRI(s.edge) }), view.link(s.to));
  }
  return chain;
}
