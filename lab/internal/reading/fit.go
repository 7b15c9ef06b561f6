package reading

import (
	"math"
	"math/rand/v2"
	"runtime"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl/read/maintext"
)

// The options of the three forests.
var (
	blockOptions    = Options{Trees: 60, Leaves: 16, Rate: .22, Least: 150, LeastHessian: .5, L2: 2, Features: .5, Rows: .7, Seed: 1}
	kindOptions     = Options{Trees: 50, Leaves: 8, Rate: .1, Least: 15, LeastHessian: .5, L2: 3, Features: .4, Rows: .8, Seed: 2}
	headlineOptions = Options{Trees: 40, Leaves: 12, Rate: .15, Least: 20, LeastHessian: .5, L2: 2, Features: .6, Rows: 1, Seed: 3}
)

// trainer holds the pages that are learned from, and what each fold knows.
type trainer struct {
	pages   []*Page // not held
	tables  [folds]*maintext.Model
	set     *Set    // rows of all blocks
	first   []int32 // row of each page's first block
	y, w    []float32
	use     []bool // row is learned from
	p       []float32
	forests [folds]maintext.Forest // of blocks, without each fold
}

// Read holds what a model without the page's site makes of it.
type Read struct {
	Page     *Page
	Main     []bool
	Kind     string
	Headline string
}

// Fit trains a model on the pages that are not held. It returns, too, what models without
// a page's site read of it.
func Fit(pages []*Page) (*maintext.Model, []Read) {
	t := new(trainer)
	for _, p := range pages {
		if !p.Held {
			t.pages = append(t.pages, p)
		}
	}
	t.prepare()
	t.cross()
	m := tables(t.pages)
	m.Blocks = train(t.set, t.y, t.w, t.rows(-1), blockOptions)
	reads := make([]Read, len(t.pages))
	t.headlines(m, t.kindsOf(m, reads), reads)
	return m, reads
}

// outside are the pages that are not in fold k.
func (t *trainer) outside(k int) (list []*Page) {
	for _, p := range t.pages {
		if p.Fold != k {
			list = append(list, p)
		}
	}
	return list
}

// prepare makes the rows of all pages, each under the tables without its fold.
func (t *trainer) prepare() {
	t.each(folds, func(k int) { t.tables[k] = tables(t.outside(k)) })
	rng := rand.New(rand.NewPCG(1, 1))
	var sample [][]float32
	for _, p := range t.pages {
		if p.Set != fromWeb && rng.Float64() < .3 {
			maintext.NewStudy(p.Doc, t.tables[p.Fold]).Rows(func(_ int, row []float32) {
				if rng.Float64() < .3 {
					sample = append(sample, append([]float32(nil), row...))
				}
			})
		}
	}
	t.set = newSet(sample, len(maintext.FeatureNames()))
	for _, p := range t.pages {
		t.first = append(t.first, int32(t.set.Len()))
		maintext.NewStudy(p.Doc, t.tables[p.Fold]).Rows(func(i int, row []float32) {
			t.set.Add(row)
			y, w := p.label[i], p.weight(i)
			use := y >= 0 && w > 0
			if p.Set != fromWeb && p.Doc.Blocks[i].Words < 3 { // every third, for the others
				use, w = use && rng.Float64() < .35, w/.35
			}
			t.y, t.w, t.use = append(t.y, max(0, y)), append(t.w, w), append(t.use, use)
		})
	}
	t.first = append(t.first, int32(t.set.Len()))
}

// each calls f for 0 to n-1, beside each other.
func (t *trainer) each(n int, f func(int)) {
	var wg sync.WaitGroup
	places := make(chan struct{}, runtime.GOMAXPROCS(0))
	for k := range n {
		wg.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			f(k)
		})
	}
	wg.Wait()
}

// weight is how much block i counts: pages of all lengths count alike.
func (p *Page) weight(i int) float32 {
	if p.Set == "chunks" {
		return .05
	}
	if p.main == 0 && p.all == 0 {
		for k, b := range p.Doc.Blocks {
			if p.label[k] >= 0 {
				p.main += float32(b.Words) * p.label[k]
				p.all += float32(b.Words)
			}
		}
	}
	return float32(p.Doc.Blocks[i].Words) / (p.main + .3*(p.all-p.main) + 20)
}

// rows are those that are learned from without fold k.
func (t *trainer) rows(k int) (list []int32) {
	for i, p := range t.pages {
		for r := t.first[i]; r < t.first[i+1] && p.Fold != k; r++ {
			if t.use[r] {
				list = append(list, r)
			}
		}
	}
	return list
}

// cross fills p, the probabilities of blocks by models without their folds.
func (t *trainer) cross() {
	t.p = make([]float32, t.set.Len())
	t.each(folds, func(k int) {
		forest := train(t.set, t.y, t.w, t.rows(k), blockOptions)
		t.forests[k] = forest
		for i, p := range t.pages {
			if p.Fold == k {
				maintext.NewStudy(p.Doc, t.tables[k]).Rows(func(b int, row []float32) {
					t.p[int(t.first[i])+b] = maintext.Probability(&forest, row)
				})
			}
		}
	})
}

// headlines trains the forest of headlines and fills reads.
func (t *trainer) headlines(m *maintext.Model, kinds [][numKinds]float32, reads []Read) {
	var traits [][]float32
	var texts []string
	var of []int
	var y, w []float32
	for i, p := range t.pages {
		s := maintext.NewStudy(p.Doc, t.tables[p.Fold])
		s.Decide(t.p[t.first[i]:t.first[i+1]])
		names, rows := s.Headlines(kinds[i])
		for k := range rows {
			traits, texts, of, w = append(traits, rows[k]), append(texts, names[k]), append(of, i), append(w, 1)
			right := float32(0)
			if p.Title != "" && maintext.SameHeadline(names[k], p.Title) {
				right = 1
			}
			y = append(y, right)
		}
	}
	if len(traits) == 0 {
		return
	}
	set := newSet(traits, len(traits[0]))
	for _, row := range traits {
		set.Add(row)
	}
	train := func(k int) maintext.Forest {
		var rows []int32
		for r, i := range of {
			if t.pages[i].Title != "" && t.pages[i].Fold != k {
				rows = append(rows, int32(r))
			}
		}
		return train(set, y, w, rows, headlineOptions)
	}
	best := make([]float32, len(t.pages))
	for k := range folds {
		f := train(k)
		for r, i := range of {
			if t.pages[i].Fold != k {
				continue
			}
			if z := f.Sum(traits[r], math.MaxInt, 0); reads[i].Headline == "" || z > best[i] {
				reads[i].Headline, best[i] = texts[r], z
			}
		}
	}
	m.Headlines = train(-1)
}
