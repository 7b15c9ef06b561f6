// Which part of the picture the window shows. One scale s holds for rows and
// names. Columns follow it down only until the picture fits the window's
// width: a tree of 7,000 rows has the form of a thread, and shrunk both ways
// it would be one. So the overview of a great tree is squeezed in height alone.

const CLOSEST = 3, SQUEEZE = 0.85, EDGE = 28;

class Camera {
  constructor() {
    Object.assign(this, { s: 1, x: 0, y: 0, view: { w: 1, h: 1 }, world: { w: 1, h: 1 } });
  }

  fitX() { return (this.view.w - 2 * EDGE) / Math.max(this.world.w, 1); }

  across(s = this.s) { return Math.max(s, Math.min(SQUEEZE, this.fitX())); }

  X(wx) { return wx * this.across() + this.x; }
  Y(wy) { return wy * this.s + this.y; }

  // whole is the scale at which all of the picture is seen.
  whole() {
    const fits = Math.min((this.view.h - 2 * EDGE) / Math.max(this.world.h, 1), this.fitX());
    return Math.max(Math.min(fits, 1.15), 1e-5);
  }

  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.keep();
  }

  // zoom changes the scale around a point of the window.
  zoom(factor, px, py) {
    const wx = (px - this.x) / this.across(), wy = (py - this.y) / this.s;
    this.s = Math.min(Math.max(this.s * factor, this.whole() * 0.8), CLOSEST);
    this.x = px - wx * this.across();
    this.y = py - wy * this.s;
    this.keep();
  }

  // keep leaves some of the picture in the window.
  keep() {
    const some = 120, w = this.world.w * this.across(), h = this.world.h * this.s;
    this.x = Math.min(Math.max(this.x, some - w), this.view.w - some);
    this.y = Math.min(Math.max(this.y, some - h), this.view.h - some);
  }

  fit() {
    this.s = this.whole();
    this.middle();
  }

  // middle centres what fits, and shows the beginning of what does not.
  middle() {
    const w = this.world.w * this.across(), h = this.world.h * this.s;
    this.x = Math.max((this.view.w - w) / 2, EDGE);
    this.y = Math.max((this.view.h - h) / 2, EDGE);
  }

  // settle brings all of a picture that fits into the window, each way for
  // itself, by moving it as little as needed.
  settle() {
    const into = (at, size, view) => (size + 2 * EDGE > view ? at : Math.min(Math.max(at, EDGE), view - size - EDGE));
    this.x = into(this.x, this.world.w * this.across(), this.view.w);
    this.y = into(this.y, this.world.h * this.s, this.view.h);
  }

  // sees says whether all of the picture is in the window.
  sees() {
    return this.x >= 0 && this.y >= 0 && this.X(this.world.w) <= this.view.w && this.Y(this.world.h) <= this.view.h;
  }

  // show moves a box of the picture into the window, as little as needed.
  show(wx, wy, width) {
    const x = this.X(wx), y = this.Y(wy), m = 60;
    const right = x + Math.min(width * this.across(), this.view.w - 2 * m);
    if (x < m) this.x += m - x;
    else if (right > this.view.w - m) this.x -= right - (this.view.w - m);
    if (y < m) this.y += m - y;
    else if (y > this.view.h - m) this.y -= y - (this.view.h - m);
  }

  // centre puts a row of the picture at half height and its column in sight.
  centre(wx, wy, width) {
    this.y = this.view.h / 2 - wy * this.s;
    this.show(wx, wy, width);
  }
}
