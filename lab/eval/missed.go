package eval

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/session"
)

// The reasons why no crawl fetched a page on topic.
const (
	NeverLinked = "never linked" // no path of links leads to it from any seeds
	Unreadable  = "unreadable"   // our parser cannot read it
	Filtered    = "filtered"     // crawls saw links to it, and all were filtered out
	NeverRanked = "never ranked" // crawls knew a link to it, and chose others first
	NeverSeen   = "never seen"   // no page that links to it was fetched
)

// Missed is a page on topic that no strategy fetched in any run, and why.
type Missed struct {
	URL    string `json:"url"`
	Title  string `json:"title"`
	Reason string `json:"reason"`
	Detail string `json:"detail,omitempty"` // the filter's reason
	Knew   int    `json:"knew"`             // crawls that knew a link to it
	Links  int    `json:"links"`            // pages that link to it
}

// missedSearch collects what the crawls knew of the pages that all missed.
type missedSearch struct {
	*Plan
	missed    map[int32]*Missed
	reachable map[int32]bool
}

// findMissed says why pages stayed unfetched. It makes the filter of each run
// again, because a filter decides by its seeds alone.
func (p *Plan) findMissed(r *Result) {
	s := missedSearch{p, map[int32]*Missed{}, map[int32]bool{}}
	r.Missed = []Missed{}
	for _, id := range p.Web.TopicalPages() {
		s.missed[id] = &Missed{URL: p.Web.URLs[id], Title: p.Web.Titles[id]}
	}
	for i := range r.Runs {
		if r.Runs[i].Strategy != Oracle {
			for _, step := range r.Runs[i].Outcome.Steps {
				delete(s.missed, step.Page)
			}
		}
	}
	if len(s.missed) == 0 {
		return
	}
	for _, tos := range p.Web.Links {
		seen := map[int32]bool{}
		for _, to := range tos {
			if m := s.missed[to]; m != nil && !seen[to] {
				seen[to] = true
				m.Links++
			}
		}
	}
	for i := range r.Runs {
		if r.Runs[i].Strategy == Oracle {
			s.reach(&r.Runs[i])
		} else {
			s.ask(&r.Runs[i])
		}
	}
	for _, id := range p.Web.TopicalPages() {
		if m := s.missed[id]; m != nil {
			m.Reason = s.reason(id, m)
			r.Missed = append(r.Missed, *m)
		}
	}
}

// reach notes which missed pages a run could have reached.
func (s *missedSearch) reach(r *Run) {
	for id, ok := range s.Web.Reachable(r.Started) {
		if ok && s.missed[int32(id)] != nil {
			s.reachable[int32(id)] = true
		}
	}
}

// ask notes which missed pages a crawl had links to.
func (s *missedSearch) ask(r *Run) {
	opt := s.Spec.Filter
	opt.Documents = s.Spec.Documents != nil
	filter, _ := session.NewFilter(opt, s.Web.seedLinks(r.Started)) // the crawls made it, too
	knew := map[int32]bool{}
	for _, step := range r.Outcome.Steps {
		from := s.Web.pages[step.Page]
		for _, j := range s.Web.topicalLinks[step.Page] {
			link := &from.Links[j]
			to, _ := s.Web.Find(link.URL)
			m := s.missed[to]
			if m == nil || to == step.Page {
				continue
			}
			if why := leftOut(filter, link, from); why != "" {
				m.Detail = why
			} else {
				knew[to] = true
			}
		}
	}
	for to := range knew {
		s.missed[to].Knew++
	}
}

// leftOut returns why the engine does not pass a link to the strategy, or "".
func leftOut(filter crawl.Filter, l *crawl.Link, from *crawl.Page) string {
	switch {
	case from.NoFollow:
		return "the page that links to it says nofollow"
	case l.NoFollow:
		return "nofollow"
	case filter != nil:
		return filter.Allow(l, from)
	}
	return ""
}

func (s *missedSearch) reason(id int32, m *Missed) string {
	why := NeverSeen
	switch {
	case s.Web.faults[id] != nil:
		m.Detail, why = s.Web.faults[id].Error(), Unreadable
	case m.Knew > 0:
		m.Detail, why = "", NeverRanked
	case m.Detail != "":
		why = Filtered
	case !s.reachable[id]:
		why = NeverLinked
	}
	return why
}

// TunnelCounts counts the tunnels of a strategy: paths from one page on topic to
// the next over pages that are not on topic.
type TunnelCounts struct {
	Strategy string   `json:"strategy"`
	Given    string   `json:"budget_given"`
	Lengths  []int    `json:"lengths"` // Lengths[n-1] counts the tunnels of n pages, over all runs
	Longest  []string `json:"longest"` // URLs of the first longest tunnel, with the pages on topic at both ends
}

// findTunnels follows the parents of each page on topic back to the nearest
// ancestor on topic.
func (p *Plan) findTunnels(r *Result) {
	for _, given := range r.Budgets() {
		for _, name := range r.Entrants {
			t := TunnelCounts{Strategy: name, Given: given, Lengths: []int{}, Longest: []string{}}
			for _, run := range r.RunsOf(name, given) {
				p.tunnels(run, &t)
			}
			r.Tunnels = append(r.Tunnels, t)
		}
	}
}

func (p *Plan) tunnels(run *Run, t *TunnelCounts) {
	parent := map[int32]int32{}
	for _, s := range run.Outcome.Steps {
		if !s.Again {
			parent[s.Page] = s.Parent
		}
	}
	onTopic := func(page int32) bool { return page >= 0 && p.Web.OnTopic[page] }
	for _, s := range run.Outcome.Steps {
		if s.Again || !onTopic(s.Page) {
			continue
		}
		path := Tunnel(s.Page, parent, onTopic)
		n := len(path) - 2
		if n <= 0 {
			continue
		}
		if n > len(t.Lengths) {
			t.Lengths = append(t.Lengths, make([]int, n-len(t.Lengths))...)
			t.Longest = t.Longest[:0]
			for _, id := range slices.Backward(path) {
				t.Longest = append(t.Longest, p.Web.URLs[id])
			}
		}
		t.Lengths[n-1]++
	}
}

// Tunnel returns the path from a page back to its nearest ancestor on topic, both
// included, or nil if there is none.
func Tunnel[P comparable](page P, parent map[P]P, onTopic func(P) bool) []P {
	path := []P{page}
	for at, ok := parent[page]; ok && len(path) <= len(parent); at, ok = parent[at] {
		path = append(path, at)
		if onTopic(at) {
			return path
		}
	}
	return nil
}
