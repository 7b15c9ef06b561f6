package eventgraph

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
)

// Event is an event of the graph.
type Event struct {
	IRI     string
	Classes []string // IRIs, in the order they were found
	Names   []label
	Storm   *gazetteer.Key // nil if it has no name
	Number  int            // international number of a storm; 0 if not known
	Day     string         // first day of a hazard, as ISO 8601 has it, --08-03 if nobody says the year; "" for a storm
	LastDay string
	Joins   []Join // why mentions were taken to be of it, one for each page
	Pages   []int
	Places  []where

	decided *Decided // nil: nobody decided about it
	was     []string // IRIs by which people decided about it
	parted  bool     // a person made it of pages of another one
}

// label is a name in the form that a text has.
type label struct{ Text, Lang string }

// Join is why a page's mention is one of an event.
type Join struct {
	Page int
	Why  string
}

// Builder makes the graph. The zero value is not ready; see [NewBuilder]. It must not be used
// concurrently.
type Builder struct {
	x       *extract.Extractor
	table   *gazetteer.StormTable
	kinds   *extract.Hazards    // with the classes of the run's ontology
	alias   map[string][]string // classes of the run's ontology that have the same label
	byKey   map[string]int      // events with a name
	near    map[cell][]*hazard
	hazards []*hazard
	undated map[string][]*hazard // of which the year is not known, by page
	heard   map[string]*heard    // of pages with earlier versions
	about   map[string]int       // the event of the last version of a page

	Pages      []Page // without their texts
	Events     []*Event
	Statements []Statement
	Evidence   []Evidence
	Undated    int // pages without a date: their relative times are not resolved
	Unresolved int // relative times on such pages
	Mentions   int

	decisions int     // of people, that were taken into account
	aside     []Aside // events that people refused or merged
}

// NewBuilder returns a Builder that knows what opt says.
func NewBuilder(opt extract.Options) (*Builder, error) {
	var err error
	if opt.Storms == nil {
		if opt.Storms, err = gazetteer.Storms(); err != nil {
			return nil, err
		}
	}
	x, err := extract.New(opt)
	if err != nil {
		return nil, err
	}
	return &Builder{x: x, kinds: opt.Hazards.Join(opt.Terms), alias: extract.Aliases(opt.Hazards, opt.Terms), table: opt.Storms, byKey: make(map[string]int), near: make(map[cell][]*hazard), undated: make(map[string][]*hazard), heard: make(map[string]*heard), about: make(map[string]int)}, nil
}

// Add reads a page. Pages must be added in a stable order: events without a name are joined in
// that order.
func (b *Builder) Add(p Page) {
	all := b.read(&p)
	p.Texts = nil
	b.add(p, all)
}

// titleBlock is the number of the title among the blocks of a page.
const titleBlock = -1

// read extracts what a page says, its title first. A list whose entries have dates of their own has none.
func (b *Builder) read(p *Page) (all []said) {
	ref, byline := p.Published, true
	if ref.IsZero() {
		if ref, byline = p.reference(); byline {
			p.byline = civilOf(ref)
		}
	}
	all = b.extract(p, ref)
	entries := p.List && dated(all) > 1
	if entries {
		p.Published, p.Day, p.byline, byline = time.Time{}, false, civil{}, false
		all = b.extract(p, p.Published)
	}
	for i := range all {
		if all[i].days = all[i].civils(byline); entries {
			all[i].ofEntry(b.table)
		}
	}
	return b.believe(p, all)
}

func (b *Builder) extract(p *Page, ref time.Time) (all []said) {
	for i, text := range append([]string{p.Title}, p.Texts...) {
		m := b.x.Extract(text, ref)
		all = append(all, split(i+titleBlock, text, &m)...)
	}
	return all
}

// believe leaves out storms whose name nowhere on the page has a storm's word beside it, or stands as a name of the
// season in a sentence about a storm. A name that no list has needs a sentence that says what happened: with a
// capital letter, Hurricane Statistics looks like one, too.
func (b *Builder) believe(p *Page, all []said) []said {
	sure, person := make(map[string]bool), make(map[string]bool)
	for i := range all {
		for _, s := range all[i].m.Storms {
			person[s.Name] = person[s.Name] || s.Person
		}
	}
	for i := range all {
		for _, s := range all[i].m.Storms {
			sure[s.Name] = sure[s.Name] || (s.Listed || b.table.Retired(s.Name) > 0 || all[i].happened()) &&
				(s.ByWord || s.Whole || s.Clean && !person[s.Name] && b.ofSeason(s.Name, p))
		}
	}
	for i := range all {
		all[i].m.Storms = slices.DeleteFunc(all[i].m.Storms, func(s extract.Storm) bool { return s.Name != "" && (!sure[s.Name] || s.Person) })
	}
	return all
}

