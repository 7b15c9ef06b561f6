// The tip beside the mouse: the whole name of a concept, its other name, its
// weight.

function showTip(view, id) {
  const tip = byId("tip"), { model } = view;
  tip.hidden = id < 0;
  if (id < 0) return;
  const name = model.name(id), other = model.name(id, language.now === "zh" ? "en" : "zh"), l = model.similarity(id);
  tip.replaceChildren(named("b", clip(name, 300)), other === name ? "" : named("span", clip(other, 300)),
    l ? el("span", {}, `${word("weight")}: ${fixed(l.s)}`) : "");
  const spot = view.scene.at(id), { w, h } = view.camera.view, below = spot.y + 16;
  tip.style.left = Math.max(8, Math.min(spot.x + 14, w - tip.offsetWidth - 8)) + "px";
  tip.style.top = (below + tip.offsetHeight > h ? spot.y - 16 - tip.offsetHeight : below) + "px";
}
