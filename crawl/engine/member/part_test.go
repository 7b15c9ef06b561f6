package member

import (
	"fmt"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
)

// TestPartGuards: a part of a crawl can do all that its strategy can, and leaves a trap after
// as many pages as a crawl that is not divided. Each page of trap.test leads to one that
// nobody has heard of and says nothing new, so it costs two requests. Three pages cost nothing,
// the fourth, whose words are new, .4: with ten more the site is overdrawn by 20.
func TestPartGuards(t *testing.T) {
	guard := strategy.TrapGuardParams{Patience: 20}
	whole := strategy.NewChain(strategy.NewBreadthFirst(), strategy.NewTrapGuard(guard))
	m, err := strategy.All().NewMember("breadth-first", "", strategy.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	part := strategy.NewChain(m, begun(Options{}, 1).Part(0).Policies()...)
	part.Add(strategy.NewTrapGuard(guard))

	can := part.Caps()
	if can.Block == nil || can.Unblock == nil || can.Waits == nil || can.Knows == nil || can.Err == nil || can.Replayed == nil || can.Hear == nil {
		t.Errorf("a part lacks what its strategy can: %+v", can)
	}
	if n, want := trapped(t, part), trapped(t, whole); n != want || want != 14 {
		t.Errorf("%d pages of a trap were asked for by a part, %d by the whole, want 14", n, want)
	}
	if can.Waits("trap.test") || can.Waits("never.test") || !can.Knows("http://trap.test/7") || can.Knows("http://trap.test/700") {
		t.Error("a part does not know what waits, or what it has heard of")
	}
}

// trapped crawls an honest site of twelve pages and a trap, and returns how many pages of the
// trap it has asked for.
func trapped(t *testing.T, s crawl.Strategy) (n int) {
	s.Seed([]crawl.Link{{URL: "http://good.test/0", Host: "good.test"}, {URL: "http://trap.test/0", Host: "trap.test"}})
	for seq := uint32(1); seq < 300; seq++ {
		c, ok := s.Next(nil)
		if !ok {
			return n
		}
		p := &crawl.Page{URL: c.URL, Final: c.URL, Host: c.Host, Sampled: true}
		next := fmt.Sprintf("http://%s/%d", c.Host, c.Depth+1)
		if c.Host == "trap.test" {
			n++
			p.Runs, p.Vocabulary = []uint32{1, 2, 3}, []uint32{1, 2, 3}
		} else {
			for i := range uint32(30) {
				p.Runs, p.Vocabulary = append(p.Runs, 1000*seq+i), append(p.Vocabulary, 1000*seq+i)
			}
		}
		if c.Host == "trap.test" || c.Depth < 11 {
			p.Links = []crawl.Link{{URL: next, Host: c.Host}}
		}
		s.Observe(&crawl.Visit{Seq: int(seq), Choice: c, Page: p, Status: 200})
	}
	t.Fatal("the trap has no end")
	return n
}
