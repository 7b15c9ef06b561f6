// What hangs under what while some relations are shown. With Is-a and Includes
// both shown it is the hierarchy Go computed. With one of them a concept hangs
// under what that one says; a concept left without any relation is hidden.

const NOBODY = Object.freeze([]);

class Forest {
  constructor(model, shown) {
    this.model = model;
    this.shown = shown;
    const n = model.size;
    this.parent = new Int32Array(n).fill(HIDDEN);
    this.depth = new Int32Array(n);
    this.below = new Int32Array(n); // concepts under it, synonyms not counted
    this.children = Array.from({ length: n }, () => []);
    this.roots = [];
    if (shown[ISA] && shown[INCLUDES]) this.asGiven();
    else this.asShown();
    this.settle();
  }

  asGiven() {
    this.model.concepts.forEach((c, id) => { if (c.h === id) this.parent[id] = c.p; });
  }

  // asShown lays the concepts breadth first, so that none hangs below itself:
  // first from those that nothing shown is above of, then from what is left,
  // which runs in circles.
  asShown() {
    const { model, parent, shown } = this;
    const up = shown[ISA] ? model.isa : shown[INCLUDES] ? model.includers : null;
    const down = Array.from({ length: model.size }, () => []);
    if (up) up.forEach((list, id) => list.forEach(p => down[p].push(id)));
    const heads = model.concepts.map((_, id) => id).filter(id => model.concepts[id].h === id && this.related(id));
    const spread = start => {
      parent[start] = ROOT;
      for (let queue = [start], i = 0; i < queue.length; i++) {
        for (const c of down[queue[i]]) {
          if (parent[c] !== HIDDEN) continue;
          parent[c] = queue[i];
          queue.push(c);
        }
      }
    };
    for (const id of heads) if (!up || up[id].length === 0) spread(id);
    for (const id of heads) if (parent[id] === HIDDEN) spread(id);
  }

  // related says whether a relation that is shown leads to or from a concept
  // or a synonym of it.
  related(id) {
    const some = c => this.model.arcs[c].some(e => this.shown[e.rel]);
    return some(id) || (this.model.synonyms.get(id) ?? []).some(some);
  }

  // settle orders children, and counts depths and descendants.
  settle() {
    const { model, parent, depth, below, children } = this;
    parent.forEach((p, id) => {
      if (p === ROOT) this.roots.push(id);
      else if (p >= 0) children[p].push(id);
    });
    this.kind = Int8Array.from(parent, (p, id) => p < 0 ? OTHER : this.shown[ISA] && model.isa[id].includes(p) ? ISA : INCLUDES);
    for (const list of children) {
      list.sort((a, b) => this.kind[a] === this.kind[b] ? model.rank[a] - model.rank[b] : this.kind[a] - this.kind[b]);
    }
    const order = this.roots.slice();
    for (let i = 0; i < order.length; i++) {
      const id = order[i];
      depth[id] = parent[id] < 0 ? 1 : depth[parent[id]] + 1;
      for (const c of children[id]) order.push(c);
    }
    for (const id of order.reverse()) if (parent[id] >= 0) below[parent[id]] += below[id] + 1;
    this.deepest = depth.reduce((a, b) => Math.max(a, b), 0);
    this.sortRoots();
  }

  // sortRoots puts the topic's tree first, then the greatest.
  sortRoots() {
    const { model, below } = this;
    let top = model.topic ? model.concepts[model.topic.concept].h : ROOT;
    while (top >= 0 && this.parent[top] >= 0) top = this.parent[top];
    this.roots.sort((a, b) => (b === top) - (a === top) || below[b] - below[a] || model.rank[a] - model.rank[b]);
  }

  has(id) { return this.parent[this.model.concepts[id].h] !== HIDDEN; }

  // members are the synonyms shown under a concept.
  members(id) { return this.shown[SYNONYM] ? this.model.synonyms.get(id) ?? NOBODY : NOBODY; }

  // inTree says whether an edge is one of the tree's lines or a tie between
  // synonyms; all others run across.
  inTree(e) {
    const from = this.model.concepts[e.from].h, to = this.model.concepts[e.to].h;
    if (from === to) return true;
    return e.rel === ISA && this.parent[from] === to && this.kind[from] === ISA ||
      e.rel === INCLUDES && this.parent[to] === from && this.kind[to] === INCLUDES;
  }
}
