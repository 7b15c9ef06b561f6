package finds_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/watch/finds"
)

// many is a run folder of n finds on 997 hosts.
func many(t testing.TB, n int) string {
	t.Helper()
	dir := t.TempDir()
	var b strings.Builder
	for seq := 1; seq <= n; seq++ {
		p := page(seq, fmt.Sprintf("h%d.test", seq%997), .5+float64(seq%500)/1000)
		line, err := p.Line()
		if err != nil {
			t.Fatal(err)
		}
		b.Write(line)
	}
	if err := os.WriteFile(dir+"/"+rundir.PagesFile, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestManyFinds reads a list of 2,000 finds, or 100,000 in its long form, to its end by its
// places: each comes once, in order.
func TestManyFinds(t *testing.T) {
	n := 2000
	if os.Getenv("ONTOCRAWL_LONG") != "" {
		n = 100_000
	}
	dir := many(t, n)
	l := finds.New(finds.Options{Folders: func() map[string]string { return map[string]string{"typhoon": dir} }})
	seen := make(map[string]bool, n)
	last := 2.0
	for after := ""; ; {
		p := find(t, l, finds.Query{Order: finds.MostRelevant, Limit: finds.MaxLimit, After: after})
		if p.Matching != n || p.Counts.Relevant != n {
			t.Fatalf("%d match, %+v", p.Matching, p.Counts)
		}
		for _, f := range p.Finds {
			if seen[f.URL] || f.Relevance > last {
				t.Fatalf("%s comes again, or late", f.URL)
			}
			seen[f.URL], last = true, f.Relevance
		}
		if after = p.Next; after == "" {
			break
		}
	}
	if len(seen) != n {
		t.Errorf("%d of %d finds were listed", len(seen), n)
	}
}

// BenchmarkFind asks for a page of a list of 100,000 finds.
func BenchmarkFind(b *testing.B) {
	dir := many(b, 100_000)
	l := finds.New(finds.Options{Folders: func() map[string]string { return map[string]string{"typhoon": dir} }})
	first, err := l.Find(finds.Query{})
	if err != nil {
		b.Fatal(err)
	}
	for name, q := range map[string]finds.Query{
		"newest": {}, "next": {After: first.Next}, "relevance": {Order: finds.MostRelevant}, "host": {Host: "h5.test"}, "concept": {Concept: "urn:rain", Verdict: marks.None},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := l.Find(q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("read", func(b *testing.B) { // the whole folder, for the first time
		for b.Loop() {
			l := finds.New(finds.Options{Folders: func() map[string]string { return map[string]string{"typhoon": dir} }})
			if _, err := l.Find(finds.Query{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("history", func(b *testing.B) { // one page of it
		for b.Loop() {
			if _, ok, err := rundir.HistoryOf(dir, "http://h5.test/99705"); err != nil || !ok {
				b.Fatal(ok, err)
			}
		}
	})
}
