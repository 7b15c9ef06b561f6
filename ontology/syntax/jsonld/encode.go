package jsonld

import (
	"bufio"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Encode writes JSON-LD for people to read and programs to compare: nodes in the order of
// their first triple, types first, blank nodes nested in the only statement that mentions
// them, lists as lists, one value in each line. Repetitions are removed. Equal triples in
// equal order give equal bytes; blank node labels are not kept.
//
// It leaves out prefixes that JSON-LD does not allow: the empty prefix, a prefix whose
// namespace does not end in one of :/?#[]@, and a prefix that is the scheme of some IRI.
func Encode(w io.Writer, triples []rdf.Triple, opt rdfio.EncodeOptions) error {
	e, err := newEncoder(triples, opt)
	if err != nil {
		return err
	}
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

type encoder struct {
	opt      rdfio.EncodeOptions
	prefixes []prefix // longest namespace first
	used     map[string]bool
	names    map[string]string // IRIs abbreviated before

	*rdfio.Outline
}

func newEncoder(triples []rdf.Triple, opt rdfio.EncodeOptions) (*encoder, error) {
	outline, err := rdfio.NewOutline(triples)
	if err != nil {
		return nil, err
	}
	e := &encoder{opt: opt, used: map[string]bool{}, names: map[string]string{}, Outline: outline}
	schemes := map[string]bool{}
	for _, t := range triples {
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
	return e, nil
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
	for _, p := range rdfio.UsualPrefixes() {
		add(prefix{p[0], p[1]})
	}
	sorts.Stable(e.prefixes, func(a, b prefix) int { return len(b.ns) - len(a.ns) })
}

// context writes the used prefixes, sorted by name.
func (e *encoder) context() string {
	sorts.Func(e.prefixes, func(a, b prefix) int { return strings.Compare(a.name, b.name) })
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

// name abbreviates an IRI by the prefixes.
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