// ofSeason reports whether a name is one of the season in which the page was published.
func (b *Builder) ofSeason(name string, p *Page) bool {
	year := p.Published.Year()
	return !p.Published.IsZero() && (b.table.Number(name, year) > 0 || b.table.Retired(name) == year)
}

// add joins what a page says with what is known.
func (b *Builder) add(p Page, all []said) {
	n := len(b.Pages)
	b.Pages = append(b.Pages, p)
	b.countTimes(&p, all)
	var title *said
	for len(all) > 0 && all[0].block == titleBlock {
		if title == nil {
			title = &all[0]
		}
		all = all[1:]
	}
	l := newLead(b, n, title, all)
	if l.event >= 0 {
		b.about[p.URL] = l.event
	}
	from := len(b.Statements)
	for i := range all {
		if !all[i].again {
			b.Mentions += all[i].m.Len()
			b.sentence(l, i)
		}
	}
	if title != nil && !title.again {
		b.titleFigures(l, from)
	}
	b.hear(&p, title, all)
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

// evidence adds a sentence of page n.
func (b *Builder) evidence(n int, x *said) int {
	ev := Evidence{Page: n, Block: x.block, Start: x.start, Text: x.text, Seen: cmp.Or(x.seen, b.Pages[n].Fetched)}
	for _, w := range x.m.Words {
		if !slices.Contains(ev.Classes, w.Class) {
			ev.Classes = append(ev.Classes, w.Class)
		}
	}
	b.Evidence = append(b.Evidence, ev)
	return len(b.Evidence) - 1
}

// sentence makes the statements of sentence i of a page. What has no event of its own belongs to the page's.
func (b *Builder) sentence(l *lead, i int) {
	x := &l.all[i]
	at := b.evidence(l.n, x)
	events := b.named(l.n, x)
	link := "sentence"
	switch {
	case len(events) == 1 && l.kind != nil && l.b.hazardWord(x, l.kind) != nil: // 受台风影响，洪水
		events = []int{l.event}
	case len(events) > 0:
	case i == l.from:
		events = []int{l.event}
	default:
		if e := l.own(i); e >= 0 {
			events = []int{e}
		} else if l.event >= 0 && b.tells(x) && !l.others(x) {
			if events = []int{l.event}; l.kind == nil || l.b.hazardWord(x, l.kind) == nil {
				link = "page"
			}
		}
	}
	event := -1
	if len(events) == 1 {
		event = events[0]
	}
	for _, e := range events {
		b.Statements = append(b.Statements, b.mention(l.p, x, at, e, link))
	}
	b.figures(l, x, at, events, event, link)
}

// tells reports whether a sentence says more than times and places.
func (b *Builder) tells(x *said) bool {
	return b.hazardWord(x, nil) != nil || len(x.m.Quantities)+len(x.m.Warnings) > 0 || x.landfall() != nil
}

// titleFigures adds the figures of the title that the page, whose statements begin at from, does not repeat.
func (b *Builder) titleFigures(l *lead, from int) {
	x := *l.title
	x.m.Quantities, x.m.Warnings = slices.DeleteFunc(slices.Clone(x.m.Quantities), func(q extract.Quantity) bool {
		return slices.ContainsFunc(b.Statements[from:], func(s Statement) bool { return s.Kind == string(q.Kind) && s.Value == q.Value })
	}), nil
	if len(x.m.Quantities) == 0 {
		return
	}
	events := []int{}
	if l.event >= 0 {
		events = append(events, l.event)
	}
	b.figures(l, &x, b.evidence(l.n, &x), events, l.event, "page")
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
	s.mode(p, x, extract.Span{Start: start, End: start})
	return s
}

// happened reports whether the sentence has a figure, a warning, a landfall or a time.
func (x *said) happened() bool {
	return len(x.m.Quantities)+len(x.m.Warnings) > 0 || x.landfall() != nil ||
		slices.ContainsFunc(x.m.Times, func(t extract.TimeMention) bool { return t.Resolved() })
}

// landfall is the word that says that a storm made landfall. What was done before it says no such thing.
func (x *said) landfall() *extract.Word {
	for i := range x.m.Words {
		if w := &x.m.Words[i]; w.Class == landfall && !x.precedes(w) {
			return w
		}
	}
	return nil
}

// precedes reports whether the sentence tells of the time before what w says: 登陆前, "ahead of landfall", "before making landfall".
func (x *said) precedes(w *extract.Word) bool {
	start, end := w.Start-x.start, w.End-x.start
	if start < 0 || end > len(x.text) {
		return false
	}
	after := x.text[end:]
	if strings.HasPrefix(after, "前") || strings.HasPrefix(after, "之前") || strings.HasPrefix(after, "以前") {
		return true
	}
	words := strings.Fields(strings.ToLower(x.text[:start]))
	for len(words) > 0 && slices.Contains([]string{"making", "it", "makes", "made", "a", "the", "its", "any"}, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	before := " " + strings.Join(words[max(0, len(words)-2):], " ")
	return slices.ContainsFunc([]string{" before", " until", " till", " ahead of", " prior to"}, func(p string) bool { return strings.HasSuffix(before, p) })
}

// mode says whether s was observed: what lies after the page was not, whatever its sentence says.
func (s *Statement) mode(p *Page, x *said, span extract.Span) {
	s.Modality = x.mood(extract.Span{Start: span.Start - x.start, End: span.End - x.start})
	if w := s.When; w != nil && w.Time.Resolved() && !p.Published.IsZero() && w.Time.From.Sub(p.Published) > 24*time.Hour && s.Modality.IsReal() {
		s.Modality = extract.Forecast
	}
	s.Forecast = s.Modality == extract.Forecast
}

// measures reports whether a figure of a kind may be of event e: the magnitude of an earthquake is none of a storm.
func (b *Builder) measures(e int, k extract.Kind) bool {
	if b.Events[e].Storm != nil {
		return !k.OfQuake()
	}
	return slices.ContainsFunc(b.Events[e].Classes, func(c string) bool {
		h := b.kinds.Of(c)
		return h != nil && h.Measures(k)
	})
}

// beforeOld reports whether byte at stands before a storm of another year, which is told for comparison.
func (x *said) beforeOld(at int) bool {
	return len(x.m.Storms) == 1 && x.m.Storms[0].Year != 0 && x.m.Storms[0].Number == 0 && at < x.m.Storms[0].Start
}

// figures makes the statements of the quantities and warnings of a sentence.
func (b *Builder) figures(l *lead, x *said, at int, events []int, event int, link string) {
	for i := range x.m.Quantities {
		q := &x.m.Quantities[i]
		e := event
		if len(events) > 1 {
			e = b.storyOf(l.p, x, q.Start)
		}
		if e >= 0 && (!b.measures(e, q.Kind) || x.beforeOld(q.Start)) {
			e = -1
		}
		s := Statement{Event: e, Evidence: at, Start: q.Start, Kind: string(q.Kind), Value: q.Value, Unit: q.Unit, About: q.About, Bound: q.Bound, Part: q.Part,
			Doubt: q.Doubt, Link: link, When: x.when(q.Start, l.p), Where: x.where(q.Start)}
		s.AsOf = b.asOf(l.p, x, s.When)
		s.trust(extract.TrustQuantity)
		s.mode(l.p, x, extract.Span{Start: q.End, End: q.End}) // its number may stand behind a cue: the toll could rise to 200
		b.Statements = append(b.Statements, s)
	}
	for i := range x.m.Warnings {
		w := x.m.Warnings[i]
		s := Statement{Event: event, Evidence: at, Start: w.Start, Kind: "warning", Warning: &w, Link: link, When: x.when(w.Start, l.p), Where: x.where(w.Start)}
		if len(events) > 1 || x.beforeOld(w.Start) || w.About != "typhoon" && w.About != "" && event >= 0 && b.Events[event].Storm != nil && link == "page" {
			s.Event = -1
		}
		s.trust(extract.TrustWarning)
		s.mode(l.p, x, w.Span)
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
