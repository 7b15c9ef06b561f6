// Drawer is the rail where the window is too narrow for it: over the picture,
// when asked for. Where there is room its button is not shown and it is always
// there (style.css).

class Drawer {
  constructor() {
    this.button = byId("menu");
    this.button.addEventListener("click", () => {
      this.set(!this.open);
      if (this.open) byId("level").focus();
    });
    byId("stage").addEventListener("pointerdown", () => this.set(false));
    document.addEventListener("keydown", e => {
      if (e.key !== "Escape" || !this.open) return;
      this.set(false);
      this.button.focus();
      e.stopPropagation();
    }, true);
    this.set(false);
  }

  get open() { return document.body.classList.contains("drawn"); }

  set(open) {
    document.body.classList.toggle("drawn", open);
    this.button.setAttribute("aria-expanded", String(open));
  }
}
