package sparql

import (
	"strconv"
	"strings"

	"github.com/tggo/goRDFlib/term"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// A parser reads a query by recursive descent (SPARQL 1.1, section 19.8). After its first error it sees the
// end of the text, so every loop ends; what it returned until then is of no use.
type parser struct {
	text     string
	all      []token
	next     int
	tok      token // at hand
	err      *SyntaxError
	prefixes map[string]string
	base     *rdfio.Base
	names    []string
	slots    map[string]int
	blanks   map[string]*bgp // which triples a label of a blank node stands in
	made     int             // blank nodes without a label
	sums     *[]*aggregate   // where aggregates go; nil: none may stand here
}

// fail keeps the first error.
func (p *parser) fail(at token, format string, args ...any) {
	if p.err == nil {
		line, col := place(p.text, at.at)
		p.err = &SyntaxError{line, col, english.Phrasef(format, args...)}
	}
	p.next, p.tok = len(p.all), token{at: len(p.text)}
}

// expected fails because something else stands here.
func (p *parser) expected(what any) {
	if p.tok.kind == endToken {
		p.fail(p.tok, "expected %v, but the query ends here", what)
		return
	}
	p.fail(p.tok, "expected %v instead of %s", what, rdfio.Quote(p.tok.text))
}

func (p *parser) advance() token {
	t := p.tok
	if p.next < len(p.all) {
		p.tok = p.all[p.next]
		p.next++
	} else {
		p.tok = token{at: len(p.text)}
	}
	return t
}

// peek is the token after the one at hand.
func (p *parser) peek() token {
	if p.next < len(p.all) {
		return p.all[p.next]
	}
	return token{}
}

func (p *parser) isWord(w string) bool {
	return p.tok.kind == wordToken && strings.EqualFold(p.tok.text, w)
}

func (p *parser) isMark(m string) bool { return p.tok.kind == markToken && p.tok.text == m }

// word takes a word if it stands here.
func (p *parser) word(w string) bool {
	if !p.isWord(w) {
		return false
	}
	p.advance()
	return true
}

func (p *parser) mark(m string) bool {
	if !p.isMark(m) {
		return false
	}
	p.advance()
	return true
}

func (p *parser) needWord(w string) {
	if !p.word(w) {
		p.expected(w)
	}
}

func (p *parser) needMark(m string) {
	if !p.mark(m) {
		p.expected(m)
	}
}

func (p *parser) slot(name string) int {
	at, ok := p.slots[name]
	if !ok {
		at = len(p.names)
		p.slots[name] = at
		p.names = append(p.names, name)
	}
	return at
}

// variable takes a variable.
func (p *parser) variable() int {
	if p.tok.kind != varToken {
		p.expected(english.Word("a variable"))
		return 0
	}
	return p.slot(p.advance().text[1:])
}

// number takes a whole number of LIMIT or OFFSET.
func (p *parser) number() int {
	n, err := strconv.Atoi(p.tok.text)
	if p.tok.kind != numberToken || err != nil {
		p.expected(english.Word("a whole number"))
		return 0
	}
	p.advance()
	return n
}

// prologue takes BASE and PREFIX.
func (p *parser) prologue() {
	for {
		switch {
		case p.word("BASE"):
			base, err := rdfio.NewBase(p.iriRef())
			if err != nil && p.err == nil {
				p.expected(english.Word("an absolute IRI"))
			}
			p.base = base
		case p.word("PREFIX"):
			name, ok := strings.CutSuffix(p.tok.text, ":")
			if p.tok.kind != nameToken || !ok || strings.Contains(name, ":") {
				p.expected(english.Word("a prefix"))
				return
			}
			p.advance()
			p.prefixes[name] = p.iriRef()
		default:
			return
		}
	}
}

// iriRef takes an IRI between < and >.
func (p *parser) iriRef() string {
	if p.tok.kind != iriToken {
		p.expected(english.Word("an IRI"))
		return ""
	}
	t := p.advance()
	iri, wrong := rdfio.Unescape(nil, []byte(t.text[1:len(t.text)-1]), false)
	if wrong != nil {
		p.fail(t, "%v", wrong.Msg)
	}
	switch {
	case p.base != nil:
		return p.base.Join(string(iri))
	case len(iri) == 0:
		p.fail(t, "expected %v instead of %s", english.Word("an absolute IRI"), t.text)
	}
	return string(iri)
}

// iri takes an IRI or a prefixed name.
func (p *parser) iri() term.URIRef {
	if p.tok.kind != nameToken {
		return term.NewURIRefUnsafe(p.iriRef())
	}
	t := p.advance()
	prefix, local, _ := strings.Cut(t.text, ":")
	if strings.Contains(local, `\`) {
		var b strings.Builder
		for i := 0; i < len(local); i++ {
			if local[i] == '\\' {
				i++
			}
			b.WriteByte(local[i])
		}
		local = b.String()
	}
	return term.NewURIRefUnsafe(p.prefixes[prefix] + local) // checkWords knows that the prefix is declared
}

// literal takes a text, a number, true or false.
func (p *parser) literal() term.Term {
	switch {
	case p.tok.kind == textToken:
		return p.textLiteral()
	case p.tok.kind == numberToken:
		return numberLiteral(p.advance().text)
	case p.word("true"):
		return boolean(true)
	case p.word("false"):
		return boolean(false)
	case p.isMark("-") || p.isMark("+"):
		sign := p.advance()
		if p.tok.kind == numberToken && p.tok.at == sign.at+1 {
			return numberLiteral(sign.text + p.advance().text)
		}
		p.expected(english.Word("a number"))
	default:
		p.expected(english.Word("a term"))
	}
	return nil
}

func numberLiteral(s string) term.Term {
	switch {
	case strings.ContainsAny(s, "eE"):
		return typed(s, term.XSDDouble)
	case strings.Contains(s, "."):
		return typed(s, term.XSDDecimal)
	}
	return typed(s, term.XSDInteger)
}

// string takes a text without language and datatype.
func (p *parser) string() string {
	if p.tok.kind != textToken {
		p.expected(english.Word("a text"))
		return ""
	}
	t := p.advance()
	quote := t.text[:1]
	if long := strings.Repeat(quote, 3); strings.HasPrefix(t.text, long) {
		quote = long
	}
	if len(t.text) < 2*len(quote) || !strings.HasSuffix(t.text, quote) || len(quote) == 1 && strings.ContainsAny(t.text, "\n\r") {
		p.fail(t, "this text has no end")
		return ""
	}
	s, wrong := rdfio.Unescape(nil, []byte(t.text[len(quote):len(t.text)-len(quote)]), true)
	if wrong != nil {
		p.fail(t, "%v", wrong.Msg)
	}
	return string(s)
}

func (p *parser) textLiteral() term.Term {
	s := p.string()
	switch {
	case p.tok.kind == langToken:
		return tagged(s, p.advance().text[1:])
	case p.mark("^^"):
		return typed(s, p.iri())
	}
	return plainText(s)
}
