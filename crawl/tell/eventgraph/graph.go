package eventgraph

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Write writes the graph of the run, named by the run's ID, and returns what it holds. b must be
// finished. alike says what is the same elsewhere; it may be nil.
func (b *Builder) Write(out io.Writer, f Format, run *export.Run, alike *SameAs) (*Summary, error) {
	to := out
	if f.OfOneRun() { // the summary counts the statements of the graph
		to = io.Discard
	}
	g := &graph{writer: newWriter(to, f, run.ID), b: b, run: run, places: make(map[string]*where), times: make(map[string]*when), alike: alike, revised: b.revisions()}
	g.begin()
	g.activity()
	g.pages()
	g.events()
	g.statements()
	g.evidence()
	conflicts := contradictions(b.Statements, b.Pages, b.Evidence)
	for i := range conflicts {
		g.contradiction(&conflicts[i])
	}
	g.placeNodes()
	g.timeNodes()
	if err := g.finish(); err != nil {
		return nil, err
	}
	var err error
	switch f {
	case GeoJSON:
		err = b.writeGeoJSON(out, run.ID)
	case CAP:
		err = b.writeCAP(out, run)
	}
	if err != nil {
		return nil, err
	}
	s := b.summary(g.triples, len(conflicts), g.placed, alike)
	s.Graph = run.ID
	return s, nil
}

// graph writes the nodes of one run.
type graph struct {
	*writer
	b      *Builder
	run    *export.Run
	places map[string]*where
	order  []string // of places
	times  map[string]*when
	stamps []string // of times, in order
	placed int
	alike  *SameAs

	revised map[int]revision
}

// own is the IRI of a node that only this run has.
func (g *graph) own(kind, key string) string { return g.run.ID + "#" + kind + "-" + hash(key) }

func (g *graph) evidenceIRI(i int) string {
	e := &g.b.Evidence[i]
	return g.own("s", fmt.Sprint(g.pageIRI(e.Page), "\x00", e.Block, "\x00", e.Start))
}

func (g *graph) statementIRI(i int) string {
	s := &g.b.Statements[i]
	e := &g.b.Evidence[s.Evidence]
	return g.own("o", fmt.Sprint(g.pageIRI(e.Page), "\x00", e.Block, "\x00", s.Start, "\x00", s.Kind, "\x00", s.Event))
}

// pageIRI is the node of a page: its address, or one of its own for an earlier version.
func (g *graph) pageIRI(i int) string {
	p := &g.b.Pages[i]
	if !p.Earlier {
		return p.URL
	}
	return g.own("v", p.URL+"\x00"+p.Fetched.UTC().Format(time.RFC3339Nano))
}

// activity describes the run (PROV-O).
func (g *graph) activity() {
	g.node(g.run.ID, prov+"Activity")
	g.text(vocab+"topic", g.run.Topic, "")
	g.time(prov+"startedAtTime", g.run.Started)
	g.time(prov+"endedAtTime", g.run.Finished)
	g.text(schema+"instrument", g.run.Program, "")
	for i := range g.run.Ontologies {
		o := &g.run.Ontologies[i]
		g.link(prov+"used", "urn:sha256:"+o.SHA256)
	}
	g.end()
	for i := range g.run.Ontologies {
		o := &g.run.Ontologies[i]
		g.node("urn:sha256:"+o.SHA256, prov+"Entity")
		g.text(schema+"name", o.Name, "")
		g.text(schema+"version", o.Version, "")
		g.link(prov+"specializationOf", o.IRI)
		g.end()
	}
}

func (g *graph) pages() {
	known := make(map[string]bool, len(g.b.Pages))
	for i := range g.b.Pages {
		known[g.b.Pages[i].URL] = true
	}
	for i := range g.b.Pages {
		p := &g.b.Pages[i]
		g.node(g.pageIRI(i), schema+"WebPage")
		g.typed(schema+"url", p.URL, xsd+"anyURI")
		g.text(schema+"name", p.Title, p.Lang)
		g.text(schema+"inLanguage", p.Lang, "")
		g.date(schema+"datePublished", p.date())
		g.time(prov+"generatedAtTime", p.Fetched)
		if p.Earlier {
			g.link(prov+"specializationOf", p.URL)
		} else {
			g.number(vocab+"relevance", p.Relevance)
		}
		g.link(prov+"wasGeneratedBy", g.run.ID)
		var linked []string
		for _, to := range p.Links {
			if known[to] && to != p.URL {
				linked = append(linked, to)
			}
		}
		slices.Sort(linked)
		for _, to := range slices.Compact(linked) {
			g.link(vocab+"linksTo", to)
		}
		g.end()
	}
}

// joinIRI is the node that says why a page tells of an event.
func (g *graph) joinIRI(e *Event, j Join) string {
	return g.own("j", e.IRI+"\x00"+g.pageIRI(j.Page))
}

func (g *graph) events() {
	events := sorts.Sorted(slices.Values(g.b.Events), byNumber)
	for _, e := range events {
		g.node(e.IRI, schema+"Event")
		for _, c := range e.Classes {
			g.link(RDF+"type", c)
		}
		for _, n := range e.Names {
			g.text(schema+"name", n.Text, n.Lang)
		}
		if e.Storm != nil {
			g.stormOf(e)
		} else if len(e.Places) > 0 {
			if e.Day != "" {
				g.typed(schema+"startDate", e.Day, xsd+dayType(e.Day))
			}
			for i := range e.Places {
				g.link(schema+"location", g.place(&e.Places[i]))
			}
		}
		for _, p := range e.Pages {
			g.link(schema+"subjectOf", g.pageIRI(p))
		}
		for _, same := range g.alike.of(e.IRI) {
			g.link(owl+"sameAs", same)
		}
		g.decided(e.decided)
		g.end()
		g.joins(e)
	}
}

