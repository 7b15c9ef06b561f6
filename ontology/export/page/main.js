// All of it put together.

const model = new Model(parse(byId("data").textContent));
language.now = document.documentElement.lang === "zh" ? "zh" : "en";
const view = new View(model);
view.rail = new Rail(view);
byId("title").textContent = document.title = model.title;
byId("source").textContent = model.source;
byId("source").hidden = model.source === "";
const searchBox = new SearchBox(view);
new Pointer(view, byId("canvas"));
new Keys(view);
new Drawer();

function speak(lang) {
  language.now = lang;
  document.documentElement.lang = lang;
  for (const b of byId("langs").children) b.setAttribute("aria-pressed", String(b.dataset.lang === lang));
  byId("langs").setAttribute("aria-label", word("langLabel"));
  byId("tree").setAttribute("aria-label", word("tree"));
  view.names.forget();
  const whole = view.camera.sees();
  view.arrange(view.selected);
  if (whole) view.overview();
  else view.camera.settle();
  view.rail.words();
  searchBox.words();
  view.panel.show(view.selected);
  view.announce();
  view.redraw();
}

for (const b of byId("langs").children) b.addEventListener("click", () => speak(b.dataset.lang));

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  view.colours.read();
  view.rail.weights();
  view.panel.show(view.selected);
  view.redraw();
});

// Paper is light, whatever the screen is.
for (const [event, printing] of [["beforeprint", true], ["afterprint", false]]) {
  window.addEventListener(event, () => {
    document.documentElement.classList.toggle("printing", printing);
    view.colours.read();
    view.paint();
  });
}

view.resize();
speak(language.now);
view.paint();
performance.mark("first-picture");
new ResizeObserver(() => view.resize()).observe(byId("stage"));

// For tests, and for the curious at the console: what is drawn and where.
window.ontologyView = {
  words: WORDS,
  boxes: () => {
    const box = byId("canvas").getBoundingClientRect(), move = b => b && { x: b.x + box.left, y: b.y + box.top, w: b.w, h: b.h };
    return view.scene.nodes.map(s => ({
      iri: model.concepts[s.id].iri, text: s.text, x: s.x + box.left, y: s.y + box.top,
      box: move(s.box), button: move(s.button), colour: view.colour(s.id),
    }));
  },
  focus: name => view.focusOn(model.concepts.findIndex((_, id) => model.name(id) === name)),
  state: () => ({
    selected: view.selected < 0 ? "" : model.concepts[view.selected].iri, focus: view.focus < 0 ? "" : model.concepts[view.focus].iri,
    visible: view.sequence().length, levels: view.levels, scale: view.camera.s, moving: view.glide.moving || Boolean(view.asked || view.shift.asked), cost: view.cost,
    across: view.drawsAll ? view.crossing().length : 0, shades: view.colours.shades, colours: { text: view.colours.text, back: view.colours.back },
  }),
};
