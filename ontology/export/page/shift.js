// What the reader has dragged out of its place. A concept takes along all that
// hangs below it; what else it is related to follows lightly while it is held,
// and swings back when it is let go. Places are added to those of the layout,
// so that they outlast folding and filtering.

const LIGHTLY = 0.2; // share of the way that neighbours follow

class Shift {
  constructor(view) {
    const n = view.model.size;
    this.view = view;
    this.own = new Map();   // concept -> how far it was dragged itself
    this.pull = new Map();  // concept -> how far it follows at present
    this.dx = new Float64Array(n); // of visible concepts, with what is above them
    this.dy = new Float64Array(n);
    this.loose = new Set(); // heads with something dragged in their subtree
  }

  get any() { return this.own.size > 0; }

  // free says whether a concept stands out of its row and column.
  free(id) { return this.own.has(id) || this.pull.has(id); }

  x(id) { return this.dx[id] + (this.pull.get(id)?.x ?? 0); }
  y(id) { return this.dy[id] + (this.pull.get(id)?.y ?? 0); }

  // settle adds up what was dragged, from the roots down.
  settle() {
    const { layout, forest, model } = this.view, { own, dx, dy, loose } = this;
    loose.clear();
    if (own.size === 0) {
      dx.fill(0);
      dy.fill(0);
      return;
    }
    const add = (id, above) => {
      const d = own.get(id);
      dx[id] = (above >= 0 ? dx[above] : 0) + (d?.x ?? 0);
      dy[id] = (above >= 0 ? dy[above] : 0) + (d?.y ?? 0);
    };
    for (const id of layout.order) {
      add(id, forest.parent[id]);
      for (const m of forest.members(id)) add(m, id);
    }
    for (const id of own.keys()) {
      for (let at = model.concepts[id].h; at >= 0 && !loose.has(at); at = forest.parent[at]) loose.add(at);
    }
  }

  // hold takes a concept and finds who follows it.
  hold(id) {
    this.held = id;
    this.followers = this.neighbours(id);
  }

  // drag moves the concept that is held.
  drag(x, y) {
    const add = (map, id, share) => {
      const d = map.get(id) ?? { x: 0, y: 0 };
      map.set(id, { x: d.x + x * share, y: d.y + y * share });
    };
    add(this.own, this.held, 1);
    for (const id of this.followers) add(this.pull, id, LIGHTLY);
    this.settle();
  }

  // neighbours are the visible concepts beside a concept, above it, and at the
  // other ends of its relations, but for those that hang below it.
  neighbours(id) {
    const { model, forest, layout } = this.view, head = model.concepts[id].h;
    const near = new Set();
    if (head !== id) near.add(head);
    else if (forest.parent[id] >= 0) {
      const siblings = forest.children[forest.parent[id]], at = siblings.indexOf(id);
      for (const s of [forest.parent[id], siblings[at - 1], siblings[at + 1]]) if (s !== undefined) near.add(s);
    }
    for (const e of model.arcs[id]) {
      const other = e.from === id ? e.to : e.from;
      if (this.view.shown[e.rel] && layout.visible[other]) near.add(other);
    }
    near.delete(id);
    return [...near].filter(other => !this.under(other, id));
  }

  under(id, top) {
    let at = this.view.model.concepts[id].h;
    while (at >= 0 && at !== top) at = this.view.forest.parent[at];
    return at === top;
  }

  // release lets the followers swing back, and calls step each time they have
  // moved.
  release(step) {
    const from = [...this.pull], begin = performance.now();
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const swing = now => {
      const left = calm ? 0 : (1 - Math.min(Math.max(now - begin, 0) / GLIDE, 1)) ** 3;
      for (const [id, d] of from) {
        if (left > 0) this.pull.set(id, { x: d.x * left, y: d.y * left });
        else this.pull.delete(id);
      }
      this.asked = left > 0 ? requestAnimationFrame(swing) : 0;
      step();
    };
    cancelAnimationFrame(this.asked);
    swing(begin);
  }

  clear() {
    this.own.clear();
    this.pull.clear();
    this.settle();
  }
}
