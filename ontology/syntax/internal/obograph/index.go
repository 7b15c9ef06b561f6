package obograph

import (
	"bytes"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

// index finds triples by subject and marks written ones.
type index struct {
	triples []rdf.Triple
	by      map[string][]int // subject -> its triples
	order   []string         // subjects
	refs    map[string]int   // blank node -> triples it is the object of
	done    []bool
	axioms  map[string][]string // triple -> the nodes that annotate it
	lost    []rdfio.Loss
}

// key identifies a term, whatever its type.
func key(t rdf.Term) string { return t.Serialize(rdf.NTriples) }

func newIndex(triples []rdf.Triple) *index {
	x := &index{by: map[string][]int{}, refs: map[string]int{}, axioms: map[string][]string{}}
	seen := map[string]bool{}
	for _, t := range triples {
		k := key(t.Subj) + " " + key(t.Pred) + " " + key(t.Obj)
		if seen[k] {
			continue
		}
		seen[k] = true
		s := key(t.Subj)
		if x.by[s] == nil {
			x.order = append(x.order, s)
		}
		x.by[s] = append(x.by[s], len(x.triples))
		if t.Obj.Type() == rdf.TermBlank {
			x.refs[key(t.Obj)]++
		}
		x.triples = append(x.triples, t)
	}
	x.done = make([]bool, len(x.triples))
	for _, s := range x.order {
		if x.is(s, nsOWL+"Axiom") {
			t := x.one(s, nsOWL+"annotatedSource") + " " + x.one(s, nsOWL+"annotatedProperty") + " " + x.one(s, nsOWL+"annotatedTarget")
			x.axioms[t] = append(x.axioms[t], s)
		}
	}
	return x
}

// with returns the triples of subject s with a predicate.
func (x *index) with(s, pred string) []int {
	var all []int
	for _, i := range x.by[s] {
		if x.triples[i].Pred.String() == pred {
			all = append(all, i)
		}
	}
	return all
}

// one returns the object of s with a predicate if there is exactly one, else "".
func (x *index) one(s, pred string) string {
	if all := x.with(s, pred); len(all) == 1 {
		return key(x.triples[all[0]].Obj)
	}
	return ""
}

func (x *index) is(s, typ string) bool {
	for _, i := range x.with(s, nsRDF+"type") {
		if x.triples[i].Obj.String() == typ {
			return true
		}
	}
	return false
}

// iri returns the IRI of a key.
func iri(k string) (string, bool) {
	if strings.HasPrefix(k, "<") {
		return k[1 : len(k)-1], true
	}
	return "", false
}

func (x *index) take(is ...int) {
	for _, i := range is {
		x.done[i] = true
	}
}

func (x *index) takeAll(s string) { x.take(x.by[s]...) }

// lose reports a part of a written triple that is lost.
func (x *index) lose(i int, what string) {
	x.lost = append(x.lost, rdfio.Loss{Statement: oneLine([]rdf.Triple{x.triples[i]}), Part: what})
}

// left reports the unwritten triples, each with its blank nodes.
func (x *index) left() {
	report := func(blank bool) {
		for i, t := range x.triples {
			if !x.done[i] && (t.Subj.Type() == rdf.TermBlank) == blank {
				x.lost = append(x.lost, rdfio.Loss{Statement: oneLine(x.below(i))})
			}
		}
	}
	report(false)
	for _, s := range x.order { // general axioms: blank nodes on which nothing hangs
		if _, named := iri(s); !named && x.refs[s] == 0 {
			var all []rdf.Triple
			for _, i := range x.by[s] {
				if !x.done[i] {
					all = append(all, x.below(i)...)
				}
			}
			if len(all) > 0 {
				x.lost = append(x.lost, rdfio.Loss{Statement: oneLine(all)})
			}
		}
	}
	report(true)
}

// below takes a triple, and the triples about its object if that is a blank node.
func (x *index) below(i int) []rdf.Triple {
	x.done[i] = true
	all := []rdf.Triple{x.triples[i]}
	for next := 0; next < len(all); next++ {
		if all[next].Obj.Type() != rdf.TermBlank {
			continue
		}
		for _, j := range x.by[key(all[next].Obj)] {
			if !x.done[j] {
				x.done[j] = true
				all = append(all, x.triples[j])
			}
		}
	}
	return all
}

// oneLine writes triples as one line of Turtle.
func oneLine(triples []rdf.Triple) string {
	var b bytes.Buffer
	if err := turtle.Encode(&b, triples, rdfio.EncodeOptions{}); err != nil {
		return err.Error()
	}
	var words []string
	for l := range strings.SplitSeq(b.String(), "\n") {
		if !strings.HasPrefix(l, "@prefix ") {
			words = append(words, strings.Fields(l)...)
		}
	}
	return strings.Join(words, " ")
}
