package learn

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/judge/internal/names"
	"github.com/ontocrawl/ontocrawl/ontology/fca"
)

// What speaks for a parent, and how much. The weights were set by hand on the topics
// typhoon, databases and dinosaurs.
const (
	weightIsA     = 2.0 // for each doubling of the pages that say so
	weightHead    = 2.5
	weightLead    = 1.0
	weightCauses  = 1.0
	weightSibling = 2.0 // of the votes of siblings
	weightWith    = 2.0 // of the share of the term's blocks and pages that have the parent
	weightOrder   = .5  // the attribute order of the formal context
	weightKinds   = .3  // for each doubling of the kinds that the parent has
)

// nearest is how many of the nodes most like a term vote for their own parents.
const nearest = 8

// relater ranks the parents of terms.
type relater struct {
	*field
	links   *links
	context *fca.Context // pages by nodes
	vectors []vector
	ending  []map[string]bool
	parents [][]int32 // of nodes that are concepts
	kinds   []int     // how many kinds a node has
	may     []bool    // be a parent
}

func (f *field) relater(l *links) *relater {
	r := &relater{field: f, links: l, context: fca.NewContext(f.pages, len(f.nodes))}
	for i := range f.nodes {
		for _, p := range f.nodes[i].pages {
			r.context.Set(int(p), i)
		}
	}
	r.vectors = f.vectors()
	r.parents, r.kinds = make([][]int32, len(f.nodes)), make([]int, len(f.nodes))
	r.ending = make([]map[string]bool, len(f.nodes))
	for i := range f.nodes {
		r.ending[i] = endings(f.nodes[i].labels)
		if !f.nodes[i].known() {
			continue
		}
		for _, p := range f.graph.Parents(f.nodes[i].concept) {
			r.parents[i] = append(r.parents[i], f.of[p])
		}
		r.kinds[i] = len(f.graph.Children(f.nodes[i].concept))
	}
	return r
}

// vector is a sparse vector, by ascending node.
type vector struct {
	nodes   []int32
	weights []float64
	length  float64
}

// vectors describe each node by those that stand in the same blocks, the rare ones more.
func (f *field) vectors() []vector {
	counts := make([]map[int32]int, len(f.nodes))
	for i := range f.blocks {
		var in []int32
		for _, m := range f.blocks[i].mentions {
			in = append(in, m.node)
		}
		slices.Sort(in)
		if in = slices.Compact(in); len(in) > mostTogether {
			continue // a list of everything tells nothing
		}
		for _, a := range in {
			if counts[a] == nil {
				counts[a] = map[int32]int{}
			}
			for _, b := range in {
				if a != b {
					counts[a][b]++
				}
			}
		}
	}
	all := make([]vector, len(f.nodes))
	for i, c := range counts {
		v := &all[i]
		for _, k := range slices.Sorted(maps.Keys(c)) {
			w := float64(c[k]) * math.Log(1+float64(len(f.blocks))/float64(1+len(f.nodes[k].blocks)))
			v.nodes, v.weights, v.length = append(v.nodes, k), append(v.weights, w), v.length+w*w
		}
		v.length = math.Sqrt(v.length)
	}
	return all
}

// mostTogether is how many nodes of one block are taken to have to do with each other.
const mostTogether = 60

func cosine(a, b *vector) float64 {
	dot := 0.0
	for i, k := 0, 0; i < len(a.nodes) && k < len(b.nodes); {
		switch cmp.Compare(a.nodes[i], b.nodes[k]) {
		case 0:
			dot += a.weights[i] * b.weights[k]
			i, k = i+1, k+1
		case -1:
			i++
		default:
			k++
		}
	}
	if dot == 0 {
		return 0
	}
	return dot / (a.length * b.length)
}

// endings are the ends by which names of a kind are known: the last word of several, the last
// letters of one (-saurus), the last characters in Chinese (预警).
func endings(labels []string) map[string]bool {
	all := map[string]bool{}
	for _, l := range labels {
		l = strings.ToLower(l)
		if i := strings.LastIndexByte(l, ' '); i >= 0 {
			all[singular(l[i+1:])] = true
			continue
		}
		n := 4
		if names.Chinese(l) {
			n = 2
		}
		if utf8.RuneCountInString(l) > n {
			end := l
			if n == 4 {
				end = singular(l)
			}
			all["-"+lastRunes(end, n)] = true
		}
	}
	return all
}

