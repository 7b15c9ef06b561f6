package cluster_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
)

// site is the last two labels of a host.
func site(host string) string {
	labels := strings.Split(host, ".")
	return strings.Join(labels[max(0, len(labels)-2):], ".")
}

// TestDivision: hosts of one site are in one part; the parts are of about one size; and where
// a site belongs never changes, or an older crawl could not be continued.
func TestDivision(t *testing.T) {
	of := cluster.Division{Parts: 8, Site: site}
	sizes := make([]int, 8)
	for i := range 8000 {
		name := fmt.Sprintf("site%d.example", i)
		n := of.Of(name)
		if sizes[n]++; of.Of("www."+name) != n || of.Of("a.b."+name) != n {
			t.Fatalf("hosts of %s are in several parts", name)
		}
	}
	for n, size := range sizes {
		if size < 880 || size > 1120 { // 4 standard deviations
			t.Errorf("part %d has %d sites of 8000", n, size)
		}
	}
	for host, want := range map[string]int{"news.example.org": 3, "typhoon.example": 3, "气象.example": 2} {
		if got := of.Of(host); got != want {
			t.Errorf("%s is in part %d, it was in %d", host, got, want)
		}
	}
	if one := (cluster.Division{}); one.Of("a.example") != 0 {
		t.Error("a crawl that is not divided has one part")
	}
}

// member notes what a Part does with its strategy.
type member struct {
	crawl.Member
	did           []string
	chosen, hosts int
	taught        bool
}

func (m *member) Seed(links []crawl.Link) { m.did = append(m.did, "seed "+urls(links)) }
func (m *member) Hear(l *crawl.Letter) {
	m.did = append(m.did, "hear "+l.Page+l.Final+" "+urls(l.Links))
}
func (m *member) Learn(o *crawl.Outcome)        { m.did = append(m.did, fmt.Sprint("learn ", o.Relevance)) }
func (m *member) Taught() (crawl.Outcome, bool) { return crawl.Outcome{Relevance: .5}, m.taught }
func (m *member) Least() (int, int)             { return m.chosen, m.hosts }
func (m *member) Letter(*crawl.Visit) crawl.Letter {
	return crawl.Letter{Relevance: .7, Inherit: .6, Fetched: 3}
}
func (m *member) Observe(v *crawl.Visit) {
	m.did = append(m.did, "observe "+v.Choice.URL)
	if v.Page != nil {
		m.did[len(m.did)-1] += " " + urls(v.Page.Links)
	}
}

func urls(links []crawl.Link) string {
	var all []string
	for _, l := range links {
		all = append(all, l.URL)
	}
	return strings.Join(all, ",")
}

// three are hosts of three parts, by their number.
func three(of cluster.Division) (hosts [3]string) {
	for i := 0; hosts[0] == "" || hosts[1] == "" || hosts[2] == ""; i++ {
		name := fmt.Sprintf("h%d.example", i)
		hosts[of.Of(name)] = name
	}
	return hosts
}

// TestPart: each part gets the seeds and links of its own hosts, the others get the rest with
// what speaks for it, and all learn. A visit is not changed.
func TestPart(t *testing.T) {
	of := cluster.Division{Parts: 3, Site: site}
	h := three(of)
	link := func(part int) crawl.Link { return crawl.Link{URL: fmt.Sprint("u", part), Host: h[part]} }
	bus := cluster.NewLocalBus(3)
	var members [3]*member
	var parts [3]*cluster.Part
	for i := range parts {
		members[i] = &member{taught: i == 0}
		parts[i] = cluster.NewPart(i, of, members[i], bus)
		parts[i].Seed([]crawl.Link{link(0), link(2)})
	}
	v := &crawl.Visit{Choice: crawl.Choice{URL: "p", Host: h[0], Depth: 2}, Page: &crawl.Page{Host: h[0], Final: "p"}}
	v.Page.Links = []crawl.Link{link(1), link(0), {URL: "further"}, link(2), link(1)}
	parts[0].Observe(v)
	if len(v.Page.Links) != 5 || v.Page.Links[0].URL != "u1" {
		t.Error("the visit has lost links, which the journal still needs")
	}
	moved := &crawl.Visit{Choice: crawl.Choice{URL: "q"}, Page: &crawl.Page{Host: h[2], Final: "r"}}
	parts[0].Observe(moved)
	parts[1].Observe(&crawl.Visit{Choice: crawl.Choice{URL: "dead"}})
	for i := range parts {
		parts[i].Receive()
	}
	for i, want := range [3][]string{
		{"seed u0", "observe p u0,further", "observe q "},
		{"seed ", "observe dead", "hear p u1,u1", "learn 0.5", "learn 0.5"},
		{"seed u2", "hear p u2", "learn 0.5", "hear qr ", "learn 0.5"},
	} {
		if d := cmp.Diff(want, members[i].did); d != "" {
			t.Errorf("part %d (-want +got):\n%s", i, d)
		}
	}
}

// TestLetter: what a letter says of its page.
func TestLetter(t *testing.T) {
	of := cluster.Division{Parts: 3, Site: site}
	h := three(of)
	bus := cluster.NewLocalBus(3)
	v := &crawl.Visit{Choice: crawl.Choice{URL: "p", Depth: 2}, Page: &crawl.Page{Host: h[0], Final: "p", Source: true, Links: []crawl.Link{{URL: "u", Host: h[1]}}}}
	v.Same.Of, v.Same.Exact = "x", true
	cluster.NewPart(0, of, new(member), bus).Observe(v)
	want := &crawl.Letter{Page: "p", Host: h[0], Depth: 2, Relevance: .7, Inherit: .6, Fetched: 3, Source: true, Repeats: true, Links: v.Page.Links}
	bus.Receive(1, func(l *crawl.Letter) {
		if d := cmp.Diff(want, l); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
		want = nil
	}, nil)
	if want != nil {
		t.Error("no letter came")
	}
}

// TestBalance: the turns are spread evenly, and what came to nothing does not count.
func TestBalance(t *testing.T) {
	b, turns := cluster.Balance{Share: .25}, ""
	for range 12 {
		due := b.Due()
		turns += map[bool]string{true: "B", false: "-"}[due]
		b.Made(due)
	}
	if turns != "---B---B---B" {
		t.Errorf("turns %s", turns)
	}
	if b.TakeBack(true); !b.Due() {
		t.Error("a balancing choice that failed is not made again")
	}
	if (&cluster.Balance{}).Due() {
		t.Error("the zero Balance balances")
	}
}

// TestCut: a score is below the cut if it is among the poorest quarter of the last 64.
func TestCut(t *testing.T) {
	var c cluster.Cut
	if c.Below(-1e9) {
		t.Error("the zero Cut cuts")
	}
	c.Made(math.Inf(1)) // a seed
	for i := range 4 * 64 {
		c.Made(float64(i))
	}
	// The last 64 are 192 to 255; 16 of them are below 208.
	if !c.Below(207.9) || c.Below(208) {
		t.Errorf("207.9 is below: %v, 208: %v", c.Below(207.9), c.Below(208))
	}
}
