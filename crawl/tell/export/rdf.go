package export

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Namespaces of the graph.
const (
	schema = "https://schema.org/"
	prov   = "http://www.w3.org/ns/prov#"
	// Vocab holds the terms that schema.org and PROV-O lack: relevance, evidence,
	// host, link, topic, and the place of a WARC record.
	Vocab = "https://ontocrawl.github.io/crawl#"

	nsRDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	nsOWL = "http://www.w3.org/2002/07/owl#"
	nsXSD = "http://www.w3.org/2001/XMLSchema#"
)

// Prefixes returns the namespaces by prefix.
func Prefixes() map[string]string {
	return map[string]string{"schema": schema, "prov": prov, "crawl": Vocab}
}

// Run describes the run that found the pages.
type Run struct {
	ID         string // IRI of the run
	Topic      string
	Program    string // "ontocrawl 0.1.0"
	Started    time.Time
	Finished   time.Time // zero if the run is not finished
	Ontologies []Ontology
}

// Ontology is a version of an ontology.
type Ontology struct {
	Name    string // "typhoon", or the path of a file
	SHA256  string // over its files, in hexadecimal
	IRI     string // of the ontology itself; "" if it has none
	Version string // its version IRI, else its version text; "" if it has none
}

// node is the IRI of this version, made of its hash. It is hexadecimal as in run.yaml
// and sha256sum, not base64url as in RFC 6920.
func (o *Ontology) node() string { return "urn:sha256:" + o.SHA256 }

// graph collects triples. It leaves out malformed IRIs and texts of pages, so that no
// page makes the graph invalid.
type graph struct {
	triples []rdf.Triple
	blanks  int
}

func (g *graph) add(s rdf.Subject, p string, o rdf.Object) {
	if s == nil || o == nil {
		return
	}
	pred, err := rdf.NewIRI(p)
	if err != nil {
		return // never: p is one of the names above
	}
	g.triples = append(g.triples, rdf.Triple{Subj: s, Pred: pred, Obj: o})
}

func (g *graph) link(s rdf.Subject, p, to string) {
	if o, ok := iri(to); ok {
		g.add(s, p, o)
	}
}

func (g *graph) text(s rdf.Subject, p, text, datatype string) {
	g.literal(s, p, text, "", datatype)
}

// words adds a text, with lang if that is a language tag.
func (g *graph) words(s rdf.Subject, p, text, lang string) {
	if !rdfio.LangTag(lang) {
		lang = ""
	}
	g.literal(s, p, text, lang, "")
}

func (g *graph) literal(s rdf.Subject, p, text, lang, datatype string) {
	if l, err := rdfio.NewLiteral(text, lang, datatype); err == nil && text != "" {
		g.add(s, p, l)
	}
}

func (g *graph) time(s rdf.Subject, p string, t time.Time) {
	if !t.IsZero() {
		g.text(s, p, t.UTC().Format("2006-01-02T15:04:05.000Z"), nsXSD+"dateTime")
	}
}

// date writes a day as xsd:date, and an instant with its zone.
func (g *graph) date(s rdf.Subject, p string, d crawl.Date) {
	kind := "dateTime"
	if d.Day {
		kind = "date"
	}
	g.text(s, p, d.String(), nsXSD+kind)
}

func (g *graph) decimal(s rdf.Subject, p string, x float64) {
	g.text(s, p, strconv.FormatFloat(x, 'f', -1, 64), nsXSD+"decimal")
}

func (g *graph) number(s rdf.Subject, p string, n int) {
	g.text(s, p, strconv.Itoa(n), nsXSD+"integer")
}

func (g *graph) blank() rdf.Subject {
	g.blanks++
	b, err := rdf.NewBlank("w" + strconv.Itoa(g.blanks))
	if err != nil {
		return nil
	}
	return b
}

func iri(s string) (rdf.IRI, bool) {
	if s == "" {
		return rdf.IRI{}, false
	}
	i, err := rdf.NewIRI(rdfio.EscapeIRI(s))
	return i, err == nil
}

// head declares the vocabulary, so that the document is a complete ontology, and
// describes the run.
func (g *graph) head(r *Run) {
	run, ok := iri(r.ID)
	if !ok {
		return
	}
	doc, _ := iri(r.ID + "#pages")
	g.link(doc, nsRDF+"type", nsOWL+"Ontology")
	g.link(doc, prov+"wasGeneratedBy", r.ID)
	for _, c := range []string{schema + "WebPage", prov + "Activity", prov + "Entity", prov + "SoftwareAgent", Vocab + "Evidence"} {
		class, _ := iri(c)
		g.link(class, nsRDF+"type", nsOWL+"Class")
	}
	for _, p := range annotations() {
		prop, _ := iri(p)
		g.link(prop, nsRDF+"type", nsOWL+"AnnotationProperty")
	}
	g.typed(run, prov+"Activity")
	g.text(run, Vocab+"topic", r.Topic, "")
	g.time(run, prov+"startedAtTime", r.Started)
	g.time(run, prov+"endedAtTime", r.Finished)
	agent, _ := iri(r.ID + "#program")
	g.add(run, prov+"wasAssociatedWith", agent)
	for i := range r.Ontologies {
		g.ontology(run, &r.Ontologies[i])
	}
	g.typed(agent, prov+"SoftwareAgent")
	g.text(agent, schema+"name", r.Program, "")
}

