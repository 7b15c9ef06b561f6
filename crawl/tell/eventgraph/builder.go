package eventgraph

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract/storms"
)

// Event is an event of the graph.
type Event struct {
	IRI     string
	Classes []string // IRIs, in the order they were found
	Names   []Label
	Storm   *storms.Key // nil if it has no name
	Number  int         // international number of a storm; 0 if not known
	Begin   time.Time   // day of a hazard; zero for a storm
	Joins   []Join      // why mentions were taken to be of it, one for each page
	Pages   []int
	Places  []*gazetteer.Place
}

// Label is a name in the form that a text has.
type Label struct{ Text, Lang string }

// Join is why a page's mention is one of an event.
type Join struct {
	Page int
	Why  string
}

// Builder makes the graph. The zero value is not ready; see [NewBuilder]. It must not be used
// concurrently.
type Builder struct {
	x       *extract.Extractor
	table   *storms.Table
	alias   map[string][]string // classes of the run's ontology that have the same label
	byKey   map[string]int      // events with a name
	near    map[cell][]*hazard
	hazards []*hazard

	Pages      []Page // without their texts
	Events     []*Event
	Statements []Statement
	Evidence   []Evidence
	Undated    int // pages without a date: their relative times are not resolved
	Unresolved int // relative times on such pages
	Mentions   int
}

// NewBuilder returns a Builder that knows what opt says.
func NewBuilder(opt extract.Options) (*Builder, error) {
	var err error
	if opt.Storms == nil {
		if opt.Storms, err = storms.Default(); err != nil {
			return nil, err
		}
	}
	x, err := extract.New(opt)
	if err != nil {
		return nil, err
	}
	return &Builder{x: x, alias: extract.Aliases(opt.Terms), table: opt.Storms, byKey: make(map[string]int), near: make(map[cell][]*hazard)}, nil
}

// Add reads a page. Pages must be added in a stable order: events without a name are joined in
// that order.
func (b *Builder) Add(p Page) {
	all := b.read(&p)
	p.Texts = nil
	b.add(p, all)
}

// read extracts what a page says.
func (b *Builder) read(p *Page) (all []said) {
	for i, text := range p.Texts {
		m := b.x.Extract(text, p.Published)
		all = append(all, split(i, text, &m)...)
	}
	return all
}

// add joins what a page says with what is known.
func (b *Builder) add(p Page, all []said) {
	n := len(b.Pages)
	b.Pages = append(b.Pages, p)
	b.countTimes(&p, all)
	only := b.onlyStorm(&p, n, all)
	for i := range all {
		b.Mentions += all[i].m.Len()
		b.sentence(n, &all[i], only)
	}
}

func (b *Builder) countTimes(p *Page, all []said) {
	if !p.Published.IsZero() {
		return
	}
	b.Undated++
	for i := range all {
		for _, t := range all[i].m.Times {
			if t.Relative && !t.Vague && !t.Resolved() {
				b.Unresolved++
			}
		}
	}
}

// sentence makes the statements of x, a sentence of page n. only is the page's only storm.
func (b *Builder) sentence(n int, x *said, only int) {
	p := &b.Pages[n]
	ev := Evidence{Page: n, Block: x.block, Start: x.start, Text: x.text}
	for _, w := range x.m.Words {
		if !slices.Contains(ev.Classes, w.Class) {
			ev.Classes = append(ev.Classes, w.Class)
		}
	}
	at := len(b.Evidence)
	b.Evidence = append(b.Evidence, ev)
	events := b.named(n, x)
	link := "sentence"
	if len(events) == 0 {
		switch h := b.hazardOf(n, x, only); {
		case only >= 0 && (x.hazardWord() != nil || len(x.m.Quantities)+len(x.m.Warnings) > 0 || x.landfall() != nil):
			events, link = []int{only}, "page"
		case h >= 0:
			events = []int{h}
		}
	}
	event := -1
	if len(events) == 1 {
		event = events[0]
	}
	for _, e := range events {
		b.Statements = append(b.Statements, b.mention(p, x, at, e, link))
	}
	b.figures(p, x, at, events, event, link)
}

// named returns the storms that a sentence names.
func (b *Builder) named(n int, x *said) (events []int) {
	p := &b.Pages[n]
	for i := range x.m.Storms {
		s := &x.m.Storms[i]
		e := b.storm(s, p, n)
		if len(x.m.Storms) == 1 {
			b.grades(b.Events[e], x.m.Words)
		}
		if s.Name != "" {
			b.Events[e].name(x.words(s.Span), p.Lang)
		}
		if !slices.Contains(events, e) {
			events = append(events, e)
		}
	}
	return events
}

// mention is the statement that a sentence tells of event e, with its time and place.
func (b *Builder) mention(p *Page, x *said, at, e int, link string) Statement {
	start := x.start
	kind := "mention"
	if w := x.landfall(); w != nil && b.Events[e].Storm != nil {
		kind, start = "landfall", w.Start
	}
	s := Statement{Event: e, Evidence: at, Start: start, Kind: kind, Link: link, When: x.when(start, p), Where: x.where(start)}
	s.trust(extract.TrustWord)
	s.forecast(p)
	return s
}

func (x *said) landfall() *extract.Word {
	for i := range x.m.Words {
		if x.m.Words[i].Class == Landfall {
			return &x.m.Words[i]
		}
	}
	return nil
}

// forecast marks what lies after the page.
func (s *Statement) forecast(p *Page) {
	if w := s.When; w != nil && w.Time.Resolved() && !p.Published.IsZero() {
		s.Forecast = w.Time.From.Sub(p.Published) > 24*time.Hour
	}
}

// figures makes the statements of the quantities and warnings of a sentence.
func (b *Builder) figures(p *Page, x *said, at int, events []int, event int, link string) {
	for i := range x.m.Quantities {
		q := &x.m.Quantities[i]
		e := event
		if len(events) > 1 {
			e = b.storyOf(p, x, q.Start)
		}
		if e >= 0 && b.Events[e].Storm != nil && q.Kind.OfQuake() {
			e = -1
		}
		s := Statement{Event: e, Evidence: at, Start: q.Start, Kind: string(q.Kind), Value: q.Value, Unit: q.Unit, About: q.About,
			Doubt: q.Doubt, Link: link, When: x.when(q.Start, p), Where: x.where(q.Start)}
		s.trust(extract.TrustQuantity)
		s.forecast(p)
		b.Statements = append(b.Statements, s)
	}
	for i := range x.m.Warnings {
		w := x.m.Warnings[i]
		s := Statement{Event: event, Evidence: at, Start: w.Start, Kind: "warning", Warning: &w, Link: link, When: x.when(w.Start, p), Where: x.where(w.Start)}
		if len(events) > 1 || w.About != "typhoon" && w.About != "" && event >= 0 && b.Events[event].Storm != nil && link == "page" {
			s.Event = -1
		}
		s.trust(extract.TrustWarning)
		s.forecast(p)
		b.Statements = append(b.Statements, s)
	}
}

// storyOf is the storm that stands before byte at in a sentence of several storms, if only one
// does; -1 if it is not clear.
func (b *Builder) storyOf(p *Page, x *said, at int) int {
	e := -1
	for i := range x.m.Storms {
		s := &x.m.Storms[i]
		if s.Start > at {
			break
		}
		id := identify(b.table, s, p)
		k, ok := b.byKey[id.key()]
		if !ok || e >= 0 && k != e {
			return -1
		}
		e = k
	}
	return e
}

// hash is a short name for s.
func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:8])
}
