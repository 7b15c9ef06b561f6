// The keyboard: in the picture as in a tree view of WAI-ARIA, and some keys
// everywhere.

class Keys {
  constructor(view) {
    this.view = view;
    this.tree = byId("tree");
    this.tree.addEventListener("keydown", e => this.inTree(e));
    this.tree.addEventListener("focus", () => this.enter());
    this.tree.addEventListener("blur", () => view.redraw());
    document.addEventListener("keydown", e => this.anywhere(e));
    byId("help").addEventListener("click", () => this.help());
    byId("zoomIn").addEventListener("click", () => view.zoomHere(1.3));
    byId("zoomOut").addEventListener("click", () => view.zoomHere(1 / 1.3));
    byId("fit").addEventListener("click", () => view.fit());
    byId("back").addEventListener("click", () => view.putBack());
  }

  enter() {
    const { view } = this;
    view.keyboard = this.tree.matches(":focus-visible");
    if (view.focus < 0 || !view.layout.visible[view.focus]) view.focusOn(view.forest.roots[0] ?? -1, false);
    view.redraw();
  }

  inTree(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const { view } = this, act = e.shiftKey && this.nudges()[e.key] || this.actions()[e.key];
    if (!act || view.focus < 0) return;
    view.keyboard = true;
    act();
    e.preventDefault();
  }

  actions() {
    const { view } = this, { focus, forest, layout, model } = view;
    const head = focus < 0 ? focus : model.concepts[focus].h;
    return {
      ArrowDown: () => this.step(1),
      ArrowUp: () => this.step(-1),
      ArrowRight: () => {
        if (view.foldable(focus) && !layout.shows(focus)) view.toggle(focus);
        else if (layout.shows(focus)) view.focusOn(forest.children[focus][0]);
      },
      ArrowLeft: () => {
        if (head === focus && layout.shows(focus)) view.toggle(focus);
        else if (head !== focus) view.focusOn(head);
        else if (forest.parent[focus] >= 0) view.focusOn(forest.parent[focus]);
      },
      Home: () => view.focusOn(view.sequence()[0]),
      End: () => view.focusOn(view.sequence().at(-1)),
      Enter: () => {
        view.select(focus);
        byId("panel").focus({ preventScroll: true }); // Esc leads back
      },
      " ": () => view.toggle(focus),
      "*": () => view.unfold(focus),
    };
  }

  // nudges move the concept itself.
  nudges() {
    const { view } = this, far = 16;
    const by = (dx, dy) => () => {
      view.hold(view.focus);
      view.drag(dx * far, dy * far);
      view.drop();
    };
    return { ArrowUp: by(0, -1), ArrowDown: by(0, 1), ArrowLeft: by(-1, 0), ArrowRight: by(1, 0) };
  }

  // step goes to the next concept from top to bottom, column by column down
  // the tree, as it is read.
  step(by) {
    const all = this.view.sequence(), i = all.indexOf(this.view.focus) + by;
    if (i >= 0 && i < all.length) this.view.focusOn(all[i]);
  }

  anywhere(e) {
    const typing = e.target instanceof HTMLInputElement && e.target.type === "search";
    if (e.key === "k" && (e.ctrlKey || e.metaKey)) {
      this.search(e);
      return;
    }
    if (typing || e.ctrlKey || e.metaKey || e.altKey || byId("keys").open) return;
    const { view } = this;
    switch (e.key) {
      case "/": this.search(e); break;
      case "?": this.help(); break;
      case "Escape": view.select(-1); break;
      case "+": case "=": view.zoomHere(1.3); break;
      case "-": case "_": view.zoomHere(1 / 1.3); break;
      case "f": case "F": case "0": view.fit(); break;
    }
  }

  search(e) {
    e.preventDefault();
    byId("query").focus();
    byId("query").select();
  }

  help() {
    const dialog = byId("keys");
    const rows = word("keyList").flatMap(([key, what]) => [el("dt", {}, key), el("dd", {}, what)]);
    dialog.replaceChildren(el("h2", {}, word("keys")), el("dl", {}, ...rows),
      el("button", { type: "button", onclick: () => dialog.close() }, word("close")));
    dialog.showModal();
  }
}
