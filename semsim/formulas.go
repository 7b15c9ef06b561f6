package semsim

import "math"

// formula computes a similarity from what two concepts share in the hierarchy.
type formula struct {
	// of is the similarity of two different concepts with a common ancestor.
	of func(t *taxonomy, x overlap) float64
	// self is the similarity of a concept with itself; nil means 1.
	self func(t *taxonomy, p int32) float64
	// terms are the inputs of the formula, for explanations.
	terms func(t *taxonomy, x overlap) []Term
	// sets says that the formula uses ancestors only and so suits groups.
	sets bool
	// byDistance, if given, computes the similarity for every distance at once.
	byDistance func(longest int32) []float64
	// legs says that the formula uses the ways from both concepts to the
	// preferred ancestor. Of several equally deep ones it is the nearest.
	legs bool
	// shortest says that the explanation shows the shortest path, not the path
	// over the preferred ancestor.
	shortest bool
}

// overlap holds what two concepts share in the hierarchy. Of two groups, ancestor and
// dist are not set.
type overlap struct {
	a, b         int32 // positions
	ancestor     int32 // position of the preferred common ancestor, -1 if there is none
	upA, upB     int32 // edges of the shortest paths to that ancestor, if the formula uses legs
	dist         int32 // edges of the shortest path over a common ancestor
	shared       int32 // number of common ancestors
	sizeA, sizeB int32 // number of ancestors of each, itself included
	icShared     int64 // information content of the common ancestors, in icUnits
	icA, icB     int64 // and of the ancestors of each
}

// icUnit is the information content 1 as a whole number. Contents are added as
// whole numbers, since sums of floats depend on their order.
const icUnit = 1 << 40

// wuPalmer is 2·N3 / (N1 + N2 + 2·N3) of the paper: N1 and N2 are the edges from the concepts up to their common
// ancestor, N3 the concepts from there to a root. The depths of the concepts themselves do not count: a concept
// with several parents may have a way to a root that does not lead over the common ancestor.
func wuPalmer(t *taxonomy, x overlap) float64 {
	n3 := 2 * float64(t.depth[x.ancestor])
	return n3 / (float64(x.upA+x.upB) + n3)
}

func wuPalmerTerms(t *taxonomy, x overlap) []Term {
	return []Term{{"N1", float64(x.upA)}, {"N2", float64(x.upB)}, {"N3", float64(t.depth[x.ancestor])}}
}

// leacockChodorow: the paper's -ln(len/2D), where len counts the concepts on
// the path, is ln(2D) at identity; divided by that it is 1 there. A path over a
// common ancestor has at most 2D-1 concepts, so the result stays above 0.
func leacockChodorow(t *taxonomy, x overlap) float64 {
	return t.byDistance[x.dist]
}

// leacockChodorowByDistance is the similarity at every possible distance.
func leacockChodorowByDistance(longest int32) []float64 {
	all := make([]float64, 2*longest)
	for d := range all {
		all[d] = 1 - math.Log(float64(d+1))/math.Log(2*float64(longest))
	}
	return all
}

func leacockChodorowTerms(t *taxonomy, x overlap) []Term {
	return []Term{{"d", float64(x.dist)}, {"D", float64(t.height)}}
}

// rada turns the distance of the paper into a similarity in the usual way. The
// path leads over a common ancestor (as in WordNet's measures): up and then
// down.
func rada(_ *taxonomy, x overlap) float64 { return 1 / (1 + float64(x.dist)) }

func radaTerms(_ *taxonomy, x overlap) []Term { return []Term{{"d", float64(x.dist)}} }

func resnik(t *taxonomy, x overlap) float64 { return t.ic[x.ancestor] }

// lin is 0/0 for two concepts without content, such as roots; then it is 0.
func lin(t *taxonomy, x overlap) float64 {
	sum := t.ic[x.a] + t.ic[x.b]
	if sum == 0 {
		return 0
	}
	return 2 * t.ic[x.ancestor] / sum
}

// jiangConrath: content is from 0 to 1, so the paper's distance IC(a) + IC(b) -
// 2 IC(MICA) is from 0 to 2.
func jiangConrath(t *taxonomy, x overlap) float64 {
	return 1 - (t.ic[x.a]+t.ic[x.b]-2*t.ic[x.ancestor])/2
}

func contentTerms(t *taxonomy, x overlap) []Term {
	return []Term{{"IC(MICA)", t.ic[x.ancestor]}, {"IC(a)", t.ic[x.a]}, {"IC(b)", t.ic[x.b]}}
}

func jaccard(_ *taxonomy, x overlap) float64 { return ifcoi(x.shared, x.sizeA, x.sizeB) }

func jaccardTerms(_ *taxonomy, x overlap) []Term {
	return []Term{{"common ancestors", float64(x.shared)}, {"all ancestors", float64(x.sizeA + x.sizeB - x.shared)}}
}

// simGIC is 0/0 if no ancestor has content; then it is 0.
func simGIC(_ *taxonomy, x overlap) float64 {
	all := x.icA + x.icB - x.icShared
	if all <= 0 {
		return 0
	}
	return float64(x.icShared) / float64(all)
}

func simGICTerms(_ *taxonomy, x overlap) []Term {
	return []Term{{"ΣIC of common ancestors", float64(x.icShared) / icUnit}, {"ΣIC of all ancestors", float64(x.icA+x.icB-x.icShared) / icUnit}}
}
