package sparql

import (
	"regexp"
	"time"

	"github.com/tggo/goRDFlib/term"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// An evaluator gives expressions their values (section 17). An error of an expression is nil; what ends the
// question (its time, its limits) is kept in stopped, and all values are nil from then on.
type evaluator struct {
	r       *running
	g       *index // that the question is at
	row     row
	base    *rdfio.Base
	now     time.Time
	labels  map[string]term.Term // of BNODE, in one solution
	regexes map[string]*regexp.Regexp
	stopped error
}

// fail ends the question.
func (e *evaluator) fail(err error) {
	if e.stopped == nil {
		e.stopped = err
	}
}

// spend counts so much work and looks at the context now and then; false if the question is over.
func (e *evaluator) spend(n int) bool {
	if e.stopped == nil {
		e.stopped = e.r.spend(n)
	}
	return e.stopped == nil
}

// room reports whether a text of so many bytes may be made or walked over.
func (e *evaluator) room(bytes int) bool {
	if bytes > longestText {
		e.fail(ErrText)
	}
	return e.spend(1 + bytes>>6)
}

// eval is the value of x in the row.
func (e *evaluator) eval(x expr) term.Term {
	if !e.spend(1) {
		return nil
	}
	switch x := x.(type) {
	case variable:
		return e.r.term(e.row[x])
	case *constant:
		return x.term
	case *aggregate:
		return e.r.term(e.row[x.slot])
	case *exists:
		return e.exists(x)
	case *call:
		return e.call(x)
	}
	return nil
}

func (e *evaluator) call(x *call) term.Term {
	switch x.op {
	case "&&", "||":
		return e.logical(x, x.op == "||")
	case "!":
		if b, ok := truth(e.eval(x.args[0])); ok {
			return boolean(!b)
		}
		return nil
	case "IN":
		return e.in(x.args)
	case "BOUND":
		at, _ := x.args[0].(variable)
		return boolean(e.row[at] != 0)
	case "COALESCE":
		for _, a := range x.args {
			if t := e.eval(a); t != nil {
				return t
			}
		}
		return nil
	case "IF":
		b, ok := truth(e.eval(x.args[0]))
		switch {
		case !ok:
			return nil
		case b:
			return e.eval(x.args[1])
		}
		return e.eval(x.args[2])
	}
	args := make([]term.Term, len(x.args))
	for i, a := range x.args {
		if args[i] = e.eval(a); args[i] == nil {
			return nil
		}
	}
	switch x.op {
	case "REGEX":
		return e.regex(args)
	case "REPLACE":
		return e.replace(args)
	}
	return x.f(e, args)
}

// logical is || if decides is true, else && (section 17.2): one operand that decides does so whatever the others are.
func (e *evaluator) logical(x *call, decides bool) term.Term {
	wrong := false
	for _, a := range x.args {
		b, ok := truth(e.eval(a))
		switch {
		case !ok:
			wrong = true
		case b == decides:
			return boolean(decides)
		}
	}
	if wrong {
		return nil
	}
	return boolean(!decides)
}

// in is IN (section 17.4.1.9).
func (e *evaluator) in(args []expr) term.Term {
	left := e.eval(args[0])
	if left == nil {
		return nil
	}
	wrong := false
	for _, a := range args[1:] {
		t := e.eval(a)
		if t == nil {
			wrong = true
			continue
		}
		same, ok := equal(left, t)
		if ok && same {
			return boolean(true)
		}
		wrong = wrong || !ok
	}
	if wrong {
		return nil
	}
	return boolean(false)
}

// exists puts the values of the row into the pattern (section 18.6, substitute).
func (e *evaluator) exists(x *exists) term.Term {
	r := e.r
	from := e.row
	base, labels, stop := r.base, e.labels, r.stop
	r.base, r.stop = from, 0
	if _, ok := x.of.(*bgp); ok {
		r.stop = 1
	}
	found, err := r.extend([]row{from}, x.of, e.g)
	r.base, r.stop = base, stop
	e.row, e.labels = from, labels
	if err != nil {
		e.fail(err)
		return nil
	}
	return boolean(len(found) > 0 != x.not)
}

// over calls f for each row with e set to it.
func (r *running) over(rows []row, g *index, f func(e *evaluator, i int)) error {
	e := &r.eval
	kept, graph := e.row, e.g
	for i, x := range rows {
		e.row, e.g, e.labels = x, g, nil
		if f(e, i); e.stopped != nil {
			return e.stopped
		}
	}
	e.row, e.g = kept, graph
	return nil
}

// filter keeps the rows for which x holds.
func (r *running) filter(rows []row, x expr, g *index) ([]row, error) {
	var kept []row
	err := r.over(rows, g, func(e *evaluator, i int) {
		if b, ok := truth(e.eval(x)); ok && b {
			kept = append(kept, rows[i])
		}
	})
	return kept, err
}

// An assignment gives a variable the value of an expression; none if that is an error.
type assignment struct {
	slot int
	as   expr
}

// assign makes assignments, the later of which see the earlier ones.
func (r *running) assign(rows []row, all []assignment, g *index) ([]row, error) {
	out := make([]row, 0, len(rows))
	err := r.over(rows, g, func(e *evaluator, i int) {
		e.row = append(row(nil), rows[i]...)
		out = append(out, e.row)
		e.check(r.room(out, 1))
		for _, a := range all {
			id, err := r.keep(e.eval(a.as))
			e.check(err)
			e.row[a.slot] = id
		}
	})
	return out, err
}

// check ends the question if err says so.
func (e *evaluator) check(err error) {
	if err != nil {
		e.fail(err)
	}
}
