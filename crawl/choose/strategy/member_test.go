package strategy

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/strategytest"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// one is a strategy that is one of several parts of a crawl.
type one struct {
	crawl.Strategy
	crawl.Member
}

func (o one) Seed(links []crawl.Link) { o.Strategy.Seed(links) }
func (o one) Observe(v *crawl.Visit)  { o.Strategy.Observe(v) }

func joined(t testing.TB, name string) one {
	t.Helper()
	s, err := All().NewMember(name, "", Params{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	return one{s, s.Caps().Member}
}

// TestMembers: what can be one of several, and what is said of what cannot.
func TestMembers(t *testing.T) {
	want := []string{"tabu", "best-first/learned", "breadth-first"}
	if got := All().Members(); !slices.Equal(got, want) {
		t.Errorf("members %q, want %q", got, want)
	}
	for _, name := range []string{"on-its", "annealing", "annealing/learned", "best-first", "tabu/hits", "q-learning"} {
		var ne *NameError
		_, err := All().NewMember(name, "", Params{})
		if !errors.As(err, &ne) || !strings.Contains(err.Error(), `"`+name+`" needs the whole graph`) || !strings.Contains(err.Error(), "tabu, best-first/learned") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := All().NewMember("tabu/shraks", "", Params{}); err == nil || !strings.Contains(err.Error(), "no link rank") {
		t.Errorf("an unknown ranker: %v", err)
	}
}

// TestMemberConforms: one of several keeps what every strategy promises.
func TestMemberConforms(t *testing.T) {
	if testing.Short() {
		t.Skip("a Tabu that is alone is tried")
	}
	strategytest.Test(t, func() crawl.Strategy { return joined(t, "tabu").Strategy })
}

// letter has n links from a page of another to host.
func letter(page, host string, n int) *crawl.Letter {
	l := &crawl.Letter{Page: page, Host: hostOf(page), Depth: 1, Relevance: .8, Inherit: .8, Fetched: 1}
	for i := range n {
		k := link(fmt.Sprintf("http://%s/%c", host, 'a'+i))
		k.Terms.Relevance, k.Text = float32(i)/10, "storm"
		l.Links = append(l.Links, k)
	}
	return l
}

// TestMemberHears: links of a letter are chosen as if they had been found here, each names its
// page, and a checkpoint holds them.
func TestMemberHears(t *testing.T) {
	for _, name := range All().Members() {
		t.Run(name, func(t *testing.T) {
			m := joined(t, name)
			if _, ok := m.Prospect(nil); ok {
				t.Error("an empty member has a prospect")
			}
			m.Hear(letter("http://other.test/", "own.test", 4))
			m.Learn(&crawl.Outcome{Relevance: .5, Weight: 1})
			if s, ok := m.Prospect(nil); !ok || math.IsInf(s, 0) || m.Len() != 4 {
				t.Fatalf("prospect %v, %v; %d wait", s, ok, m.Len())
			}
			data, err := binenc.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			again := joined(t, name)
			if err := again.ReadFrom(bytes.NewReader(data)); err != nil {
				t.Fatal(err)
			}
			for range 4 {
				c, ok := m.Next(nil)
				d, _ := again.Next(nil)
				if !ok || c != d || c.Parent != "http://other.test/" || c.Depth != 2 || c.Host != "own.test" {
					t.Errorf("chose %+v, %v; from a checkpoint %+v", c, ok, d)
				}
			}
			if c, ok := m.Next(nil); ok {
				t.Errorf("%s was offered", c.URL)
			}
			a, _ := binenc.Marshal(m)
			b, _ := binenc.Marshal(again)
			if !bytes.Equal(a, b) {
				t.Error("the two have other memories")
			}
			m.Seed([]crawl.Link{link("http://seed.test/")})
			if s, ok := m.Prospect(nil); !ok || !math.IsInf(s, 1) {
				t.Errorf("the prospect of a seed is %v, %v", s, ok)
			}
		})
	}
}

// TestMemberHearsOfPage: a page that a letter calls had is not offered any more, and stays known: a
// replay may hear the letter before the journal names the page, which was in flight then.
func TestMemberHearsOfPage(t *testing.T) {
	for _, name := range All().Members() {
		m := joined(t, name)
		m.Hear(letter("http://other.test/", "own.test", 2))
		l := letter("http://moved.test/", "own.test", 0)
		l.Final = "http://own.test/a"
		m.Hear(l)
		if c, ok := m.Take(l.Final); ok || m.Len() != 1 {
			t.Errorf("%s: took %+v, %v; %d wait", name, c, ok, m.Len())
		}
		if knows := m.Caps().Knows; !knows(l.Final) || knows("http://own.test/never") {
			t.Errorf("%s: the page is not known, or one that nobody heard of is", name)
		}
	}
}

// TestNextQuiet: a Tabu that is one of several makes a balancing move when it is asked to, also
// with one host only, and never by itself.
func TestNextQuiet(t *testing.T) {
	m := joined(t, "tabu")
	if _, hosts := m.Least(); hosts != 0 {
		t.Errorf("an empty member has %d hosts to balance", hosts)
	}
	m.Seed([]crawl.Link{link("http://loud.test/"), link("http://quiet.test/")})
	if _, ok := m.NextQuiet(nil); ok {
		t.Error("balanced while seeds wait")
	}
	for i := range 2 {
		c, _ := m.Next(nil)
		p := &crawl.Page{URL: c.URL, Final: c.URL, Host: c.Host}
		for k := range 30 {
			l := link(fmt.Sprintf("%sp%d", c.URL, k))
			l.Terms.Relevance = float32(1 - i)
			p.Links = append(p.Links, l)
		}
		m.Observe(&crawl.Visit{Seq: i + 1, Choice: c, Page: p, Status: 200})
	}
	for range 20 {
		if c, ok := m.Next(nil); !ok || c.Host != "loud.test" {
			t.Fatalf("chose %+v, %v by itself; want the better host always", c, ok)
		}
	}
	if chosen, hosts := m.Least(); chosen != 1 || hosts != 2 {
		t.Errorf("the least visited of %d hosts was chosen %d times", hosts, chosen)
	}
	if c, ok := m.NextQuiet(nil); !ok || c.Host != "quiet.test" {
		t.Errorf("the balancing move is %+v, %v", c, ok)
	}
	if c, ok := m.NextQuiet(func(host string) bool { return host == "quiet.test" }); !ok || c.Host != "loud.test" {
		t.Errorf("while the host is busy the move is %+v, %v", c, ok)
	}
	if c, ok := m.NextQuiet(func(string) bool { return true }); ok {
		t.Errorf("all hosts are busy, and the move is %+v", c)
	}
}
