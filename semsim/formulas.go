package semsim

import "math"

// formula is a likeness made of what the hierarchy says of two concepts.
type formula struct {
	// of is the likeness of two different concepts with a common ancestor.
	of func(t *taxonomy, x bond) float64
	// self is that of a concept with itself; nil where it is 1.
	self func(t *taxonomy, p int32) float64
	// terms are what of worked with, to be shown.
	terms func(t *taxonomy, x bond) []Term
	// sets says that of looks at nothing but ancestors and so suits groups.
	sets bool
	// bySteps, if given, prepares a likeness that depends on the distance only.
	bySteps func(longest int32) []float64
	// shortest says that the path to show is the shortest one, not that over
	// the preferred ancestor.
	shortest bool
}

// bond is what the hierarchy says of two concepts or, best and steps apart, of
// two groups.
type bond struct {
	a, b         int32 // places
	best         int32 // place of the common ancestor preferred, -1 if there is none
	steps        int32 // edges of the shortest path over a common ancestor
	shared       int32 // common ancestors
	sizeA, sizeB int32 // ancestors of each, itself included
	mass         int64 // information content of the common ancestors, in grains
	massA, massB int64 // and of those of each
}

// grain is the information content 1 in the whole numbers in which contents
// are added. Sums of floats depend on their order.
const grain = 1 << 40

// wuPalmer: the paper counts depth(a) and depth(b) along the way over the
// common ancestor, so that they cannot be less than its depth. Here a concept
// may have a shorter way to a root, and the common ancestor's depth is cut at
// it. In a tree the two are the same.
func wuPalmer(t *taxonomy, x bond) float64 {
	return ifdep(t.depth[x.best], t.depth[x.a], t.depth[x.b])
}

func wuPalmerTerms(t *taxonomy, x bond) []Term {
	return []Term{
		{"depth(LCA)", float64(min(t.depth[x.best], t.depth[x.a], t.depth[x.b]))},
		{"depth(a)", float64(t.depth[x.a])}, {"depth(b)", float64(t.depth[x.b])},
	}
}

// leacockChodorow: the paper's -ln(len/2D), len counting the concepts on the
// path, is ln(2D) at identity; divided by that it is 1 there. A path over a
// common ancestor has at most 2D-1 concepts, so that it stays above 0.
func leacockChodorow(t *taxonomy, x bond) float64 {
	return t.bySteps[x.steps]
}

// leacockChodorowBySteps is the likeness at every distance there can be.
func leacockChodorowBySteps(longest int32) []float64 {
	all := make([]float64, 2*longest)
	for d := range all {
		all[d] = 1 - math.Log(float64(d+1))/math.Log(2*float64(longest))
	}
	return all
}

func leacockChodorowTerms(t *taxonomy, x bond) []Term {
	return []Term{{"d", float64(x.steps)}, {"D", float64(t.longest)}}
}

// rada: the distance of the paper as a likeness in the usual way. The path
// leads over a common ancestor (as in WordNet's measures): up and then down.
func rada(_ *taxonomy, x bond) float64 { return 1 / (1 + float64(x.steps)) }

func radaTerms(_ *taxonomy, x bond) []Term { return []Term{{"d", float64(x.steps)}} }

func resnik(t *taxonomy, x bond) float64 { return t.ic[x.best] }

// lin is 0/0 for two roots, or what else has no content; then it is 0.
func lin(t *taxonomy, x bond) float64 {
	sum := t.ic[x.a] + t.ic[x.b]
	if sum == 0 {
		return 0
	}
	return 2 * t.ic[x.best] / sum
}

// jiangConrath: content is from 0 to 1 here, so the paper's distance
// IC(a) + IC(b) - 2 IC(MICA) is from 0 to 2.
func jiangConrath(t *taxonomy, x bond) float64 {
	return 1 - (t.ic[x.a]+t.ic[x.b]-2*t.ic[x.best])/2
}

func contentTerms(t *taxonomy, x bond) []Term {
	return []Term{{"IC(MICA)", t.ic[x.best]}, {"IC(a)", t.ic[x.a]}, {"IC(b)", t.ic[x.b]}}
}

func jaccard(_ *taxonomy, x bond) float64 { return ifcoi(x.shared, x.sizeA, x.sizeB) }

func jaccardTerms(_ *taxonomy, x bond) []Term {
	return []Term{{"common ancestors", float64(x.shared)}, {"all ancestors", float64(x.sizeA + x.sizeB - x.shared)}}
}

// simGIC is 0/0 where no ancestor has any content; then it is 0.
func simGIC(_ *taxonomy, x bond) float64 {
	all := x.massA + x.massB - x.mass
	if all <= 0 {
		return 0
	}
	return float64(x.mass) / float64(all)
}

func simGICTerms(_ *taxonomy, x bond) []Term {
	return []Term{{"ΣIC of common ancestors", float64(x.mass) / grain}, {"ΣIC of all ancestors", float64(x.massA+x.massB-x.mass) / grain}}
}
