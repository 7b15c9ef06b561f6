package eval

import (
	"bufio"
	"cmp"
	"fmt"
	"io"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// WriteSteps writes every page that the crawls of r recorded, in order, as
// tab-separated lines below a line of names. Every figure but the failures can be
// computed from them. k counts the pages, request the requests that were charged so far.
// on_topic is 1 where a page on topic is fetched for the first time; budget is as the
// user gave it. Pages of the cross-check are left out.
func (w *Web) WriteSteps(out io.Writer, r *Result) error {
	b := bufio.NewWriter(out)
	fmt.Fprintln(b, "strategy\tbudget\trun\tk\trequest\turl\tparent\trelevance\trelevant\ton_topic")
	for i := range r.Runs {
		run := &r.Runs[i]
		for _, e := range w.events(run.Outcome) {
			fmt.Fprintf(b, "%s\t%s\t%d\t%d\t%d\t%s\t%s\t%.4f\t%d\t%d\n", run.Strategy, run.Given, run.Run, e.Page, e.Request,
				e.url, e.parent, e.relevance, stats.Bit(e.relevant), stats.Bit(e.on))
		}
	}
	return b.Flush()
}

// event is a page that a crawl recorded, of the stored web or outside.
type event struct {
	At
	url, parent  string
	relevance    float64
	relevant, on bool
}

// events returns the pages of an outcome in their order.
func (w *Web) events(t *Outcome) []event {
	on := w.on(t.Steps)
	events := make([]event, 0, len(t.Steps)+len(t.Away))
	for k, s := range t.Steps {
		e := event{At: s.At, url: w.URLs[s.Page], relevance: s.Relevance, relevant: s.Relevant, on: on[k]}
		if s.Parent >= 0 {
			e.parent = w.URLs[s.Parent]
		}
		events = append(events, e)
	}
	for _, a := range t.Away {
		if !a.OnTopic {
			events = append(events, event{At: a.At, url: a.URL, relevance: a.Relevance, relevant: a.Relevant})
		}
	}
	sorts.Func(events, func(a, b event) int { return cmp.Compare(a.Page, b.Page) })
	return events
}
