package calibrate

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// Questions are chosen between leastAsked and mostAsked of R: outside of it the answer is
// nearly known.
const (
	leastAsked = 0.20
	mostAsked  = 0.80
)

// bySlices is the number of answers that slices of R are asked for, before the answers
// themselves tell where to ask. At targetSpread of the probability around its middle further
// questions are asked about. On the development sets 20 questions so chosen give a mean F1
// of .88, and 20 by slices alone .87.
const (
	bySlices     = 10
	targetSpread = 0.8
)

// Choose returns the indices of n pages to ask a person about. As long as there are fewer than bySlices
// answers, R is cut into slices, and the page nearest to the middle of each slice without an answer is
// asked. Then pages are asked where the best threshold may lie, by what the answers tell: at the middle
// of its distribution, then to both sides. If slices are empty, the widest gaps between pages asked are
// filled. known are the pages that were asked already. Among equally near pages a page of a host not
// yet asked comes first, then chance by the page's address decides. Whoever asks one question at a time
// learns most.
func Choose(pages []Page, known map[int]Reply, n int) []int {
	c := chooser{pages: pages, taken: map[int]bool{}, hosts: map[string]int{}}
	inside, answers := 0, 0
	for i, reply := range known {
		c.take(i)
		if r := pages[i].Relevance; r >= leastAsked && r <= mostAsked {
			inside++
			answers += stats.Bit(reply != unsure)
		}
	}
	var want []int
	if answers < bySlices {
		want = c.slices(max(bySlices, n+inside), n)
	} else {
		want = c.targets(known, answers, n)
	}
	for len(want) < n {
		i := c.widest()
		if i < 0 {
			break
		}
		c.take(i)
		want = append(want, i)
	}
	return want
}

// targets takes n pages at the quantiles of the best threshold, in the order of van der
// Corput: 1/2, 1/4, 3/4, 1/8 and so on of targetSpread.
func (c *chooser) targets(known map[int]Reply, answers, n int) (out []int) {
	run := Run{Pages: c.pages, Known: known}
	where := Fit(run.answers()).optima(run.scores(), run.answered())
	for i := range n {
		at := quantile(&where, 0.5+targetSpread*(corput(answers-bySlices+i+1)-0.5))
		best := -1
		for p := range c.pages {
			if r := c.pages[p].Relevance; !c.taken[p] && r > 0 && (best < 0 || c.less(p, best, at)) {
				best = p
			}
		}
		if best < 0 {
			break
		}
		c.take(best)
		out = append(out, best)
	}
	return out
}

// quantile returns the threshold below which a share q of the distribution lies.
func quantile(where *[thresholds]float64, q float64) float64 {
	for t, w := range where {
		if q -= w; q <= 0 {
			return float64(t) / thresholds
		}
	}
	return 1 - 1.0/thresholds
}

// corput is the i-th number of van der Corput's sequence in base 2 (Proc. Akad. Wet.
// Amsterdam 38, 1935).
func corput(i int) (x float64) {
	for f := 0.5; i > 0; f /= 2 {
		x += f * float64(i%2)
		i /= 2
	}
	return x
}

type chooser struct {
	pages []Page
	taken map[int]bool
	hosts map[string]int
}

func (c *chooser) take(i int) {
	c.taken[i] = true
	c.hosts[c.pages[i].Host]++
}

// slices takes a page of each slice in which nothing is taken, at most n pages, from
// the middle of the range outwards.
func (c *chooser) slices(number, n int) (out []int) {
	if number == 0 {
		return nil
	}
	width := (mostAsked - leastAsked) / float64(number)
	order := make([]int, number)
	for s := range order {
		order[s] = s
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(abs(2*a+1-number), abs(2*b+1-number)) })
	for _, s := range order {
		low := leastAsked + float64(s)*width
		if len(out) == n {
			break
		}
		if i := c.nearest(low+width/2, width/2); i >= 0 {
			c.take(i)
			out = append(out, i)
		}
	}
	return out
}

// nearest returns the page nearest to r within reach; -1 if there is none, or if one
// within reach is taken.
func (c *chooser) nearest(r, reach float64) int {
	best := -1
	for i := range c.pages {
		d := math.Abs(c.pages[i].Relevance - r)
		if d > reach {
			continue
		}
		if c.taken[i] {
			return -1
		}
		if best < 0 || c.less(i, best, r) {
			best = i
		}
	}
	return best
}

// less reports whether page i is better asked than page j for the relevance r.
func (c *chooser) less(i, j int, r float64) bool {
	p, q := &c.pages[i], &c.pages[j]
	const same = 0.002
	di, dj := math.Floor(math.Abs(p.Relevance-r)/same), math.Floor(math.Abs(q.Relevance-r)/same)
	return cmp.Or(cmp.Compare(di, dj), cmp.Compare(c.hosts[p.Host], c.hosts[q.Host]),
		cmp.Compare(hash(p.URL), hash(q.URL)), cmp.Compare(p.URL, q.URL)) < 0
}

// widest returns the page farthest from all pages taken, of those above 0; -1 if none is
// left.
func (c *chooser) widest() int {
	var at []float64
	for i := range c.taken {
		at = append(at, c.pages[i].Relevance)
	}
	slices.Sort(at)
	best, far := -1, -1.0
	for i := range c.pages {
		r := c.pages[i].Relevance
		if c.taken[i] || r <= 0 {
			continue
		}
		d := gap(at, r)
		if r < leastAsked || r > mostAsked {
			d /= 4 // asked only if nothing is left between
		}
		if d > far || d == far && c.less(i, best, r) {
			best, far = i, d
		}
	}
	return best
}

// gap is the distance of r to the nearest number of a sorted list.
func gap(sorted []float64, r float64) float64 {
	i, _ := slices.BinarySearch(sorted, r)
	d := 1.0
	if i < len(sorted) {
		d = min(d, sorted[i]-r)
	}
	if i > 0 {
		d = min(d, r-sorted[i-1])
	}
	return d
}

func abs(x int) int { return max(x, -x) }

func hash(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s)) //nolint:errcheck // it cannot fail
	return h.Sum64()
}
