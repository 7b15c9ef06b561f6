package sparql

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tggo/goRDFlib/term"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// expression takes an expression (section 19.8, productions 110 to 128).
func (p *parser) expression() expr {
	return p.chain("||", func() expr { return p.chain("&&", p.relation) })
}

// chain takes operands with the same operator between them. They stay in one list: an evaluation of nested
// pairs would recurse as deep as the list is long.
func (p *parser) chain(op string, operand func() expr) expr {
	all := []expr{operand()}
	for p.mark(op) {
		all = append(all, operand())
	}
	if len(all) == 1 {
		return all[0]
	}
	return &call{op: op, args: all}
}

func (p *parser) relation() expr {
	left := p.sum()
	for _, op := range []string{"=", "!=", "<", ">", "<=", ">="} {
		if p.mark(op) {
			return &call{op: op, f: comparison(op), args: []expr{left, p.sum()}}
		}
	}
	switch {
	case p.word("IN"):
		return &call{op: "IN", args: append([]expr{left}, p.operandList()...)}
	case p.isWord("NOT") && strings.EqualFold(p.peek().text, "IN"):
		p.advance()
		p.advance()
		return &call{op: "!", args: []expr{&call{op: "IN", args: append([]expr{left}, p.operandList()...)}}}
	}
	return left
}

func (p *parser) sum() expr {
	left := p.product()
	for p.isMark("+") || p.isMark("-") {
		op := p.advance().text
		left = &call{op: op, f: arithmetic(op), args: []expr{left, p.product()}}
	}
	return left
}

func (p *parser) product() expr {
	left := p.unary()
	for p.isMark("*") || p.isMark("/") {
		op := p.advance().text
		left = &call{op: op, f: arithmetic(op), args: []expr{left, p.unary()}}
	}
	return left
}

// unary takes signs and negations; a long row of them is no recursion.
func (p *parser) unary() expr {
	var before []token
	for p.isMark("!") || p.isMark("-") || p.isMark("+") {
		before = append(before, p.advance())
	}
	last := len(before) - 1
	var e expr
	if last >= 0 && before[last].text != "!" && p.tok.kind == numberToken && p.tok.at == before[last].at+1 {
		e = &constant{numberLiteral(before[last].text + p.advance().text)}
		before = before[:last]
	} else {
		e = p.primary()
	}
	for _, t := range slices.Backward(before) {
		switch once := onceLess(e, t.text); {
		case once != nil:
			e = once
		case t.text == "!":
			e = &call{op: "!", args: []expr{e}}
		default:
			e = &call{op: t.text, f: signed(t.text), args: []expr{e}}
		}
	}
	return e
}

// onceLess is the operand of e, if e applies the sign or negation op twice; else nil. A third op is then what one is: a
// long row of them is no deep expression.
func onceLess(e expr, op string) expr {
	outer, ok := e.(*call)
	if !ok || outer.op != op || len(outer.args) != 1 {
		return nil
	}
	if inner, ok := outer.args[0].(*call); ok && inner.op == op && len(inner.args) == 1 {
		return inner
	}
	return nil
}

func (p *parser) primary() expr {
	switch {
	case p.mark("("):
		e := p.expression()
		p.needMark(")")
		return e
	case p.tok.kind == varToken:
		return variable(p.variable())
	case p.tok.kind == iriToken || p.tok.kind == nameToken:
		at := p.tok
		iri := p.iri()
		if !p.isMark("(") {
			return &constant{iri}
		}
		return p.cast(at, iri)
	case p.tok.kind == textToken || p.tok.kind == numberToken || p.isWord("true") || p.isWord("false"):
		return &constant{p.literal()}
	case p.tok.kind == wordToken:
		return p.called()
	}
	p.expected(english.Word("an expression"))
	return nil
}

// cast takes a function that an IRI names (section 17.5).
func (p *parser) cast(at token, iri term.URIRef) expr {
	f := castTo(iri)
	if f == nil {
		p.fail(at, "there is no function %s", rdfio.Quote(at.text))
	}
	args := p.operandList()
	if len(args) != 1 {
		p.fail(at, "%s takes another number of values than %d", at.text, len(args))
	}
	return &call{op: iri.Value(), f: f, args: args}
}

// operandList takes expressions between brackets, with commas.
func (p *parser) operandList() []expr {
	var all []expr
	p.needMark("(")
	for p.err == nil && !p.isMark(")") {
		if all = append(all, p.expression()); !p.mark(",") {
			break
		} else if p.isMark(")") {
			p.expected(english.Word("an expression"))
		}
	}
	p.needMark(")")
	return all
}

// called takes a function, an aggregate or EXISTS.
func (p *parser) called() expr {
	at := p.advance()
	name := strings.ToUpper(at.text)
	switch {
	case name == "EXISTS", name == "NOT" && p.word("EXISTS"):
		sums := p.sums
		p.sums = nil
		defer func() { p.sums = sums }()
		return &exists{p.group(), name == "NOT"}
	case isAggregate(name):
		return p.aggregate(at, name)
	}
	b := builtin(name)
	if b == nil {
		p.fail(at, "expected %v instead of %s", english.Word("an expression"), rdfio.Quote(at.text))
		return nil
	}
	args := p.operandList()
	if p.err == nil && (len(args) < b.least || len(args) > b.most) {
		p.fail(at, "%s takes another number of values than %d", name, len(args))
	}
	if name == "BOUND" && p.err == nil {
		if _, ok := args[0].(variable); !ok {
			p.fail(at, "expected %v instead of %s", english.Word("a variable"), rdfio.Quote(p.text[at.at:]))
		}
	}
	if name == "REGEX" || name == "REPLACE" {
		return &call{op: name, args: args}
	}
	return &call{op: name, f: b.f, args: args}
}

func isAggregate(name string) bool {
	return slices.Contains([]string{"COUNT", "SUM", "MIN", "MAX", "AVG", "SAMPLE", "GROUP_CONCAT"}, name)
}

func (p *parser) aggregate(at token, name string) expr {
	sums := p.sums
	if sums == nil {
		p.fail(at, "an aggregate may stand only in SELECT, HAVING and ORDER BY, and not within another")
		return nil
	}
	p.sums = nil
	defer func() { p.sums = sums }()
	p.needMark("(")
	a := &aggregate{op: name, distinct: p.word("DISTINCT"), separator: " "}
	if name != "COUNT" || !p.mark("*") {
		a.of = p.expression()
	}
	if name == "GROUP_CONCAT" && p.mark(";") {
		p.needWord("SEPARATOR")
		p.needMark("=")
		a.separator = p.string()
	}
	p.needMark(")")
	a.slot = p.slot("_: sum " + strconv.Itoa(len(p.names)))
	*sums = append(*sums, a)
	return a
}
