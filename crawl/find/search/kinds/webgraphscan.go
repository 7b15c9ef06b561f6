package kinds

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
)

const (
	maxOut     = 1000    // a domain with more links says nothing about which domains are alike
	maxBack    = 100_000 // domains remembered that link to a domain
	maxRelated = 200_000 // domains remembered that may be like a domain
	maxBest    = 1000    // of each, the best: those whose names are read
)

// asked is a domain during a reading.
type asked struct {
	domain  string
	back    []hub
	related map[uint32]float64
}

type hub struct {
	id  uint32
	out int // its links
}

// scan reads the files: names to numbers, links, numbers to names. It returns the
// neighbours of each domain; none for one that the graph does not have.
func (f files) scan(ctx context.Context, domains []string) (map[string]*neighbours, error) {
	byID, faults, err := f.numbers(ctx, domains)
	if err != nil {
		return nil, err
	}
	if len(byID) > 0 {
		more, err := f.links(ctx, byID)
		if err != nil {
			return nil, err
		}
		faults = append(faults, more...)
	}
	names, err := f.names(ctx, byID)
	if err != nil {
		return nil, err
	}
	found := map[string]*neighbours{}
	for _, d := range domains {
		found[d] = &neighbours{failed: joinFaults(faults)}
	}
	for _, a := range byID {
		n := found[a.domain]
		for _, h := range a.back {
			n.back = appendName(n.back, names[h.id])
		}
		for _, id := range a.best() {
			n.related = appendName(n.related, names[id])
		}
	}
	return found, nil
}

func appendName(to []string, name string) []string {
	if name == "" {
		return to
	}
	return append(to, name)
}

// numbers finds the numbers of domains.
func (f files) numbers(ctx context.Context, domains []string) (map[uint32]*asked, []string, error) {
	want := map[string]string{}
	for _, d := range domains {
		for _, r := range reversed(d) {
			want[r] = d
		}
	}
	byID := map[uint32]*asked{}
	faults, err := eachLine(ctx, f.vertices, func(line []byte) {
		id, name, ok := vertex(line)
		if d := want[string(name)]; ok && d != "" {
			byID[id] = &asked{domain: d, related: map[uint32]float64{}}
		}
	})
	return byID, faults, err
}

// links reads all links once. The links of a domain stand together in the files; if they
// do not, its number of links is underestimated.
func (f files) links(ctx context.Context, byID map[uint32]*asked) ([]string, error) {
	g := group{byID: byID}
	faults, err := eachLine(ctx, f.edges, func(line []byte) {
		from, to, ok := edge(line)
		if !ok {
			return
		}
		if from != g.from {
			g.end()
			g.from = from
		}
		g.add(to)
	})
	g.end()
	for _, a := range byID {
		a.cut()
	}
	return faults, err
}

// group are the links of one domain.
type group struct {
	byID map[uint32]*asked
	from uint32
	out  int
	to   []uint32 // at most maxOut
	hit  []*asked
}

func (g *group) add(to uint32) {
	g.out++
	if len(g.to) < maxOut {
		g.to = append(g.to, to)
	}
	if a := g.byID[to]; a != nil && to != g.from && !slices.Contains(g.hit, a) {
		g.hit = append(g.hit, a)
	}
}

// end counts the group for the domains that it links to, and empties it.
func (g *group) end() {
	for _, a := range g.hit {
		if len(a.back) < maxBack {
			a.back = append(a.back, hub{g.from, g.out})
		}
		if g.out > maxOut {
			continue
		}
		for _, id := range g.to {
			if g.byID[id] == a || id == g.from {
				continue
			}
			if _, ok := a.related[id]; ok || len(a.related) < maxRelated {
				a.related[id] += 1 / math.Log(float64(g.out)+1)
			}
		}
	}
	g.out, g.to, g.hit = 0, g.to[:0], g.hit[:0]
}

// cut keeps the best hubs: those with few links, each once.
func (a *asked) cut() {
	slices.SortFunc(a.back, func(x, y hub) int { return cmp.Or(cmp.Compare(x.out, y.out), cmp.Compare(x.id, y.id)) })
	seen := map[uint32]bool{}
	a.back = slices.DeleteFunc(a.back, func(h hub) bool {
		was := seen[h.id]
		seen[h.id] = true
		return was
	})
	a.back = a.back[:min(len(a.back), maxBest)]
}

// best are the most similar domains.
func (a *asked) best() []uint32 {
	ids := slices.SortedFunc(maps.Keys(a.related), func(x, y uint32) int {
		return cmp.Or(cmp.Compare(a.related[y], a.related[x]), cmp.Compare(x, y))
	})
	return ids[:min(len(ids), maxBest)]
}

// names finds the names of all numbers that an answer needs.
func (f files) names(ctx context.Context, byID map[uint32]*asked) (map[uint32]string, error) {
	names := map[uint32]string{}
	for _, a := range byID {
		for _, h := range a.back {
			names[h.id] = ""
		}
		for _, id := range a.best() {
			names[id] = ""
		}
	}
	if len(names) == 0 {
		return names, nil
	}
	_, err := eachLine(ctx, f.vertices, func(line []byte) {
		id, name, ok := vertex(line)
		if _, want := names[id]; ok && want {
			names[id] = reverse(string(name))
		}
	})
	return names, err
}
