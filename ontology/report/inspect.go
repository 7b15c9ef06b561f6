package report

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/check"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// Inspection says what was understood of an ontology.
type Inspection struct {
	Ontology string          `json:"ontology"` // as given
	IRI      string          `json:"iri"`
	Version  string          `json:"version"`
	SHA256   string          `json:"sha256"` // over all files
	Files    []InspectedFile `json:"files"`
	Triples  int             `json:"triples"`
	Imports  []owl.Import    `json:"imports"`

	Entities check.Entities `json:"entities"` // in the files, with a part in the graph or not

	Concepts    int `json:"concepts"`
	Classes     int `json:"classes"`
	Individuals int `json:"individuals"`
	Folded      int `json:"folded"` // concepts when synonyms are one

	Depth  int          `json:"depth"` // of the deepest; 1 is a root
	Leaves int          `json:"leaves"`
	Roots  []semsim.Ref `json:"roots"`
	Core   []semsim.Ref `json:"core"`

	Relations   []RelationCount `json:"relations"`
	Labels      []LabelCount    `json:"labels"`
	Definitions []LanguageCount `json:"definitions"`
	Unlabelled  int             `json:"unlabelled"` // concepts without any label
	Unread      []check.Unread  `json:"unread"`
	Cycles      []string        `json:"cycles"`
	Findings    []owl.Finding   `json:"findings"`
}

// InspectedFile is the ontology's file or one that it imports.
type InspectedFile struct {
	owl.File
	Syntax string `json:"syntax"` // "RDF/XML", "OWL functional syntax"
}

// RelationCount counts the edges of a property; "" is the language itself
// (rdfs:subClassOf and the like).
type RelationCount struct {
	Relation string `json:"relation"`
	Property string `json:"property"`
	Label    string `json:"label,omitempty"` // of the property
	Count    int    `json:"count"`
}

// LabelCount counts the labels in a language.
type LabelCount struct {
	Lang        string `json:"lang"`
	Preferred   int    `json:"preferred"`
	Alternative int    `json:"alternative"`
	Hidden      int    `json:"hidden"`
	Loose       int    `json:"loose"`
	Concepts    int    `json:"concepts"` // that have one
}

type LanguageCount struct {
	Lang  string `json:"lang"`
	Count int    `json:"count"`
}

// Inspect returns what was understood of o, the ontology called name, and what
// was not. written holds its statements.
func Inspect(name string, o *owl.Ontology, written *check.Written) *Inspection {
	g := o.Graph
	in := &Inspection{
		Ontology: name, IRI: o.IRI, Version: o.Version, SHA256: o.Hash, Triples: o.Triples,
		Imports: o.Imports, Concepts: g.Len(), Findings: o.Findings, Unread: written.Unread(g),
		Relations: relationCounts(g), Entities: written.Entities(),
	}
	for _, f := range o.Read {
		in.Files = append(in.Files, InspectedFile{f, f.Syntax.Title})
	}
	for i := range g.Len() {
		id := ontology.ID(i)
		c := g.Concept(id)
		if c.Individual {
			in.Individuals++
		}
		if len(c.Labels) == 0 {
			in.Unlabelled++
		}
		if c.Core {
			in.Core = append(in.Core, semsim.RefOf(g, id))
		}
		if g.Canon(id) != id {
			continue
		}
		in.Folded++
		in.Depth = max(in.Depth, g.Depth(id))
		if len(g.Children(id)) == 0 {
			in.Leaves++
		}
	}
	for i, r := range in.Relations {
		in.Relations[i].Label = written.Label(r.Property)
	}
	in.Classes = in.Concepts - in.Individuals
	for _, id := range g.Roots() {
		in.Roots = append(in.Roots, semsim.RefOf(g, id))
	}
	in.Labels, in.Definitions = labelCounts(g)
	in.Cycles = cycles(o)
	return in
}

// relationCounts counts edges by kind and property, the strongest kind first,
// of one kind the property with most edges.
func relationCounts(g *ontology.Graph) []RelationCount {
	type key struct {
		rel      ontology.Relation
		property string
	}
	counts := map[key]int{}
	for _, e := range g.Edges() {
		counts[key{e.Rel, e.Property}]++
	}
	var all []RelationCount
	for k, n := range counts {
		all = append(all, RelationCount{Relation: k.rel.String(), Property: k.property, Count: n})
	}
	rank := []string{"Is-a", "Synonym", "Includes", "Other"}
	sorts.Func(all, func(a, b RelationCount) int {
		return cmp.Or(cmp.Compare(slices.Index(rank, a.Relation), slices.Index(rank, b.Relation)),
			cmp.Compare(b.Count, a.Count), cmp.Compare(a.Property, b.Property))
	})
	return all
}

// labelCounts counts labels and definitions by language, the commonest first.
func labelCounts(g *ontology.Graph) ([]LabelCount, []LanguageCount) {
	labels, definitions := map[string]*LabelCount{}, map[string]int{}
	for i := range g.Len() {
		c := g.Concept(ontology.ID(i))
		has := map[string]bool{}
		for _, l := range c.Labels {
			n := labels[l.Lang]
			if n == nil {
				n = &LabelCount{Lang: l.Lang}
				labels[l.Lang] = n
			}
			switch l.Kind {
			case ontology.Preferred:
				n.Preferred++
			case ontology.Alternative:
				n.Alternative++
			case ontology.Hidden:
				n.Hidden++
			default:
				n.Loose++
			}
			if !has[l.Lang] {
				has[l.Lang] = true
				n.Concepts++
			}
		}
		for _, d := range c.Definitions {
			definitions[d.Lang]++
		}
	}
	var ls []LabelCount
	for _, n := range labels {
		ls = append(ls, *n)
	}
	sorts.Func(ls, func(a, b LabelCount) int {
		return cmp.Or(cmp.Compare(b.Concepts, a.Concepts), cmp.Compare(a.Lang, b.Lang))
	})
	var ds []LanguageCount
	for lang, n := range definitions {
		ds = append(ds, LanguageCount{lang, n})
	}
	sorts.Func(ds, func(a, b LanguageCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Lang, b.Lang))
	})
	return ls, ds
}
