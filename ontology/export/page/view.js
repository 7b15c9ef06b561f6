// View is what the reader has made of the picture so far: what is unfolded,
// shown and chosen. All changes go through it; it draws when they are done.

const ENOUGH = 64;       // rows of the first picture
const CROWD = 90;        // relations across the tree that can be drawn at once
const READABLE = 0.74;   // scale

class View {
  constructor(model) {
    const n = model.size;
    Object.assign(this, {
      model, selected: -1, hover: -1, focus: -1, keyboard: false, levels: 1, wantsAcross: true,
      shown: [true, true, true, true], open: new Uint8Array(n), px: new Float64Array(n), py: new Float64Array(n),
    });
    this.camera = new Camera();
    this.colours = new Colours(model.topic);
    this.painter = new Painter(this, byId("canvas"));
    this.names = new Names(model, this.painter.ctx);
    this.panel = new Panel(this);
    this.glide = new Glide(this);
    this.shift = new Shift(this);
    this.forest = new Forest(model, this.shown);
    this.begin();
  }

  // begin unfolds as many levels of the first tree, which is the topic's or
  // the greatest, as can be taken in at once; of an ontology that is small
  // enough, everything.
  begin() {
    const { forest, model } = this;
    if (model.size <= ENOUGH) return this.unfoldTo(forest.deepest);
    const [first] = forest.roots;
    let level = [first], sum = forest.roots.length, levels = 0;
    for (; level.length > 0 && sum + level.length <= ENOUGH; levels++) {
      sum += level.length;
      level = level.flatMap(id => forest.children[id]);
    }
    this.unfoldTo(Math.max(levels, 2));
    for (const root of forest.roots) if (root !== first) this.open[root] = 0;
  }

  unfoldTo(levels) {
    this.levels = Math.max(Math.min(levels, this.forest.deepest), 1);
    for (let id = 0; id < this.model.size; id++) this.open[id] = this.forest.depth[id] > 0 && this.forest.depth[id] < levels ? 1 : 0;
  }

  // x and y are where a concept stands, at scale 1.
  x(id) { return this.layout.x(id) + this.shift.x(id); }
  y(id) { return this.layout.y(id) + this.shift.y(id); }

  depth(id) { return this.forest.depth[this.model.concepts[id].h]; }
  foldable(id) { return this.forest.children[id].length > 0; }
  buttonWidth(id) { return this.foldable(id) ? (this.layout?.shows(id) ? 14 : 14 + 6 * String(this.forest.below[id]).length) : 0; }
  colour(id) { return this.model.topic ? this.colours.of(this.model.similarity(id).s) : this.colours.accent; }

  widthOf(id) {
    const button = this.foldable(id) ? 20 + 6 * String(this.forest.below[id]).length : 0;
    return 16 + Math.min(this.names.width(id, this.colours.font), LONGEST) + button;
  }

  // arrange lays the picture out anew. The concept anchor keeps its place in
  // the window; the others glide to theirs.
  arrange(anchor = -1) {
    const before = this.layout, { camera } = this;
    const held = before && anchor >= 0 && before.visible[anchor] ? { x: camera.X(this.px[anchor]), y: camera.Y(this.py[anchor]) } : null;
    this.layout = new Layout(this.forest, this.open, id => this.widthOf(id));
    this.shift.settle();
    camera.world = { w: this.layout.width, h: this.layout.height };
    this.crossed = null;
    byId("empty").hidden = this.layout.order.length > 0;
    if (this.focus >= 0 && !this.layout.visible[this.focus]) this.focus = this.shownFor(this.focus);
    if (held && this.layout.visible[anchor]) {
      camera.x = held.x - this.x(anchor) * camera.across();
      camera.y = held.y - this.y(anchor) * camera.s;
    }
    this.glide.start(before);
    this.rail?.update();
  }

