package jsonld

import (
	"bufio"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Encode writes triples as JSON-LD for people to read and for programs to
// compare: nodes in the order of their first triple, types first, blank nodes
// inside the only statement that mentions them, lists as lists, one value to a
// line. Repeated triples are written once. The same triples in the same order
// give the same bytes; labels of blank nodes are not kept.
//
// Left out are prefixes that JSON-LD cannot have: the empty one, one whose
// namespace does not end in one of :/?#[]@, one that is the scheme of some IRI.
func Encode(w io.Writer, triples []rdf.Triple, opt rdfio.EncodeOptions) error {
	e := newEncoder(triples, opt)
	body := e.body() // first: it finds out which prefixes are used
	out := bufio.NewWriterSize(w, 64<<10)
	begin, end := "[", "\n]\n"
	if !opt.Expanded {
		begin, end = "{\n  \"@context\": {"+e.context()+"},\n  \"@graph\": [", "\n  ]\n}\n"
	}
	out.WriteString(begin)
	for i, node := range body {
		if i > 0 {
			out.WriteByte(',')
		}
		out.Write(node)
	}
	out.WriteString(end)
	return out.Flush() // reports the errors of all the writes before
}

type prefix struct{ name, ns string }

// usual prefixes are declared without being asked for.
func usual() []prefix {
	return []prefix{
		{"owl", "http://www.w3.org/2002/07/owl#"}, {"rdf", nsRDF}, {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
		{"skos", "http://www.w3.org/2004/02/skos/core#"}, {"xsd", nsXSD},
	}
}

type encoder struct {
	opt      rdfio.EncodeOptions
	prefixes []prefix // longest namespace first
	used     map[string]bool
	names    map[string]string // IRIs abbreviated before

	order    []string // subjects
	subjects map[string]*subject
	labels   map[string]string // new labels of blank nodes
	written  map[string]bool
}

// subject is a node with its statements, by predicate.
type subject struct {
	term  rdf.Term
	preds []*predicate
	refs  int // triples it is the object of
}

type predicate struct {
	iri  string
	objs []rdf.Object
}

// key tells blank nodes from IRIs, and literals from both.
func key(t rdf.Term) string { return t.Serialize(rdf.NTriples) }

func newEncoder(triples []rdf.Triple, opt rdfio.EncodeOptions) *encoder {
	e := &encoder{opt: opt, used: map[string]bool{}, names: map[string]string{},
		subjects: map[string]*subject{}, labels: map[string]string{}, written: map[string]bool{}}
	seen, schemes := make(map[string]bool, len(triples)), map[string]bool{}
	for _, t := range triples {
		k := key(t.Subj) + " " + key(t.Pred) + " " + key(t.Obj)
		if seen[k] {
			continue
		}
		seen[k] = true
		e.add(t)
		for _, term := range []rdf.Term{t.Subj, t.Pred, t.Obj} {
			if term.Type() == rdf.TermIRI {
				scheme, _, _ := strings.Cut(term.String(), ":")
				schemes[scheme] = true
			} else if l, ok := term.(rdf.Literal); ok {
				scheme, _, _ := strings.Cut(l.DataType.String(), ":")
				schemes[scheme] = true
			}
		}
	}
	if !opt.Expanded {
		e.setPrefixes(schemes)
	}
	return e
}

func (e *encoder) setPrefixes(schemes map[string]bool) {
	taken := map[string]bool{}
	add := func(p prefix) {
		if p.name == "" || p.name[0] == '_' || p.name[0] == '@' || strings.ContainsAny(p.name, ":/#") || p.ns == "" ||
			strings.IndexByte(":/?#[]@", p.ns[len(p.ns)-1]) < 0 || schemes[p.name] || taken[p.name] || taken[p.ns] {
			return
		}
		taken[p.name], taken[p.ns] = true, true
		e.prefixes = append(e.prefixes, p)
	}
	for _, name := range slices.Sorted(maps.Keys(e.opt.Prefixes)) {
		add(prefix{name, e.opt.Prefixes[name]})
	}
	for _, p := range usual() {
		add(p)
	}
	slices.SortStableFunc(e.prefixes, func(a, b prefix) int { return len(b.ns) - len(a.ns) })
}

// context writes the prefixes that are used, by name.
func (e *encoder) context() string {
	slices.SortFunc(e.prefixes, func(a, b prefix) int { return strings.Compare(a.name, b.name) })
	var b []byte
	for _, p := range e.prefixes {
		if !e.used[p.name] {
			continue
		}
		if len(b) > 0 {
			b = append(b, ',')
		}
		b = append(b, "\n    "...)
		b = append(appendText(b, p.name), ": "...)
		b = appendText(b, p.ns)
	}
	if len(b) > 0 {
		b = append(b, "\n  "...)
	}
	return string(b)
}

// name is an IRI as short as the prefixes allow.
func (e *encoder) name(iri string) string {
	if s, ok := e.names[iri]; ok {
		return s
	}
	s := iri
	for _, p := range e.prefixes {
		if local, ok := strings.CutPrefix(iri, p.ns); ok && local != "" && !strings.HasPrefix(local, "//") {
			e.used[p.name] = true
			s = p.name + ":" + local
			break
		}
	}
	e.names[iri] = s
	return s
}

func (e *encoder) subject(t rdf.Term) *subject {
	k := key(t)
	s := e.subjects[k]
	if s == nil {
		s = &subject{term: t}
		e.subjects[k] = s
	}
	return s
}

func (e *encoder) add(t rdf.Triple) {
	s := e.subject(t.Subj)
	if len(s.preds) == 0 {
		e.order = append(e.order, key(t.Subj))
	}
	if t.Obj.Type() == rdf.TermBlank {
		e.subject(t.Obj).refs++
	}
	iri := t.Pred.String()
	if iri == nsRDF+"type" && t.Obj.Type() == rdf.TermIRI {
		iri = "@type"
	}
	i := slices.IndexFunc(s.preds, func(p *predicate) bool { return p.iri == iri })
	if i < 0 {
		i = len(s.preds)
		s.preds = append(s.preds, &predicate{iri: iri})
		if iri == "@type" { // it stands first
			copy(s.preds[1:], s.preds)
			s.preds[0], i = &predicate{iri: iri}, 0
		}
	}
	s.preds[i].objs = append(s.preds[i].objs, t.Obj)
}

// appendText writes a JSON string.
func appendText(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"', r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r < ' ', r == 0x7F:
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
