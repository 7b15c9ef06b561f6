package strategy

import (
	"bytes"
	"testing"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// A page that a feed dates is chosen with that date, after a checkpoint too, and once.
func TestFed(t *testing.T) {
	at := time.Date(2026, 11, 2, 8, 0, 0, 0, time.UTC)
	open := func() *Chain { return NewChain(NewBreadthFirst(), NewSources(SourceParams{})) }
	s := open()
	s.Seed([]crawl.Link{feedOf("http://a/feed.xml")})
	c, ok := s.Next(nil)
	if !ok || !c.Fed.IsZero() {
		t.Fatalf("%v %v", c, ok)
	}
	dated, onDay, zoned := link("http://a/1"), link("http://a/3"), link("http://a/4")
	dated.Published, onDay.Published = crawl.Instant(at), crawl.DayOf(at)
	zoned.Published = crawl.Instant(at.In(time.FixedZone("", -5*3600)))
	s.Observe(&crawl.Visit{Seq: 1, Choice: c, Status: 200, Page: &crawl.Page{URL: c.URL, Final: c.URL, Host: "a", Source: true, Links: []crawl.Link{dated, link("http://a/2"), onDay, zoned}}})
	var b bytes.Buffer
	if _, err := s.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	again := open()
	if err := again.ReadFrom(bytes.NewReader(b.Bytes())); err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*Chain{"as it is": s, "from a checkpoint": again} {
		dates := map[string]string{}
		for {
			c, ok := s.Next(nil)
			if !ok {
				break
			}
			dates[c.URL] = c.Fed.String()
			s.Observe(&crawl.Visit{Seq: 2, Choice: c, Status: 200, Page: &crawl.Page{URL: c.URL, Final: c.URL, Host: "a"}})
		}
		if dates["http://a/1"] != "2026-11-02T08:00:00Z" || dates["http://a/2"] != "" || dates["http://a/3"] != "2026-11-02" ||
			dates["http://a/4"] != "2026-11-02T03:00:00-05:00" || len(dates) != 4 {
			t.Errorf("%s: %v", name, dates)
		}
	}
}

// Version 3 of the memory kept instants alone.
func TestFedOfVersion3(t *testing.T) {
	at := time.Date(2026, 11, 2, 8, 0, 0, 0, time.UTC)
	s := &Sources{}
	s.reset()
	var b bytes.Buffer
	w := binenc.NewWriter(&b)
	w.Uint(1)
	w.Fixed(xxhash.Sum64String("http://a/1"))
	w.Int(at.Unix())
	if _, err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	s.loadInstants(binenc.NewReader(b.Bytes()))
	if got := s.withDate(crawl.Choice{URL: "http://a/1"}).Fed.String(); got != "2026-11-02T08:00:00Z" {
		t.Errorf("%q", got)
	}
}
