package sparql

import (
	"strconv"

	"github.com/tggo/goRDFlib/term"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

func iriTerm(s string) term.URIRef { return term.NewURIRefUnsafe(term.RDFNamespace + s) }

// triples takes triples until something else comes (section 4.2). It says whether a dot ends them.
func (p *parser) triples(b *bgp) (ended bool) {
	for p.err == nil && p.startsTriple() {
		alone := p.isMark("[") || p.isMark("(")
		before := len(b.triples)
		s := p.node(b)
		if !(alone && len(b.triples) > before) || p.startsVerb() {
			p.properties(s, b, true)
		}
		if !p.mark(".") {
			return false
		}
	}
	return true
}

func (p *parser) startsTriple() bool {
	switch p.tok.kind {
	case varToken, iriToken, nameToken, textToken, numberToken, blankToken:
		return true
	case wordToken:
		return p.isWord("true") || p.isWord("false")
	}
	return p.isMark("[") || p.isMark("(") || p.isMark("-") || p.isMark("+")
}

func (p *parser) startsVerb() bool {
	switch p.tok.kind {
	case varToken, iriToken, nameToken:
		return true
	}
	return p.tok.kind == wordToken && p.tok.text == "a" || p.isMark("^") || p.isMark("!") || p.isMark("(")
}

// properties takes verbs with their objects; there must be one if need.
func (p *parser) properties(s node, b *bgp, need bool) {
	for p.err == nil {
		if !p.startsVerb() {
			if need {
				p.expected(english.Word("a property"))
			}
			return
		}
		verb, by := p.verb()
		for {
			o := p.node(b)
			b.triples = append(b.triples, triplePattern{[3]node{s, verb, o}, by})
			if !p.mark(",") {
				break
			}
		}
		if !p.isMark(";") {
			return
		}
		for p.mark(";") {
		}
		need = false
	}
}

// verb takes a variable, an IRI or a path.
func (p *parser) verb() (node, path) {
	if p.tok.kind == varToken {
		return node{slot: p.variable()}, nil
	}
	by := p.choice()
	if s, ok := by.(step); ok {
		return node{-1, s.iri}, nil
	}
	return node{slot: -1}, by
}

// node takes a subject or object; the triples of brackets go to b.
func (p *parser) node(b *bgp) node {
	switch {
	case p.tok.kind == varToken:
		return node{slot: p.variable()}
	case p.tok.kind == iriToken || p.tok.kind == nameToken:
		return node{-1, p.iri()}
	case p.tok.kind == blankToken:
		return p.labelled(b)
	case p.mark("["):
		n := p.fresh()
		p.properties(n, b, false)
		p.needMark("]")
		return n
	case p.mark("("):
		return p.list(b)
	}
	return node{-1, p.literal()}
}

// labelled takes a blank node with a label, which may stand in one group of triples only (section 5.1.1).
func (p *parser) labelled(b *bgp) node {
	t := p.advance()
	if in := p.blanks[t.text]; in != nil && in != b {
		p.fail(t, "the blank node %s stands in another group of triples; use a variable", t.text)
	}
	p.blanks[t.text] = b
	return node{slot: p.slot(t.text)}
}

// fresh is a blank node without a label.
func (p *parser) fresh() node {
	p.made++
	return node{slot: p.slot("_: " + strconv.Itoa(p.made))}
}

func (p *parser) list(b *bgp) node {
	none := node{-1, iriTerm("nil")}
	if p.mark(")") {
		return none
	}
	head := p.fresh()
	for at := head; ; {
		o := p.node(b)
		b.triples = append(b.triples, triplePattern{part: [3]node{at, {-1, iriTerm("first")}, o}})
		next := none
		if end := p.mark(")"); !end && p.err == nil {
			next = p.fresh()
		}
		b.triples = append(b.triples, triplePattern{part: [3]node{at, {-1, iriTerm("rest")}, next}})
		if at = next; at.slot < 0 {
			return head
		}
	}
}

// choice takes a path of any kind (section 9.1).
func (p *parser) choice() path {
	all := []path{p.sequence()}
	for p.mark("|") {
		all = append(all, p.sequence())
	}
	if len(all) == 1 {
		return all[0]
	}
	return &choice{all}
}

func (p *parser) sequence() path {
	all := []path{p.element()}
	for p.mark("/") {
		all = append(all, p.element())
	}
	if len(all) == 1 {
		return all[0]
	}
	return &sequence{all}
}

func (p *parser) element() path {
	if p.mark("^") {
		return &inverse{p.repeated()}
	}
	return p.repeated()
}

func (p *parser) repeated() path {
	var of path
	switch {
	case p.mark("("):
		of = p.choice()
		p.needMark(")")
	case p.mark("!"):
		of = p.negated()
	default:
		of = p.step()
	}
	switch {
	case p.mark("*"):
		return &repeat{of, true, true}
	case p.mark("+"):
		return &repeat{of, false, true}
	case p.mark("?"):
		return &repeat{of, true, false}
	}
	return of
}

func (p *parser) step() path {
	if p.tok.kind == wordToken && p.tok.text == "a" {
		p.advance()
		return step{iriTerm("type")}
	}
	return step{p.iri()}
}

func (p *parser) negated() path {
	n := new(negated)
	one := func() {
		back := p.mark("^")
		s, _ := p.step().(step)
		if back {
			n.back = append(n.back, s.iri)
		} else {
			n.forward = append(n.forward, s.iri)
		}
	}
	if !p.mark("(") {
		one()
		return n
	}
	if p.mark(")") {
		n.forward = []term.URIRef{}
		return n
	}
	one()
	for p.mark("|") {
		one()
	}
	p.needMark(")")
	return n
}
