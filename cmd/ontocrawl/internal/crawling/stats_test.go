package crawling

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// TestStats: a crawl says what it has cost if it is asked to, as text and as JSON beside the summary; else it
// does not measure.
func TestStats(t *testing.T) {
	web, seeds := storedWeb(t)
	crawl := func(name string, more ...string) string {
		t.Helper()
		r := ontocrawl(t, append([]string{"crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", filepath.Join(t.TempDir(), name)}, more...)...)
		if r.code != 0 {
			t.Fatalf("code %d\n%s", r.code, r.err)
		}
		return r.out
	}
	text := crawl("text", "--stats")
	for _, want := range []string{"What it cost, 5 answers read in ", "pages a second", "bytes kept a page"} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
	if text := crawl("zh", "--stats", "--lang", "zh"); !strings.Contains(text, "每秒网页数") || strings.Contains(text, "What it cost") {
		t.Errorf("in Chinese:\n%s", text)
	}
	if text := crawl("none"); strings.Contains(text, "What it cost") {
		t.Errorf("nobody asked:\n%s", text)
	}
	var sum struct {
		Pages int `json:"pages"`
		Cost  *struct {
			Answers   int     `json:"answers"` // one is no page
			Processor float64 `json:"processor_us_per_page"`
			Bytes     float64 `json:"bytes_per_page"`
			Stages    []struct {
				Stage     string  `json:"stage"`
				Processor float64 `json:"processor_us_per_page"`
			} `json:"stages"`
		} `json:"cost"`
	}
	if err := json.Unmarshal([]byte(crawl("json", "--stats", "--json")), &sum); err != nil || sum.Cost == nil {
		t.Fatal(err)
	}
	if sum.Pages != 4 || sum.Cost.Answers != 5 || sum.Cost.Bytes < 1000 {
		t.Errorf("%+v", sum)
	}
	if len(sum.Cost.Stages) > 0 { // where threads have clocks
		all := 0.0
		for _, s := range sum.Cost.Stages {
			all += s.Processor
		}
		if sum.Cost.Stages[0].Stage != "read" || sum.Cost.Stages[0].Processor == 0 || all > 1.05*sum.Cost.Processor || all < .95*sum.Cost.Processor {
			t.Errorf("%+v", sum.Cost)
		}
	}
	sum.Cost = nil
	if err := json.Unmarshal([]byte(crawl("plain", "--json")), &sum); err != nil || sum.Cost != nil {
		t.Errorf("nobody asked: %+v, %v", sum.Cost, err)
	}
}
