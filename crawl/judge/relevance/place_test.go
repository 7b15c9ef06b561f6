package relevance

import (
	"fmt"
	"testing"
)

// TestMenuRepeatsTitle: a menu that repeats the title, the h1 or the headline of a
// page on all pages of the host takes nothing from them. A name that stands in that
// place on all pages counts nothing.
func TestMenuRepeatsTitle(t *testing.T) {
	for _, c := range []struct {
		name, head string // head has the topic's word
		other      string // the same place on the host's other pages
		counts     bool
	}{
		{"title", "<title>Typhoon</title>", "<title>Story %d</title>", true},
		{"h1", "<title>A page</title><h1>Typhoon</h1>", "<title>A page</title><h1>Story %d</h1>", true},
		{"headline for a title", "<div class=headline>Typhoon</div>", "<div class=headline>Story %d</div>", true},
		{"headline for the site's title", "<title>Gazette</title><div class=headline>Typhoon</div>", "<title>Gazette</title><div class=headline>Story %d</div>", true},
		{"title on all pages", "<title>Typhoon</title>", "<title>Typhoon</title><!-- %d -->", false},
		{"h1 on all pages", "<title>A page</title><h1>Typhoon</h1>", "<title>A page</title><h1>Typhoon</h1><!-- %d -->", false},
	} {
		j := stormJudge(t, Options{})
		rest := "<nav><ul><li>Typhoon</li></ul></nav><p>" + filler(300)
		first := j.Score(read(t, j, "http://a.example/x", c.head+"<p>"+filler(300))).Relevance
		for i := range 20 {
			p := read(t, j, fmt.Sprintf("http://a.example/%d", i), fmt.Sprintf(c.other, i)+rest)
			j.Score(p)
			j.Learn(p)
		}
		late := j.Score(read(t, j, "http://a.example/late", c.head+rest)).Relevance
		if c.counts && late < first-.01 || !c.counts && late >= first-.1 {
			t.Errorf("%s: relevance %.3f, before the host was known %.3f", c.name, late, first)
		}
	}
}
