package strategy

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// TestRemember: strategies by the learned ranker remember, also inside others. A proven host
// is proven in the next crawl of the same web from the beginning.
func TestRemember(t *testing.T) {
	for name, want := range map[string]bool{"tabu": true, "best-first/learned": true, "best-first": false, "q-learning": false, "breadth-first": false} {
		s := NewChain(named(t, name, "", Params{}), NewTrapGuard(TrapGuardParams{}), NewSources(SourceParams{}))
		if got := s.Remember(new(binenc.Writer)); got != want {
			t.Errorf("%s remembers: %v", name, got)
		}
	}
	old := named(t, "tabu", "", Params{}).(*Tabu)
	old.f.Hosts().Add("other.test")
	old.f.Hosts().Count("storm.test", 0, 1)
	var w binenc.Writer
	NewChain(old).Remember(&w)
	if golden := "\x0fmemory of a web\x01\x01\x0astorm.test"; !strings.HasPrefix(string(w.Data()), golden) {
		t.Errorf("an earlier program could not read %q", w.Data()[:min(len(golden), len(w.Data()))])
	}
	storm, other := link("http://storm.test/"), link("http://other.test/")
	for _, tt := range []struct {
		name  string
		data  []byte
		seeds []crawl.Link
		used  bool
		fails bool
	}{
		{"the same web", w.Data(), []crawl.Link{storm}, true, false},
		{"half of the seeds", w.Data(), []crawl.Link{other, storm}, true, false},
		{"a third of them", w.Data(), []crawl.Link{other, other, storm}, false, false},
		{"another web", w.Data(), []crawl.Link{other}, false, false},
		{"no seeds", w.Data(), nil, false, false},
		{"cut within a name", w.Data()[:20], []crawl.Link{storm}, false, true},
		{"cut within the ranker's", w.Data()[:60], []crawl.Link{storm}, false, true},
		{"something else", []byte("\x01x\x01"), []crawl.Link{storm}, false, true},
	} {
		next := named(t, "tabu", "", Params{}).(*Tabu)
		r := binenc.NewReader(tt.data)
		used := NewChain(next).Recall(r, tt.seeds)
		if err := r.Close(); used != tt.used || (err != nil) != tt.fails || isProven(next, "storm.test") != tt.used || isProven(next, "other.test") {
			t.Errorf("%s: used %v, %v, proven %v", tt.name, used, err, isProven(next, "storm.test"))
		}
	}
	if none := NewBreadthFirst(); !NewChain(none).Recall(binenc.NewReader(w.Data()), []crawl.Link{storm}) || none.f.Hosts().Proven() != 0 {
		t.Error("a strategy that remembers nothing does not know the web, or took something")
	}
}
