package template

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

const rdfsNS = "http://www.w3.org/2000/01/rdf-schema#"

// names finds IRIs: by labels, short names, or as they are.
type names struct {
	prefixes map[string]string
	labels   map[string][]string // label -> IRIs that have it
	kinds    map[string]axiom.Op // IRI -> kind of entity
}

func newNames(opt Options) *names {
	n := &names{prefixes: opt.Prefixes, labels: map[string][]string{}, kinds: map[string]axiom.Op{}}
	for _, l := range [...]string{"label", "comment", "seeAlso", "isDefinedBy"} { // as ROBOT calls them
		n.labels[l] = []string{rdfsNS + l}
	}
	for _, a := range opt.Input {
		switch {
		case a.Op == axiom.Declaration:
			n.kinds[a.Args[0].Text] = a.Args[0].Op
		case a.Op == axiom.AnnotationAssertion && a.Args[0].Text == rdfsNS+"label" && a.Args[2].Op == axiom.Literal:
			n.label(a.Args[2].Text, a.Args[1].Text)
		}
	}
	return n
}

// label notes a label of an IRI.
func (n *names) label(text, iri string) {
	if !slices.Contains(n.labels[text], iri) {
		n.labels[text] = append(n.labels[text], iri)
	}
}

// iri returns the IRI of a name: a label, which may stand in quotes, a short name or an IRI.
func (n *names) iri(name string) (string, error) {
	label := name
	if len(name) > 1 && name[0] == '\'' && name[len(name)-1] == '\'' {
		label = strings.NewReplacer(`\'`, `'`, `\\`, `\`).Replace(name[1 : len(name)-1])
	}
	switch of := n.labels[label]; {
	case len(of) == 1:
		return of[0], nil
	case len(of) > 1:
		return "", english.Errorf("%q is the label of several: %s; give the IRI", label, strings.Join(of, ", "))
	case label != name:
		return "", english.Errorf("nothing has the label %q, in the table or in the file of --input", label)
	}
	return n.expand(name)
}

// expand returns the IRI of a short name or an IRI.
func (n *names) expand(name string) (string, error) {
	if iri, ok := strings.CutPrefix(name, "<"); ok && strings.HasSuffix(iri, ">") {
		return checked(iri[:len(iri)-1])
	}
	prefix, local, ok := strings.Cut(name, ":")
	if !ok {
		return "", english.Errorf("%q is no label of the table or of the file of --input, and no IRI", name)
	}
	if ns := cmp.Or(n.prefixes[prefix], axiom.StandardPrefix(prefix)); ns != "" {
		if strings.ContainsAny(local, "()[],") {
			return "", english.Errorf("%q is no short name; give the IRI between < and >", name)
		}
		return checked(ns + local)
	}
	if strings.HasPrefix(local, "//") || prefix == "urn" {
		return checked(name)
	}
	return "", english.Errorf("%q has the prefix %q, whose namespace nothing says: give it with --prefix \"%s: http://...\"", name, prefix, prefix)
}

// checked refuses what cannot stand between angle brackets.
func checked(iri string) (string, error) {
	if iri == "" || strings.ContainsFunc(iri, func(r rune) bool { return r <= ' ' || strings.ContainsRune(`<>"{}|^`+"`\\", r) }) {
		return "", english.Errorf("%q is no IRI", iri)
	}
	return iri, nil
}

// expression writes the names of an expression as IRIs. What is one name as a whole is that name, even if
// it has spaces.
func (n *names) expression(text, cell string) (string, error) {
	if iri, err := n.iri(cell); err == nil {
		cell = "<" + iri + ">"
	}
	text = strings.ReplaceAll(text, "%", cell)
	var out strings.Builder
	for len(text) > 0 {
		size := tokenSize(text)
		word, err := n.word(text[:size])
		if err != nil {
			return "", err
		}
		out.WriteString(word)
		text = text[size:]
	}
	return out.String(), nil
}

// word writes a token of an expression: a name as its IRI, all else as it is.
func (n *names) word(token string) (string, error) {
	first := token[0]
	switch {
	case first == '\'':
		iri, err := n.iri(token)
		return "<" + iri + ">", err
	case first == '"' || first == '<' || len(token) == 1 && strings.ContainsAny(token, "(){}[],<>= \t\r\n"):
		return token, nil
	case strings.HasSuffix(token, ":"):
		return "", english.Errorf("%q begins a section, and does not belong into an expression", token)
	}
	if slices.Contains(grammar[:], token) || '0' <= first && first <= '9' || first == '-' || first == '+' {
		return token, nil
	}
	iri, err := n.iri(token)
	return "<" + iri + ">", err
}

// grammar are the words of expressions; a label that is one of them stands in quotes.
var grammar = [...]string{"and", "or", "not", "that", "some", "only", "value", "min", "max", "exactly", "inverse", "Self",
	"integer", "decimal", "float", "string", "true", "false", "length", "minLength", "maxLength", "pattern", "langRange"}

// tokenSize is the length of the token that a text begins with: what stands in quotes or angle brackets,
// a sign, a space, or a word.
func tokenSize(text string) int {
	if end := strings.IndexByte("'\"<", text[0]); end >= 0 {
		closing := "'\">"[end]
		for i := 1; i < len(text); i++ {
			switch {
			case text[i] == '\\' && closing != '>':
				i++
			case text[i] == closing:
				return i + 1
			case closing == '>' && (text[i] == ' ' || text[i] == '='): // less than
				return 1
			}
		}
		return 1
	}
	i := strings.IndexFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("(){}[],<>=\"'", r) })
	switch {
	case i < 0:
		return len(text)
	case i == 0:
		r := []rune(text[:min(len(text), 4)])[0]
		return len(string(r))
	}
	return i
}