// dayType is the datatype of a day of which the year, or the month too, may not be known (XML Schema 1.1).
func dayType(day string) string {
	switch {
	case strings.HasPrefix(day, "---"):
		return "gDay"
	case strings.HasPrefix(day, "--"):
		return "gMonthDay"
	}
	return "date"
}

func (g *graph) stormOf(e *Event) {
	if e.Storm.Year > 0 {
		g.typed(vocab+"season", fmt.Sprintf("%04d", e.Storm.Year), xsd+"gYear")
	}
	g.text(vocab+"basin", e.Storm.Basin, "")
	if e.Number > 0 {
		g.integer(vocab+"number", e.Number)
	}
}

// decided says what a person decided about the node that is being written.
func (g *graph) decided(d *Decided) {
	if d != nil {
		g.text(vocab+"decision", string(d.What), "")
		g.text(vocab+"decidedBy", d.By, "")
		g.time(vocab+"decidedAt", d.At)
	}
}

// joins writes why each page is taken to tell of e.
func (g *graph) joins(e *Event) {
	for _, j := range e.Joins {
		g.node(g.joinIRI(e, j), vocab+"Join")
		g.link(vocab+"event", e.IRI)
		g.link(prov+"wasDerivedFrom", g.pageIRI(j.Page))
		g.text(vocab+"reason", j.Why, "en")
		g.end()
	}
}

// statements writes observations (SOSA) and warnings.
func (g *graph) statements() {
	for i := range g.b.Statements {
		s := &g.b.Statements[i]
		class := sosa + "Observation"
		switch {
		case s.Doubt != "":
			class = vocab + "Doubtful"
		case s.Kind == "warning":
			class = vocab + "Warning"
		case s.Kind == "mention" || s.Kind == "landfall":
			class = vocab + "Statement"
		}
		g.node(g.statementIRI(i), class)
		g.about(s)
		g.value(i, s)
		g.circumstances(s)
		g.link(prov+"wasDerivedFrom", g.evidenceIRI(s.Evidence))
		g.number(vocab+"confidence", s.Trust)
		g.text(vocab+"linkedBy", s.Link, "")
		g.text(vocab+"doubt", s.Doubt, "en")
		g.decided(s.decided)
		if r, ok := g.revised[i]; ok {
			g.link(prov+"wasRevisionOf", g.statementIRI(r.of))
			g.text(vocab+"revision", string(r.how), "")
		}
		g.end()
		if s.Unit != "" {
			g.node(g.statementIRI(i)+".value", qudt+"QuantityValue")
			g.number(qudt+"numericValue", s.Value)
			g.link(qudt+"unit", unitIRI(s.Unit))
			g.end()
		}
	}
}

func (g *graph) about(s *Statement) {
	g.link(sosa+"observedProperty", property(s.Kind))
	if s.Event >= 0 {
		g.link(sosa+"hasFeatureOfInterest", g.b.Events[s.Event].IRI)
	}
}

// value adds the result of an observation, also as a plain number, or the warning.
func (g *graph) value(i int, s *Statement) {
	if s.Unit != "" {
		g.link(sosa+"hasResult", g.statementIRI(i)+".value")
		g.number(sosa+"hasSimpleResult", s.Value)
		if s.About {
			g.typed(vocab+"approximate", "true", xsd+"boolean")
		}
		g.text(vocab+"bound", s.Bound, "")
		if s.Part {
			g.typed(vocab+"partOfNumber", "true", xsd+"boolean")
		}
	}
	if w := s.Warning; w != nil {
		g.text(vocab+"colour", w.Colour, "")
		g.text(vocab+"warnsOf", w.About, "en")
		if w.Signal > 0 {
			g.integer(vocab+"signal", w.Signal)
		}
		if w.Lifted {
			g.typed(vocab+"lifted", "true", xsd+"boolean")
		}
	}
}

func (g *graph) evidence() {
	used := make([]bool, len(g.b.Evidence))
	for i := range g.b.Statements {
		used[g.b.Statements[i].Evidence] = true
	}
	for i := range g.b.Evidence {
		e := &g.b.Evidence[i]
		if !used[i] && len(e.Classes) == 0 {
			continue
		}
		p := &g.b.Pages[e.Page]
		g.node(g.evidenceIRI(i), vocab+"Sentence")
		g.text(schema+"text", e.Text, p.Lang)
		g.link(schema+"isPartOf", g.pageIRI(e.Page))
		g.integer(vocab+"block", e.Block)
		g.integer(vocab+"start", e.Start)
		for _, c := range e.Classes {
			g.link(schema+"about", c)
		}
		g.end()
	}
}

func (g *graph) contradiction(c *contradiction) {
	e := g.b.Events[c.Event]
	g.node(g.own("c", fmt.Sprint(e.IRI, "\x00", c.Kind, "\x00", c.Day, "\x00", c.Place)), vocab+"Contradiction")
	g.link(vocab+"event", e.IRI)
	g.link(sosa+"observedProperty", property(c.Kind))
	g.typed(schema+"temporal", c.Day, xsd+"date")
	for _, s := range c.Statements {
		g.link(vocab+"statement", g.statementIRI(s))
	}
	g.end()
}
