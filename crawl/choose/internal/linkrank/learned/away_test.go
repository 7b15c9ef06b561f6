package learned

import (
	"fmt"
	"log/slog"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
)

// counted counts what is read.
type counted struct {
	linkrank.Records
	reads int
}

func (c *counted) Get(n int32, run uint32, use func(data []byte)) bool {
	c.reads++
	return c.Records.Get(n, run, use)
}

// TestStay: a small memory spills a quarter at a time and a large one half; what stays is worth
// no less than what goes. A record is read once for all scores of a link and for its fetch.
func TestStay(t *testing.T) {
	for _, c := range []struct{ most, stay int }{{100, 75}, {largeMemory, largeMemory / 2}} {
		store := spill.New(t.TempDir(), slog.New(slog.DiscardHandler))
		defer store.Close()
		r, disk := New(1), &counted{Records: store.Records('e')}
		r.SpillTo(disk, c.most)
		if r.stay() != c.stay {
			t.Errorf("%d of %d stay, want %d", r.stay(), c.most, c.stay)
		}
		for n := 0; !r.spills; n++ {
			r.Observe(linking(n, 50))
		}
		if r.waiting.len() != c.stay {
			t.Errorf("%d of %d are in memory, want %d", r.waiting.len(), c.most, c.stay)
		}
		if disk.reads > 0 {
			t.Errorf("%d records were read to spill", disk.reads)
		}
		away := int32(-1)
		for n := range int32(r.nodes.Len()) {
			switch e := r.at(n).evidence(); {
			case e > 0 && r.score(r.waiting.at(e)) < r.cut:
				t.Fatalf("of %d, one with score %v stays, and %v goes", c.most, r.score(r.waiting.at(e)), r.cut)
			case e < 0:
				away = n
			}
		}
		score := r.ScoreOf(away)
		if score > r.cut || r.ScoreOf(away) != score || r.score(r.evidence(away)) != score || disk.reads != 1 {
			t.Errorf("score %v, above %v, or after the fetch %v; %d reads", score, r.cut, r.score(r.evidence(away)), disk.reads)
		}
		if r.Spilled(away) || r.waiting.len() != c.stay+1 {
			t.Error("what was fetched is not in memory")
		}
		if err := store.Err(); err != nil {
			t.Error(err)
		}
	}
}

// linking is a visit of a page with links to others that nobody else has.
func linking(n, links int) *crawl.Visit {
	url := func(n int) string { return fmt.Sprintf("http://h%d.example/a%d/p%d", n%7, n%3, n) }
	p := &crawl.Page{URL: url(-n), Final: url(-n), Host: "h0.example", Words: 100}
	for i := range links {
		to := n*links + i + 1
		l := crawl.Link{URL: url(to), Host: fmt.Sprintf("h%d.example", to%7), Text: fmt.Sprint("storm ", to), Path: "ul li", List: uint32(i % 5)}
		l.Terms.Relevance = float32(to%11) / 11
		p.Links = append(p.Links, l)
	}
	return &crawl.Visit{Seq: n + 1, Choice: crawl.Choice{URL: url(-n)}, Page: p, Score: crawl.Score{Relevance: float64(n%4) / 4, Relevant: n%4 > 2}}
}
