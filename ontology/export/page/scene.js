// What one frame shows, in pixels of the window: the concepts in it, with the
// boxes of what can be clicked, and the subtrees too flat to be told apart,
// each of which becomes a thread. So a frame costs what the window can show,
// not what the ontology holds.

const FLAT = 2;       // pixels below which a subtree is a thread
const MARGIN = 40;    // around the window
const BRIM = 18;      // between its edge and a concept that comes along

class Scene {
  constructor(view) {
    this.view = view;
    const { camera } = view;
    this.letters = Math.min(Math.max(SIZE * camera.s, 11), 24);
    this.size = this.letters / SIZE;
    this.radius = Math.min(Math.max(5.4 * camera.s, 2.6), 9);
    this.roomy = PITCH * camera.s >= this.letters * 1.12; // every name has its row
    this.nodes = [];
    this.threads = [];
    this.spots = new Map();
    this.collect();
    this.label();
  }

  collect() {
    const { view } = this, { layout, camera, forest, shift } = view;
    const low = -MARGIN, high = camera.view.h + MARGIN;
    const stack = forest.roots.slice().reverse();
    const drawn = new Map(); // column -> last thread's pixel row
    while (stack.length > 0) {
      const id = stack.pop();
      const top = camera.Y(layout.top[id] * PITCH + shift.dy[id]), tall = layout.tall[id] * PITCH * camera.s;
      const loose = shift.loose.has(id); // its rows are not all where they were laid
      if (!view.glide.moving && !loose && (top + tall < low || top > high)) continue;
      if (tall < FLAT && !loose) {
        this.thread(id, drawn);
        continue;
      }
      this.node(id);
      for (const m of forest.members(id)) this.node(m);
      if (!layout.shows(id)) continue;
      const children = forest.children[id];
      for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
    }
  }

  node(id) {
    const { camera, glide, px } = this.view;
    const whole = glide.moving ? x => x : x => Math.round(x) + 0.5; // level lines are sharp there
    const spot = { id, x: whole(camera.X(px[id])), y: whole(this.height(id)), end: 0, text: "", box: null, button: null };
    spot.end = spot.x + this.radius + 3;
    this.nodes.push(spot);
    this.spots.set(id, spot);
  }

  // height is where a concept is drawn. One whose children fill the window
  // while it stands above or below comes along to the window's edge, and its
  // synonyms with it: whoever reads far down in a long list still sees what it
  // is a list of. It stays within the rows of its own children, so that it
  // covers nobody.
  height(id) {
    const { camera, layout, forest, py, shift } = this.view, y = camera.Y(py[id]);
    const head = forest.model.concepts[id].h;
    if (!layout.shows(head) || shift.loose.has(head)) return y;
    const at = camera.Y(py[head]), row = PITCH * camera.s, synonyms = (layout.block(head) - 1) * row;
    const top = camera.Y(layout.top[head] * PITCH + shift.dy[head]);
    const along = Math.max(BRIM, Math.min(at, camera.view.h - BRIM - synonyms));
    const own = Math.max(top + row / 2, Math.min(along, top + layout.tall[head] * row - row / 2 - synonyms));
    return y + own - at;
  }

  thread(id, drawn) {
    const { camera, layout, forest, shift, px, py } = this.view;
    const y = 2 * Math.round(camera.Y(py[id]) / 2), column = forest.depth[id];
    if (drawn.get(column) === y) return;
    drawn.set(column, y);
    this.threads.push({ id, x: camera.X(px[id]), y, to: camera.X(layout.left[layout.reach[id] - 1] + shift.dx[id]) });
  }

  // label chooses the names to draw: all where each has its row, else the
  // chosen ones first, then the uppermost and greatest, as long as they find
  // room.
  label() {
    const { view } = this, { forest } = view;
    if (this.roomy) {
      for (const s of this.nodes) this.name(s, this.space(s));
      return;
    }
    const urgent = id => id === view.selected || id === view.hover || id === view.focus ? 0 : 1;
    const order = this.nodes.filter(s => this.inside(s)).sort((a, b) =>
      urgent(a.id) - urgent(b.id) || view.depth(a.id) - view.depth(b.id) || forest.below[b.id] - forest.below[a.id]);
    const room = new Room();
    for (const s of order) {
      const w = Math.min(view.names.width(s.id, view.colours.font), LONGEST) * this.size + 12;
      if (room.take(s.x, s.y - this.letters * 0.62, w + this.radius, this.letters * 1.24)) this.name(s, LONGEST);
    }
  }

  inside(s) {
    const { w, h } = this.view.camera.view;
    return s.x > -LONGEST && s.x < w && s.y > -MARGIN && s.y < h + MARGIN;
  }

  // space is the room a name has up to the next column's lines, at scale 1.
  space(s) {
    const { layout, camera } = this.view;
    const d = this.view.depth(s.id), next = layout.left[d];
    if (d >= layout.wide.length || camera.across() >= this.size) return LONGEST;
    const room = (next - layout.left[d - 1]) * camera.across() - this.radius - 36 - this.view.buttonWidth(s.id);
    return Math.max(20, Math.min(room / this.size, LONGEST));
  }

  name(s, space) {
    const { view } = this;
    s.text = view.names.cut(s.id, space, view.colours.font);
    const w = Math.min(view.names.width(s.id, view.colours.font), space) * this.size;
    const h = this.letters * 1.2;
    s.box = { x: s.x + this.radius + 5, y: s.y - h / 2, w, h };
    s.end = s.box.x + w + 5;
    if (view.foldable(s.id) && this.roomy) {
      s.button = { x: s.end, y: s.y - 7, w: view.buttonWidth(s.id), h: 14 };
      s.end += s.button.w + 3;
    }
  }

  // mark says whether a point is on the mark of a concept itself.
  mark(id, x, y, slack) {
    const s = this.spots.get(id);
    return s !== undefined && Math.hypot(s.x - x, s.y - y) <= this.radius + slack;
  }

  // hit finds what lies at a point: a concept, and whether it is its button.
  hit(x, y, slack = 3) {
    const within = b => b && x >= b.x - slack && x <= b.x + b.w + slack && y >= b.y - slack && y <= b.y + b.h + slack;
    for (const s of this.nodes) if (within(s.button)) return { id: s.id, button: true };
    let best = null, near = Infinity;
    for (const s of this.nodes) {
      const r = this.radius + slack + 2, d = Math.hypot(s.x - x, s.y - y);
      if (d > r && !within(s.box)) continue;
      if (Math.abs(s.y - y) < near) {
        near = Math.abs(s.y - y);
        best = { id: s.id, button: false };
      }
    }
    return best;
  }

  // nearest is the place of the concept drawn nearest to a point.
  nearest(x, y) {
    let best = null, near = Infinity;
    for (const s of [...this.nodes, ...this.threads]) {
      const d = Math.hypot(s.x - x, s.y - y);
      if (d < near) [best, near] = [s, d];
    }
    return best;
  }

  // at is where a concept is, drawn in this frame or not.
  at(id) {
    const spot = this.spots.get(id);
    if (spot) return spot;
    const { camera, px, py } = this.view;
    const x = camera.X(px[id]), y = camera.Y(py[id]);
    return { id, x, y, end: x + this.radius + 3 };
  }
}
