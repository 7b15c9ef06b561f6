package events_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/events"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// machine is a run folder of d's job on one of several machines: d.log is its journal while it has
// the job.
type machine struct {
	d    *daemon
	name string
	log  journal
}

// run makes a run on m: visits, and its events in words. A run that is killed stays open.
func (m *machine) run(at time.Duration, killed bool, visits ...*crawl.Visit) []string {
	m.d.t.Helper()
	m.begin()
	seq := len(m.d.log)
	for i, v := range visits {
		v.Seq, v.FetchedAt = seq+i+1, noon.Add(at+time.Duration(i)*time.Second)
		m.d.log = append(m.d.log, v)
		fine(m.d.t, m.d.sink.Append(v))
	}
	fine(m.d.t, m.d.sink.Flush())
	m.log = m.d.log
	if killed {
		all, err := m.d.store.Events("typhoon", m.d.run.Number)
		fine(m.d.t, err)
		var out []string
		for i := range all {
			out = append(out, say(&all[i]))
		}
		return out
	}
	_, out := m.d.end()
	return out
}

// begin begins a run on m with the journal that its folder has.
func (m *machine) begin() {
	m.d.t.Helper()
	d := m.d
	d.log = slices.Clone(m.log)
	due := noon.Add(time.Duration(d.run.Number) * time.Hour)
	var err error
	d.run, err = d.store.Claim("typhoon", due, monitor.Scheduled, due)
	fine(d.t, err)
	d.sink = events.New(events.Options{
		Job: &d.job, Run: d.run, Rules: everybody{}, Folder: m.name,
		Open: func(f func(monitor.Store) error) error { return f(d.store) },
		Now:  func() time.Time { return noon },
		Name: func(iri string) string { return strings.TrimPrefix(iri, ns) },
	})
	fine(d.t, d.sink.Restore(d.log))
}

func letters(t *testing.T, d *daemon) (n int) {
	t.Helper()
	all, err := d.store.Notifications("", time.Time{}, 1000, false)
	fine(t, err)
	return len(all)
}

// Two machines have the job in turn. What one has told the other does not tell again, and what
// changed in between is told, whatever folder has which version.
func TestElsewhere(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	one, two := &machine{d: d, name: "one"}, &machine{d: d, name: "two"}
	same(t, "one begins", one.run(0, false, page("a", 1, 0.6, "red:1"), page("b", 2, 0.7, "red:1"), page("dull", 9, 0.1)),
		[]string{"1 new a 0.6<0.0 red:1", "2 new b 0.7<0.0 red:1"})

	// An empty folder: a is as it was, b has changed, c is new, d repeats a.
	known, err := events.Known(d.store, "typhoon", "two")
	fine(t, err)
	same(t, "known", slices.Sorted(slices.Values(known)), []string{"https://a.example/a", "https://a.example/b"})
	copyOfA := page("d", 1, 0.6, "red:1")
	copyOfA.Choice.URL, copyOfA.Page.Final = "https://a.example/d", "https://a.example/d"
	same(t, "two takes over", two.run(time.Hour, false, page("a", 1, 0.6, "red:1"), page("b", 3, 0.8, "red:1", "flood:1"), page("c", 4, 0.9, "red:2"), copyOfA),
		[]string{"2 changed b 0.8<0.7 red:1 flood:1 +flood", "3 new c 0.9<0.0 red:2", "4 new d 0.6<0.0 red:1 like a"})
	if n := letters(t, d); n != 4 { // a, b, b again, c; d is a's story
		t.Errorf("%d letters", n)
	}

	// One comes back with its old versions: nothing of it is news.
	same(t, "one comes back", one.run(2*time.Hour, false,
		again(page("a", 1, 0.6, "red:1")), again(page("b", 3, 0.8, "red:1", "flood:1")), page("c", 4, 0.9, "red:2")), []string(nil))
	// b is again what this folder saw first; the server says "not modified" to two, which has it.
	same(t, "c changes", one.run(3*time.Hour, false, again(page("c", 5, 0.9, "red:2"))), []string{"7 changed c 0.9<0.9 red:2"})
	unchanged := again(&crawl.Visit{Choice: crawl.Choice{URL: "https://a.example/c"}, Status: 304})
	same(t, "c is what it was, says the server to two", two.run(4*time.Hour, false, unchanged), []string{"5 changed c 0.9<0.9 red:2"})
	gone := status("b", 404)
	same(t, "b is gone", two.run(5*time.Hour, false, gone), []string{"6 gone b 0.0<0.8"})
	same(t, "one learns it", one.run(6*time.Hour, false, status("b", 404)), []string(nil))
	same(t, "b is back", one.run(7*time.Hour, false, again(page("b", 3, 0.8, "red:1", "flood:1"))), []string{"9 new b 0.8<0.0 red:1 flood:1"})
}

// One dies after it has recorded visits and before they were evaluated. Two finds the same and tells it;
// when one comes back its visits are old.
func TestElsewhereKilled(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	one, two := &machine{d: d, name: "one"}, &machine{d: d, name: "two"}
	one.run(0, false, page("a", 1, 0.6, "red:1"))
	one.begin() // run 2
	for i, v := range []*crawl.Visit{again(page("a", 2, 0.6, "red:1")), page("n", 7, 0.9, "red:1"), page("only", 8, 0.9, "red:3")} {
		v.Seq, v.FetchedAt = i+2, noon.Add(time.Hour+time.Duration(i)*time.Second)
		one.log = append(one.log, v) // durable in its journal, and it dies
	}
	same(t, "two resumes the run", two.run(2*time.Hour, true, page("a", 3, 0.6, "red:1"), page("n", 7, 0.9, "red:1")),
		[]string{"1 changed a 0.6<0.6 red:1", "2 new n 0.9<0.0 red:1"})
	before := letters(t, d)
	// Two is killed; one resumes the run: what only its journal knows is told, and nothing else.
	same(t, "one comes back", one.run(3*time.Hour, false), []string{"1 changed a 0.6<0.6 red:1", "2 new n 0.9<0.0 red:1", "4 new only 0.9<0.0 red:3"})
	if n := letters(t, d) - before; n != 1 {
		t.Errorf("%d more letters, want that of the page that only one saw", n)
	}
	// Visits of two folders with the same number are two events of the run.
	same(t, "a number of two folders", two.run(4*time.Hour, true, page("m", 10, 0.9, "red:1")), []string{"3 new m 0.9<0.0 red:1"})
	same(t, "run 3 goes on elsewhere", one.run(5*time.Hour, false, page("o", 11, 0.9, "red:2")), []string{"3 new m 0.9<0.0 red:1", "5 new o 0.9<0.0 red:2"})
}

// A job had one folder before it became one of several: its pages get baselines in the first run, and
// the journal is not evaluated again.
func TestElsewhereFounded(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	d.open()
	d.visit(page("a", 1, 0.6, "red:1"), page("b", 2, 0.7, "red:1"))
	d.end()
	one, two := &machine{d: d, name: "one", log: d.log}, &machine{d: d, name: "two"}
	fine(t, events.Begun(d.store, []*monitor.Job{&d.job}, "one"))
	same(t, "one goes on", one.run(time.Hour, false), []string(nil))
	same(t, "two takes over", two.run(2*time.Hour, false, page("b", 2, 0.7, "red:1"), page("a", 5, 0.6, "red:1")), []string{"2 changed a 0.6<0.6 red:1"})
}
