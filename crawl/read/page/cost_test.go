package page

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

const (
	mostKept = 5 // what a parsed page may hold, in bytes for a byte of the body
	mostCost = 8 // and what may be in use while it is parsed
)

// TestParseCost measures what parsing holds beside the body: crawl/fetch makes room for
// nine bytes for a byte of a body, the body among them. Of longer bodies it is less, as
// blocks and links are bounded. It measures the heap of the process, so it does not run
// beside other tests.
func TestParseCost(t *testing.T) {
	if racing {
		t.Skip("the race detector has memory of its own")
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
		p := parsed(t, body)
		kept := float64(held()-before) / float64(len(body))
		runtime.KeepAlive(p)
		cost := costOf(t, body)
		t.Logf("%s: %.1f bytes for a byte, %.1f while it is parsed", name, kept, cost)
		if kept > mostKept {
			t.Errorf("%s: %.1f bytes for a byte of the body are kept, want %d at most", name, kept, mostKept)
		}
		if cost > mostCost {
			t.Errorf("%s: %.1f bytes for a byte of the body, want %d at most", name, cost, mostCost)
		}
	}
}

func parsed(t *testing.T, body []byte) *crawl.Page {
	t.Helper()
	p, err := Parse(&crawl.Response{URL: testURL, Final: testURL, ContentType: "text/html", Body: body})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// costOf is the most that was in use while a body was parsed, in bytes for a byte of it.
func costOf(t *testing.T, body []byte) float64 {
	before := held()
	most := before
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			most = max(most, inUse())
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	p := parsed(t, body)
	close(done)
	<-ended
	runtime.KeepAlive(p)
	return float64(most-before) / float64(len(body))
}

// inUse returns the bytes in use when a collection began. What is allocated while the
// collector runs counts as in use, garbage or not, and on a busy machine it is much: it is
// taken off.
func inUse() int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	runtime.GC()
	runtime.ReadMemStats(&after)
	return int64(after.HeapAlloc) - int64(after.TotalAlloc-before.TotalAlloc)
}

// held is the same, without what finalizers let go.
func held() int64 {
	runtime.GC()
	return inUse()
}
