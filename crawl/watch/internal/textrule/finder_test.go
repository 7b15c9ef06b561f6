package textrule_test

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/textrule"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// Rules find their phrases whatever other rules ask: the same phrase, one that overlaps it, one inside it.
func TestRulesDoNotHideEachOther(t *testing.T) {
	p := page("https://a.example/1", "en", "Warning", "A storm surge warning was given on Monday in the whole of the north.")
	var rules []monitor.AlertRule
	for _, text := range []string{"storm surge", "Storm Surge", "surge warning", "surge", "storm", "storm surge OR storm surge"} {
		words, err := textrule.ParseWords(text)
		if err != nil {
			t.Fatal(err)
		}
		rules = append(rules, monitor.AlertRule{Name: text, Asks: monitor.Asks{Words: words}})
	}
	r, err := textrule.New(rules, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := r.Read(p)
	if err != nil {
		t.Fatal(err)
	}
	holds, _, err := answer.Settle(p.Fetched, func(string) (h monitor.Height, err error) { return h, nil })
	if err != nil {
		t.Fatal(err)
	}
	rang := map[string]bool{}
	for _, h := range holds {
		rang[h.Rule] = true
	}
	for _, rule := range rules {
		if !rang[rule.Name] {
			t.Errorf("%q does not ring", rule.Name)
		}
	}
}
