package report

import (
	"html/template"
	"io"
	"net/url"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/stats"
	"github.com/ontocrawl/ontocrawl/message"
)

// Crawled says which crawl to report.
type Crawled struct {
	Dir        string // the run directory
	Version    string
	Topic      string
	Ontologies []Ontology // that the topic was taken from
	Settings   []Fact     // the main ones; Parameters has all
	Parameters string     // the text of run.yaml
	// Address writes a URL for readers; nil: as it is.
	Address func(url string) string
	// Printer says in which language the report opens; nil: English. It holds all languages.
	Printer *message.Printer
}

// Ontology says which version of an ontology it was.
type Ontology struct{ Name, IRI, Version, SHA256 string }

// Limits of the lists.
const (
	bestPages    = 100 // without a script
	evidenceEach = 4
	topRows      = 20
	window       = 50 // pages of the running harvest rate
)

// crawled is the template's data.
type crawled struct {
	Crawled
	rundir.Summary
	Took     time.Duration
	Plots    []plotView
	Best     []rundir.Page
	Listed   int // rows of the table of pages with a script
	Concepts []conceptView
	Depths   []countView
	Reasons  []failureView
	Langs    []countView
	Forms    []countView // pages by kind of document, if some are none of HTML
	Tunnels  []countView
	Longest  []string
	Models   []modelView
	Purities []purityView // of the last model
	Sources  []*questionView
	Asked    []*questionView // the questions, first that which found most
	Starts   []startView
	ByHost   []hostView
	Data     template.JS
}

// Ended says why the crawl ended.
func (c crawled) Ended() english.Word {
	switch c.Stopped {
	case "budget":
		return "the budget is spent"
	case "dry":
		return "the last requests brought no find"
	case "exhausted":
		return "no link is left to follow"
	}
	return english.Word(c.Stopped)
}

// Last is the last model.
func (c crawled) Last() modelView { return c.Models[len(c.Models)-1] }

// Lang is the language in which the report opens.
func (c crawled) Lang() string { return c.Printer.Lang() }

// shown writes a URL for readers.
func (c crawled) shown(url string) string {
	if c.Address == nil {
		return url
	}
	return c.Address(url)
}

// conceptView is a concept with its pages, mentions and relevance.
type conceptView struct {
	Name         string
	Pages, Count int
	Contribution float64
	labels       map[string]int
}

// countView is a row of a table of counts.
type countView struct {
	Name  string
	Known bool // Name is a word of ours
	rated
	Mean float64 // relevance
}

// Crawl writes a report of the run in c.Dir as HTML. The crawler's own judge says
// what is relevant. A run that has not ended is reported as far as it is recorded.
func Crawl(w io.Writer, c Crawled) error {
	t := newTally(c.Address)
	for p, err := range rundir.Latest(c.Dir) {
		if err != nil {
			return english.Errorf("lab/report: %w", err)
		}
		if err := t.add(p); err != nil {
			return err
		}
	}
	v, err := t.view(c)
	if err != nil {
		return err
	}
	if v.Data, err = v.data(t).packed(); err != nil {
		return err
	}
	return write(w, "crawl.html", c.Address, newSpeaker(), v)
}

// view returns the template's data about t.
func (t *tally) view(c Crawled) (*crawled, error) {
	sum, err := rundir.ReadSummary(c.Dir)
	if err != nil {
		return nil, english.Errorf("lab/report: %w", err)
	}
	v := &crawled{
		Crawled: c, Summary: sum, Took: time.Duration(sum.Seconds * float64(time.Second)).Round(time.Second),
		Plots: t.plots(newSpeaker()), Best: t.best, Listed: len(t.finds.rows), Concepts: t.top(),
		Depths: sortedDepths(t.depths), Langs: counts(sum.Languages), Forms: counts(t.documents),
		Sources: t.asked.sources, Asked: t.asked.sorted(), Starts: t.starts.sorted(),
	}
	if v.Reasons, err = t.failures(c.Dir, sum.Errors); err != nil {
		return nil, err
	}
	v.ByHost = t.hosts.sorted()
	v.count(t.relevant) // summary.json of a running crawl is older than the pages
	v.Tunnels, v.Longest = t.tunnels()
	if v.Models, err = readModels(c.Dir); err != nil {
		return nil, err
	}
	v.Purities = t.purities(v.Models)
	return v, nil
}

// count counts the pages that are reported.
func (v *crawled) count(relevant []bool) {
	v.Pages, v.Relevant, v.HarvestRate = len(relevant), 0, 0
	for _, r := range relevant {
		v.Relevant += stats.Bit(r)
	}
	if v.Pages > 0 {
		v.HarvestRate = float64(v.Relevant) / float64(v.Pages)
	}
}

// webLink returns rawurl if its scheme is http or https, else "".
func webLink(rawurl string) template.URL {
	u, err := url.Parse(rawurl)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return template.URL(u.String()) //nolint:gosec // of the web's schemes only; the template quotes it
}
