package sparql

import (
	"github.com/knakk/rdf"
	"github.com/tggo/goRDFlib/term"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// largestAnswer bounds the texts of an answer.
const largestAnswer = 64 << 20

// result makes the answer of the solutions.
func (r *running) result(q *question, rows []row) (*Result, error) {
	res := &Result{Kind: q.kind}
	switch q.kind {
	case Ask:
		res.True = len(rows) > 0
		return res, nil
	case Construct:
		return res, r.construct(q, rows, res)
	}
	if len(rows) > r.lim.Rows {
		return nil, ErrRows
	}
	res.Vars = make([]string, len(q.project))
	for i, v := range q.project {
		res.Vars[i] = v.name
	}
	size := 0
	for _, x := range rows {
		terms := make([]rdf.Term, len(q.project))
		for i, v := range q.project {
			t, err := toRDF(r.term(x[v.slot]))
			if err != nil {
				return nil, err
			}
			if terms[i] = t; t != nil {
				size += len(t.String())
			}
		}
		if size += 16 * len(terms); size > largestAnswer {
			return nil, ErrSize
		}
		if err := r.spend(1 + len(terms)); err != nil {
			return nil, err
		}
		res.Rows = append(res.Rows, terms)
	}
	return res, nil
}

// construct makes the triples of the template for each solution; those that are none are left out (section 16.2).
func (r *running) construct(q *question, rows []row, res *Result) error {
	seen := map[triple]bool{}
	for _, from := range rows {
		blanks := map[string]term.Term{}
		for _, t := range q.template {
			var ids triple
			for i, n := range t.part {
				ids[i] = r.made(from, n, blanks)
			}
			x, ok := r.triple(ids)
			if !ok || seen[ids] {
				continue
			}
			seen[ids] = true
			if res.Triples = append(res.Triples, x); len(res.Triples) > r.lim.Rows {
				return ErrRows
			}
		}
		if err := r.spend(1 + len(q.template)); err != nil {
			return err
		}
	}
	return nil
}

// made is the term at a place of the template; 0: none.
func (r *running) made(from row, n node, blanks map[string]term.Term) uint32 {
	if n.slot >= 0 {
		return from[n.slot]
	}
	b, ok := n.term.(term.BNode)
	if !ok {
		return r.id(n.term)
	}
	if blanks[b.Value()] == nil {
		blanks[b.Value()] = r.fresh()
	}
	return r.id(blanks[b.Value()])
}

// triple is t as the toolkit has it; false if it is none: a template may make anything.
func (r *running) triple(t triple) (rdf.Triple, bool) {
	var terms [3]rdf.Term
	for i, id := range t {
		var err error
		if terms[i], err = toRDF(r.term(id)); err != nil {
			return rdf.Triple{}, false
		}
	}
	s, ok := terms[0].(rdf.Subject)
	p, ok2 := terms[1].(rdf.Predicate)
	o, ok3 := terms[2].(rdf.Object)
	return rdf.Triple{Subj: s, Pred: p, Obj: o}, ok && ok2 && ok3
}

// toRDF returns the toolkit's form of a term; nil of none.
func toRDF(t term.Term) (rdf.Term, error) {
	switch t := t.(type) {
	case term.URIRef:
		return rdf.NewIRI(rdfio.EscapeIRI(t.Value()))
	case term.BNode:
		return rdf.NewBlank(t.Value())
	case term.Literal:
		if t.Language() != "" {
			return rdfio.NewLiteral(t.Lexical(), t.Language(), "")
		}
		return rdfio.NewLiteral(t.Lexical(), "", t.Datatype().Value())
	}
	return nil, nil
}
