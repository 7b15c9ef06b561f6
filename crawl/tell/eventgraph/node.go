package eventgraph

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Format is a syntax of graphs.
type Format string

// The formats.
const (
	TriG   Format = "trig"   // RDF 1.1 TriG (W3C Recommendation, 2014)
	NQuads Format = "nquads" // RDF 1.1 N-Quads (W3C Recommendation, 2014)
	// GeoJSON has the events of one run only, with places, figures and pages, as features of a map (RFC 7946).
	GeoJSON Format = "geojson"
	// CAP has them as a draft of a message of the Common Alerting Protocol 1.2.
	CAP Format = "cap"
)

// FormatOf is the format that the name of a file shows.
func FormatOf(file string) (Format, bool) {
	switch file = strings.ToLower(file); {
	case strings.HasSuffix(file, ".trig"):
		return TriG, true
	case strings.HasSuffix(file, ".nq"), strings.HasSuffix(file, ".nquads"):
		return NQuads, true
	case strings.HasSuffix(file, ".geojson"):
		return GeoJSON, true
	case strings.HasSuffix(file, ".cap"), strings.HasSuffix(file, ".cap.xml"):
		return CAP, true
	}
	return "", false
}

// OfOneRun reports whether a file of format f has the events of one run only, and no graph.
func (f Format) OfOneRun() bool { return f == GeoJSON || f == CAP }

// writer writes nodes, one after the other. Whatever a page says becomes a literal or an IRI
// whose characters are escaped.
type writer struct {
	out     *bufio.Writer
	format  Format
	graph   string
	subject string
	first   bool
	buf     []byte
	triples int
}

func newWriter(w io.Writer, f Format, graph string) *writer {
	return &writer{out: bufio.NewWriterSize(w, 64<<10), format: f, graph: string(rdfio.AppendIRI(nil, graph))}
}

func (w *writer) begin() {
	if w.format != TriG {
		return
	}
	for _, p := range prefixes() {
		fmt.Fprintf(w.out, "@prefix %s: <%s> .\n", p[0], p[1])
	}
	fmt.Fprintf(w.out, "\n%s {\n", w.graph)
}

func (w *writer) finish() error {
	if w.format == TriG {
		w.out.WriteString("}\n") //nolint:errcheck // Flush reports it
	}
	return w.out.Flush()
}

// node begins a node of a class.
func (w *writer) node(iri, class string) {
	w.subject, w.first = w.term(iri), true
	w.link(RDF+"type", class)
}

// end ends the node.
func (w *writer) end() {
	if w.format == TriG && !w.first {
		w.out.WriteString(" .\n") //nolint:errcheck
	}
	w.subject = ""
}

// term is an IRI as the format writes it. TriG abbreviates it if the rest of it is a plain name.
func (w *writer) term(iri string) string {
	if w.format == TriG {
		for _, p := range prefixes() {
			if rest, ok := strings.CutPrefix(iri, p[1]); ok && plain(rest) {
				return p[0] + ":" + rest
			}
		}
	}
	return string(rdfio.AppendIRI(nil, iri))
}

// plain reports whether s needs no escape as the local part of a name (TriG, PN_LOCAL).
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !rdfio.IsAlnum(c) && c != '_' && !(c == '-' && i > 0) {
			return false
		}
	}
	return s != ""
}

func (w *writer) triple(predicate string, object []byte) {
	w.triples++
	p := w.term(predicate)
	if w.format == NQuads {
		fmt.Fprintf(w.out, "%s %s %s %s .\n", w.subject, p, object, w.graph)
		return
	}
	if predicate == RDF+"type" {
		p = "a"
	}
	if w.first {
		fmt.Fprintf(w.out, "  %s %s %s", w.subject, p, object)
	} else {
		fmt.Fprintf(w.out, " ;\n    %s %s", p, object)
	}
	w.first = false
}

func (w *writer) link(predicate, iri string) {
	if iri != "" {
		w.triple(predicate, []byte(w.term(iri)))
	}
}

// text adds words, with lang if that is a language tag.
func (w *writer) text(predicate, text, lang string) {
	if text == "" {
		return
	}
	w.buf = append(rdfio.AppendString(append(w.buf[:0], '"'), text), '"')
	if rdfio.LangTag(lang) {
		w.buf = append(append(w.buf, '@'), lang...)
	}
	w.triple(predicate, w.buf)
}

// typed adds a literal of a datatype.
func (w *writer) typed(predicate, text, datatype string) {
	w.buf = append(rdfio.AppendString(append(w.buf[:0], '"'), text), `"^^`...)
	w.buf = append(w.buf, w.term(datatype)...)
	w.triple(predicate, w.buf)
}

func (w *writer) number(predicate string, x float64) {
	w.typed(predicate, strconv.FormatFloat(x, 'f', -1, 64), xsd+"decimal")
}

func (w *writer) integer(predicate string, n int) {
	w.typed(predicate, strconv.Itoa(n), xsd+"integer")
}

// date writes a day as xsd:date, and an instant with its zone.
func (w *writer) date(predicate string, d crawl.Date) {
	kind := "dateTime"
	if d.Day {
		kind = "date"
	}
	if !d.IsZero() {
		w.typed(predicate, d.String(), xsd+kind)
	}
}

func (w *writer) time(predicate string, t time.Time) {
	if !t.IsZero() {
		w.typed(predicate, t.UTC().Format("2006-01-02T15:04:05Z"), xsd+"dateTime")
	}
}
