// The canvas. Lines of one style are one stroke, whatever their number.

class Painter {
  constructor(view, canvas) {
    this.view = view;
    this.canvas = canvas;
    this.ctx = canvas.getContext("2d");
  }

  // resize makes the canvas as fine as the screen.
  resize(w, h) {
    this.ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(w * this.ratio);
    this.canvas.height = Math.round(h * this.ratio);
  }

  draw() {
    const { ctx, view } = this;
    const scene = new Scene(view);
    this.scene = scene;
    this.lines = new Lines(view, scene);
    ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    ctx.clearRect(0, 0, view.camera.view.w, view.camera.view.h);
    this.glow();
    this.tree();
    this.across();
    this.threads();
    for (const s of scene.nodes) this.concept(s);
    this.texts();
    return scene;
  }

  stroke(path, rel, alpha = 1, extra = 0) {
    const { ctx, view } = this, style = STYLE[rel];
    ctx.globalAlpha = alpha;
    ctx.strokeStyle = view.colours[style.name];
    ctx.lineWidth = style.width + extra;
    ctx.lineCap = style.cap;
    // Dashes of thousands of lines cost more than all the rest.
    ctx.setLineDash(view.camera.s < 0.35 ? [] : style.dash);
    ctx.stroke(path);
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  }

  // glow marks the path from the topic to the chosen concept.
  glow() {
    const { view, ctx } = this;
    if (view.selected < 0) return;
    const path = new Path2D();
    for (const step of view.model.path(view.selected)) {
      if (view.layout.visible[step.from] && view.layout.visible[step.to]) this.lines.way(path, step.from, step.to);
    }
    ctx.strokeStyle = view.colours.glow;
    ctx.globalAlpha = 0.55;
    ctx.lineWidth = 7;
    ctx.lineCap = "round";
    ctx.stroke(path);
    ctx.globalAlpha = 1;
  }

  tree() {
    const { view, lines, scene } = this, { forest, model, shift } = view;
    const plain = new Path2D(), paths = [0, 1, 2, 3].map(() => new Path2D());
    const apart = scene.roomy ? 0.5 : 3; // pixels between branches that are drawn
    const trunks = new Map(); // parent -> rows of its first and last child, pixel row of the last branch drawn
    const hang = child => {
      const p = forest.parent[child.id];
      if (p < 0) return;
      const parent = scene.at(p), y = Math.round(child.y), siblings = forest.children[p];
      if (shift.free(child.id)) {
        lines.loose(paths[forest.kind[child.id]], parent, child);
        return;
      }
      let t = trunks.get(p);
      if (!t) {
        const row = id => scene.at(id).y, inRow = id => !shift.free(id);
        t = { first: row(siblings.find(inRow)), last: row(siblings.findLast(inRow)), row: NaN };
        trunks.set(p, t);
        lines.stem(plain, parent, child);
        lines.trunk(plain, parent, child, t.first, t.last);
      }
      if (y - t.row < apart) return;
      t.row = y;
      lines.branch(paths[forest.kind[child.id]], child);
      if (!lines.rounded(parent, child, t.first, t.last)) lines.twig(plain, child);
    };
    for (const s of scene.nodes) {
      if (model.concepts[s.id].h === s.id) hang(s);
      else lines.tie(paths[SYNONYM], scene.at(model.concepts[s.id].h), s);
    }
    scene.threads.forEach(hang);
    const dim = scene.roomy ? 0.9 : 0.5;
    this.stroke(plain, ISA, dim); // of one tone with the branches that are most of all
    for (const rel of [ISA, INCLUDES, SYNONYM]) this.stroke(paths[rel], rel, dim);
  }

  // across draws what crosses the tree: all of it softly, and that of the
  // chosen concept on top.
  across() {
    const { view, lines, scene } = this;
    const soft = [0, 1, 2, 3].map(() => [new Path2D(), new Path2D()]);
    const loud = [0, 1, 2, 3].map(() => [new Path2D(), new Path2D()]);
    const chosen = view.selected;
    for (const e of view.crossing()) {
      const touched = e.from === chosen || e.to === chosen;
      if (!touched && !view.drawsAll) continue;
      const a = scene.at(e.from), b = scene.at(e.to), [path, heads] = (touched ? loud : soft)[e.rel];
      lines.cross(path, a, b);
      if (e.rel !== SYNONYM) lines.head(heads, a, b);
    }
    const paint = (sets, alpha, extra) => sets.forEach(([path, heads], rel) => {
      this.stroke(path, rel, alpha, extra);
      this.ctx.globalAlpha = alpha;
      this.ctx.fillStyle = view.colours[STYLE[rel].name];
      this.ctx.fill(heads);
      this.ctx.globalAlpha = 1;
    });
    paint(soft, chosen < 0 ? 0.5 : 0.22, -0.2);
    if (chosen >= 0) paint(loud, 1, 0.6);
  }

