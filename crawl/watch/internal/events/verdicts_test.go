package events_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// rejudged is a new verdict of the page that v brought.
func rejudged(v *crawl.Visit, relevance float64, concepts ...string) *crawl.Visit {
	return v.Rejudge(0, page("x", 1, relevance, concepts...).Score)
}

// verdict records a visit as it is: a new verdict keeps the time of its page.
func (d *daemon) verdict(v *crawl.Visit) {
	d.t.Helper()
	v.Seq = len(d.log) + 1
	d.log = append(d.log, v)
	fine(d.t, d.sink.Append(v))
	fine(d.t, d.sink.Flush())
}

// A page becomes relevant by an edit, ceases to be by what was learned, and comes back
// when it is fetched again as it was. A copy follows its original.
func TestVerdicts(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	d.open()
	dull, storm, copied := page("dull", 1, 0.2), page("storm", 2, 0.8, "typhoon:2"), page("copy", 2, 0.8)
	copied.Score, copied.Same = crawl.Score{Relevance: 0.8}, crawl.Duplicate{Of: storm.Choice.URL, Exact: true}
	d.visit(dull, storm, copied)
	d.sink.Edited(3, "second")
	d.verdict(rejudged(dull, 0.7, "snow:3"))           // 4: by the edit
	d.verdict(rejudged(d.log[3], 0.8, "snow:3"))       // 5: only moved
	d.verdict(rejudged(storm, 0.1))                    // 6: by the edit, too
	d.verdict(rejudged(copied, 0.1))                   // 7: has none of its own
	d.verdict(rejudged(d.log[3], 0.3, "snow:3"))       // 8: by a model
	d.visit(again(page("dull", 1, 0.9, "snow:3")))     // 9: as it was, with another verdict
	d.visit(again(page("storm", 2, 0.7, "typhoon:2"))) // 10
	d.verdict(rejudged(page("never", 7, 0.1), 0.9))    // 11: of no page
	d.visit(status("dull", 410))                       // 12
	d.verdict(rejudged(dull, 0.9, "snow:3"))           // 13: it is gone
	run, events := d.end()
	same(t, "events", events, []string{
		"2 new storm 0.8<0.0 typhoon:2", "3 new copy 0.8<0.0 typhoon:2 like storm",
		"4 gained dull 0.7<0.2 snow:3", "6 lost storm 0.1<0.8", "8 lost dull 0.3<0.8 snow:3",
		"9 gained dull 0.9<0.3 snow:3", "10 gained storm 0.7<0.1 typhoon:2", "12 gone dull 0.0<0.9",
	})
	same(t, "counts", []int{run.Pages, run.Relevant, run.Requests, run.New, run.Gained, run.Lost, run.Gone}, []int{3, 1, 6, 2, 3, 2, 1})
	all, err := d.store.Events("typhoon", 1)
	fine(t, err)
	var why []string
	for _, e := range all {
		if e.Reason != "" {
			why = append(why, fmt.Sprint(e.Seq, " ", e.Reason, " ", e.Ontology, " ", e.Captured.Sub(noon)))
		}
	}
	same(t, "reasons", why, []string{
		"4 the ontology was edited second 1m0s", "6 the ontology was edited second 2m0s", "8 the model learned  1m0s",
		"9 the model learned  9m0s", "10 the model learned  10m0s",
	})
	stories, err := d.store.Stories("typhoon", time.Time{}, 10)
	fine(t, err)
	var told []string
	for _, s := range stories {
		told = append(told, fmt.Sprint(path(s.URL), " ", len(s.Pages), " gone=", s.Gone, " lost=", s.Lost, " ", s.Relevance))
	}
	same(t, "stories", told, []string{"dull 1 gone=true lost=false 0", "storm 2 gone=false lost=false 0.8"})
}

// A story of which no page is relevant any more says so, with its copies.
func TestLostStory(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	d.open()
	storm, copied := page("storm", 2, 0.8, "typhoon:2"), page("copy", 2, 0.8)
	copied.Score, copied.Same = crawl.Score{Relevance: 0.8}, crawl.Duplicate{Of: storm.Choice.URL, Exact: true}
	d.visit(storm, copied)
	d.verdict(rejudged(storm, 0.1))
	stories, err := d.store.Stories("typhoon", time.Time{}, 10)
	fine(t, err)
	if len(stories) != 1 || !stories[0].Lost || stories[0].Gone || len(stories[0].Pages) != 2 {
		t.Errorf("%+v", stories)
	}
	d.end()
}

// The count of a concept is told place by place: of the page "Hurricane" with four in the
// title, one in a heading, four in links and one in the text nobody says title x10.
func TestPlaces(t *testing.T) {
	got := monitor.ConceptsOf([]crawl.Evidence{
		{Concept: "urn:storm", Label: "storm", Group: "body", Count: 1, Contribution: 0.01},
		{Concept: "", Label: "flood; river", Group: "words", Count: 2, Contribution: 0.2},
		{Concept: "urn:storm", Label: "hurricane", Group: "title", Count: 4, Contribution: 0.3},
		{Concept: "urn:rain", Label: "rain", Group: "title", Count: 1, Contribution: 0.05},
		{Concept: "urn:storm", Label: "hurricanes", Group: "anchor", Count: 3, Contribution: 0.1},
		{Concept: "urn:storm", Label: "storm", Group: "anchor", Count: 1, Contribution: 0.02},
		{Concept: "urn:storm", Label: "hurricane", Group: "heading", Count: 1, Contribution: 0.05},
	})
	for i := range got {
		got[i].Share = float64(int(got[i].Share*100+0.5)) / 100
	}
	same(t, "concepts", got, []monitor.Concept{
		{IRI: "urn:storm", Label: "hurricane", Place: "title", Count: 10, Share: 0.48,
			Places: []monitor.Place{{Name: "title", Count: 4}, {Name: "anchor", Count: 4}, {Name: "heading", Count: 1}, {Name: "body", Count: 1}}},
		{IRI: "urn:rain", Label: "rain", Place: "title", Count: 1, Share: 0.05, Places: []monitor.Place{{Name: "title", Count: 1}}},
	})
}
