package reason

import (
	"context"
	"errors"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// ErrNotInferred reports an inclusion that does not follow from the axioms, as far as they were
// read.
var ErrNotInferred = errors.New("does not follow from the axioms")

// Thing and Nothing are the IRIs of the class of everything and of the class without instances.
const (
	Thing   = owlNS + "Thing"
	Nothing = owlNS + "Nothing"
)

// Justify returns axioms from which it follows that class or individual sub is a kind of class
// super. Without any one of them it does not follow from the others; there may be other such
// sets. With Nothing as super, they say why sub can have no instance; with Thing and Nothing, why
// nothing can exist at all. The error is ErrNotInferred or comes from ctx.
//
// The axioms that can bear on sub are halved and halved again (Junker, "QuickXplain", AAAI 2004).
func (r *Reasoner) Justify(ctx context.Context, sub, super string) ([]axiom.Axiom, error) {
	q := question{ctx, sub, super}
	near := ModuleOf(r.axioms, Bot, sub)
	if ok, err := q.follows(near); err != nil {
		return nil, err
	} else if !ok {
		near = r.axioms // a module keeps what follows by OWL, of which not all is inferred here
		if ok, err := q.follows(near); err != nil {
			return nil, err
		} else if !ok {
			return nil, ErrNotInferred
		}
	}
	if ok, err := q.follows(nil); ok || err != nil {
		return nil, err
	}
	return q.least(nil, false, near)
}

// question asks whether an inclusion follows.
type question struct {
	ctx        context.Context
	sub, super string
}

// least returns a least part of the axioms from which, with those given, the inclusion follows.
// more says that given has grown since the last test.
func (q question) least(given []axiom.Axiom, more bool, all []axiom.Axiom) ([]axiom.Axiom, error) {
	if more {
		if ok, err := q.follows(given); ok || err != nil {
			return nil, err
		}
	}
	if len(all) == 1 {
		return all, nil
	}
	first, second := all[:len(all)/2], all[len(all)/2:]
	b, err := q.least(join(given, first), len(first) > 0, second)
	if err != nil {
		return nil, err
	}
	a, err := q.least(join(given, b), len(b) > 0, first)
	return join(a, b), err
}

func join(a, b []axiom.Axiom) []axiom.Axiom { return slices.Concat(a, b) }

// follows infers what sub is from the axioms alone.
func (q question) follows(axioms []axiom.Axiom) (bool, error) {
	if err := q.ctx.Err(); err != nil {
		return false, err
	}
	r := New(axioms, Options{Workers: 1})
	if q.sub == Thing && q.super == Nothing {
		t, err := r.Classify(q.ctx)
		return err == nil && !t.Consistent(), err
	}
	return r.holds(q.ctx, q.sub, q.super)
}

// holds reports whether sub is a kind of super, and infers no more than that takes.
func (r *Reasoner) holds(ctx context.Context, sub, super string) (bool, error) {
	if sub == super || super == Thing {
		return true, nil
	}
	id, ok := r.ix.names[sub]
	if !ok {
		id, ok = r.ix.nouns[nounKey(nominal, sub)]
	}
	if !ok {
		return false, nil
	}
	x := r.ix.class(super)
	r.prepare()
	r.context(id)
	if err := r.saturate(ctx); err != nil {
		return false, err
	}
	return r.state[id].holds(x), nil
}
