package query

import (
	"runtime"
	"strings"
	"testing"
	"unsafe"
	"weak"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// TestWordsHoldNoPage: the words that are remembered are no part of the page that had them first.
func TestWordsHoldNoPage(t *testing.T) {
	text := strings.Clone(strings.Repeat("typhoon warning ", 10_000))
	w := newWords(nil)
	f := &crawl.Features{Words: []crawl.WordCount{{Word: text[:7], Count: 2}, {Word: text[8:15], Count: 2}}}
	w.learn(&crawl.Visit{Page: &crawl.Page{Features: f, Lang: "en"}, Score: crawl.Score{Relevant: true}})
	held := weak.Make(unsafe.StringData(text))
	text, f = "", nil
	runtime.GC()
	if held.Value() != nil || w.score["typhoon"] != .5 {
		t.Errorf("the text is held: %v; score %v", held.Value() != nil, w.score)
	}
}
