package enrich

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/judge/coverage"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// TestDecisions: what was refused stays refused, under whatever concept it is offered, until it is opened
// again; a line that was cut short costs only itself.
func TestDecisions(t *testing.T) {
	dir := t.TempDir()
	if d, err := ReadDecisions(dir); err != nil || len(d) != 0 {
		t.Fatal(d, err)
	}
	offer := func(name, as, iri string) *Offer {
		return &Offer{Name: coverage.Name{Name: name, IRI: iri}, As: as}
	}
	storm, flood := "http://e.example/o#Storm", "http://e.example/o#Flood"
	at := time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)
	decide := func(o *Offer, v Verdict) {
		t.Helper()
		if err := AddDecisions(dir, Decision{ID: o.ID(), Name: o.Name.Name, Verdict: v, By: "ann", At: at}); err != nil {
			t.Fatal(err)
		}
	}
	decide(offer("Home page", subclass, storm), Refused)
	name := filepath.Join(dir, rundir.OntologyDir, decisionsFile)
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"id":"cut`); err != nil {
		t.Fatal(err)
	}
	f.Close()
	decide(offer("power cut", included, storm), Refused)
	for _, c := range []struct {
		o    *Offer
		want bool
	}{
		{offer("home page", Core, flood), true}, {offer(" Home Page", Alternative, storm), true}, {offer("home", Core, storm), false},
		{offer("power cut", included, storm), true}, {offer("power cut", including, storm), false}, {offer("power cut", included, flood), false}, {offer("power cut", subclass, storm), false},
	} {
		d, err := ReadDecisions(dir)
		if err != nil || len(d) != 2 || d.Refused(c.o) != c.want {
			t.Errorf("%+v: refused %v of %d (%v)", c.o, d.Refused(c.o), len(d), err)
		}
	}
	decide(offer("home page", subclass, storm), Open)
	if d, err := ReadDecisions(dir); err != nil || d.Refused(offer("home page", subclass, storm)) {
		t.Errorf("%+v (%v)", d, err)
	}
}
