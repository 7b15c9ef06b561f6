package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
)

// The long-term memory of a Tabu balances over proven hosts only. A host is proven by
// the page of a seed that stands there or was redirected there, and by a relevant page
// that repeats no other. Every other host answers, too, but a turn there is hardly ever
// worth its request: links to it have to earn theirs by their scores. (An allowance of
// three turns for each other host was worse on three of four webs.)

// prove takes note of what the page of a visit proves, also of a page that is fetched
// again or judged anew.
func (t *Tabu) prove(v *crawl.Visit) {
	id, ok := t.f.Number(v.Choice.URL)
	if !ok || v.Page == nil || v.Source() {
		return
	}
	seed := t.f.Item(id).Seed
	was, is := t.proven(id), frontier.None
	if seed || v.Score.Relevant && !v.Repeats() {
		is = t.f.Hosts().Add(v.Page.Host)
	}
	if is == was {
		return
	}
	if seed && was < 0 { // the host that redirects stays proven
		t.f.Hosts().Count(t.f.Hosts().At(t.f.Item(id).Host).Name, 0, 1)
	}
	if delete(t.proofs, id); was >= 0 {
		t.f.Hosts().Count(t.f.Hosts().At(was).Name, 0, -1)
	}
	if is >= 0 {
		t.proofs[id] = is
		t.f.Hosts().Count(t.f.Hosts().At(is).Name, 0, 1)
	}
}

// proven returns the host that the page of an item proves, or frontier.None.
func (t *Tabu) proven(id int32) int32 {
	if h, ok := t.proofs[id]; ok {
		return h
	}
	return frontier.None
}
