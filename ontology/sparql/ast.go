package sparql

import "github.com/tggo/goRDFlib/term"

// A question is one SELECT, ASK or CONSTRUCT, or a SELECT within another.
type question struct {
	kind     Kind
	distinct bool
	star     bool
	project  []projection
	template []triplePattern // of CONSTRUCT
	where    pattern
	group    []groupKey
	having   []expr
	order    []orderKey
	offset   int
	limit    int // -1: none
	sums     []*aggregate
	tail     *inline // VALUES after groups (section 18.2.4.3)
}

// A projection is a variable of SELECT, with its expression if it has one.
type projection struct {
	name string
	slot int
	as   expr
}

// A groupKey is a key of GROUP BY; slot is -1 if it names no variable.
type groupKey struct {
	by   expr
	slot int
}

type orderKey struct {
	by   expr
	desc bool
}

// A node is a place of a triple: a variable (or blank node) with its slot, or else a term.
type node struct {
	slot int // -1: none
	term term.Term
}

type triplePattern struct {
	part [3]node
	path path // instead of part[1]; nil: none
}

// A pattern is one of the types below; nil has one solution, without values.
type pattern any

type (
	bgp      struct{ triples []triplePattern }
	joined   struct{ left, right pattern }
	optional struct{ left, right pattern }
	union    struct{ all []pattern }
	minus    struct{ left, right pattern }
	filtered struct {
		of pattern
		by expr
	}
	extended struct { // BIND
		of   pattern
		as   expr
		slot int
	}
	inline struct { // VALUES; nil is UNDEF
		slots []int
		rows  [][]term.Term
	}
	named struct { // GRAPH
		graph node
		of    pattern
	}
	nested struct{ ask *question }
)

// A path is one of the types below (SPARQL 1.1, section 9).
type path any

type (
	step     struct{ iri term.URIRef }
	inverse  struct{ of path }
	sequence struct{ all []path }
	choice   struct{ all []path }
	negated  struct{ forward, back []term.URIRef } // nil: that direction is not asked
	repeat   struct {
		of         path
		zero, more bool
	}
)

// An expr is one of the types below.
type expr any

type (
	variable int // its slot
	constant struct{ term term.Term }
	call     struct {
		op   string // && || ! = IN IF COALESCE BOUND ..., in capitals
		f    function
		args []expr
	}
	exists struct {
		of  pattern
		not bool
	}
	aggregate struct {
		op        string
		distinct  bool
		of        expr // nil: COUNT(*)
		separator string
		slot      int // where its value stands in the row of a group
	}
)

// parts are the patterns within p and its expression. A nested question has none.
func parts(p pattern) ([]pattern, expr) {
	switch p := p.(type) {
	case *joined:
		return []pattern{p.left, p.right}, nil
	case *optional:
		return []pattern{p.left, p.right}, nil
	case *union:
		return p.all, nil
	case *minus:
		return []pattern{p.left, p.right}, nil
	case *filtered:
		return []pattern{p.of}, p.by
	case *extended:
		return []pattern{p.of}, p.as
	case *named:
		return []pattern{p.of}, nil
	}
	return nil, nil
}

// operands are the expressions within e.
func operands(e expr) []expr {
	switch e := e.(type) {
	case *call:
		return e.args
	case *aggregate:
		if e.of != nil {
			return []expr{e.of}
		}
	}
	return nil
}

// inScope calls see with each variable of p that can be seen outside it (section 18.2.1), as they stand.
func inScope(p pattern, see func(slot int)) {
	node := func(n node) {
		if n.slot >= 0 {
			see(n.slot)
		}
	}
	switch p := p.(type) {
	case *bgp:
		for _, t := range p.triples {
			node(t.part[0])
			if t.path == nil {
				node(t.part[1])
			}
			node(t.part[2])
		}
		return
	case *inline:
		for _, at := range p.slots {
			see(at)
		}
		return
	case *nested:
		for _, v := range p.ask.project {
			see(v.slot)
		}
		return
	case *minus:
		inScope(p.left, see)
		return
	case *named:
		node(p.graph)
	}
	inner, _ := parts(p)
	for _, i := range inner {
		inScope(i, see)
	}
	if b, ok := p.(*extended); ok {
		see(b.slot)
	}
}
