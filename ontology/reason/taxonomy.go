package reason

import (
	"cmp"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Taxonomy is the inferred hierarchy: which classes are the same, and which are directly below
// which. Lists are in the order in which the axioms first name the classes. The caller must not
// change them.
type Taxonomy struct {
	classes []string // without owl:Thing and owl:Nothing
	people  []string
	numbers map[string]int32 // of classes and individuals
	head    []int32          // by number: the first of its equivalents
	same    [][]string
	parents [][]string
	above   [][]int32 // by number: all classes that it is a kind of, not sorted; itself is not there
	nothing []string
	sure    bool
}

// Consistent reports whether anything can exist under the axioms. If not, every class is below
// every other, and no lists are given.
func (t *Taxonomy) Consistent() bool { return t.sure }

// Classes are all classes that the axioms name, but owl:Thing and owl:Nothing.
func (t *Taxonomy) Classes() []string { return t.classes }

// individuals are all individuals that the axioms name.
func (t *Taxonomy) individuals() []string { return t.people }

// Unsatisfiable are the classes that can have no instance.
func (t *Taxonomy) Unsatisfiable() []string { return t.nothing }

// Equivalents returns the classes that are the same as a class, with itself. An unsatisfiable
// class has none here; see Unsatisfiable.
func (t *Taxonomy) Equivalents(iri string) []string {
	if n, ok := t.numbers[iri]; ok {
		return t.same[t.head[n]]
	}
	return nil
}

// Parents returns the classes directly above a class, or the direct types of an individual: the
// first of each set of equivalents. owl:Thing is not among them.
func (t *Taxonomy) Parents(iri string) []string {
	if n, ok := t.numbers[iri]; ok {
		return t.parents[t.head[n]]
	}
	return nil
}

// IsA reports whether every instance of class or individual sub is one of class super.
func (t *Taxonomy) IsA(sub, super string) bool {
	if sub == super || super == owlNS+"Thing" || sub == owlNS+"Nothing" || !t.sure || slices.Contains(t.nothing, sub) {
		return true
	}
	n, ok := t.numbers[sub]
	m, known := t.numbers[super]
	return ok && known && slices.Contains(t.above[n], m)
}

// builder makes a Taxonomy from saturated contexts.
type builder struct {
	*Taxonomy
	r     *Reasoner
	atoms []int32 // by number
	of    []int32 // by atom: its number plus 1
}

func (r *Reasoner) taxonomy() *Taxonomy {
	b := &builder{Taxonomy: &Taxonomy{sure: true}, r: r, of: make([]int32, len(r.ix.all))}
	b.count()
	if !b.sure {
		b.nothing, b.numbers = nil, nil
		return b.Taxonomy
	}
	n := len(b.atoms)
	b.head, b.above = make([]int32, n), make([][]int32, n)
	b.same, b.parents = make([][]string, n), make([][]string, n)
	b.each(func(i int32, _ *marks) { b.collect(i) })
	for i := range int32(n) {
		b.gather(i)
	}
	b.each(b.reduce)
	return b.Taxonomy
}

// count numbers the classes, then the individuals, each by IRI: of equivalent classes the same one is the first, in
// whatever order the axioms came.
func (b *builder) count() {
	ix := b.r.ix
	roots := slices.Clone(ix.roots)
	slices.SortFunc(roots, func(x, y int32) int { return cmp.Compare(ix.texts[x], ix.texts[y]) })
	b.numbers = make(map[string]int32, len(ix.roots))
	for _, k := range []kind{named, nominal} {
		for _, id := range roots {
			if ix.all[id].kind != k {
				continue
			}
			if dead := b.r.state[id].dead; dead && k == nominal {
				b.sure = false // somebody who cannot exist
			} else if dead {
				b.nothing = append(b.nothing, ix.texts[id])
			}
			text := ix.texts[id]
			if k == named {
				b.classes = append(b.classes, text)
			} else {
				b.people = append(b.people, text)
			}
			n := int32(len(b.atoms))
			if _, punned := b.numbers[text]; !punned {
				b.numbers[text] = n
			}
			b.atoms = append(b.atoms, id)
			b.of[id] = n + 1
		}
	}
	if b.r.state[top].dead {
		b.sure = false
	}
}

// each calls f for all numbers, by several workers.
func (b *builder) each(f func(int32, *marks)) {
	n := len(b.atoms)
	var next atomic.Int64
	var group sync.WaitGroup
	workers := cmp.Or(max(b.r.opt.Workers, 0), runtime.GOMAXPROCS(0))
	for range min(workers, n/batch+1) {
		group.Go(func() {
			m := &marks{at: make([]int32, n)}
			for {
				from := int(next.Add(batch)) - batch
				if from >= n {
					return
				}
				for i := from; i < min(from+batch, n); i++ {
					f(int32(i), m)
				}
			}
		})
	}
	group.Wait()
}

// collect lists the classes that number i is a kind of.
func (b *builder) collect(i int32) {
	b.head[i] = i
	c := b.r.state[b.atoms[i]]
	if c.dead {
		return
	}
	all := make([]int32, 0, len(c.subs.list))
	for _, x := range c.subs.list {
		if n := b.of[x] - 1; n >= 0 && n != i && int(n) < len(b.classes) {
			all = append(all, n)
		}
	}
	b.above[i] = all
}

// gather finds the equivalents of number i: those above it that are below it too.
func (b *builder) gather(i int32) {
	if b.head[i] != i || b.r.state[b.atoms[i]].dead {
		return
	}
	id := b.atoms[i]
	same := []int32{i}
	if int(i) < len(b.classes) {
		for _, n := range b.above[i] {
			if b.r.state[b.atoms[n]].subs.has(id) {
				same = append(same, n)
			}
		}
	}
	slices.Sort(same)
	for _, n := range same {
		b.head[n] = same[0]
	}
	if int(i) < len(b.classes) {
		for _, n := range same {
			b.same[same[0]] = append(b.same[same[0]], b.classes[n])
		}
	}
}

// marks is a set of numbers that is emptied in one step.
type marks struct {
	at    []int32
	round int32
}

// reduce finds the direct parents of number i. Of two comparable classes the lower is a kind of
// more, so that it is met first and marks the upper.
func (b *builder) reduce(i int32, m *marks) {
	if b.head[i] != i {
		return
	}
	m.round++
	all := make([]int32, 0, len(b.above[i]))
	for _, n := range b.above[i] {
		if b.head[n] != i && b.head[n] == n {
			all = append(all, n)
		}
	}
	slices.SortFunc(all, func(x, y int32) int { return cmp.Compare(len(b.above[y]), len(b.above[x])) })
	var direct []int32
	for _, n := range all {
		if m.at[n] == m.round {
			continue
		}
		direct = append(direct, n)
		for _, up := range b.above[n] {
			m.at[up] = m.round
		}
	}
	slices.Sort(direct)
	for _, n := range direct {
		b.parents[i] = append(b.parents[i], b.classes[n])
	}
}
