package report

import (
	"cmp"
	"container/heap"
	"encoding/json"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// mostBytes bounds the rows of the table of relevant pages, before they are compressed: with a row of 300 to
// 500 bytes they are some 200,000 pages. What a browser needs to open them grows with it.
const mostBytes = 80 << 20

// finds are the relevant pages, as rows of the table that report.js shows. Of more than most bytes it
// keeps the most relevant, of equally relevant ones the first.
type finds struct {
	most     int // bytes; 0: mostBytes
	bytes    int
	count    int // of all relevant pages
	rows     findHeap
	names    names // hosts, languages, labels, groups, kinds
	concepts names
	address  func(string) string
}

// find is a row.
type find struct {
	relevance float64
	order     int
	row       []byte // JSON
}

// names are texts with numbers.
type names struct {
	list []string
	at   map[string]int
}

func (n *names) number(s string) int {
	i, known := n.at[s]
	if !known {
		if n.at == nil {
			n.at = map[string]int{}
		}
		i = len(n.list)
		n.at[s], n.list = i, append(n.list, s)
	}
	return i
}

// add takes a relevant page.
func (f *finds) add(p *rundir.Page, question int) error {
	row, err := json.Marshal(f.row(p, question))
	if err != nil {
		return english.Errorf("lab/report: %w", err)
	}
	f.count++
	f.bytes += len(row)
	heap.Push(&f.rows, find{sane(float64(p.Relevance)), f.count, row})
	for f.bytes > cmp.Or(f.most, mostBytes) {
		f.bytes -= len(heap.Pop(&f.rows).(find).row)
	}
	return nil
}

// row returns what report.js knows of a page; its constants name the places.
func (f *finds) row(p *rundir.Page, question int) []any {
	shown := p.URL
	if f.address != nil {
		shown = f.address(p.URL)
	}
	var via any = 0
	if p.Via != nil {
		via = []int{question, p.Via.Rank}
	}
	return []any{
		math.Round(1e3*sane(float64(p.Relevance))) / 1e3, visible(p.Name()), string(webLink(p.URL)), visible(shown),
		f.names.number(visible(hostOf(p.URL))), f.names.number(visible(p.Lang)), p.FetchedAt.Unix(),
		f.names.number(visible(p.Document)), p.Model, via, f.why(p.Evidence), f.mentioned(p.Evidence),
	}
}

// why are the first reasons: of each its form, label, group and count.
func (f *finds) why(evidence []crawl.Evidence) []int {
	why := []int{}
	for _, e := range evidence[:min(len(evidence), evidenceEach)] {
		why = append(why, slices.Index(reasonForms(), form(&e)), f.names.number(visible(e.Label)), f.names.number(visible(e.Group)), e.Count)
	}
	return why
}

// mentioned are the numbers of the concepts.
func (f *finds) mentioned(evidence []crawl.Evidence) []int {
	all := []int{}
	for _, e := range evidence {
		if e.Concept != "" {
			all = append(all, f.concepts.number(e.Concept))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// sorted returns the rows, the most relevant first.
func (f *finds) sorted() []json.RawMessage {
	sorts.Func(f.rows, func(a, b find) int {
		return cmp.Or(cmp.Compare(b.relevance, a.relevance), cmp.Compare(a.order, b.order))
	})
	rows := make([]json.RawMessage, len(f.rows))
	for i := range f.rows {
		rows[i] = f.rows[i].row
	}
	return rows
}

// findHeap has the least relevant row first, of equal ones the last.
type findHeap []find

func (h findHeap) Len() int      { return len(h) }
func (h findHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *findHeap) Push(x any)   { *h = append(*h, x.(find)) }
func (h findHeap) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(h[i].relevance, h[j].relevance), cmp.Compare(h[j].order, h[i].order)) < 0
}

func (h *findHeap) Pop() any {
	last := (*h)[len(*h)-1]
	(*h)[len(*h)-1] = find{}
	*h = (*h)[:len(*h)-1]
	return last
}

// Forms of reasons: crawl.Evidence.Where in all languages.
const (
	reasonWords  = "%s in %s ×%d"
	reasonParent = "the page above, %s"
	reasonMarks  = "what marks taught: %s"
	reasonSecond = "model %s"
	reasonOther  = "other words do not fit"
	reasonGoing  = "words that go with the topic: %s"
)

func reasonForms() []string {
	return []string{reasonWords, reasonParent, reasonMarks, reasonOther, reasonGoing, reasonSecond}
}

// form is the form of a reason.
func form(e *crawl.Evidence) string {
	switch {
	case e.Concept != "":
		return reasonWords
	case e.Group == "parent":
		return reasonParent
	case e.Group == "marks":
		return reasonMarks
	case e.Group == "endpoint":
		return reasonSecond
	case e.Contribution < 0:
		return reasonOther
	}
	return reasonGoing
}

// reason says e.
func reason(e crawl.Evidence) english.Phrase {
	switch f := form(&e); f {
	case reasonWords:
		return english.Phrasef(reasonWords, e.Label, english.Word(e.Group), e.Count)
	case reasonOther:
		return english.Phrasef(reasonOther)
	default:
		return english.Phrasef(f, e.Label)
	}
}
