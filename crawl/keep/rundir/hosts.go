package rundir

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Hosts says where the pages came from, and where requests failed.
type Hosts struct {
	Count   int    `json:"count"`   // with pages
	Top     []Host `json:"top"`     // the 20 with most pages
	Failing []Host `json:"failing"` // the 20 with most failures
}

// Host is a host and its pages.
type Host struct {
	Host     string `json:"host"`
	Pages    int    `json:"pages"`
	Relevant int    `json:"relevant"`
	Requests int    `json:"requests"` // for addresses of this host; a page may have come from another, by a redirect
	Failures int    `json:"failures"` // new addresses of this host that brought no page
}

// hostRow is a host of a Tally.
type hostRow struct {
	Host
	seed bool // a seed stands there
}

// host returns the number of the row of a host.
func (t *Tally) host(name string) uint32 {
	n, known := t.byName[name]
	if !known {
		if t.byName == nil {
			t.byName = map[string]uint32{}
		}
		n = uint32(len(t.hosts))
		t.hosts, t.byName[name] = append(t.hosts, hostRow{Host: Host{Host: name}}), n
	}
	return n
}

// asked counts a request for its host.
func (t *Tally) asked(v *crawl.Visit) {
	if v.Choice.Asks() {
		return // an engine is no host of the crawl
	}
	seed := v.Choice.Depth == 0 && v.Choice.Parent == ""
	if v.Page != nil && seed {
		t.stand(t.host(v.Page.Host))
	}
	if v.Choice.Host == "" {
		return
	}
	n := t.host(v.Choice.Host)
	if seed {
		t.stand(n)
	}
	t.hosts[n].Requests++
	if v.Failed() && !v.Choice.Again {
		t.hosts[n].Failures++
	}
}

// stand notes that a seed stands on a host.
func (t *Tally) stand(n uint32) {
	if h := &t.hosts[n]; !h.seed {
		h.seed = true
		t.t.Outside -= h.Pages
	}
}

// hostLists returns the hosts of summary.json.
func (t *Tally) hostLists() Hosts {
	return Hosts{Count: t.t.Hosts, Top: t.most(topHosts, func(h *Host) int { return h.Pages }), Failing: t.Failing(topHosts)}
}

// Failing returns the n hosts with most failures.
func (t *Tally) Failing(n int) []Host { return t.most(n, func(h *Host) int { return h.Failures }) }

// most returns the n hosts of which there is most, equal ones by name, and none of which
// there is nothing. It is called every second, so it does not sort all hosts.
func (t *Tally) most(n int, of func(*Host) int) []Host {
	top := []Host{}
	order := func(a, b Host) int { return cmp.Or(cmp.Compare(of(&b), of(&a)), cmp.Compare(a.Host, b.Host)) }
	for i := range t.hosts {
		h := t.hosts[i].Host
		if of(&h) == 0 || len(top) == n && order(h, top[n-1]) > 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(top, h, order)
		top = slices.Insert(top[:min(len(top), n-1)], min(at, n-1), h)
	}
	return top
}