func annotations() []string {
	return []string{
		schema + "about", schema + "author", schema + "dateModified", schema + "datePublished", schema + "headline", schema + "inLanguage", schema + "name", schema + "url", schema + "version",
		prov + "alternateOf", prov + "endedAtTime", prov + "generatedAtTime", prov + "specializationOf", prov + "startedAtTime", prov + "used",
		prov + "wasAssociatedWith", prov + "wasDerivedFrom", prov + "wasGeneratedBy", prov + "wasInfluencedBy",
		Vocab + "canonical", Vocab + "concept", Vocab + "depth", Vocab + "evidence", Vocab + "file", Vocab + "foundOn", Vocab + "host", Vocab + "kind", Vocab + "label", Vocab + "length",
		Vocab + "links", Vocab + "mentions", Vocab + "offset", Vocab + "place", Vocab + "query", Vocab + "rank", Vocab + "relevance", Vocab + "relevant", Vocab + "sha256",
		Vocab + "site", Vocab + "source", Vocab + "topic", Vocab + "weight",
	}
}

// typed makes s an individual of a class. OWL readers need both statements.
func (g *graph) typed(s rdf.Subject, class string) {
	g.link(s, nsRDF+"type", class)
	g.link(s, nsRDF+"type", nsOWL+"NamedIndividual")
}

func (g *graph) ontology(run rdf.Subject, o *Ontology) {
	g.link(run, prov+"used", o.node())
	n, ok := iri(o.node())
	if !ok {
		return
	}
	g.typed(n, prov+"Entity")
	g.text(n, schema+"name", o.Name, "")
	g.text(n, schema+"version", o.Version, "")
	g.text(n, Vocab+"sha256", o.SHA256, "")
	g.link(n, prov+"specializationOf", o.IRI)
}

// page describes p. record is the ID of its WARC record, or "".
func (g *graph) page(p *rundir.Page, run, record string) {
	s, ok := iri(p.URL)
	if !ok {
		return
	}
	g.typed(s, schema+"WebPage")
	g.text(s, schema+"url", p.URL, nsXSD+"anyURI")
	g.words(s, schema+"name", p.Title, p.Lang)
	g.words(s, schema+"headline", p.Headline, p.Lang)
	g.text(s, schema+"author", p.Author, "")
	g.text(s, Vocab+"site", p.Site, "")
	g.text(s, Vocab+"kind", p.Kind, "")
	g.text(s, schema+"inLanguage", p.Lang, "")
	g.time(s, prov+"generatedAtTime", p.FetchedAt.Time)
	g.date(s, schema+"datePublished", p.Published)
	g.decimal(s, Vocab+"relevance", float64(p.Relevance))
	g.text(s, Vocab+"relevant", strconv.FormatBool(p.Relevant), nsXSD+"boolean")
	g.text(s, Vocab+"host", hostOf(p.URL), "")
	g.number(s, Vocab+"depth", p.Depth)
	g.number(s, Vocab+"links", p.Links)
	weights := weights(p)
	concepts := slices.SortedFunc(maps.Keys(weights), func(a, b string) int {
		return cmp.Or(cmp.Compare(weights[b], weights[a]), cmp.Compare(a, b))
	})
	for _, c := range concepts {
		g.link(s, schema+"about", c)
	}
	g.link(s, prov+"alternateOf", p.DuplicateOf)
	g.link(s, Vocab+"canonical", p.Canonical)
	g.link(s, prov+"wasGeneratedBy", run)
	g.via(s, p)
	if r, ok := iri(record); ok {
		g.add(s, prov+"wasDerivedFrom", r)
		g.record(r, p.WARC)
	}
	for i := range p.Evidence {
		g.evidence(s, &p.Evidence[i])
	}
}

// via says on which page the first link to a page was found, or in which answer of a search source: the
// question is an activity that used concepts.
func (g *graph) via(page rdf.Subject, p *rundir.Page) {
	q, ok := iri(p.Parent)
	if !ok {
		return
	}
	if p.Via == nil {
		g.add(page, Vocab+"foundOn", q)
		return
	}
	g.add(page, prov+"wasInfluencedBy", q)
	g.text(page, Vocab+"rank", strconv.Itoa(p.Via.Rank), nsXSD+"integer")
	g.typed(q, prov+"Activity")
	g.words(q, Vocab+"query", p.Via.Query, p.Via.Lang)
	g.text(q, Vocab+"source", p.Via.Source, "")
	for _, c := range p.Via.Concepts {
		g.link(q, prov+"used", c)
	}
}

// weights returns the contribution of each concept to the relevance of p.
func weights(p *rundir.Page) map[string]float64 {
	w := make(map[string]float64)
	for i := range p.Evidence {
		if e := &p.Evidence[i]; e.Concept != "" {
			w[e.Concept] += e.Contribution
		}
	}
	return w
}

// evidence says why page is relevant: which concept was found by which label, where and how often, and
// what it adds to the relevance. It is a node of its own, so that a query joins it like anything else.
func (g *graph) evidence(page rdf.Subject, e *crawl.Evidence) {
	concept, ok := iri(e.Concept)
	b := g.blank()
	o, isObject := b.(rdf.Object)
	if !ok || !isObject {
		return
	}
	g.add(page, Vocab+"evidence", o)
	g.link(b, nsRDF+"type", Vocab+"Evidence")
	g.add(b, Vocab+"concept", concept)
	g.text(b, Vocab+"label", e.Label, "")
	g.text(b, Vocab+"place", e.Group, "")
	g.number(b, Vocab+"mentions", e.Count)
	g.decimal(b, Vocab+"weight", e.Contribution)
}

func (g *graph) record(s rdf.Subject, at *rundir.Place) {
	g.typed(s, prov+"Entity")
	g.text(s, Vocab+"file", at.File, "")
	g.text(s, Vocab+"offset", fmt.Sprint(at.Offset), nsXSD+"integer")
	g.text(s, Vocab+"length", fmt.Sprint(at.Length), nsXSD+"integer")
}
