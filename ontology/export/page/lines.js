// The forms of the lines. From a concept a stem leads to a trunk, both plain;
// from the trunk each child is reached by a level branch in the style of its
// relation. Relations across the tree leave and reach concepts level too, and
// swing between the rows instead of cutting through the names.

const CORNER = 5; // radius

const STYLE = [
  { name: "other", dash: [0.1, 5], width: 2, cap: "round" },
  { name: "synonym", dash: [], width: 1.3, cap: "butt" },
  { name: "isa", dash: [], width: 1.2, cap: "butt" },
  { name: "includes", dash: [6, 3.5], width: 1.5, cap: "butt" },
];

class Lines {
  constructor(view, scene) {
    this.view = view;
    this.scene = scene;
    this.gap = GAP * view.camera.across();
    this.near = scene.radius + 3; // where a line ends before a concept
  }

  // bend is where a stem ends in the trunk that its branches leave.
  bend(child) { return child.x - Math.max(this.gap * 0.62, 9); }

  stem(path, parent, child) {
    const to = this.bend(child);
    path.moveTo(Math.min(parent.end, to), parent.y);
    path.lineTo(to, parent.y);
  }

  // trunk stands between the first and the last of the children, its corners
  // rounded off towards them.
  trunk(path, parent, child, first, last) {
    const x = this.bend(child), far = 60, { h } = this.view.camera.view;
    const up = Math.max(Math.min(first, parent.y), -far), down = Math.min(Math.max(last, parent.y), h + far);
    const turn = (y, towards) => Math.sign(towards - y) * Math.min(CORNER, Math.abs(towards - y));
    if (first < parent.y - 0.5) {
      path.moveTo(x + CORNER, up);
      path.quadraticCurveTo(x, up, x, up + turn(up, parent.y));
    } else path.moveTo(x, up);
    if (last > parent.y + 0.5) {
      path.lineTo(x, down + turn(down, parent.y));
      path.quadraticCurveTo(x, down, x + CORNER, down);
    } else path.lineTo(x, down);
  }

  branch(path, child) {
    path.moveTo(child.x - this.near, child.y); // from the concept on, so that a dash touches it
    path.lineTo(this.bend(child) + CORNER, child.y);
  }

  // rounded says whether the trunk itself turns towards a child.
  rounded(parent, child, first, last) {
    return child.y === first && first < parent.y - 0.5 || child.y === last && last > parent.y + 0.5;
  }

  // twig is the short piece between trunk and branch of a child in between.
  twig(path, child) {
    path.moveTo(this.bend(child), child.y);
    path.lineTo(this.bend(child) + CORNER, child.y);
  }

  // tie joins a synonym to the concept it stands under, in two strokes.
  tie(path, head, member, twice = true) {
    for (const d of twice ? [-1.6, 1.6] : [0]) {
      const x = head.x - d, y = member.y + d;
      path.moveTo(x, head.y + this.near);
      path.lineTo(x, y - 3);
      path.quadraticCurveTo(x, y, x + 3, y);
      path.lineTo(member.x - this.near + 1, y);
    }
  }

  // cross joins two concepts that are not parent and child. Of one column they
  // are joined on the left, by an arc.
  cross(path, a, b) {
    const da = this.view.depth(a.id), db = this.view.depth(b.id);
    if (da === db) {
      const x = Math.min(a.x, b.x) - this.near;
      const out = Math.min(this.gap * 0.5, 8 + 1.3 * Math.sqrt(Math.abs(a.y - b.y)));
      path.moveTo(a.x - this.near, a.y);
      path.bezierCurveTo(x - out, a.y, x - out, b.y, b.x - this.near, b.y);
      return;
    }
    const [l, r] = da < db ? [a, b] : [b, a];
    const from = l.end, to = r.x - this.near, swing = Math.max(36, Math.abs(to - from) * 0.42);
    path.moveTo(from, l.y);
    path.bezierCurveTo(from + swing, l.y, to - swing, r.y, to, r.y);
  }

  // head is the arrow at the end b of a line from a.
  head(path, a, b) {
    const leftwards = this.view.depth(a.id) > this.view.depth(b.id);
    const x = leftwards ? b.end : b.x - this.near + 1, back = leftwards ? 7 : -7;
    path.moveTo(x, b.y);
    path.lineTo(x + back, b.y - 3.4);
    path.lineTo(x + back, b.y + 3.4);
    path.closePath();
  }

  // loose is the line from a parent to a child that was dragged anywhere.
  loose(path, parent, child) {
    const right = child.x >= parent.x;
    const from = right ? parent.end : parent.x - this.near, to = right ? child.x - this.near : child.end;
    const swing = Math.max(24, Math.abs(to - from) * 0.45) * (right ? 1 : -1);
    path.moveTo(from, parent.y);
    path.bezierCurveTo(from + swing, parent.y, to - swing, child.y, to, child.y);
  }

  // limb is all of the line from a parent to one child.
  limb(path, parent, child) {
    if (this.view.shift.free(child.id)) return this.loose(path, parent, child);
    this.stem(path, parent, child);
    const x = this.bend(child), r = Math.min(CORNER, Math.abs(child.y - parent.y)) * Math.sign(child.y - parent.y);
    path.lineTo(x, child.y - r);
    path.quadraticCurveTo(x, child.y, x + Math.abs(r), child.y);
    path.lineTo(child.x - this.near, child.y);
  }

  // way is the line between two concepts, whatever joins them: to mark it.
  way(path, from, to) {
    const { forest, model } = this.view;
    const [a, b] = [this.scene.at(from), this.scene.at(to)];
    const parent = id => (model.concepts[id].h === id ? forest.parent[id] : ROOT);
    if (parent(to) === from) this.limb(path, a, b);
    else if (parent(from) === to) this.limb(path, b, a);
    else if (model.concepts[to].h === from) this.tie(path, a, b, false);
    else if (model.concepts[from].h === to) this.tie(path, b, a, false);
    else this.cross(path, a, b);
  }
}
