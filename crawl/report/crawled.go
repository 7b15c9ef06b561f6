package report

import (
	"cmp"
	"fmt"
	"html/template"
	"io"
	"maps"
	"math"
	"net/url"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/eval"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
)

// Crawled says which crawl to report.
type Crawled struct {
	Dir        string // the run directory
	Version    string
	Parameters string // the text of run.yaml
	// Address writes a URL for readers; nil: as it is.
	Address func(url string) string
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
	Tunnels  []countView
	Longest  []string
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
	Name            string
	Pages, Relevant int
	Mean            float64 // relevance
}

// tally collects what the tables show, page by page.
type tally struct {
	relevance []float64
	relevant  []bool
	best      []rundir.Page
	concepts  map[string]*conceptView
	depths    map[int]*countView
	parents   map[string]string
	on        map[string]bool
}

// Crawl writes a report of the run in c.Dir as HTML. The crawler's own judge says
// what is relevant. A run that has not ended is reported as far as it is recorded.
func Crawl(w io.Writer, c Crawled) error {
	t := tally{concepts: map[string]*conceptView{}, depths: map[int]*countView{}, parents: map[string]string{}, on: map[string]bool{}}
	for p, err := range rundir.Pages(c.Dir) {
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
		Plots: t.plots(), Best: t.best, Concepts: t.top(),
		Depths: sortedDepths(t.depths), Reasons: counts(sum.Errors), Langs: counts(sum.Languages),
	}
	v.Tunnels, v.Longest = t.tunnels()
	return write(w, "crawl.html", c.Address, v)
}

func (t *tally) add(p rundir.Page) {
	r := sane(float64(p.Relevance))
	t.relevance, t.relevant = append(t.relevance, r), append(t.relevant, p.Relevant)
	if _, known := t.parents[p.URL]; !known {
		t.parents[p.URL], t.on[p.URL] = p.Parent, p.Relevant
	}
	d := t.depths[p.Depth]
	if d == nil {
		d = &countView{Name: fmt.Sprint(p.Depth)}
		t.depths[p.Depth] = d
	}
	d.Pages++
	d.Mean += (r - d.Mean) / float64(d.Pages)
	if p.Relevant {
		d.Relevant++
		t.evidence(p)
		t.rank(p)
	}
}

// rank keeps the most relevant pages. Of equally relevant ones the first are kept.
func (t *tally) rank(p rundir.Page) {
	at, _ := slices.BinarySearchFunc(t.best, p, func(a, b rundir.Page) int {
		return cmp.Or(cmp.Compare(b.Relevance, a.Relevance), -1)
	})
	if at < bestPages {
		p.Evidence = p.Evidence[:min(len(p.Evidence), evidenceEach)]
		t.best = slices.Insert(t.best, at, p)
		t.best = t.best[:min(len(t.best), bestPages)]
	}
}

// evidence counts the concepts of a relevant page.
func (t *tally) evidence(p rundir.Page) {
	seen := map[string]bool{}
	for _, e := range p.Evidence {
		c := t.concepts[e.Concept]
		if c == nil {
			c = &conceptView{labels: map[string]int{}}
			t.concepts[e.Concept] = c
		}
		c.Count += e.Count
		c.Contribution += sane(e.Contribution)
		c.labels[e.Label] += e.Count
		if !seen[e.Concept] {
			seen[e.Concept] = true
			c.Pages++
		}
	}
}

// top returns the concepts that contributed most, each under its most frequent label.
func (t *tally) top() []conceptView {
	var all []conceptView
	for _, iri := range slices.Sorted(maps.Keys(t.concepts)) {
		c := *t.concepts[iri]
		most := 0
		for _, label := range slices.Sorted(maps.Keys(c.labels)) {
			if n := c.labels[label]; n > most {
				c.Name, most = label, n
			}
		}
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b conceptView) int { return cmp.Compare(b.Contribution, a.Contribution) })
	return all[:min(len(all), topRows)]
}

// plots returns the four figures of the On-ITS paper for one crawl. The first also
// shows the harvest rate of the last pages.
func (t *tally) plots() []plotView {
	n := len(t.relevant)
	if n == 0 {
		return nil
	}
	whole := make([]eval.Series, 4)
	for i, name := range []string{"from the beginning", "relevant pages", "average relevance", "deviation"} {
		whole[i] = eval.Series{Name: name}
	}
	last := eval.Series{Name: fmt.Sprintf("last %d pages", window)}
	found, recent := 0, 0
	var sum, squares float64
	every := max(1, n/240)
	for i, r := range t.relevance {
		found, recent = found+one(t.relevant[i]), recent+one(t.relevant[i])
		if i >= window {
			recent -= one(t.relevant[i-window])
		}
		sum, squares = sum+r, squares+r*r
		if (i+1)%every != 0 && i != 0 && i != n-1 {
			continue
		}
		k := float64(i + 1)
		for j, y := range []float64{float64(found) / k, float64(found), sum / k, math.Sqrt(max(0, squares/k-sum*sum/k/k))} {
			addPoint(&whole[j], i+1, y)
		}
		addPoint(&last, i+1, float64(recent)/min(k, window))
	}
	var views []plotView
	for i, f := range []eval.Figure{
		{Title: "Accuracy", Of: fmt.Sprintf("share of relevant pages; orange: among the last %d", window), Share: true, Series: []eval.Series{whole[0], last}},
		{Title: "Relevant pages", Of: "pages above the threshold", Series: whole[1:2]},
		{Title: "Average relevance", Of: "of the pages fetched", Share: true, Series: whole[2:3]},
		{Title: "Deviation of relevance", Of: "standard deviation", Series: whole[3:]},
	} {
		views = append(views, plotView{i + 3, f.Title, f.Of, draw(f)})
	}
	return views
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func addPoint(s *eval.Series, x int, y float64) {
	s.X = append(s.X, x)
	s.Mean, s.Low, s.High = append(s.Mean, y), append(s.Low, y), append(s.High, y)
}

// tunnels counts the paths between relevant pages over pages that are not, by
// length, and returns the first longest one.
func (t *tally) tunnels() (rows []countView, longest []string) {
	lengths := map[int]int{}
	for _, url := range slices.Sorted(maps.Keys(t.on)) {
		if !t.on[url] {
			continue
		}
		path := eval.Tunnel(url, t.parents, func(u string) bool { return t.on[u] })
		if len(path) < 3 {
			continue
		}
		lengths[len(path)-2]++
		if len(path) > len(longest) {
			longest = path
			slices.Reverse(longest)
		}
	}
	for _, n := range slices.Sorted(maps.Keys(lengths)) {
		rows = append(rows, countView{Name: fmt.Sprint(n), Pages: lengths[n]})
	}
	return rows, longest
}

func sortedDepths(m map[int]*countView) (rows []countView) {
	for _, d := range slices.Sorted(maps.Keys(m)) {
		rows = append(rows, *m[d])
	}
	return rows
}

// counts returns the rows of a map, the greatest first.
func counts(m map[string]int) (rows []countView) {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		rows = append(rows, countView{Name: cmp.Or(name, "unknown"), Pages: m[name]})
	}
	slices.SortStableFunc(rows, func(a, b countView) int { return cmp.Compare(b.Pages, a.Pages) })
	return rows[:min(len(rows), topRows)]
}

// webLink returns rawurl if its scheme is http or https, else "".
func webLink(rawurl string) template.URL {
	u, err := url.Parse(rawurl)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return template.URL(u.String()) //nolint:gosec // of the web's schemes only; the template quotes it
}
