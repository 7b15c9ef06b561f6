package eventgraph_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/internal/cost"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// BenchmarkPage is the cost of a page that tells of hazards: news in Chinese, an authority's pages and an
// encyclopedia's in English. The time of the processor is given besides, which other work does not lengthen as much.
func BenchmarkPage(b *testing.B) {
	for web, word := range map[string]string{"cec-zh": "震", "fema-gov": "urricane", "wikispeedia-en": "arthquake"} {
		pages := pagesWith(b, web, word)
		b.Run(web, func(b *testing.B) {
			g, err := eventgraph.NewBuilder(extract.Options{})
			if err != nil {
				b.Fatal(err)
			}
			size, meter := 0, cost.NewMeter()
			for i := 0; b.Loop(); i++ {
				p := pages[i%len(pages)]
				for _, t := range p.Texts {
					size += len(t)
				}
				span := meter.Begin(cost.Read)
				g.Add(p)
				span.End()
			}
			spent, _ := meter.Spent(cost.Read)
			b.ReportMetric(float64(spent.Microseconds())/float64(b.N), "cpu-us/op")
			b.ReportMetric(float64(size)/float64(b.N), "textB/op")
		})
	}
}

// pagesWith are the first pages of a web whose answers hold a word.
func pagesWith(b *testing.B, web, word string) (out []eventgraph.Page) {
	stored, err := replay.Open(goldentest.Web(b, web))
	if err != nil {
		b.Fatal(err)
	}
	defer stored.Close() //nolint:errcheck // it was only read
	for _, address := range stored.Pages() {
		r, err := stored.Fetch(b.Context(), crawl.Request{URL: address})
		if err != nil || len(out) == 100 || !bytes.Contains(r.Body, []byte(word)) {
			continue
		}
		if p, err := page.Parse(r); err == nil {
			out = append(out, eventgraph.NewPage(address, p.Lang, p, crawl.DayOf(time.Date(2024, 9, 8, 0, 0, 0, 0, time.UTC))))
		}
	}
	return out
}
