package rdfio

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/knakk/rdf"
)

// Detect tells from the first bytes of a document (64 KiB are plenty) in which
// syntax it is written. File names say little: .owl files in the wild hold at
// least five syntaxes. What Decode cannot read gives a *SyntaxError that names
// what the document looks like and the way out.
func Detect(head []byte) (Format, error) {
	f, err := Recognise(head)
	switch f {
	case RDFXML, Turtle, NTriples, "":
		return f, err
	}
	text, err := headText(head)
	if err != nil {
		return "", err
	}
	at := skipBlank(text)
	if f == OWLXML {
		at = len(text) - len(xmlRoot(text[at:]))
	}
	return "", detectError(text, at, "this looks like "+f.Name()+wayOut)
}

// Recognise is Detect for all the syntaxes of ontologies, also those that
// Decode does not read.
func Recognise(head []byte) (Format, error) {
	if msg := binary(head); msg != "" {
		return "", detectError(head, 0, msg)
	}
	text, err := headText(head)
	if err != nil {
		return "", err
	}
	i := skipBlank(text)
	start := text[i:]
	switch {
	case len(start) == 0 && bytes.IndexByte(text, '#') < 0:
		return "", detectError(text, 0, "the file is empty; expected an ontology")
	case len(start) == 0:
		return Turtle, nil // nothing but comments
	case isMarkup(start):
		return detectXML(text, i)
	}
	if f, what := lookalike(start); f != "" || what != "" {
		if f != "" {
			return f, nil
		}
		return "", detectError(text, i, "this looks like "+what)
	}
	if looksNTriples(text) {
		return NTriples, nil
	}
	return Turtle, nil
}

func detectError(text []byte, at int, msg string) error {
	line, col := advance(0, 0, text[:at])
	return &SyntaxError{Line: line + 1, Col: col + 1, Msg: msg}
}

// headText returns the head as UTF-8 without byte order mark.
func headText(head []byte) ([]byte, error) {
	enc, bom, err := charset(head, "")
	if err != nil {
		return nil, err
	}
	head = head[bom:]
	if enc == nil {
		return head, nil
	}
	// The head may end inside a character: that error is not the document's.
	text, _ := io.ReadAll(enc.NewDecoder().Reader(bytes.NewReader(head)))
	return text, nil
}

// wayOut is what a user can do about a document in another syntax.
const wayOut = "; expected RDF/XML, Turtle or N-Triples: save it from Protégé as RDF/XML or Turtle"

// binary names what is no text at all.
func binary(head []byte) string {
	magic := []struct{ prefix, what string }{
		{"PK\x03\x04", "a zip archive (or an Office document)"},
		{"\x1F\x8B", "a gzip file"},
		{"\x28\xB5\x2F\xFD", "a Zstandard file"},
		{"BZh", "a bzip2 file"},
		{"%PDF-", "a PDF document"},
		{"SQLite format 3", "an SQLite database"},
		{"\x89PNG", "an image"},
	}
	for _, m := range magic {
		if strings.HasPrefix(string(head[:min(len(head), 16)]), m.prefix) {
			return "this looks like " + m.what + "; expected an ontology: unpack or export it first"
		}
	}
	enc, _, err := charset(head, Turtle)
	if err == nil && enc == nil && bytes.IndexByte(head, 0) >= 0 {
		return "this looks like a binary file (it holds NUL bytes); expected an ontology"
	}
	return ""
}

// skipBlank returns the index of the first byte that is neither white space
// nor in a # comment (nor in a % comment of LaTeX, which is not RDF anyway).
func skipBlank(s []byte) int {
	i := 0
	for i < len(s) {
		switch s[i] {
		case ' ', '\t', '\r', '\n':
			i++
		case '#':
			n := bytes.IndexAny(s[i:], "\r\n")
			if n < 0 {
				return len(s)
			}
			i += n
		default:
			return i
		}
	}
	return i
}

// isMarkup tells <?xml, <!-- and <rdf:RDF from <http://example.org/s>.
func isMarkup(s []byte) bool {
	if len(s) < 2 || s[0] != '<' {
		return false
	}
	if s[1] == '?' || s[1] == '!' {
		return true
	}
	name := s[1 : 1+xmlName(s[1:])]
	end := 1 + len(name)
	if len(name) == 0 || end == len(s) {
		return false
	}
	switch s[end] {
	case ' ', '\t', '\r', '\n':
		return true // no IRI holds a blank
	case '/':
		return bytes.HasPrefix(s[end:], []byte("/>"))
	case '>':
		// <a> may be either. A predicate after it speaks for Turtle, an end
		// tag for XML.
		return bytes.EqualFold(name, []byte("html")) || !predicateAfter.Match(s[end+1:]) ||
			bytes.Contains(s, slices.Concat([]byte("</"), name, []byte(">")))
	}
	return false
}

var predicateAfter = regexp.MustCompile(`^\s*(<[^>\s]*>|a\s|[\pL_][^\s<>:]*:|:)`)

