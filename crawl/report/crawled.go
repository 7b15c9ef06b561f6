package report

import (
	"fmt"
	"html/template"
	"io"
	"net/url"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/message"
)

// Crawled says which crawl to report.
type Crawled struct {
	Dir        string // the run directory
	Version    string
	Parameters string // the text of run.yaml
	// Address writes a URL for readers; nil: as it is.
	Address func(url string) string
	Printer *message.Printer // language of the report; nil: English
}

// Limits of the lists.
const (
	bestPages    = 20
	evidenceEach = 4
	topRows      = 20
	window       = 50 // pages of the running harvest rate
)

// crawled is what the template sees.
type crawled struct {
	Crawled
	rundir.Summary
	Took     time.Duration
	Plots    []plotView
	Best     []rundir.Page
	Concepts []conceptView
	Depths   []countView
	Reasons  []countView
	Langs    []countView
	Forms    []countView // pages by kind of document, if some are none of HTML
	Tunnels  []countView
	Longest  []string
	Models   []modelView
	Purities []purityView // of the last model
	Sources  []*questionView
	Asked    []*questionView // the questions that found most
}

// Last is the last model.
func (c crawled) Last() modelView { return c.Models[len(c.Models)-1] }

// conceptView is a concept with its pages, mentions and relevance.
type conceptView struct {
	Name         string
	Pages, Count int
	Contribution float64
	labels       map[string]int
}

// countView is a row of a table of counts.
type countView struct {
	Name            string
	Pages, Relevant int
	Mean            float64 // relevance
}

// Crawl writes a report of the run in c.Dir as HTML. The crawler's own judge says
// what is relevant. A run that has not ended is reported as far as it is recorded.
func Crawl(w io.Writer, c Crawled) error {
	t := tally{concepts: map[string]*conceptView{}, depths: map[int]*countView{}, parents: map[string]string{}, on: map[string]bool{}, labels: map[string]map[string]int{}, documents: map[string]int{}}
	for p, err := range rundir.Latest(c.Dir) {
		if err != nil {
			return fmt.Errorf("crawl/report: %w", err)
		}
		t.add(p)
	}
	sum, err := rundir.ReadSummary(c.Dir)
	if err != nil {
		return fmt.Errorf("crawl/report: %w", err)
	}
	v := crawled{
		Crawled: c, Summary: sum, Took: time.Duration(sum.Seconds * float64(time.Second)).Round(time.Second),
		Plots: t.plots(c.Printer), Best: t.best, Concepts: t.top(),
		Depths: sortedDepths(t.depths), Reasons: counts(sum.Errors), Langs: counts(sum.Languages),
		Forms: counts(t.documents),
	}
	v.Sources, v.Asked = t.asked.sources, t.asked.top()
	v.count(t.relevant) // summary.json of a running crawl is older than the pages
	v.Tunnels, v.Longest = t.tunnels()
	if v.Models, err = readModels(c.Dir); err != nil {
		return err
	}
	v.Purities = t.purities(v.Models)
	return write(w, "crawl.html", c.Address, c.Printer, v)
}

// count counts the pages that are reported.
func (v *crawled) count(relevant []bool) {
	v.Pages, v.Relevant, v.HarvestRate = len(relevant), 0, 0
	for _, r := range relevant {
		v.Relevant += one(r)
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
