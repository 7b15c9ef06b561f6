package page

import (
	"math"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// TestParseCost measures what parsing holds beside the body: crawl/fetch makes room for
// eight bytes for a byte of a body, the body among them. Of longer bodies it is less, as
// blocks and links are bounded. It measures the heap of the process, so it does not run
// beside other tests.
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
		cost := leastCost(t, body)
		t.Logf("%s: %.1f bytes for a byte", name, cost)
		if cost > mostCost {
			t.Errorf("%s: %.1f bytes for a byte of the body, want %d at most", name, cost, mostCost)
		}
	}
}

// mostCost is the most that parsing may hold, in bytes for a byte of the body.
const mostCost = 7

// leastCost is the least of up to ten measures of what parsing body holds, in bytes for a
// byte: garbage that is made while the collector runs is counted, too, on a busy machine
// more of it. It is enough if one is below mostCost.
func leastCost(t *testing.T, body []byte) float64 {
	least := math.Inf(1)
	for n := 0; n < 10 && least > mostCost; n++ {
		runtime.GC()
		var before runtime.MemStats
		runtime.ReadMemStats(&before)
		var most atomic.Uint64
		done, ended := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(ended)
			for {
				var m runtime.MemStats
				runtime.GC() // what is left is in use
				runtime.ReadMemStats(&m)
				most.Store(max(most.Load(), m.HeapAlloc))
				select {
				case <-done:
					return
				case <-time.After(2 * time.Millisecond):
				}
			}
		}()
		p, err := Parse(&crawl.Response{URL: testURL, Final: testURL, ContentType: "text/html", Body: body})
		close(done)
		<-ended
		if err != nil {
			t.Fatal(err)
		}
		runtime.KeepAlive(p)
		least = min(least, float64(int64(most.Load())-int64(before.HeapAlloc))/float64(len(body)))
	}
	return least
}
