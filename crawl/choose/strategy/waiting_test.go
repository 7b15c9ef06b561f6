package strategy

import (
	"bytes"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// TestWaiting: the links that wait come seeds first, then by score; one host's only, and no
// more than were asked for; asking changes nothing.
func TestWaiting(t *testing.T) {
	s := newTabu(t, Params{Seed: 1})
	guarded := NewChain(s, NewTrapGuard(TrapGuardParams{Patience: 100}))
	guarded.Seed([]crawl.Link{link(home), link("http://other.test/")})
	named := link(home + "typhoon")
	named.Terms.Relevance = .9
	c, _ := guarded.Take(home)
	v := answer(c, true, link(home+"soup"), named, link("http://away.test/soup"))
	v.Choice = c
	guarded.Observe(v)
	before, _ := binenc.Marshal(s)
	urls := func(host string, n int) (urls []string) {
		t.Helper()
		links, total := Of(guarded).Waiting(host, n)
		if want := map[string]int{"": 4, "h.test": 2, "nowhere.test": 0}[host]; total != want {
			t.Errorf("host %q: %d links wait, want %d", host, total, want)
		}
		for _, l := range links {
			urls = append(urls, l.URL)
			if seed := l.URL == "http://other.test/"; seed == (l.Parent == home) {
				t.Errorf("%s was found on %q", l.URL, l.Parent)
			}
		}
		return urls
	}
	all := urls("", 0)
	if want := []string{"http://other.test/", home + "typhoon", home + "soup", "http://away.test/soup"}; !slices.Equal(all, want) {
		t.Errorf("in the order %q, want %q", all, want)
	}
	if two := urls("", 2); !slices.Equal(two, all[:2]) {
		t.Errorf("two of them are %q", two)
	}
	if own := urls("h.test", 9); !slices.Equal(own, all[1:3]) {
		t.Errorf("of the host: %q", own)
	}
	if none := urls("nowhere.test", 9); none != nil {
		t.Errorf("of no host: %q", none)
	}
	if after, _ := binenc.Marshal(s); !bytes.Equal(before, after) {
		t.Error("asking changed something")
	}
}
