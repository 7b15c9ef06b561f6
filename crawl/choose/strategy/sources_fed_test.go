package strategy

import (
	"bytes"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
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
	dated := link("http://a/1")
	dated.Published = at
	s.Observe(&crawl.Visit{Seq: 1, Choice: c, Status: 200, Page: &crawl.Page{URL: c.URL, Final: c.URL, Host: "a", Source: true, Links: []crawl.Link{dated, link("http://a/2")}}})
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
		if dates["http://a/1"] != "2026-11-02T08:00:00Z" || dates["http://a/2"] != "" || len(dates) != 2 {
			t.Errorf("%s: %v", name, dates)
		}
	}
}