  threads() {
    const { ctx, view } = this;
    ctx.globalAlpha = 0.6;
    for (const t of this.scene.threads) {
      ctx.fillStyle = view.colour(t.id) ?? view.colours.edge;
      ctx.fillRect(t.x, t.y, Math.max(t.to - t.x, 3), 1);
    }
    ctx.globalAlpha = 1;
  }

  concept(s) {
    const { ctx, view } = this, { colours } = view;
    const c = view.model.concepts[s.id], fill = view.colour(s.id);
    const r = this.scene.radius * (c.h === s.id ? 1 : 0.82);
    this.outline(s.x, s.y, r, c.ind);
    ctx.fillStyle = fill ?? colours.back;
    ctx.fill();
    ctx.lineWidth = 1;
    ctx.strokeStyle = colours.edge;
    ctx.globalAlpha = fill ? 0.55 : 1;
    ctx.stroke();
    ctx.globalAlpha = 1;
    if (c.core && r > 3) {
      this.outline(s.x, s.y, r + 2.4, c.ind);
      ctx.lineWidth = 1.3;
      ctx.strokeStyle = colours.accent;
      ctx.stroke();
    }
  }

  // outline is a circle, or for an individual a diamond.
  outline(x, y, r, individual) {
    const { ctx } = this;
    ctx.beginPath();
    if (!individual) {
      ctx.arc(x, y, r, 0, 2 * Math.PI);
      return;
    }
    const d = r * 1.2;
    ctx.moveTo(x, y - d);
    ctx.lineTo(x + d, y);
    ctx.lineTo(x, y + d);
    ctx.lineTo(x - d, y);
    ctx.closePath();
  }

  // ring marks where the keyboard is.
  ring(s) {
    const { ctx } = this, r = this.scene.radius + 5, h = Math.max(r, this.scene.letters * 0.72);
    ctx.beginPath();
    ctx.roundRect(s.x - r - 1, s.y - h, s.end - s.x + r + 2, 2 * h, 6);
    ctx.strokeStyle = this.view.colours.accent;
    ctx.lineWidth = 2;
    ctx.stroke();
  }

  texts() {
    const { ctx, view, scene } = this, { colours } = view;
    ctx.textBaseline = "middle";
    ctx.textAlign = "left";
    ctx.lineJoin = "round";
    for (const s of scene.nodes) {
      if (s.text === "") continue;
      const chosen = s.id === view.selected;
      if (chosen) this.plate(s);
      ctx.font = `${scene.letters}px ${colours.font}`;
      ctx.strokeStyle = colours.back; // a halo: lines may pass below
      ctx.lineWidth = 4;
      if (!chosen) ctx.strokeText(s.text, s.box.x, s.y + 0.5);
      ctx.fillStyle = chosen || s.id === view.hover ? colours.accent : colours.text;
      ctx.fillText(s.text, s.box.x, s.y + 0.5);
      if (s.button) this.button(s);
    }
    const at = view.keyboard ? scene.spots.get(view.focus) : null;
    if (at) this.ring(at);
  }

  // plate lies behind the name of the chosen concept.
  plate({ box, y }) {
    const { ctx, view, scene } = this, h = scene.letters * 1.5;
    ctx.beginPath();
    ctx.roundRect(box.x - 4, y - h / 2, box.w + 8, h, 5);
    ctx.fillStyle = view.colours["accent-back"];
    ctx.fill();
  }

  // button folds a concept (−), or unfolds it and says how much is below (+n).
  button(s) {
    const { ctx, view } = this, { x, y, w, h } = s.button, { colours } = view;
    const opened = view.layout.shows(s.id);
    ctx.beginPath();
    ctx.roundRect(x, y, w, h, h / 2);
    ctx.fillStyle = opened ? colours.back : colours.card;
    ctx.fill();
    ctx.strokeStyle = opened ? colours.line : colours.faint;
    ctx.lineWidth = 1;
    ctx.stroke();
    ctx.fillStyle = opened ? colours.faint : colours.soft;
    ctx.font = `10px ${colours.font}`;
    ctx.textAlign = "center";
    ctx.fillText(opened ? "−" : "+" + view.forest.below[s.id], x + w / 2, y + h / 2 + 0.5);
    ctx.textAlign = "left";
  }
}
