package page

import (
	"runtime"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// mostCost is the most that a parsed page may hold, in bytes for a byte of the body.
const mostCost = 5

// TestParseCost measures what a parsed page holds beside its body: crawl/fetch makes room
// for eight bytes for a byte of a body, the body among them. Of longer bodies it is less,
// as blocks and links are bounded. While it is parsed a page of news held 6.2 on a quiet
// machine; that is not tested, because garbage that is made while the collector runs
// counts, too, and a busy machine makes more of it.
func TestParseCost(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, which runs the short form, has memory of its own")
	}
	const size = 3 << 20
	fill := func(s string) []byte { return []byte("<html>" + strings.Repeat(s, size/len(s))) }
	for name, body := range map[string][]byte{
		"text":       fill("word and another word in a long text. "),
		"paragraphs": fill("<p>a"),
		"links":      fill("<a href=x>a</a>"),
		"attributes": fill("<i a b c d>"),
		"deep":       fill("<div><b>a"),
		"news":       fill("<div class=item><h3><a href=\"/news/123\">A title of news</a></h3><p>Some text of the item follows here with more words.</p></div>\n"),
	} {
		before := held()
		p, err := Parse(&crawl.Response{URL: testURL, Final: testURL, ContentType: "text/html", Body: body})
		if err != nil {
			t.Fatal(err)
		}
		cost := float64(held()-before) / float64(len(body))
		runtime.KeepAlive(p)
		runtime.KeepAlive(body)
		t.Logf("%s: %.1f bytes for a byte", name, cost)
		if cost > mostCost {
			t.Errorf("%s: %.1f bytes for a byte of the body, want %d at most", name, cost, mostCost)
		}
	}
}

// held is what the heap holds.
func held() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what finalizers let go
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
