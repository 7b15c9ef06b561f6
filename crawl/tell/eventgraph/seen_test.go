package eventgraph

import (
	"fmt"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
)

// TestSeen: a sentence that stays on a page counts from when it was fetched first, and a step of a chain from the first
// page that had it.
func TestSeen(t *testing.T) {
	at := func(hour int) time.Time { return time.Date(2024, 9, 8, hour, 0, 0, 0, time.UTC) }
	first := &savedPage{URL: "u", Fetched: at(1), Said: []saying{{Text: "a"}, {Text: "b"}}}
	second := &savedPage{URL: "u", Fetched: at(2), Said: []saying{{Text: "b"}, {Text: "c"}}}
	third := &savedPage{URL: "u", Fetched: at(3), Said: []saying{{Text: "c"}, {Text: "b"}}}
	second.follow(first)
	third.follow(second)
	if c, b := third.Said[0].Seen, third.Said[1].Seen; !c.Equal(at(2)) || !b.Equal(at(1)) {
		t.Errorf("c was seen %v, b %v; want 2 and 1 o'clock", c, b)
	}
	if got := second.Said[1].Seen; !got.IsZero() {
		t.Errorf("what is new has %v; the page's own time is not repeated", got)
	}
	b, err := NewBuilder(extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{"On Sept. 7 Typhoon Yagi killed 3 people in Hainan.", "On Sept. 8 Typhoon Yagi killed 4 people in Hainan.", "On Sept. 8 Typhoon Yagi killed 4 people in Hainan."} {
		b.Add(Page{URL: fmt.Sprint("https://a.example/", i), Title: "Yagi", Lang: "en", Published: at(i), Fetched: at(10 + i), Texts: []string{text}})
	}
	b.Finish()
	steps := b.Cards().Cards[0].Chains[0].Steps
	if len(steps) != 2 || !steps[0].Seen.Equal(at(10)) || !steps[1].Seen.Equal(at(11)) || steps[1].Told != 2 || steps[1].Title != "Yagi" {
		t.Errorf("the steps are %+v", steps)
	}
}

// TestBoundedFigures: of too many figures copies of one fact go first, then the oldest; what is left stands by kind.
func TestBoundedFigures(t *testing.T) {
	var all []Figure
	for i := range 10_000 {
		all = append(all, Figure{Kind: "dead", Value: 3, Unit: "people", Seen: time.Unix(int64(i), 0)})
	}
	for i := range 300 {
		all = append(all, Figure{Kind: "wind", Value: float64(i), Unit: "M-PER-SEC", Seen: time.Unix(int64(i), 0)})
	}
	kept, more := bounded(all)
	if len(kept) != mostFigures || more != 10_300-mostFigures {
		t.Fatalf("%d are kept, %d more", len(kept), more)
	}
	for i, f := range kept {
		if dead := i < mostCopies; dead != (f.Kind == "dead") || !dead && f.Value < 300-mostFigures+mostCopies {
			t.Errorf("figure %d is %s %v", i, f.Kind, f.Value)
		}
	}
}
