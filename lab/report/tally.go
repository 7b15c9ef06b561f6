package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/stats"
	"github.com/ontocrawl/ontocrawl/lab/eval"
)

// tally collects what the tables show, page by page.
type tally struct {
	relevance []float64
	relevant  []bool
	best      []rundir.Page
	concepts  map[string]*conceptView
	depths    map[int]*countView
	parents   map[string]string
	on        map[string]bool
	asked     questions
	labels    map[string]map[string]int // of all pages: times, by concept and label
	documents map[string]int            // pages by kind of document
	hosts     hosts
	starts    starts
	finds     finds
}

// newTally counts nothing yet. address writes URLs for readers; nil: as they are.
func newTally(address func(string) string) *tally {
	return &tally{
		concepts: map[string]*conceptView{}, depths: map[int]*countView{}, parents: map[string]string{}, on: map[string]bool{},
		labels: map[string]map[string]int{}, documents: map[string]int{}, hosts: hosts{}, finds: finds{address: address},
	}
}

func (t *tally) add(p rundir.Page) error {
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
	d.count(p.Relevant)
	d.Mean += (r - d.Mean) / float64(d.Pages)
	if p.Document != "" {
		t.documents[p.Document]++
	}
	t.call(p.Evidence)
	question := t.asked.add(p.Via, p.Relevant)
	t.starts.add(&p)
	t.hosts.of(p.URL).count(p.Relevant)
	if !p.Relevant {
		return nil
	}
	t.evidence(p)
	err := t.finds.add(&p, question)
	t.rank(p)
	return err
}

// call counts by which labels the concepts are called.
func (t *tally) call(evidence []crawl.Evidence) {
	for _, e := range evidence {
		if e.Concept == "" {
			continue
		}
		if t.labels[e.Concept] == nil {
			t.labels[e.Concept] = map[string]int{}
		}
		t.labels[e.Concept][e.Label] += e.Count
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
		if e.Concept == "" { // learned words, or a page above
			continue
		}
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
		c.Name = mostFrequent(c.labels)
		all = append(all, c)
	}
	sorts.Stable(all, func(a, b conceptView) int { return cmp.Compare(b.Contribution, a.Contribution) })
	return all[:min(len(all), topRows)]
}

// mostFrequent returns the label that was found most often, the first of several.
func mostFrequent(labels map[string]int) (name string) {
	most := 0
	for _, label := range slices.Sorted(maps.Keys(labels)) {
		if n := labels[label]; n > most {
			name, most = label, n
		}
	}
	return name
}

// plots returns the four figures of the On-ITS paper for one crawl. The first also
// shows the harvest rate of the last pages.
func (t *tally) plots(s speaker) []plotView {
	n := len(t.relevant)
	if n == 0 {
		return nil
	}
	whole := make([]eval.Series, 4)
	for i, name := range []string{"from the beginning", "relevant pages", "average relevance", "deviation"} {
		whole[i] = eval.Series{Name: name}
	}
	last := eval.Series{Name: "last"}
	found, recent := 0, 0
	var sum, squares float64
	every := max(1, n/240)
	for i, r := range t.relevance {
		found, recent = found+stats.Bit(t.relevant[i]), recent+stats.Bit(t.relevant[i])
		if i >= window {
			recent -= stats.Bit(t.relevant[i-window])
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
	for i, f := range []struct {
		title, of english.Phrase
		share     bool
		series    []eval.Series
	}{
		{english.Phrasef("Harvest rate"), english.Phrasef("share of relevant pages; orange: among the last %d", window), true, []eval.Series{whole[0], last}},
		{english.Phrasef("Relevant pages"), english.Phrasef("pages above the threshold"), false, whole[1:2]},
		{english.Phrasef("Average relevance"), english.Phrasef("of the pages fetched"), true, whole[2:3]},
		{english.Phrasef("Deviation of relevance"), english.Phrasef("standard deviation"), false, whole[3:]},
	} {
		svg := drawFor(s, eval.Figure{Number: i + 3, Share: f.share, Series: f.series})
		views = append(views, plotView{Number: i + 3, Title: s.in("span", f.title), Of: s.in("span", f.of), SVG: svg})
	}
	return views
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
		rows = append(rows, countView{Name: fmt.Sprint(n), rated: rated{Pages: lengths[n]}})
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
		rows = append(rows, countView{Name: cmp.Or(name, "unknown"), Known: name == "", rated: rated{Pages: m[name]}})
	}
	sorts.Stable(rows, func(a, b countView) int { return cmp.Compare(b.Pages, a.Pages) })
	return rows[:min(len(rows), topRows)]
}
