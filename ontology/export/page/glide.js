// When the picture is laid out anew, what stays visible glides to its new
// place, and what appears comes out of the concept above it, so that the eye
// can follow. Great changes, and readers who asked for less motion, get the
// new picture at once.

const GLIDE = 190;       // milliseconds
const SWARM = 1500;      // concepts; more do not glide

class Glide {
  constructor(view) {
    this.view = view;
    this.moving = false;
  }

  // start moves concepts from where the layout before had them.
  start(before) {
    const { view } = this, { px, py } = view;
    const ids = view.sequence(), from = this.origins(ids, before), begin = performance.now();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const calm = !before || still || ids.length > SWARM;
    const to = ids.map(id => [view.x(id), view.y(id)]);
    const step = now => {
      const t = calm ? 1 : Math.min(Math.max(now - begin, 0) / GLIDE, 1), done = 1 - (1 - t) ** 3;
      ids.forEach((id, i) => {
        px[id] = from[2 * i] + (to[i][0] - from[2 * i]) * done;
        py[id] = from[2 * i + 1] + (to[i][1] - from[2 * i + 1]) * done;
      });
      this.moving = t < 1;
      if (t < 1) this.asked = requestAnimationFrame(step);
      view.redraw();
    };
    cancelAnimationFrame(this.asked);
    step(begin);
  }

  // end stops wherever concepts are.
  end() {
    cancelAnimationFrame(this.asked);
    this.moving = false;
  }

  // origins is where concepts come from: their old places, or those from
  // where the ones above them come, which stand before them in ids.
  origins(ids, before) {
    const { view } = this, { px, py, model, forest } = view;
    const from = new Float64Array(2 * ids.length), index = new Map(ids.map((id, i) => [id, i]));
    ids.forEach((id, i) => {
      const head = model.concepts[id].h, above = index.get(head === id ? forest.parent[id] : head);
      if (before?.visible[id]) from.set([px[id], py[id]], 2 * i);
      else if (before && above !== undefined) from.set([from[2 * above], from[2 * above + 1]], 2 * i);
      else from.set([view.x(id), view.y(id)], 2 * i);
    });
    return from;
  }
}
