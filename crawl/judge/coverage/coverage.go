package coverage

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/judge/calibrate"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/stats"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Report says what an ontology did in a run. The JSON names are an interface.
type Report struct {
	Run       string     `json:"run"`
	Topic     string     `json:"topic"`
	Judge     string     `json:"judge"`
	Phi       float64    `json:"phi"`
	Pages     int        `json:"pages"`
	Relevant  int        `json:"relevant"`
	Mention   int        `json:"mentioning"` // pages with a mention that counts
	Rejudged  int        `json:"rejudged"`   // pages whose text was at hand, to try other marks
	Tried     int        `json:"tried"`      // concepts whose mark was tried the other way
	NoMarks   bool       `json:"no_marks"`   // no other mark was asked for
	Languages []Language `json:"languages"`
	Concepts  []Concept  `json:"concepts"` // those with most pages first
	Holders   []Holder   `json:"holders"`  // labels that hold a label of a core concept
	Words     []Word     `json:"words"`    // of the learned model, that no label has
	Names     []Name     `json:"names"`    // that relevant pages call by a core concept; of pages whose text was at hand
}

// Concept says what a concept did. Alone means that the page mentions no other concept.
type Concept struct {
	IRI           string   `json:"iri"`
	Name          string   `json:"name"`
	Core          bool     `json:"core"`
	Weight        float64  `json:"weight"`
	Pages         int      `json:"pages"`
	Relevant      int      `json:"relevant"` // of these pages
	Mentions      int      `json:"mentions"`
	Alone         int      `json:"alone"`
	AloneRelevant int      `json:"alone_relevant"`
	Labels        []label  `json:"labels"`
	Misleads      []Host   `json:"misleads"`       // hosts on which it stands alone on refused pages
	Missing       []string `json:"missing"`        // languages in which it has no label and other concepts have one
	Fit           *float64 `json:"fit,omitempty"`  // how far learned words go with its pages; core concepts have 1 on average
	Mark          string   `json:"mark,omitempty"` // "doubt" a mark, "offer" one: what the fit says
	Flip          *flip    `json:"flip,omitempty"` // what the other mark would do
}

// label says what a label did. A label that was never found has 0 pages.
type label struct {
	Text     string `json:"text"`
	Lang     string `json:"lang,omitempty"`
	Pages    int    `json:"pages"`
	Relevant int    `json:"relevant"`
	Mentions int    `json:"mentions"`
	Alone    int    `json:"alone"`
}

// Host is a host on which a concept stands alone on pages that the verdict refuses.
type Host struct {
	Host  string `json:"host"`
	Pages int    `json:"pages"`
}

// flip says what marking a concept core, or taking its mark away, would change.
type flip struct {
	Gained   int      `json:"gained"`
	Named    int      `json:"named"` // of the pages gained: the title or the headline names the concept
	Lost     int      `json:"lost"`
	Examples []string `json:"examples"` // addresses of a few pages gained or lost
}

// Options say how the pages of a run were judged and how they are shown.
type Options struct {
	Topic   *semsim.TopicVector
	Lexicon *lexicon.Lexicon // built from the topic's labels,
	Find    lexicon.Options  // by these options
	Judge   relevance.Options
	Model   *relevance.Model // learned by the run; nil: none
	Name    func(*semsim.Entry) string
}

// counter counts the evidence of pages.
type counter struct {
	opt    Options
	rep    *Report
	entry  map[string]int // by IRI
	labels *labelCounter
	alone  []map[string]int // by entry: refused pages on which it stands alone, by host
	pages  []map[string]int // by entry: pages by host
	fits   []fit            // by entry
	core   fit
}

// A host on which a concept stands alone on refused pages is told of from fewAlone of
// them on, if they are so great a share of the concept's pages there.
const (
	fewAlone   = 3
	shareAlone = 0.2
)

// mostHosts are named for a concept.
const mostHosts = 3

// Count reports what the evidence of a run's pages tells.
func Count(run *calibrate.Run, opt Options) *Report {
	c := newCounter(opt)
	for i := range run.Pages {
		c.add(&run.Pages[i])
	}
	c.finish(run)
	return c.rep
}

func newCounter(opt Options) *counter {
	n := len(opt.Topic.Entries)
	c := &counter{opt: opt, rep: &Report{Topic: opt.Topic.Name, Names: []Name{}}, entry: map[string]int{}, alone: make([]map[string]int, n), pages: make([]map[string]int, n), fits: make([]fit, n)}
	for i := range opt.Topic.Entries {
		e := &opt.Topic.Entries[i]
		c.entry[e.IRI] = i
		c.rep.Concepts = append(c.rep.Concepts, Concept{IRI: e.IRI, Name: opt.Name(e), Core: e.Core, Weight: e.Weight, Misleads: []Host{}, Missing: []string{}})
	}
	c.labels = newLabelCounter(opt.Topic, opt.Lexicon)
	return c
}

func (c *counter) add(p *calibrate.Page) {
	c.rep.Pages++
	if p.Relevant {
		c.rep.Relevant++
	}
	entries := c.entriesOf(p)
	if len(entries) == 0 {
		return
	}
	c.rep.Mention++
	alone := len(entries) == 1
	raised, known := raisedByWords(p.Evidence)
	ofCore := false
	for _, e := range entries {
		x := &c.rep.Concepts[e]
		x.Pages++
		x.Relevant += stats.Bit(p.Relevant)
		x.Alone += stats.Bit(alone)
		x.AloneRelevant += stats.Bit(alone && p.Relevant)
		tally(c.pages, e, p.Host, true)
		tally(c.alone, e, p.Host, alone && !p.Relevant)
		if known {
			c.fits[e].add(raised)
		}
		ofCore = ofCore || x.Core
	}
	if known && ofCore {
		c.core.add(raised)
	}
	for i := range p.Evidence {
		ev := &p.Evidence[i]
		if e, ok := c.entry[ev.Concept]; ok {
			c.rep.Concepts[e].Mentions += ev.Count
		}
	}
	c.labels.add(p, c.entry, alone)
}

// entriesOf returns the concepts that a page mentions, each once.
func (c *counter) entriesOf(p *calibrate.Page) (entries []int) {
	for i := range p.Evidence {
		if e, ok := c.entry[p.Evidence[i].Concept]; ok && !slices.Contains(entries, e) {
			entries = append(entries, e)
		}
	}
	return entries
}

// tally counts host for entry e, if yes.
func tally(by []map[string]int, e int, host string, yes bool) {
	if !yes {
		return
	}
	if by[e] == nil {
		by[e] = map[string]int{}
	}
	by[e][host]++
}

func (c *counter) finish(run *calibrate.Run) {
	for e := range c.rep.Concepts {
		x := &c.rep.Concepts[e]
		x.Labels = c.labels.of(e)
		for host, n := range c.alone[e] {
			if n >= fewAlone && float64(n) >= shareAlone*float64(c.pages[e][host]) {
				x.Misleads = append(x.Misleads, Host{host, n})
			}
		}
		sorts.Func(x.Misleads, func(a, b Host) int {
			return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Host, b.Host))
		})
		x.Misleads = x.Misleads[:min(len(x.Misleads), mostHosts)]
		c.marks(x, &c.fits[e])
	}
	c.rep.Languages = languages(run, c.opt.Topic)
	missing(c.rep.Concepts, c.opt.Topic, c.rep.Languages)
	c.rep.Holders = c.labels.holders(c.rep.Concepts)
	c.rep.Words = words(c.opt.Model, c.opt.Topic)
	sorts.Stable(c.rep.Concepts, func(a, b Concept) int {
		return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(b.Weight, a.Weight))
	})
}