  // shownFor is the nearest concept above one that is visible.
  shownFor(id) {
    let at = this.model.concepts[id].h;
    while (at >= 0 && !this.layout.visible[at]) at = this.forest.parent[at];
    return at >= 0 ? at : this.forest.roots[0] ?? -1;
  }

  redraw() {
    this.asked ||= requestAnimationFrame(() => this.paint());
  }

  // paint draws at once what redraw would draw with the next frame.
  paint() {
    cancelAnimationFrame(this.asked);
    this.asked = 0;
    const start = performance.now();
    this.scene = this.painter.draw();
    this.cost = performance.now() - start;
  }

  hit(x, y, slack) { return this.scene ? this.scene.hit(x, y, slack) : null; }

  // crossing lists the relations across the tree between visible concepts.
  crossing() {
    if (this.crossed) return this.crossed;
    const seen = new Set(), { visible } = this.layout;
    this.crossed = this.model.edges.filter(e => {
      if (!this.shown[e.rel] || !visible[e.from] || !visible[e.to] || this.forest.inTree(e)) return false;
      const key = `${e.from} ${e.to} ${e.rel}`;
      return seen.has(key) ? false : (seen.add(key), true);
    });
    return this.crossed;
  }

  get drawsAll() { return this.wantsAcross && this.crossing().length <= CROWD; }

  // sequence is all visible concepts from top to bottom as they are read.
  sequence() {
    const all = [];
    for (const id of this.layout.order) {
      all.push(id);
      for (const m of this.forest.members(id)) all.push(m);
    }
    return all;
  }

  toggle(id) {
    if (!this.foldable(id)) return;
    this.open[id] = this.open[id] ? 0 : 1;
    this.arrange(id);
    this.announce();
  }

  // unfold opens everything below a concept.
  unfold(id) {
    for (let queue = [id], i = 0; i < queue.length; i++) {
      this.open[queue[i]] = 1;
      for (const c of this.forest.children[queue[i]]) queue.push(c);
    }
    this.arrange(id);
  }

  showLevels(levels) {
    this.unfoldTo(levels);
    this.arrange();
    this.overview();
  }

  showRelation(rel, on) {
    this.shown[rel] = on;
    this.forest = new Forest(this.model, this.shown);
    this.arrange();
    this.overview();
  }

  drawAcross(on) {
    this.wantsAcross = on;
    this.rail.update();
    this.redraw();
  }

  // overview fits the picture to the window. One that is only somewhat too
  // tall is shown from the root on, at a size that can be read.
  overview() {
    const { camera, layout } = this, [root] = this.forest.roots;
    camera.fit();
    const tall = layout.height * READABLE - camera.view.h;
    if (camera.s < READABLE && tall < camera.view.h * 1.5) {
      camera.s = READABLE;
      camera.middle();
      if (tall > 0) camera.y = Math.min(EDGE, Math.max(camera.view.h / 2 - layout.y(root) * camera.s, -tall - EDGE));
    }
    this.redraw();
  }

  fit() {
    this.camera.fit();
    this.redraw();
  }

  pan(dx, dy) {
    this.camera.pan(dx, dy);
    this.point(-1);
    this.redraw();
  }

  // hold, drag and drop move one concept, by pixels of the window.
  hold(id) {
    this.point(-1);
    this.shift.hold(id);
  }

  drag(dx, dy) {
    this.shift.drag(dx / this.camera.across(), dy / this.camera.s);
    this.place();
  }

  drop() {
    this.shift.release(() => this.place());
    this.rail.update();
  }

  // putBack returns everything to where the layout has it.
  putBack() {
    this.shift.clear();
    this.glide.start(this.layout);
    this.rail.update();
  }

  // place puts what is visible where it belongs, without gliding.
  place() {
    this.glide.end();
    const put = id => {
      this.px[id] = this.x(id);
      this.py[id] = this.y(id);
    };
    for (const id of this.layout.order) {
      put(id);
      for (const m of this.forest.members(id)) put(m);
    }
    this.redraw();
  }

