package relevance

import (
	"runtime"
	"strings"
	"testing"
	"unsafe"
	"weak"
)

// TestScoreHoldsNoPage: a judge that has scored and learned a page holds nothing of it, nor does
// the score; a page may have 8 MB.
func TestScoreHoldsNoPage(t *testing.T) {
	j := stormJudge(t, Options{})
	p := read(t, j, "http://a.example/page", "<title>Typhoon warning</title><h1>Typhoon</h1><p>The typhoon made landfall. "+strings.Repeat("text of storms ", 100_000))
	s := j.Score(p)
	j.Learn(p)
	page, text := weak.Make(p), weak.Make(unsafe.StringData(p.Blocks[len(p.Blocks)-1].Text))
	p = nil
	runtime.GC()
	if page.Value() != nil || text.Value() != nil {
		t.Errorf("the page is held: %v, its text: %v", page.Value() != nil, text.Value() != nil)
	}
	if len(s.Evidence) == 0 {
		t.Error("no evidence")
	}
}
