package reading

import (
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/maintext"
)

// kindRow is a page, or a bare copy of it, for the forests of kinds.
type kindRow struct {
	page    *Page
	numbers []float32
	weight  float32 // times the weight of its kind
}

// kindRows makes the rows of the pages, in their order, and then of their bare copies. It fills
// what reads say of pages and main text.
func (t *trainer) kindRows(reads []Read) (rows []kindRow) {
	for i, p := range t.pages {
		s := maintext.NewStudy(p.Doc, t.tables[p.Fold])
		reads[i].Page = p
		main, numbers := s.Decide(t.p[t.first[i]:t.first[i+1]])
		reads[i].Main = main
		rows = append(rows, kindRow{p, numbers, 1})
	}
	for i, p := range t.pages {
		if p.kind < 0 {
			continue
		}
		weight := float32(bareWeight)
		if maintext.Kinds[p.kind] == crawl.KindList {
			weight = bareList
		}
		for _, d := range bareCopies(p, reads[i].Main) {
			rows = append(rows, kindRow{p, t.numbersOf(d, p.Fold), weight})
		}
	}
	return rows
}

// numbersOf are the numbers of a page by the models without fold k.
func (t *trainer) numbersOf(d *maintext.Doc, k int) []float32 {
	s := maintext.NewStudy(d, t.tables[k])
	var p []float32
	s.Rows(func(_ int, row []float32) { p = append(p, maintext.Probability(&t.forests[k], row)) })
	_, numbers := s.Decide(p)
	return numbers
}

// kindsOf trains the forests of kinds and fills reads by those without the page's fold.
func (t *trainer) kindsOf(m *maintext.Model, reads []Read) (kinds [][numKinds]float32) {
	rows := t.kindRows(reads)
	sample := make([][]float32, len(rows))
	for i, r := range rows {
		sample[i] = r.numbers
	}
	set := newSet(sample, len(sample[0]))
	for _, n := range sample {
		set.Add(n)
	}
	z := make([][numKinds]float64, len(rows))
	for c := range numKinds {
		y, w := t.kindTargets(rows, c)
		train := func(k int) maintext.Forest {
			var use []int32
			for i, r := range rows {
				if r.page.kind >= 0 && r.page.Fold != k {
					use = append(use, int32(i))
				}
			}
			return train(set, y, w, use, kindOptions)
		}
		for k := range folds {
			f := train(k)
			for i, r := range rows {
				if r.page.Fold == k {
					z[i][c] = float64(f.Sum(r.numbers, math.MaxInt, 0))
				}
			}
		}
		m.Kinds[c] = train(-1)
	}
	for i := range reads {
		p := softmax(z[i])
		kinds = append(kinds, narrow(p))
		reads[i].Kind = maintext.Kinds[slices.Index(p[:], slices.Max(p[:]))].String()
	}
	return kinds
}

func narrow(p [numKinds]float64) (to [numKinds]float32) {
	for k, v := range p {
		to[k] = float32(v)
	}
	return to
}

// kindTargets returns the targets of the forest of kind c, and how much each row counts.
func (t *trainer) kindTargets(rows []kindRow, c int) (y, w []float32) {
	var known []*Page
	for _, p := range t.pages {
		if p.kind >= 0 {
			known = append(known, p)
		}
	}
	balance := kindBalance(known)
	y, w = make([]float32, len(rows)), make([]float32, len(rows))
	for i, r := range rows {
		if r.page.kind < 0 {
			continue
		}
		if w[i] = r.weight; r.weight == 1 {
			if w[i] = float32(balance[r.page.kind]); r.page.oneHost {
				w[i] *= oneHostWeight
			}
		}
		if r.page.kind == c {
			y[i] = 1
		}
	}
	return y, w
}