  zoom(factor, x, y) {
    this.camera.zoom(factor, x, y);
    this.redraw();
  }

  // zoomHere zooms without a mouse: around the chosen concept if it is in
  // sight, else around what is nearest to the middle, never into the void.
  zoomHere(factor) {
    const { w, h } = this.camera.view, chosen = this.scene?.spots.get(this.selected >= 0 ? this.selected : this.focus);
    const spot = chosen && this.scene.inside(chosen) ? chosen : this.scene?.nearest(w / 2, h / 2);
    this.zoom(factor, spot?.x ?? w / 2, spot?.y ?? h / 2);
  }

  // resize follows the window. What was in the middle stays there.
  resize() {
    const { width, height } = byId("stage").getBoundingClientRect(), { camera } = this;
    const first = !camera.known;
    if (!first && width === camera.view.w && height === camera.view.h) return;
    const whole = !first && camera.sees();
    if (!first) camera.y += (height - camera.view.h) / 2;
    camera.known = true;
    camera.view = { w: width, h: height };
    this.painter.resize(width, height);
    if (first) {
      this.arrange();
      this.overview();
    }
    if (whole) this.fitInto();
    this.paint(); // a canvas of another size is an empty one: no frame may show it
  }

  // fitInto keeps a picture that was seen whole so where the window leaves
  // room for it, if need be a little smaller.
  fitInto() {
    const { camera } = this, needed = camera.whole();
    if (camera.s > needed && needed >= READABLE) camera.s = needed;
    camera.settle();
  }

  // select chooses a concept and opens the panel on it; -1 closes it.
  select(id) {
    this.selected = id;
    if (id >= 0) this.focusOn(id, false);
    if (this.panel.show(id)) this.resize();
    if (id >= 0 && this.layout.visible[id]) this.camera.show(this.x(id), this.y(id), this.widthOf(id));
    this.redraw();
  }

  // go unfolds what hides a concept, chooses it and shows it.
  go(id) {
    if (!this.forest.has(id) || this.model.concepts[id].h !== id && !this.shown[SYNONYM]) this.showAll();
    for (let at = this.forest.parent[this.model.concepts[id].h]; at >= 0; at = this.forest.parent[at]) this.open[at] = 1;
    const hidden = !this.layout.visible[id];
    if (hidden) this.arrange();
    this.select(id);
    const y = this.camera.Y(this.y(id));
    if (hidden || y < 0 || y > this.camera.view.h) {
      this.camera.s = Math.max(this.camera.s, 0.8);
      this.camera.centre(this.x(id), this.y(id), this.widthOf(id));
    }
    this.redraw();
  }

  showAll() {
    this.shown.fill(true);
    this.forest = new Forest(this.model, this.shown);
    this.arrange();
    this.rail.relations();
  }

  // link is a button that goes to a concept.
  link(id) {
    return named("button", clip(this.model.name(id)), { type: "button", "data-concept": id, onclick: () => this.go(id) });
  }

  focusOn(id, follow = true) {
    this.focus = id;
    if (id >= 0 && follow) this.camera.show(this.x(id), this.y(id), this.widthOf(id));
    this.announce();
    this.redraw();
  }

  // announce tells a screen reader where the keyboard is.
  announce() {
    const here = byId("here"), id = this.focus;
    if (id < 0) return here.replaceChildren();
    here.textContent = clip(this.model.name(id));
    here.setAttribute("aria-level", String(this.depth(id)));
    here.setAttribute("aria-selected", String(id === this.selected));
    if (this.foldable(id)) here.setAttribute("aria-expanded", String(this.layout.shows(id)));
    else here.removeAttribute("aria-expanded");
  }

  // point follows the mouse: what it rests on is marked, and named in full.
  point(id) {
    if (id === this.hover) return;
    this.hover = id;
    showTip(this, id === this.selected ? -1 : id); // the panel says all of that one
    this.redraw();
  }
}
