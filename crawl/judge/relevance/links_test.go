package relevance

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
)

// oneBlock is a page of n links in one block, with a mention in each anchor and one
// between each two.
func oneBlock(n int) (*crawl.Page, []page.Anchor) {
	var text strings.Builder
	p, anchors := &crawl.Page{URL: home, Final: home}, make([]page.Anchor, 0, n)
	for i := range n {
		start := text.Len()
		text.WriteString("typhoon landfall")
		anchors = append(anchors, page.Anchor{Start: start, End: text.Len()})
		text.WriteString(" and storm surge ")
		p.Links = append(p.Links, crawl.Link{URL: fmt.Sprintf("%s%d", home, i), Text: "typhoon landfall"})
	}
	p.Blocks = []crawl.Block{{Text: text.String(), Spans: []crawl.Span{{End: text.Len(), Group: crawl.GroupBody}}}}
	return p, anchors
}

// TestLinksOfOneBlock: the time that the links of a block take grows with their
// number, not with its square (100 times for 10 times as many).
func TestLinksOfOneBlock(t *testing.T) {
	if testing.Short() {
		t.Skip("measures one goroutine")
	}
	j := judgeOf(t, topicOf(t, "typhoon"), Options{})
	took := func(n int) time.Duration {
		p, anchors := oneBlock(n)
		began := processorTime(t)
		j.mark(p, anchors)
		return processorTime(t) - began
	}
	took(10) // the dictionary is loaded when it is first needed
	// The two are measured by turns, so that both have the same share of a busy machine.
	few, many := took(2000), took(20_000)
	for range 6 {
		few, many = min(few, took(2000)), min(many, took(20_000))
	}
	if ratio := float64(many) / float64(few); ratio > 40 {
		t.Errorf("2,000 links take %v, 20,000 take %v: %.0f times as long", few, many, ratio)
	}
}

// TestLinkTermsInLongBlocks: the terms of a link come from its own surroundings,
// wherever in a long block it stands.
func TestLinkTermsInLongBlocks(t *testing.T) {
	j := judgeOf(t, topicOf(t, "typhoon"), Options{})
	p, anchors := oneBlock(100)
	j.mark(p, anchors)
	for i := 10; i < 90; i++ {
		if got, want := p.Links[i].Terms, p.Links[10].Terms; got != want {
			t.Fatalf("link %d: %+v, want those of link 10: %+v", i, got, want)
		}
	}
	first, inner := p.Links[0].Terms, p.Links[50].Terms
	if inner.AnchorCore == 0 || inner.ContextCore+inner.ContextOther <= first.ContextCore+first.ContextOther || first.ContextCore+first.ContextOther == 0 {
		t.Errorf("first %+v, inner %+v: the first link has a context on one side only", first, inner)
	}
}

func BenchmarkLinksOfOneBlock(b *testing.B) {
	j := judgeOf(b, topicOf(b, "typhoon"), Options{})
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p, anchors := oneBlock(n)
			for b.Loop() {
				j.mark(p, anchors)
			}
		})
	}
}
