package rdfio

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// Head is the beginning of a document, for recognising its syntax.
type Head struct {
	Text  []byte // as UTF-8, without byte order mark
	Start []byte // Text from the first byte that is neither white space nor in a # comment

	XML  bool     // Start is markup
	Root *XMLRoot // of markup; nil if the root element begins behind the head

	JSON bool // Start is JSON
}

type XMLRoot struct {
	Name          string // as written
	Prefix, Local string
	Attrs         []byte // as written
	At            int    // where it begins in Head.Text
}

// NewHead examines the first bytes of a document; HeadSize bytes suffice. It returns a
// *SyntaxError if the XML declaration names an unknown charset.
func NewHead(head []byte) (*Head, error) {
	text, err := headText(head)
	if err != nil {
		return nil, err
	}
	h := &Head{Text: text, Start: text[skipBlank(text):]}
	h.XML = isMarkup(h.Start)
	h.JSON = jsonStart().Match(h.Start)
	if h.XML {
		h.Root = rootOf(text, h.Start)
	}
	return h, nil
}

var jsonStart = lazyre.Compile(`^(\{\s*"|\{\s*\}|\[\s*\{|\[\s*\]\s*$)`)

func headText(head []byte) ([]byte, error) {
	enc, bom, err := charset(head)
	if err != nil {
		return nil, err
	}
	head = head[bom:]
	if enc == nil {
		return head, nil
	}
	// The head may end inside a character, so the error is ignored.
	text, _ := io.ReadAll(enc.NewDecoder().Reader(bytes.NewReader(head)))
	return text, nil
}

// skipBlank returns the index of the first byte outside white space and # comments.
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

// isMarkup distinguishes <?xml, <!-- and <rdf:RDF from <http://example.org/s>.
func isMarkup(s []byte) bool {
	if len(s) < 2 || s[0] != '<' {
		return false
	}
	if s[1] == '?' || s[1] == '!' {
		return true
	}
	name := s[1 : 1+XMLName(s[1:])]
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
		// <a> may be either: a predicate after it suggests Turtle, an end tag XML.
		return bytes.EqualFold(name, []byte("html")) || !predicateAfter().Match(s[end+1:]) ||
			bytes.Contains(s, slices.Concat([]byte("</"), name, []byte(">")))
	}
	return false
}

var predicateAfter = lazyre.Compile(`^\s*(<[^>\s]*>|a\s|[\pL_][^\s<>:]*:|:)`)

// The beginning of an XML document.
var (
	xmlProlog = lazyre.Compile(`(?s)^(\s|<\?.*?\?>|<!--.*?-->)+`)
	xmlDoc    = lazyre.Compile(`(?is)^<!DOCTYPE\s+([^\s>\[]+)[^\[>]*(\[.*?\]\s*)?>`)
	xmlTag    = lazyre.Compile(`(?s)^<([^\s>/!?]+)((?:[^>"']|"[^"]*"|'[^']*')*)>?`)
)

// rootOf finds the root element after the prolog. A DOCTYPE of HTML counts as root.
func rootOf(text, s []byte) *XMLRoot {
	s = s[len(xmlProlog().Find(s)):]
	if m := xmlDoc().FindSubmatch(s); m != nil {
		if strings.EqualFold(string(m[1]), "html") {
			return &XMLRoot{Name: string(m[1]), Local: string(m[1]), At: len(text) - len(s)}
		}
		s = s[len(m[0]):]
	}
	s = s[len(xmlProlog().Find(s)):]
	m := xmlTag().FindSubmatch(s)
	if m == nil {
		return nil
	}
	root := &XMLRoot{Name: string(m[1]), Attrs: m[2], At: len(text) - len(s)}
	var ok bool
	if root.Prefix, root.Local, ok = strings.Cut(root.Name, ":"); !ok {
		root.Prefix, root.Local = "", root.Name
	}
	return root
}

// MatchPrefixes returns the prefixes at the beginning of a text: the first group of the
// expression is the name, the second the namespace.
func MatchPrefixes(declaration *regexp.Regexp, text []byte) map[string]string {
	found := map[string]string{}
	for _, m := range declaration.FindAllSubmatch(text[:min(len(text), PrefixHead)], -1) {
		if name, ns := string(m[1]), string(m[2]); !strings.Contains(ns, "&") { // an entity of XML
			found[name] = ns
		}
	}
	return found
}

// PrefixHead is how much of a document is searched for prefixes; tools write them first.
const PrefixHead = 1 << 20

// MatchIRI returns the two groups of an expression: ontology IRI and version IRI.
func MatchIRI(header *regexp.Regexp, head []byte) (iri, version string, ok bool) {
	m := header.FindSubmatch(head)
	if m == nil {
		return "", "", false
	}
	return string(m[1]), string(m[2]), true
}
