// Mouse, pen and fingers on the canvas.

const STILL = 4; // pixels a click may move

class Pointer {
  constructor(view, canvas) {
    this.view = view;
    this.canvas = canvas;
    this.down = new Map();
    canvas.addEventListener("pointerdown", e => this.press(e));
    canvas.addEventListener("pointermove", e => this.move(e));
    canvas.addEventListener("pointerup", e => this.release(e));
    canvas.addEventListener("pointercancel", e => this.drop(e));
    canvas.addEventListener("pointerleave", () => view.point(-1));
    canvas.addEventListener("dblclick", e => this.twice(e));
    canvas.addEventListener("wheel", e => this.wheel(e), { passive: false });
  }

  at(e) {
    const box = this.canvas.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  }

  press(e) {
    if (e.button > 0) return;
    this.canvas.setPointerCapture(e.pointerId);
    this.down.set(e.pointerId, this.at(e));
    this.start = this.at(e);
    this.moved = this.down.size > 1;
    this.grip = this.moved ? -1 : this.gripAt(e);
    this.view.keyboard = false;
  }

  move(e) {
    const p = this.at(e), old = this.down.get(e.pointerId);
    if (!old) {
      const hit = e.pointerType === "touch" ? null : this.view.hit(p.x, p.y);
      this.canvas.classList.toggle("over", hit !== null);
      this.view.point(hit ? hit.id : -1);
      return;
    }
    if (!this.moved && Math.hypot(p.x - this.start.x, p.y - this.start.y) < STILL) return;
    if (!this.moved && this.grip >= 0) this.view.hold(this.grip);
    this.moved = true;
    this.canvas.classList.add("moving");
    if (this.down.size === 2) this.pinch(e.pointerId, old, p);
    else if (this.grip >= 0) this.view.drag(p.x - old.x, p.y - old.y);
    else this.view.pan(p.x - old.x, p.y - old.y);
    this.down.set(e.pointerId, p);
  }

  // gripAt is the concept that would be dragged from here. With a mouse it can
  // be taken by its name as well; a finger, which is to push the picture about,
  // must be on the mark.
  gripAt(e) {
    const p = this.at(e), touch = e.pointerType === "touch", hit = this.view.hit(p.x, p.y);
    if (!hit || hit.button || touch && !this.view.scene.mark(hit.id, p.x, p.y, 8)) return -1;
    return hit.id;
  }

  pinch(id, old, p) {
    const other = [...this.down].find(([k]) => k !== id)[1];
    const before = Math.hypot(old.x - other.x, old.y - other.y), after = Math.hypot(p.x - other.x, p.y - other.y);
    this.view.pan((p.x - old.x) / 2, (p.y - old.y) / 2);
    if (before > 0) this.view.zoom(after / before, (p.x + other.x) / 2, (p.y + other.y) / 2);
  }

  release(e) {
    const clicked = this.down.has(e.pointerId) && !this.moved;
    this.drop(e);
    if (!clicked) return;
    const p = this.at(e), hit = this.view.hit(p.x, p.y, e.pointerType === "touch" ? 8 : 3);
    if (!hit) this.view.select(-1);
    else if (hit.button) this.view.toggle(hit.id);
    else this.view.select(hit.id);
  }

  drop(e) {
    this.down.delete(e.pointerId);
    if (this.moved && this.grip >= 0) this.view.drop();
    this.grip = -1;
    if (this.down.size === 0) this.canvas.classList.remove("moving");
  }

  twice(e) {
    const p = this.at(e), hit = this.view.hit(p.x, p.y);
    if (hit && !hit.button) this.view.toggle(hit.id);
  }

  // wheel moves; with Ctrl, which is also what a touch pad sends for a pinch,
  // it zooms.
  wheel(e) {
    e.preventDefault();
    const lines = e.deltaMode === 1 ? 24 : e.deltaMode === 2 ? 400 : 1, p = this.at(e);
    if (e.ctrlKey || e.metaKey) {
      const step = Math.min(Math.max(e.deltaY * lines, -120), 120);
      this.view.zoom(Math.exp(-step * 0.0025 * (Math.abs(step) < 30 ? 3 : 1)), p.x, p.y);
    } else if (e.shiftKey) this.view.pan(-(e.deltaY || e.deltaX) * lines, 0);
    else this.view.pan(-e.deltaX * lines, -e.deltaY * lines);
  }
}
