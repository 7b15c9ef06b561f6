package semsim

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Comparer says how alike the concepts of one graph are. [Measure] is one, and
// so is everything that [Measures] lists. Any number of goroutines may use it;
// all its likenesses are from 0 to 1 and the same both ways, those of synonyms
// are those of one concept. What further laws hold, [Method.Laws] says; the exam
// is package semsimtest.
type Comparer interface {
	// Sim is the likeness of a and b, which must be of the graph.
	Sim(a, b ontology.ID) float64
	// Topic is the likeness of c with every concept of the graph, by ID, in
	// dst, which is grown if it is too short.
	Topic(c ontology.ID, dst []float64) []float64
	// Explain says why a and b are as alike as Sim says.
	Explain(a, b ontology.ID) Explanation
}

// SetComparer is a Comparer that also compares groups as wholes.
type SetComparer interface {
	Comparer
	// SimSets is the likeness of two groups of concepts.
	SimSets(a, b []ontology.ID) float64
}

// Options are what a method may be made with. The zero value is ready.
type Options struct {
	Params Params // of the five factors
	IC     *IC    // information content, for the methods that use it; nil for Seco's
}

// Laws are the laws that not every method keeps.
type Laws struct {
	// Identity: a concept is wholly like itself.
	Identity bool
	// Falling: a concept is never more alike to an ancestor of its ancestor
	// than to that ancestor.
	Falling bool
	// FallingInTrees: so, if no concept has several parents.
	FallingInTrees bool
}

// Method is a way of comparing concepts.
type Method struct {
	Name    string
	Formula string
	Source  string // where it comes from
	UsesIC  bool
	Laws    Laws
	New     func(g Graph, opt Options) (Comparer, error)
}

// LookUp finds a method by name. The error lists all names.
func LookUp(name string) (Method, error) {
	var names []string
	for _, m := range Measures() {
		if m.Name == name {
			return m, nil
		}
		names = append(names, m.Name)
	}
	return Method{}, fmt.Errorf("semsim: no measure is called %q; there are %s", name, strings.Join(names, ", "))
}

// Measures lists all there are, the five factors first.
//
// All but the five factors look at nothing but the hierarchy of the graph, as
// [ontology.Graph] draws it, with synonyms folded. LCA is the deepest of the
// common ancestors, with depth counted in concepts along the shortest way from
// a root; MICA the one of the greatest information content; d the number of
// edges of the shortest path over a common ancestor; up(c) a concept and its
// ancestors. Two concepts without a common ancestor have the likeness 0: no
// root is put above the roots.
func Measures() []Method {
	all := Laws{Identity: true, Falling: true, FallingInTrees: true}
	trees := Laws{Identity: true, FallingInTrees: true}
	return []Method{{
		Name: FiveFactors, Formula: "α·IFDis + β·IFDen + γ·IFDep + δ·IFCoi + ε·IFRel",
		Source: "Liu, Gu, Liu: On-ITS (2020), eq 1 and 2",
		Laws:   Laws{Identity: true},
		New:    func(g Graph, opt Options) (Comparer, error) { return New(g, opt.Params) },
	}, hierarchical(Method{
		Name: "wu-palmer", Formula: "2·depth(LCA) / (depth(a) + depth(b))",
		Source: "Wu, Palmer: Verb semantics and lexical selection (ACL 1994)",
		Laws:   trees,
	}, formula{of: wuPalmer, terms: wuPalmerTerms}), hierarchical(Method{
		Name: "leacock-chodorow", Formula: "1 - ln(d + 1) / ln(2·D), D being the concepts on the longest way from a root",
		Source: "Leacock, Chodorow: Combining local context and WordNet similarity for word sense identification (in Fellbaum: WordNet, 1998), over its greatest value",
		Laws:   trees,
	}, formula{of: leacockChodorow, terms: leacockChodorowTerms, bySteps: leacockChodorowBySteps, shortest: true}), hierarchical(Method{
		Name: "path", Formula: "1 / (1 + d)",
		Source: "Rada, Mili, Bicknell, Blettner: Development and application of a metric on semantic nets (IEEE Trans. SMC 19(1), 1989), as a likeness",
		Laws:   trees,
	}, formula{of: rada, terms: radaTerms, shortest: true}), informed(Method{
		Name: "resnik", Formula: "IC(MICA)",
		Source: "Resnik: Using information content to evaluate semantic similarity in a taxonomy (IJCAI 1995)",
		Laws:   Laws{Falling: true, FallingInTrees: true},
	}, formula{of: resnik, terms: contentTerms, self: func(t *taxonomy, p int32) float64 { return t.ic[p] }}), informed(Method{
		Name: "lin", Formula: "2·IC(MICA) / (IC(a) + IC(b))",
		Source: "Lin: An information-theoretic definition of similarity (ICML 1998)",
		Laws:   all,
	}, formula{of: lin, terms: contentTerms}), informed(Method{
		Name: "jiang-conrath", Formula: "1 - (IC(a) + IC(b) - 2·IC(MICA)) / 2",
		Source: "Jiang, Conrath: Semantic similarity based on corpus statistics and lexical taxonomy (ROCLING 1997), as a likeness by Seco, Veale, Hayes (ECAI 2004), eq 6",
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

// hierarchical completes a method that looks at the shape of the hierarchy.
func hierarchical(m Method, f formula) Method {
	m.New = func(g Graph, _ Options) (Comparer, error) {
		a, err := newAncestry(g)
		if err != nil {
			return nil, err
		}
		return newTaxonomy(g, a, m, f, a.deepest, nil, nil), nil
	}
	return m
}

// informed completes one that looks at information content. Of common
// ancestors the one with most of it is preferred, then the deepest.
func informed(m Method, f formula) Method {
	m.UsesIC = true
	m.New = func(g Graph, opt Options) (Comparer, error) {
		a, err := newAncestry(g)
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
		o := newOrder(len(ic), func(p, q int32) int {
			return cmp.Or(cmp.Compare(ic[q], ic[p]), cmp.Compare(a.deepest.rank[p], a.deepest.rank[q]))
		})
		return newTaxonomy(g, a, m, f, o, content, ic), nil
	}
	return m
}
