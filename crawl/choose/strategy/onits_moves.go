package strategy

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/tabu"
)

// walk runs the loop until w wants a page; false if there is none left that no
// other walker wants.
//
// Each round consumes a link or removes a page from the queue, so the loop ends.
// With the options WorkCopy and Revisit it could run for ever without fetching:
// then drawing maxIdle pages in a row without wanting one counts as having nothing
// left to draw.
func (o *OnITS) walk(w *walker) bool {
	round := o.p.WorkCopy || o.p.Revisit
	for idle := 0; !round || idle < maxIdle; {
		switch {
		case w.cur < 0:
			idle++
			if !o.draw(w) {
				return o.promote(w)
			}
		case w.tries > o.p.Tries:
			o.leave(w)
		default:
			o.step(w)
		}
		if w.want >= 0 {
			return true
		}
	}
	return o.promote(w)
}

// wants lets w want a page.
func (w *walker) wants(id int32, why reason) { w.want, w.why = id, why }

// draw is step 2: a random page of the queue that is not tabu becomes current.
// Pages without a qualified link leave the queue when they are drawn.
func (o *OnITS) draw(w *walker) bool {
	for len(o.queue) > 0 {
		i := o.drawPage()
		if i < 0 {
			o.sel.List.Age() // all are tabu
			continue
		}
		id := o.queue[i]
		if len(o.qualified(id)) > 0 {
			w.cur, w.tries = id, 1
			return true
		}
		last := len(o.queue) - 1
		o.queue[i] = o.queue[last]
		o.queue = o.queue[:last]
	}
	return false
}

// drawPage returns the place in the queue of a random page that is not tabu,
// the best of KPage such, or -1 if all are tabu.
func (o *OnITS) drawPage() int {
	free := func(i int) bool { return !o.sel.List.Forbids(o.queue[i]) }
	best := -1
	for range max(1, o.p.KPage) {
		i := o.randomPlace(free)
		if i >= 0 && (best < 0 || o.priority(o.queue[i]) > o.priority(o.queue[best])) {
			best = i
		}
	}
	return best
}

// randomPlace draws a place in the queue that is free. Few pages are tabu at a
// time, so drawing again nearly always finds one; if not, all places are tried.
func (o *OnITS) randomPlace(free func(int) bool) int {
	rng := o.sel.Rand()
	for range 16 {
		if i := rng.IntN(len(o.queue)); free(i) {
			return i
		}
	}
	var all []int
	for i := range o.queue {
		if free(i) {
			all = append(all, i)
		}
	}
	if len(all) == 0 {
		return -1
	}
	return all[rng.IntN(len(all))]
}

// qualified returns the links of a page that may still be drawn: those that wait
// and whose priority is above eta. Links that will never wait again are forgotten,
// unless pages may be revisited.
func (o *OnITS) qualified(page int32) []int32 {
	n := &o.nodes[page]
	var out []int32
	keep := n.left[:0]
	for _, id := range n.left {
		got := o.p.Revisit && o.nodes[id].got
		if o.f.Item(id).State != frontier.Waiting && !got {
			continue
		}
		keep = append(keep, id)
		if (got || o.wanting(id) < 0) && o.priority(id) > o.p.Eta {
			out = append(out, id)
		}
	}
	n.left = keep
	return out
}

// step is steps 3, 4 and 6: draw a link of the current page and accept it if
// it is better than the page, or, while it is tabu, than all before.
func (o *OnITS) step(w *walker) {
	links := o.qualified(w.cur)
	if len(links) == 0 {
		w.tries = o.p.Tries + 1
		return
	}
	s := o.drawLink(links)
	if !o.p.WorkCopy {
		n := &o.nodes[w.cur]
		n.left = slices.DeleteFunc(n.left, func(id int32) bool { return id == s })
	}
	if o.accepts(w, s) {
		o.accept(w, s)
		return
	}
	if o.p.AcceptRandom {
		o.accept(w, links[o.sel.Rand().IntN(len(links))])
		return
	}
	w.tries++
}

// drawLink draws a link, the best of KLink.
func (o *OnITS) drawLink(links []int32) int32 {
	best := nowhere
	for range max(1, o.p.KLink) {
		s := links[o.sel.Rand().IntN(len(links))]
		if best < 0 || o.priority(s) > o.priority(best) {
			best = s
		}
	}
	return best
}

// accepts is step 4.
func (o *OnITS) accepts(w *walker, s int32) bool {
	m := tabu.Move[int32]{Value: o.priority(s), Needs: []int32{s}}
	if o.sel.List.Forbids(s) {
		_, forbidden := o.sel.Forbidden(m)
		return !forbidden
	}
	return m.Value > o.priority(w.cur)
}

// accept is step 6: a step of the search ends. A page that was fetched already
// (option Revisit) becomes current at once.
func (o *OnITS) accept(w *walker, s int32) {
	o.sel.List.Allow(s)
	o.sel.Made(tabu.Move[int32]{Value: o.priority(s)})
	if o.nodes[s].got {
		w.cur, w.tries = s, 1
		return
	}
	w.wants(s, accepted)
}

// leave is step 5: the current page is tabu and a random neighbour current.
func (o *OnITS) leave(w *walker) {
	from := w.cur
	o.sel.Forbid(from)
	w.cur = nowhere
	near := o.neighbours(from)
	if len(near) == 0 {
		return
	}
	s := near[o.sel.Rand().IntN(len(near))]
	if o.nodes[s].got {
		o.sel.Reached(o.priority(s))
		w.cur, w.tries = s, 1
		return
	}
	w.wants(s, jumped)
}

// neighbours returns the links of the page on which a page was first found, or the
// other seeds, as far as they may be visited.
func (o *OnITS) neighbours(page int32) []int32 {
	var near, out []int32
	parent := o.f.Item(page).Parent
	if parent < 0 {
		for id := range int32(o.f.Counts().URLs) {
			if o.f.Item(id).Seed {
				near = append(near, id)
			}
		}
	} else {
		near = o.nodes[parent].out
	}
	for _, id := range near {
		open := o.f.Item(id).State == frontier.Waiting && o.wanting(id) < 0 || parent < 0 && o.nodes[id].got
		if open && id != page && !o.sel.List.Forbids(id) && o.priority(id) > o.p.Eta {
			out = append(out, id)
		}
	}
	return out
}

// promote lets w want the best link that was refused or never qualified. Such links
// are gathered in lots, so that links found meanwhile may qualify again.
func (o *OnITS) promote(w *walker) bool {
	for {
		for len(o.lot) > 0 {
			id := o.lot[0]
			o.lot = o.lot[1:]
			if o.f.Item(id).State == frontier.Waiting && o.wanting(id) < 0 {
				w.wants(id, promoted)
				return true
			}
		}
		if o.fillLot(); len(o.lot) == 0 {
			return false
		}
	}
}

func (o *OnITS) fillLot() {
	type scored struct {
		id int32
		p  float64
	}
	var all []scored
	for id := range int32(o.f.Counts().URLs) {
		if o.f.Item(id).State == frontier.Waiting && o.wanting(id) < 0 {
			all = append(all, scored{id, o.priority(id)})
		}
	}
	slices.SortFunc(all, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.p, a.p), cmp.Compare(a.id, b.id))
	})
	for _, r := range all[:min(lotSize, len(all))] {
		o.lot = append(o.lot, r.id)
	}
}