// The beginning of an XML document, so far as it matters here.
var (
	xmlProlog = regexp.MustCompile(`(?s)^(\s|<\?.*?\?>|<!--.*?-->)+`)
	xmlDoc    = regexp.MustCompile(`(?is)^<!DOCTYPE\s+([^\s>\[]+)[^\[>]*(\[.*?\]\s*)?>`)
	xmlTag    = regexp.MustCompile(`(?s)^<([^\s>/!?]+)((?:[^>"']|"[^"]*"|'[^']*')*)>?`)
	rdfAttr   = regexp.MustCompile(`\brdf:(about|ID|nodeID)\s*=`)
)

// detectXML looks at the root element.
func detectXML(text []byte, i int) (Format, error) {
	s := text[i:]
	s = s[len(xmlProlog.Find(s)):]
	if m := xmlDoc.FindSubmatch(s); m != nil && bytes.EqualFold(m[1], []byte("html")) {
		return "", detectError(text, len(text)-len(s), "this looks like an HTML page"+htmlWayOut)
	}
	s = xmlRoot(s)
	m := xmlTag.FindSubmatch(s)
	if m == nil {
		return RDFXML, nil // the root lies behind the head: the decoder will tell
	}
	at := len(text) - len(s)
	prefix, local, ok := strings.Cut(string(m[1]), ":")
	if !ok {
		prefix, local = "", prefix
	}
	attrs := m[2]
	switch {
	case local == "RDF":
		return RDFXML, nil
	case strings.EqualFold(local, "html"), strings.EqualFold(local, "head"), strings.EqualFold(local, "body"):
		return "", detectError(text, at, "this looks like an HTML page"+htmlWayOut)
	case local == "Ontology" && (prefix == "" || prefix == "owl") && !rdfAttr.Match(attrs):
		return OWLXML, nil
	case !bytes.Contains(text, []byte(rdfNS)):
		return "", detectError(text, at, "this looks like XML but not RDF/XML (root element "+quote(m[1])+
			"); expected a root element rdf:RDF or, for OWL/XML, Ontology")
	}
	return RDFXML, nil
}

// xmlRoot returns what follows the prolog and the DOCTYPE.
func xmlRoot(s []byte) []byte {
	s = s[len(xmlProlog.Find(s)):]
	s = s[len(xmlDoc.Find(s)):]
	return s[len(xmlProlog.Find(s)):]
}

const htmlWayOut = "; expected an ontology: download the ontology itself, not the page about it"

// lookalikes are the other syntaxes in which ontologies are found, by how
// their first line looks; without a format, what is no ontology.
var lookalikes = []struct {
	first  *regexp.Regexp
	format Format
	what   string
}{
	{regexp.MustCompile(`^(Prefix|Ontology|Document|Import|Declaration|Annotation)\s*\(`), Functional, ""},
	{regexp.MustCompile(`^(Prefix|Namespace|Ontology|Import|Annotations|Class|ObjectProperty|DataProperty|Individual|AnnotationProperty|Datatype|` +
		`EquivalentClasses|DisjointClasses|EquivalentProperties|DisjointProperties|SameIndividual|DifferentIndividuals|Rule):\s`), Manchester, ""},
	{regexp.MustCompile(`^(![^\n]*\n\s*)*((format-version|data-version|default-namespace|saved-by|auto-generated-by|default-relationship-id-prefix)\s*:|` +
		`(ontology|version|date|remark|import|idspace|subsetdef|synonymtypedef|typeref)\s*:\s|\[(Term|Typedef|Instance)\])`), OBO, ""},
	{regexp.MustCompile(`^\\documentclass`), "", "LaTeX; expected an ontology: save it from Protégé as RDF/XML or Turtle"},
	{regexp.MustCompile(`^version https://git-lfs`), "", "a Git LFS pointer; fetch the file itself with \"git lfs pull\""},
}

// The beginning of JSON, and what tells its two syntaxes of ontologies.
var (
	jsonStart = regexp.MustCompile(`^(\{\s*"|\{\s*\}|\[\s*\{|\[\s*\]\s*$)`)
	jsonLD    = regexp.MustCompile(`"@(context|id|graph|type|vocab|base|set|list|value)"\s*:`)
	jsonGraph = regexp.MustCompile(`"graphs"\s*:`)
)

// lookalike names the syntax that is none of ours; it is "" twice if there is
// no sign of one. Manchester and Turtle cannot be confused: a prefix that a
// Turtle document begins with is followed by a local part, not by white space,
// or is preceded by @prefix.
func lookalike(start []byte) (f Format, what string) {
	for _, l := range lookalikes {
		if l.first.Match(start) {
			return l.format, l.what
		}
	}
	switch {
	case !jsonStart.Match(start):
		return "", ""
	case jsonLD.Match(start):
		return JSONLD, ""
	case jsonGraph.Match(start):
		return OBOGraph, ""
	}
	return "", "JSON that is neither JSON-LD (it has no \"@context\", \"@graph\" or \"@id\") nor an OBO graph (no \"graphs\")"
}

// looksNTriples tells whether every complete line of the head is N-Triples and
// one at least holds a triple. (A whole document without line end counts too.)
func looksNTriples(text []byte) bool {
	lines := text
	if n := bytes.LastIndexByte(text, '\n'); n >= 0 {
		lines = text[:n+1]
	}
	w := newWindow(bytes.NewReader(lines), Limits{}.withDefaults())
	count := 0
	err := newNTriples(w, newTerms(""), func(rdf.Triple) error { count++; return nil }).decode()
	return err == nil && count > 0
}
