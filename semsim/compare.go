package semsim

import (
	"cmp"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// Comparer computes similarities of the concepts of one graph. [Measure] is
// one, and [Measures] lists more. Any number of goroutines may use it. All
// similarities are from 0 to 1 and symmetric; synonyms count as one concept.
// [Method.Laws] says which further laws hold. Package semsimtest is the
// conformance suite.
type Comparer interface {
	// Sim is the similarity of a and b, concepts of the graph.
	Sim(a, b ontology.ID) float64
	// Topic is the similarity of c with every concept of the graph, by ID, in
	// dst, which is grown if it is too short.
	Topic(c ontology.ID, dst []float64) []float64
	// Explain explains Sim(a, b).
	Explain(a, b ontology.ID) Explanation
}

// SetComparer is a Comparer that also compares groups as wholes.
type SetComparer interface {
	Comparer
	// SimSets is the similarity of two groups of concepts.
	SimSets(a, b []ontology.ID) float64
}

// Options are the options of a method. The zero value is ready.
type Options struct {
	Params Params // of the five factors
	IC     *IC    // information content, for the methods that use it; nil means Seco's
}

// Laws are laws that not every method keeps.
type Laws struct {
	// Identity: the similarity of a concept with itself is 1.
	Identity bool
	// Monotone: a concept is never more similar to a far ancestor than to one
	// on the way there.
	Monotone bool
	// MonotoneInTrees: Monotone holds if no concept has several parents.
	MonotoneInTrees bool
}

// Method is a similarity measure.
type Method struct {
	Name    string
	Formula string
	Source  string // the paper it comes from
	UsesIC  bool
	Laws    Laws
	New     func(g Graph, opt Options) (Comparer, error)
}

// LookUp finds a method by name. Its error lists all names.
func LookUp(name string) (Method, error) {
	var names []string
	for _, m := range Measures() {
		if m.Name == name {
			return m, nil
		}
		names = append(names, m.Name)
	}
	return Method{}, english.Errorf("semsim: unknown measure %q: choose one of %s", name, strings.Join(names, ", "))
}

// Measures lists all methods, the five factors first.
//
// All others use only the hierarchy of the graph, as [ontology.Graph] draws it,
// with synonyms folded. LCA is the deepest common ancestor, with depth counted
// in concepts along the shortest path from a root; MICA is the common ancestor
// of the greatest information content; d is the number of edges of the shortest
// path over a common ancestor; up(c) is a concept and its ancestors. Two
// concepts without a common ancestor have the similarity 0: no root is put
// above the roots.
func Measures() []Method {
	all := Laws{Identity: true, Monotone: true, MonotoneInTrees: true}
	trees := Laws{Identity: true, MonotoneInTrees: true}
	return []Method{{
		Name: FiveFactors, Formula: "α·IFDis + β·IFDen + γ·IFDep + δ·IFCoi + ε·IFRel",
		Source: "Liu, Gu, Liu: On-ITS (2020), eq 1 and 2",
		Laws:   Laws{Identity: true},
		New:    func(g Graph, opt Options) (Comparer, error) { return New(g, opt.Params) },
	}, hierarchical(Method{
		Name: "wu-palmer", Formula: "2·N3 / (N1 + N2 + 2·N3), N1, N2 the edges up to the LCA, N3 its depth",
		Source: "Wu, Palmer: Verb semantics and lexical selection (ACL 1994)",
		Laws:   trees,
	}, formula{of: wuPalmer, terms: wuPalmerTerms, legs: true}), hierarchical(Method{
		Name: "leacock-chodorow", Formula: "1 - ln(d + 1) / ln(2·D), D being the concepts on the longest way from a root",
		Source: "Leacock, Chodorow: Combining local context and WordNet similarity for word sense identification (in Fellbaum: WordNet, 1998), over its greatest value",
		Laws:   trees,
	}, formula{of: leacockChodorow, terms: leacockChodorowTerms, byDistance: leacockChodorowByDistance, shortest: true}), hierarchical(Method{
		Name: "path", Formula: "1 / (1 + d)",
		Source: "Rada, Mili, Bicknell, Blettner: Development and application of a metric on semantic nets (IEEE Trans. SMC 19(1), 1989), as a similarity",
		Laws:   trees,
	}, formula{of: rada, terms: radaTerms, shortest: true}), informed(Method{
		Name: "resnik", Formula: "IC(MICA)",
		Source: "Resnik: Using information content to evaluate semantic similarity in a taxonomy (IJCAI 1995)",
		Laws:   Laws{Monotone: true, MonotoneInTrees: true},
	}, formula{of: resnik, terms: contentTerms, self: func(t *taxonomy, p int32) float64 { return t.ic[p] }}), informed(Method{
		Name: "lin", Formula: "2·IC(MICA) / (IC(a) + IC(b))",
		Source: "Lin: An information-theoretic definition of similarity (ICML 1998)",
		Laws:   all,
	}, formula{of: lin, terms: contentTerms}), informed(Method{
		Name: "jiang-conrath", Formula: "1 - (IC(a) + IC(b) - 2·IC(MICA)) / 2",
		Source: "Jiang, Conrath: Semantic similarity based on corpus statistics and lexical taxonomy (ROCLING 1997), as a similarity by Seco, Veale, Hayes (ECAI 2004), eq 6",
		Laws:   all,
	}, formula{of: jiangConrath, terms: contentTerms}), hierarchical(Method{
		Name: "jaccard", Formula: "|up(a) ∩ up(b)| / |up(a) ∪ up(b)|",
		Source: "Jaccard (New Phytologist 11(2), 1912), of ancestors: Batet, Sánchez, Valls (J. Biomed. Inform. 44(1), 2011); of groups: simUI, Gentleman (2005)",
		Laws:   all,
	}, formula{of: jaccard, terms: jaccardTerms, sets: true}), informed(Method{
		Name: "simgic", Formula: "ΣIC(up(a) ∩ up(b)) / ΣIC(up(a) ∪ up(b))",
		Source: "Pesquita, Faria, Bastos, Falcão, Couto: Evaluating GO-based semantic similarity measures (Bio-Ontologies SIG, ISMB 2007)",
		Laws:   all,
	}, formula{of: simGIC, terms: simGICTerms, sets: true})}
}

// FiveFactors is the name of the method of [New].
const FiveFactors = "five-factors"

// hierarchical completes a method that uses the shape of the hierarchy only.
func hierarchical(m Method, f formula) Method {
	m.New = func(g Graph, _ Options) (Comparer, error) {
		a, err := newHierarchy(g)
		if err != nil {
			return nil, err
		}
		return newTaxonomy(g, a, m, f, a.byDepth, nil, nil), nil
	}
	return m
}

// informed completes a method that uses information content. It prefers the
// common ancestor with the most content, then the deepest.
func informed(m Method, f formula) Method {
	m.UsesIC = true
	m.New = func(g Graph, opt Options) (Comparer, error) {
		a, err := newHierarchy(g)
		if err != nil {
			return nil, err
		}
		content := opt.IC
		if content == nil {
			if content, err = SecoIC(g); err != nil {
				return nil, err
			}
		}
		ic, err := content.at(a)
		if err != nil {
			return nil, err
		}
		o := newPreference(len(ic), func(p, q int32) int {
			return cmp.Or(cmp.Compare(ic[q], ic[p]), cmp.Compare(a.byDepth.rank[p], a.byDepth.rank[q]))
		})
		return newTaxonomy(g, a, m, f, o, content, ic), nil
	}
	return m
}
