package serve_test

import (
	"context"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/find/library"
)

var captured = time.Date(2026, 7, 25, 8, 0, 0, 0, time.UTC)

// captures is an index of four captured pages, as the page shows it.
func captures(t *testing.T) *library.Library {
	t.Helper()
	l := library.Open(t.TempDir(), func(context.Context) iter.Seq2[library.Doc, error] {
		return func(yield func(library.Doc, error) bool) {
			for _, d := range []library.Doc{
				{Job: "typhoon", URL: "http://a.test/1", Title: "台风登陆", Lang: "zh", Text: "今天夜间，强台风在浙江沿海登陆，多地发布暴雨红色预警。", Captured: captured, Relevance: .9},
				{Job: "typhoon", URL: "http://a.test/2", Title: "Harbour", Lang: "en", Text: strings.Repeat("Nothing of note. ", 40) + "Two typhoons came near the harbour, one after the other.", Captured: captured},
				{Job: "flood", URL: "http://b.test/1", Title: "Typhoon season", Lang: "en", Text: "The season begins. After the landfall of a storm rivers rise.", Captured: captured},
				{Job: "flood", URL: "http://b.test/2", Title: "Recipes", Text: "leeks and butter <script>alert(1)</script>"},
			} {
				if !yield(d, nil) {
					return
				}
			}
		}
	}, nil)
	t.Cleanup(func() { l.Close() }) //nolint:errcheck // it is only read
	return l
}
