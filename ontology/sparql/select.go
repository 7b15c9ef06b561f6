package sparql

import (
	"slices"
	"strings"

	"github.com/tggo/goRDFlib/term"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// question takes a query after its prologue.
func (p *parser) question() *question {
	q := &question{limit: -1}
	switch {
	case p.isWord("SELECT"):
		return p.selecting()
	case p.word("ASK"):
		q.kind = Ask
		p.word("WHERE")
		q.where = p.group()
	case p.word("CONSTRUCT"):
		q.kind = Construct
		p.constructing(q)
	default:
		p.expected(english.Word("SELECT, ASK or CONSTRUCT"))
	}
	p.modifiers(q)
	return q
}

// constructing takes the template and the pattern, or the short form, in which they are the same.
func (p *parser) constructing(q *question) {
	short := !p.isMark("{")
	if !short {
		p.advance()
		q.template = p.templates()
		p.needMark("}")
		p.word("WHERE")
		q.where = p.group()
		return
	}
	p.needWord("WHERE")
	p.needMark("{")
	b := new(bgp)
	p.triples(b)
	p.needMark("}")
	q.where = b
	for _, t := range b.triples {
		if t.path != nil {
			p.fail(p.tok, "a property path cannot be made by CONSTRUCT")
		}
		q.template = append(q.template, t)
	}
}

// templates takes the triples of a CONSTRUCT; its blank nodes are made anew for each solution.
func (p *parser) templates() []triplePattern {
	b, kept := new(bgp), p.blanks
	p.blanks = map[string]*bgp{}
	p.triples(b)
	p.blanks = kept
	for i, t := range b.triples {
		if t.path != nil {
			p.fail(p.tok, "a property path cannot be made by CONSTRUCT")
		}
		for j, n := range t.part {
			if n.slot >= 0 && blankName(p.names[n.slot]) {
				b.triples[i].part[j] = node{-1, term.NewBNode(p.names[n.slot][len("_:"):])}
			}
		}
	}
	return b.triples
}

// blankName reports whether a blank node in a pattern has that name. No answer shows it.
func blankName(name string) bool { return strings.HasPrefix(name, "_:") }

// selecting takes a SELECT with all that belongs to it.
func (p *parser) selecting() *question {
	q := &question{kind: Select, limit: -1}
	outer := p.sums
	p.sums = &q.sums
	p.needWord("SELECT")
	q.distinct = p.word("DISTINCT")
	if !q.distinct {
		p.word("REDUCED")
	}
	for !p.mark("*") || len(q.project) > 0 {
		if p.tok.kind == varToken {
			name := p.tok.text[1:]
			q.project = append(q.project, projection{name: name, slot: p.variable()})
		} else if p.mark("(") {
			e := p.expression()
			p.needWord("AS")
			name := strings.TrimLeft(p.tok.text, "?$")
			q.project = append(q.project, projection{name, p.variable(), e})
			p.needMark(")")
		} else if len(q.project) > 0 {
			break
		} else {
			p.expected(english.Word("a variable"))
			break
		}
	}
	q.star = len(q.project) == 0
	p.word("WHERE")
	p.sums = nil
	q.where = p.group()
	p.sums = &q.sums
	p.modifiers(q)
	p.checkSelect(q)
	p.sums = outer
	return q
}

// modifiers takes what stands after a pattern.
func (p *parser) modifiers(q *question) {
	if p.word("GROUP") {
		p.needWord("BY")
		for more := true; more && p.err == nil; more = p.startsKey() {
			q.group = append(q.group, p.groupKey())
		}
	}
	kept := p.sums
	if p.sums == nil {
		p.sums = &q.sums
	}
	if p.word("HAVING") {
		for more := true; more && p.err == nil; more = p.startsConstraint() {
			q.having = append(q.having, p.constraint())
		}
	}
	if p.word("ORDER") {
		p.needWord("BY")
		for more := true; more && p.err == nil; more = p.startsKey() || p.isWord("ASC") || p.isWord("DESC") {
			q.order = append(q.order, p.orderKey())
		}
	}
	p.sums = kept
	for i := 0; i < 2; i++ {
		if p.word("LIMIT") {
			q.limit = p.number()
		} else if p.word("OFFSET") {
			q.offset = p.number()
		}
	}
	if p.word("VALUES") {
		v := p.values()
		if q.tail = v; !q.grouped() {
			q.where, q.tail = &joined{v, separate(q.where)}, nil
		}
	}
}

func (p *parser) startsKey() bool { return p.tok.kind == varToken || p.startsConstraint() }

// startsConstraint reports whether a constraint may begin here: a bracket, a function.
func (p *parser) startsConstraint() bool {
	if p.tok.kind == wordToken {
		w := strings.ToUpper(p.tok.text)
		return w == "NOT" || w == "EXISTS" || isAggregate(w) || builtin(w) != nil
	}
	return p.isMark("(") || p.tok.kind == iriToken || p.tok.kind == nameToken
}

func (p *parser) groupKey() groupKey {
	if p.tok.kind == varToken {
		at := p.variable()
		return groupKey{variable(at), at}
	}
	sums := p.sums
	p.sums = nil
	defer func() { p.sums = sums }()
	if !p.mark("(") {
		return groupKey{p.constraint(), -1}
	}
	k := groupKey{p.expression(), -1}
	if v, ok := k.by.(variable); ok {
		k.slot = int(v)
	}
	if p.word("AS") {
		k.slot = p.variable()
	}
	p.needMark(")")
	return k
}

func (p *parser) orderKey() orderKey {
	desc := p.word("DESC")
	if desc || p.word("ASC") {
		p.needMark("(")
		k := orderKey{p.expression(), desc}
		p.needMark(")")
		return k
	}
	if p.tok.kind == varToken {
		return orderKey{by: variable(p.variable())}
	}
	return orderKey{by: p.constraint()}
}

// constraint takes what FILTER has: an expression in brackets, or a call.
func (p *parser) constraint() expr {
	if p.mark("(") {
		e := p.expression()
		p.needMark(")")
		return e
	}
	if !p.startsConstraint() {
		p.expected("(")
		return nil
	}
	return p.primary()
}

// checkSelect fills in the variables of SELECT *, and holds SELECT to what groups leave (sections 11.4,
// 18.2.4.1 and 19.8, note 13).
func (p *parser) checkSelect(q *question) {
	if p.err != nil {
		return
	}
	seen := map[int]bool{}
	var order []int
	inScope(q.where, func(at int) {
		if !seen[at] && !blankName(p.names[at]) {
			order = append(order, at)
		}
		seen[at] = true
	})
	if q.star {
		slices.Sort(order) // as the text names them
		for _, at := range order {
			q.project = append(q.project, projection{name: p.names[at], slot: at})
		}
		if q.grouped() {
			p.fail(p.tok, "SELECT * cannot be grouped; name the variables")
		}
		return
	}
	for i, v := range q.project {
		twice := slices.ContainsFunc(q.project[:i], func(o projection) bool { return o.slot == v.slot })
		if v.as != nil && (seen[v.slot] || twice) {
			p.fail(p.tok, "?%s has a value already; AS takes a new variable", v.name)
		}
	}
	if q.grouped() {
		p.checkGrouped(q)
	}
}

func (q *question) grouped() bool { return len(q.group) > 0 || len(q.sums) > 0 }

// checkGrouped refuses variables that have no one value in a group.
func (p *parser) checkGrouped(q *question) {
	known := map[int]bool{}
	for _, k := range q.group {
		if k.slot >= 0 {
			known[k.slot] = true
		}
	}
	for _, v := range q.project {
		if v.as == nil && !known[v.slot] {
			p.fail(p.tok, "?%s is neither grouped nor within an aggregate", v.name)
		}
		p.checkKnown(v.as, known)
		known[v.slot] = true
	}
}

func (p *parser) checkKnown(e expr, known map[int]bool) {
	switch x := e.(type) {
	case *aggregate:
		return
	case variable:
		if !known[int(x)] {
			p.fail(p.tok, "?%s is neither grouped nor within an aggregate", p.names[x])
		}
	}
	for _, o := range operands(e) {
		p.checkKnown(o, known)
	}
}
