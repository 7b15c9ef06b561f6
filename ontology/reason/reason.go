package reason

import (
	"context"
	"errors"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// Options configures a Reasoner. The zero value is ready.
type Options struct {
	Workers int // that apply rules at the same time; 0: one for each processor that Go may use

	// Conclusions bounds what one call of Classify may conclude, and so its time and memory: where
	// transitive properties join everything, it is the square of the classes. 0: no bound.
	Conclusions int64
}

// ErrTooMuch reports that Options.Conclusions did not suffice.
var ErrTooMuch = errors.New("more follows from the axioms than the limit of conclusions allows")

// Outside is an axiom that was not read in full, and why. What follows from the rest of the
// axiom is inferred; what needs the part that Reason names is not.
type Outside struct {
	Axiom  axiom.Axiom
	Reason string // "ObjectAllValuesFrom is outside OWL 2 EL"
}

// Reasoner infers the class hierarchy of a set of axioms. Its methods must not be called at the
// same time; a [Taxonomy] is immutable and can be used from anywhere.
type Reasoner struct {
	opt     Options
	axioms  []axiom.Axiom
	reasons [][]string // of each axiom: why it was not read in full
	ix      *index
	state   []*node // by atom; nil: no context
	fresh   []*node // contexts that have not begun
}

// New reads axioms. It infers nothing yet. Annotations and axioms about them are passed over.
func New(axioms []axiom.Axiom, opt Options) *Reasoner {
	r := &Reasoner{opt: opt, ix: newIndex(len(axioms))}
	r.axioms = slices.Clone(axioms)
	r.reasons = make([][]string, len(axioms))
	for i := range r.axioms {
		r.reasons[i] = r.ix.axiom(&r.axioms[i])
	}
	return r
}

// Axioms is the number of axioms that were read.
func (r *Reasoner) Axioms() int { return len(r.axioms) }

// Outside lists the axioms that were not read in full, in the order of the axioms.
func (r *Reasoner) Outside() []Outside {
	r.ix.roles.close()
	var all []Outside
	for i, reasons := range r.reasons {
		for _, reason := range append(slices.Clip(reasons), r.ix.late(&r.axioms[i])...) {
			all = append(all, Outside{r.axioms[i], reason})
		}
	}
	return all
}

// Classify infers the hierarchy of all classes that the axioms name. After an error, ctx's or
// ErrTooMuch, it can be called again.
func (r *Reasoner) Classify(ctx context.Context) (*Taxonomy, error) {
	r.prepare()
	r.context(top)
	for _, id := range r.ix.roots {
		r.context(id)
	}
	if err := r.saturate(ctx); err != nil {
		return nil, err
	}
	return r.taxonomy(), nil
}
