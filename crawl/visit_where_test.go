package crawl_test

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

func TestWhere(t *testing.T) {
	for want, e := range map[string]crawl.Evidence{
		"hurricane in title ×4":                       {Concept: "urn:storm", Label: "hurricane", Group: "title", Count: 4, Contribution: .3},
		"typhoon in address ×1":                       {Concept: "urn:storm", Label: "typhoon", Group: "address", Count: 1, Contribution: .1},
		"words that go with the topic: flood, Keccak": {Label: "flood, Keccak", Group: "words", Count: 2, Contribution: .1},
		"other words do not fit":                      {Label: "cocktail", Group: "words", Count: 3, Contribution: -.1},
		"the page above, http://a.example/":           {Label: "http://a.example/", Group: "parent", Count: 1, Contribution: .1},
	} {
		if got := e.Where("×"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
