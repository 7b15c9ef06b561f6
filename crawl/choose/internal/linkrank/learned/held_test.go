package learned

import (
	"runtime"
	"strings"
	"testing"
	"unsafe"
	"weak"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// TestNamesHoldNoPage: the words of names are no part of the page that said them first.
func TestNamesHoldNoPage(t *testing.T) {
	text := strings.Clone(strings.Repeat("typhoon warning ", 10_000))
	var n names
	n.count(&crawl.Page{Title: text[:15]}, 1)
	held := weak.Make(unsafe.StringData(text))
	text = ""
	runtime.GC()
	if held.Value() != nil {
		t.Error("the text is held")
	}
	if len(n.slots) == 0 {
		t.Error("no word was counted")
	}
}
