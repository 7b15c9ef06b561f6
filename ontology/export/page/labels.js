// Names as they are drawn: cut to a width, and of many the ones that find room.

const SIZE = 13;          // of the letters at scale 1
const LONGEST = 230;      // of a name at scale 1; more is cut, the panel has all
const CELL = 16;          // of the grid that boxes are kept in
const LETTERS = 160;      // more are never measured: a label may be a book

class Names {
  constructor(model, ctx) {
    this.model = model;
    this.ctx = ctx;
    this.forget();
  }

  // forget drops what was measured, when the language or the font changes.
  forget() {
    this.full = new Float32Array(this.model.size).fill(-1);
    this.cuts = new Map();
  }

  text(id) {
    const name = this.model.name(id);
    return name.length > LETTERS ? name.slice(0, LETTERS) : name;
  }

  // width is that of a whole name at scale 1.
  width(id, font) {
    if (this.full[id] < 0) {
      this.ctx.font = `${SIZE}px ${font}`;
      this.full[id] = this.ctx.measureText(this.text(id)).width;
    }
    return this.full[id];
  }

  // cut is a name in so much room, given at scale 1.
  cut(id, room, font) {
    const whole = this.width(id, font);
    const text = this.text(id);
    if (whole <= room) return text;
    const key = id + " " + Math.floor(room / 4);
    let short = this.cuts.get(key);
    if (short === undefined) {
      const letters = [...text];
      let n = Math.max(1, Math.floor(letters.length * room / whole) - 1);
      this.ctx.font = `${SIZE}px ${font}`;
      const fits = k => this.ctx.measureText(letters.slice(0, k).join("").trimEnd() + "…").width <= room;
      while (n > 1 && !fits(n)) n--;
      short = letters.slice(0, n).join("").trimEnd() + "…";
      this.cuts.set(key, short);
    }
    return short;
  }
}

// Room remembers the boxes that are taken, to ask whether another is free.
class Room {
  constructor() { this.rows = new Map(); }

  take(x, y, w, h) {
    const first = Math.floor(y / CELL), last = Math.floor((y + h) / CELL);
    for (let r = first; r <= last; r++) {
      for (const [a, b, top, bottom] of this.rows.get(r) ?? []) {
        if (x < b && x + w > a && y < bottom && y + h > top) return false;
      }
    }
    for (let r = first; r <= last; r++) {
      if (!this.rows.has(r)) this.rows.set(r, []);
      this.rows.get(r).push([x, x + w, y, y + h]);
    }
    return true;
  }
}
