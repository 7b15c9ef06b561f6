package frontier

import (
	"cmp"
	"slices"
)

// Source is a frontier of which Unite takes the URLs of some hosts.
type Source struct {
	From Frontier
	Keep func(host string) bool // nil: all hosts
	// Score returns the score of an item in the new frontier; nil: items keep their scores.
	Score func(id int32, it Item) float64
}

// Keeps reports whether the URLs of a host are taken.
func (s *Source) Keeps(host string) bool { return s.Keep == nil || s.Keep(host) }

// Unite makes the URLs of sources known to a new frontier, in the order of their depths, and
// within one source in the order of their numbers; one source alone stays in the order of
// its numbers. A page that led to them and is of another host is known, and never offered.
// ids are the numbers of each source's URLs in to, None of those that it does not know. No
// two sources keep the same host.
func Unite(to Frontier, sources []Source) (ids [][]int32) {
	u := unite{to: to, sources: sources}
	var order []standing
	for s := range sources {
		from := sources[s].From
		u.keeps = append(u.keeps, make([]bool, from.Hosts().Len()))
		for n := range int32(from.Hosts().Len()) {
			h := from.Hosts().At(n)
			if u.keeps[s][n] = sources[s].Keeps(h.Name); u.keeps[s][n] {
				to.Hosts().Count(h.Name, h.Choices, h.Proofs)
			}
		}
		u.ids = append(u.ids, slices.Repeat([]int32{None}, from.Counts().URLs))
		for id := range int32(from.Counts().URLs) {
			if it := from.Item(id); u.keeps[s][it.Host] {
				order = append(order, standing{it.Depth, int32(s), id})
			}
		}
	}
	if len(sources) > 1 {
		slices.SortFunc(order, func(a, b standing) int {
			return cmp.Or(cmp.Compare(a.depth, b.depth), cmp.Compare(a.source, b.source), cmp.Compare(a.id, b.id))
		})
	}
	for _, o := range order {
		u.add(int(o.source), o.id)
	}
	return u.ids
}

// unite is a Unite under way.
type unite struct {
	to      Frontier
	sources []Source
	keeps   [][]bool // by source and number of a host
	ids     [][]int32
}

// standing is a URL of a source.
type standing struct{ depth, source, id int32 }

// add adds a URL of a source, and what led to it, and returns its number.
func (u *unite) add(s int, id int32) int32 {
	if n := u.ids[s][id]; n >= 0 {
		return n
	}
	src := &u.sources[s]
	it := src.From.Item(id)
	url, host := src.From.URL(id), src.From.Hosts().At(it.Host).Name
	if !u.keeps[s][it.Host] {
		u.ids[s][id] = u.others(url, host, it.Depth)
		return u.ids[s][id]
	}
	if it.Parent >= 0 {
		it.Parent = u.add(s, it.Parent)
	}
	if src.Score != nil && it.State == Waiting {
		it.Score = src.Score(id, it)
	}
	u.ids[s][id], _ = u.to.Add(url, host, it)
	return u.ids[s][id]
}

// others is the number of a page that another source keeps, or none.
func (u *unite) others(url, host string, depth int32) int32 {
	for s := range u.sources {
		if !u.sources[s].Keeps(host) {
			continue
		}
		if id, ok := u.sources[s].From.Number(url); ok {
			if it := u.sources[s].From.Item(id); u.keeps[s][it.Host] {
				return u.add(s, id)
			}
		}
	}
	id, _ := u.to.Add(url, host, Item{Parent: None, Depth: depth, State: Done})
	return id
}
