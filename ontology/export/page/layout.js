// Where each visible concept stands, at scale 1: a tree from left to right,
// a column for each level, a row for each concept that shows nothing below it,
// and every other concept at the middle of its children. So no name can lie on
// another. Synonyms stand in rows right under the concept that stands for them.
//
// All loops are loops: an ontology may be 100,000 levels deep.

const PITCH = 22;      // between rows
const GAP = 68;        // between the names of one column and the concepts of the next
const INDENT = 15;     // of synonyms
const APART = 0.35;    // rows left free beside a subtree

class Layout {
  // widthOf gives the room that a concept's name and button take.
  constructor(forest, open, widthOf) {
    const n = forest.model.size;
    this.forest = forest;
    this.open = open;
    this.order = [];                     // visible heads, parents before children
    this.row = new Float64Array(n);      // of heads and synonyms
    this.top = new Float64Array(n);      // of what is visible below a head, itself included
    this.tall = new Float64Array(n);
    this.reach = new Int32Array(n);      // deepest column visible below
    this.visible = new Uint8Array(n);
    this.collect();
    this.measure();
    this.place();
    this.columns(widthOf);
  }

  // shows says whether the children of a head are visible.
  shows(id) { return this.open[id] === 1 && this.forest.children[id].length > 0; }

  collect() {
    const stack = this.forest.roots.slice().reverse();
    while (stack.length > 0) {
      const id = stack.pop();
      this.order.push(id);
      this.visible[id] = 1;
      for (const m of this.forest.members(id)) this.visible[m] = 1;
      if (!this.shows(id)) continue;
      const children = this.forest.children[id];
      for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
    }
  }

  // block is the number of rows of a head with its synonyms.
  block(id) { return 1 + this.forest.members(id).length; }

  measure() {
    for (let i = this.order.length - 1; i >= 0; i--) {
      const id = this.order[i];
      this.reach[id] = this.forest.depth[id];
      let sum = 0;
      if (this.shows(id)) {
        sum = this.span(this.forest.children[id]);
        for (const c of this.forest.children[id]) this.reach[id] = Math.max(this.reach[id], this.reach[c]);
      }
      this.tall[id] = Math.max(sum, this.block(id));
    }
  }

  // span is the height of siblings over each other.
  span(siblings) {
    let sum = 0;
    for (let i = 0; i < siblings.length; i++) sum += this.tall[siblings[i]] + (i > 0 ? this.between(siblings[i - 1], siblings[i]) : 0);
    return sum;
  }

  between(a, b) { return this.tall[a] > 1 || this.tall[b] > 1 ? APART : 0; }

  place() {
    const { forest, top, tall, row } = this;
    const stackUp = (siblings, from) => {
      siblings.forEach((id, i) => {
        if (i > 0) from += this.between(siblings[i - 1], id);
        top[id] = from;
        from += tall[id];
      });
      return from;
    };
    this.rows = stackUp(forest.roots, 0);
    for (const id of this.order) {
      if (this.shows(id)) {
        const children = forest.children[id];
        stackUp(children, top[id] + (tall[id] - this.span(children)) / 2);
      }
    }
    for (let i = this.order.length - 1; i >= 0; i--) this.settle(this.order[i]);
  }

  // settle gives a head its row, its children having theirs.
  settle(id) {
    const { top, tall, row } = this;
    const block = this.block(id);
    let middle = top[id] + tall[id] / 2;
    if (this.shows(id)) {
      const children = this.forest.children[id];
      middle = (row[children[0]] + row[children[children.length - 1]]) / 2;
    }
    const first = Math.min(Math.max(middle - (block - 1) / 2, top[id] + 0.5), top[id] + tall[id] - block + 0.5);
    row[id] = first;
    this.forest.members(id).forEach((m, i) => { row[m] = first + i + 1; });
  }

  columns(widthOf) {
    const wide = [];
    for (const id of this.order) {
      const d = this.forest.depth[id] - 1;
      wide[d] = Math.max(wide[d] ?? 0, widthOf(id));
      for (const m of this.forest.members(id)) wide[d] = Math.max(wide[d], widthOf(m) + INDENT);
    }
    this.wide = wide;
    this.left = [0];
    wide.forEach((w, d) => { this.left[d + 1] = this.left[d] + w + GAP; });
    this.width = wide.length === 0 ? 0 : this.left[wide.length] - GAP;
    this.height = this.rows * PITCH;
  }

  x(id) {
    const head = this.forest.model.concepts[id].h;
    return this.left[this.forest.depth[head] - 1] + (head === id ? 0 : INDENT);
  }

  y(id) { return this.row[id] * PITCH; }
}
