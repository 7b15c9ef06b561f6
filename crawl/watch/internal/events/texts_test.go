package events_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/events"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/textrule"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
)

// says is a visit of a page with a sentence.
func says(name string, text uint64, relevance float64, sentence string) *crawl.Visit {
	v := page(name, text, relevance, "red:2")
	v.Page.About.Kind = crawl.KindArticle
	v.Page.Blocks = []crawl.Block{{Text: sentence}}
	return v
}

func (d *daemon) rules(t *testing.T, list ...monitor.AlertRule) {
	t.Helper()
	d.job.AlertRules = list
	var err error
	d.texts, err = textrule.New(list, nil)
	fine(t, err)
}

func words(t *testing.T, text string) monitor.Asks {
	t.Helper()
	w, err := textrule.ParseWords(text)
	fine(t, err)
	return monitor.Asks{Words: w}
}

// holds are the excerpt of each event of a run, and the rules that hold.
func (d *daemon) holds(t *testing.T) (out []string) {
	t.Helper()
	all, err := d.store.Events("typhoon", d.run.Number)
	fine(t, err)
	for _, e := range all {
		line := string(e.Kind) + " " + e.Excerpt
		for _, h := range e.Holds {
			line += " [" + h.Rule + ": " + h.Sentence + "]"
		}
		out = append(out, line)
	}
	return out
}

// The text of a page is read where it is, and events carry what rules found in it.
func TestTexts(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	half := monitor.Asks{Rises: .5, Figures: []monitor.FigureAsk{{Kind: "dead", Op: ">=", Value: 1}}}
	d.rules(t, monitor.AlertRule{Name: "dam", Asks: words(t, "dam failure OR burst")}, monitor.AlertRule{Name: "half", Asks: half}, monitor.AlertRule{Name: "all"})
	d.open()
	d.visit(says("1", 1, .9, "The flood in Sanya on 25 July 2026 killed 10 people."), says("2", 2, .9, "A dam failure was seen."), says("3", 3, .1, "A dam failure is no find."))
	d.end()
	want := []string{"new The flood in Sanya on 25 July 2026 killed 10 people.", "new A dam failure was seen. [dam: A dam failure was seen.]"}
	if diff := cmp.Diff(want, d.holds(t)); diff != "" {
		t.Error(diff)
	}
	stories, err := d.store.Stories("typhoon", time.Time{}, 9)
	fine(t, err)
	if len(stories) != 2 || stories[0].Excerpt == "" || stories[1].Excerpt == "" {
		t.Errorf("stories without an excerpt: %+v", stories)
	}
	// Another run remembers the figure, and knows a page that changed.
	d.open()
	again := says("2", 4, .9, "The flood in Sanya on 25 July 2026 killed 16 people.")
	again.Choice.Again = true
	d.visit(again, &crawl.Visit{Choice: crawl.Choice{URL: "https://a.example/1", Again: true}, Status: 404})
	d.end()
	killed := "The flood in Sanya on 25 July 2026 killed 16 people."
	if diff := cmp.Diff([]string{"changed " + killed + " [half: " + killed + "]", "gone "}, d.holds(t)); diff != "" {
		t.Error(diff)
	}
}

// keeping is a journal with the texts of its pages.
type keeping struct {
	journal
	*state.Memory
	texts map[int]*crawl.Text
}

func (k keeping) Committed() int                          { return k.journal.Committed() }
func (k keeping) Visits(f func(*crawl.Visit) error) error { return k.journal.Visits(f) }
func (k keeping) Text(seq int) (*crawl.Text, error)       { return k.texts[seq], nil }

// After a kill the pages that were recorded and not evaluated are read from their kept texts; so are those that a new verdict makes
// relevant.
func TestTextsAreKept(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	d.rules(t, monitor.AlertRule{Name: "dam", Receiver: monitor.Receiver{Name: "duty"}, Asks: words(t, "dam failure")})
	d.open()
	kept := keeping{texts: map[int]*crawl.Text{}}
	pack, err := binenc.NewPacker(nil)
	fine(t, err)
	for i, v := range []*crawl.Visit{says("1", 1, .9, "A dam failure was seen."), says("2", 2, .1, "Another dam failure was seen.")} {
		v.Seq, v.FetchedAt = i+1, noon
		kept.texts[v.Seq], err = pack.Pack(v.Page)
		fine(t, err)
		d.log = append(d.log, v)
	}
	kept.journal = d.log
	d.sink = events.New(events.Options{Job: &d.job, Run: d.run, Rules: notify.Rules{}, Open: func(f func(monitor.Store) error) error { return f(d.store) }, Now: func() time.Time { return noon }, Texts: d.texts})
	d.sink.Texts(kept)
	fine(t, d.sink.Restore(kept))
	v := d.log[1].Rejudge(3, crawl.Score{Relevance: .8, Relevant: true})
	d.visit(v)
	d.end()
	want := []string{"new A dam failure was seen. [dam: A dam failure was seen.]", "gained Another dam failure was seen. [dam: Another dam failure was seen.]"}
	if diff := cmp.Diff(want, d.holds(t)); diff != "" {
		t.Error(diff)
	}
}

// A rule that rings for everything: the first pages are sent one by one, and all others in digests.
func TestSingles(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	d.rules(t, monitor.AlertRule{Name: "everything", Receiver: monitor.Receiver{Name: "duty"}, Asks: words(t, "the"), Urgent: true})
	_, err := d.store.Claim("typhoon", noon, monitor.Scheduled, noon)
	fine(t, err)
	d.run = monitor.Run{Job: "typhoon", Number: 1}
	d.sink = events.New(events.Options{Job: &d.job, Run: d.run, Rules: notify.Rules{}, Open: func(f func(monitor.Store) error) error { return f(d.store) }, Now: func() time.Time { return noon }, Texts: d.texts})
	fine(t, d.sink.Restore(d.log))
	const pages = 300
	for i := range pages {
		d.visit(says(fmt.Sprint(i), uint64(1000+7919*i), .9, fmt.Sprintf("This is the page %d.", i)))
	}
	fine(t, d.sink.Flush())
	due, err := d.store.Due(noon.Add(time.Hour), 1000)
	fine(t, err)
	single, digests := 0, map[time.Time]int{}
	for _, l := range due {
		if l.Group == "" {
			single++
			continue
		}
		digests[l.Due]++
	}
	if single != 20 || len(due) != pages || len(digests) != 1 {
		t.Errorf("%d of %d are sent one by one, the others at %v", single, len(due), digests)
	}
}
