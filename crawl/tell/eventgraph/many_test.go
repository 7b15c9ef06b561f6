package eventgraph

import (
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
)

// TestManyFacts: a hostile site tells 100,000 tolls of one event, all of one day and all different; cards and graph take seconds.
func TestManyFacts(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	b, err := NewBuilder(extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for p := range 1000 {
		page := Page{URL: fmt.Sprintf("http://a.test/%d", p), Title: "郑州洪水", Lang: "zh-Hans", Published: on("2024-07-20"), Day: true, Fetched: on("2024-07-21"), Texts: []string{"7月20日，郑州发生洪水。"}}
		for i := range 100 {
			page.Texts = append(page.Texts, fmt.Sprintf("洪水造成%d人死亡。", p*100+i+1))
		}
		b.Add(page)
	}
	b.Finish()
	begin := time.Now()
	c := b.Cards()
	cards := time.Since(begin)
	if _, err := b.Write(io.Discard, TriG, &export.Run{ID: "urn:x"}, nil); err != nil {
		t.Fatal(err)
	}
	t.Logf("cards %v, graph %v", cards, time.Since(begin)-cards)
	if len(c.Cards) != 1 || len(c.Cards[0].Figures) != mostFigures || c.Cards[0].More != 100_000-mostFigures {
		t.Fatalf("%d events, %d figures and %d more", len(c.Cards), len(c.Cards[0].Figures), c.Cards[0].More)
	}
	if spent := time.Since(begin); spent > 20*time.Second {
		t.Errorf("%v", spent)
	}
}
