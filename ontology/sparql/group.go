package sparql

import (
	"slices"

	"github.com/tggo/goRDFlib/term"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// group takes a group of patterns in braces and translates it as section 18.2.2 says: its filters hold for
// all of it.
func (p *parser) group() pattern {
	p.needMark("{")
	if p.isWord("SELECT") {
		kept := p.sums
		q := p.selecting()
		p.sums = kept
		p.needMark("}")
		return &nested{q}
	}
	g := groupReader{p: p}
	for p.err == nil && !p.isMark("}") && p.tok.kind != endToken {
		g.part()
	}
	p.needMark("}")
	for _, e := range g.filters {
		g.all = &filtered{g.all, e}
	}
	return g.all
}

// groupReader is a group while it is read.
type groupReader struct {
	p       *parser
	all     pattern
	triples *bgp // to which triples that come now belong; a filter does not end it
	open    bool // triples without a dot stand before
	filters []expr
}

func (g *groupReader) part() {
	p := g.p
	open := g.open
	g.open = false
	if p.startsTriple() {
		if open {
			p.expected(".")
		}
		if g.triples == nil {
			g.triples = new(bgp)
			g.join(g.triples)
		}
		g.open = !p.triples(g.triples)
		return
	}
	if p.word("FILTER") {
		g.filters = append(g.filters, p.constraint())
		p.mark(".")
		return
	}
	g.triples = nil
	switch {
	case p.word("OPTIONAL"):
		g.all = &optional{g.all, p.group()}
	case p.word("MINUS"):
		g.all = &minus{g.all, p.group()}
	case p.word("BIND"):
		g.bind()
	case p.word("VALUES"):
		g.join(p.values())
	case p.word("GRAPH"):
		g.join(p.graph())
	case p.isMark("{"):
		g.join(p.union())
	default:
		p.expected(english.Word("a pattern"))
	}
	p.mark(".")
}

func (g *groupReader) join(o pattern) {
	if b, ok := o.(*bgp); g.all != nil || !ok {
		g.all = &joined{g.all, o}
	} else {
		g.all = b
	}
}

// separate keeps the filters of a group from those of the group around it.
func separate(o pattern) pattern {
	if _, ok := o.(*filtered); ok {
		return &joined{nil, o}
	}
	return o
}

func (g *groupReader) bind() {
	p := g.p
	p.needMark("(")
	e := p.expression()
	p.needWord("AS")
	at := p.tok
	slot := p.variable()
	p.needMark(")")
	inScope(g.all, func(s int) {
		if s == slot && p.err == nil {
			p.fail(at, "?%s has a value already; AS takes a new variable", p.names[slot])
		}
	})
	g.all = &extended{g.all, e, slot}
}

func (p *parser) union() pattern {
	all := []pattern{p.group()}
	for p.word("UNION") {
		all = append(all, p.group())
	}
	if len(all) == 1 {
		return separate(all[0])
	}
	return &union{all}
}

func (p *parser) graph() pattern {
	g := &named{graph: node{slot: -1}}
	if p.tok.kind == varToken {
		g.graph.slot = p.variable()
	} else {
		g.graph.term = p.iri()
	}
	g.of = p.group()
	return g
}

// values takes the data of VALUES.
func (p *parser) values() *inline {
	v := new(inline)
	many := p.mark("(")
	for p.tok.kind == varToken && (many || len(v.slots) == 0) {
		at := p.tok
		slot := p.variable()
		if slices.Contains(v.slots, slot) {
			p.fail(at, "VALUES has the variable %s twice", at.text)
		}
		v.slots = append(v.slots, slot)
	}
	if many {
		p.needMark(")")
	} else if len(v.slots) == 0 {
		p.expected(english.Word("a variable"))
	}
	p.needMark("{")
	for p.err == nil && !p.isMark("}") {
		v.rows = append(v.rows, p.dataRow(v, many))
	}
	p.needMark("}")
	return v
}

func (p *parser) dataRow(v *inline, many bool) []term.Term {
	if !many {
		return []term.Term{p.datum()}
	}
	at := p.tok
	p.needMark("(")
	row := make([]term.Term, 0, len(v.slots))
	for p.err == nil && !p.isMark(")") {
		row = append(row, p.datum())
	}
	p.needMark(")")
	if len(row) != len(v.slots) {
		p.fail(at, "%d values for %d variables", len(row), len(v.slots))
	}
	return row
}

// datum takes a term; nil of UNDEF.
func (p *parser) datum() term.Term {
	switch {
	case p.word("UNDEF"):
		return nil
	case p.tok.kind == iriToken || p.tok.kind == nameToken:
		return p.iri()
	}
	return p.literal()
}