func lastRunes(s string, n int) string {
	r := []rune(s)
	return string(r[max(0, len(r)-n):])
}

func overlap(a, b map[string]bool) bool {
	for k := range a {
		if b[k] {
			return true
		}
	}
	return false
}

// headed reports whether a name ends with a label of another node: tropical storm with storm.
func headed(name string, labels []string) bool {
	name = strings.ToLower(name)
	for _, l := range labels {
		l = strings.ToLower(l)
		rest, ok := strings.CutSuffix(name, l)
		if !ok && !names.Chinese(l) {
			rest, ok = strings.CutSuffix(singular(name), singular(l))
		}
		if ok && rest != "" && (names.Chinese(l) && utf8.RuneCountInString(l) > 1 || strings.HasSuffix(rest, " ")) {
			return true
		}
	}
	return false
}

// vote is a node with a weight.
type vote struct {
	node   int32
	weight float64
}

func byWeight(a, b vote) int {
	return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.node, b.node))
}

// siblings are the concepts most like a term: named in one list with it, with an ending in
// common, or standing beside the same.
func (r *relater) siblings(t int32) (out []vote) {
	for i := range r.nodes {
		if int32(i) == t || !r.nodes[i].known() {
			continue
		}
		w := cosine(&r.vectors[t], &r.vectors[i]) + .5*math.Log1p(float64(r.links.pages(beside, t, int32(i))))
		if overlap(r.ending[t], r.ending[i]) {
			w += .3
		}
		if w > 0 {
			out = append(out, vote{int32(i), w})
		}
	}
	slices.SortFunc(out, byWeight)
	return out[:min(len(out), nearest)]
}

// rank returns the nodes that may be the parent of a term, the best first.
func (r *relater) rank(t int32) (out []vote) {
	votes := map[int32]float64{}
	total := 0.0
	for _, s := range r.siblings(t) {
		total += s.weight
		for _, p := range r.parents[s.node] {
			votes[p] += s.weight
		}
	}
	above := r.context.Above(int(t))
	for i := range r.nodes {
		p := int32(i)
		if p == t || !r.may[p] || !r.wider(p, t) {
			continue
		}
		w := r.evidence(t, p)
		if total > 0 {
			w += weightSibling * votes[p] / total
		}
		if slices.Contains(above, i) {
			w += weightOrder
		}
		if w > 0 {
			out = append(out, vote{p, w + weightKinds*math.Log2(1+float64(r.kinds[p]))})
		}
	}
	slices.SortFunc(out, byWeight)
	return out
}

// wider reports whether a node may be above a term: a term only if more pages have it, or if
// more texts say so than the reverse (Sanderson and Croft, Deriving concept hierarchies from text, SIGIR 1999).
func (r *relater) wider(p, t int32) bool {
	return r.nodes[p].known() || len(r.nodes[p].pages) > len(r.nodes[t].pages) || r.links.pages(isA, t, p) > r.links.pages(isA, p, t)
}

// evidence sums what the texts say for a parent.
func (r *relater) evidence(t, p int32) float64 {
	said := func(kind link, from, to int32) float64 { return math.Log2(1 + float64(r.links.pages(kind, from, to))) }
	w := weightIsA*said(isA, t, p) + weightLead*min(1, said(lead, t, p)) + weightCauses*said(causes, p, t)
	if headed(r.nodes[t].name, r.nodes[p].labels) {
		w += weightHead
	}
	n := &r.nodes[t]
	if len(n.blocks) > 0 {
		w += weightWith * (r.with(n.blocks, r.nodes[p].blocks, len(r.blocks)) + r.with(n.pages, r.nodes[p].pages, r.field.pages)) / 2
	}
	return w
}

// with is the share of a in b, less what chance gives.
func (r *relater) with(a, b []int32, of int) float64 {
	share := float64(shared(a, b)) / float64(max(1, len(a)))
	return max(0, share-float64(len(b))/float64(max(1, of)))
}
