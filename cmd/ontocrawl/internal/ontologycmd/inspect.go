package ontologycmd

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/check"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
)

func newInspect(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "inspect FILE|typhoon|rainstorm|-",
		Short: "Say what was understood of an ontology, and what was not",
		Long: `Prints what an ontology holds as the crawl reads it: its IRI, version and
imports, concepts, relations by kind and property, labels by language, depth,
roots and core marks; then what is written in it and has no part in the graph.

"ontocrawl ontology validate" checks the same file by rules and says how to fix
it.

Exit codes: 0 it was read, whatever was found; 2 the command line is wrong, or
FILE cannot be read.`,
		Example: `  ontocrawl ontology inspect typhoon
  ontocrawl ontology inspect hazards.owl --map "影响: includes"
  git show HEAD:hazards.owl | ontocrawl ontology inspect -
  ontocrawl ontology inspect envo.owl --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			x, err := a.examine(cmd.Context(), c, args[0])
			if err != nil {
				return err
			}
			in := x.inspection()
			if asJSON {
				return a.JSON(in)
			}
			return a.printInspection(in, c.Lang)
		},
	}
	config.Bind(cmd.Flags(), readFlags...)
	a.FetchFlag(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// examined is an ontology read for those who fix it: circles are no error, and
// what is written is kept beside what was understood.
type examined struct {
	source  // without a measure
	written *check.Written
}

func (a *app) examine(ctx context.Context, c *config.Config, name string) (*examined, error) {
	w := &check.Written{}
	s, err := a.ReadOntology(ctx, c, name, owl.Options{CutCycles: true, Statement: w.Add})
	if err != nil {
		return nil, err
	}
	return &examined{source{s}, w}, nil
}

// inspection is what inspect tells, and its JSON form.
type inspection struct {
	Ontology string          `json:"ontology"` // as given
	IRI      string          `json:"iri"`
	Version  string          `json:"version"`
	SHA256   string          `json:"sha256"` // over all files
	Files    []inspectedFile `json:"files"`
	Triples  int             `json:"triples"`
	Imports  []owl.Import    `json:"imports"`

	Concepts    int `json:"concepts"`
	Classes     int `json:"classes"`
	Individuals int `json:"individuals"`
	Folded      int `json:"folded"` // concepts when synonyms are one

	Depth  int          `json:"depth"` // of the deepest; 1 is a root
	Leaves int          `json:"leaves"`
	Roots  []semsim.Ref `json:"roots"`
	Core   []semsim.Ref `json:"core"`

	Relations   []relationCount `json:"relations"`
	Labels      []labelCount    `json:"labels"`
	Definitions []langCount     `json:"definitions"`
	Unlabelled  int             `json:"unlabelled"` // concepts without any label
	Unread      []check.Unread  `json:"unread"`
	Cycles      []string        `json:"cycles"`
	Findings    []owl.Finding   `json:"findings"`
}

// inspectedFile is the ontology's file or one that it imports.
type inspectedFile struct {
	owl.File
	Syntax string `json:"syntax"` // "RDF/XML", "OWL functional syntax"
}

// relationCount counts the edges of a property; "" is the language itself
// (rdfs:subClassOf and the like).
type relationCount struct {
	Relation string `json:"relation"`
	Property string `json:"property"`
	Label    string `json:"label,omitempty"` // of the property
	Count    int    `json:"count"`
}

// labelCount counts the labels in a language.
type labelCount struct {
	Lang        string `json:"lang"`
	Preferred   int    `json:"preferred"`
	Alternative int    `json:"alternative"`
	Hidden      int    `json:"hidden"`
	Loose       int    `json:"loose"`
	Concepts    int    `json:"concepts"` // that have one
}

type langCount struct {
	Lang  string `json:"lang"`
	Count int    `json:"count"`
}

func (x *examined) inspection() *inspection {
	o, g := x.Ontology, x.Graph()
	in := &inspection{
		Ontology: x.Name, IRI: o.IRI, Version: o.Version, SHA256: o.Hash, Triples: o.Triples,
		Imports: o.Imports, Concepts: g.Len(), Findings: o.Findings, Unread: x.written.Unread(g),
		Relations: relationCounts(g),
	}
	for _, f := range o.Read {
		in.Files = append(in.Files, inspectedFile{f, f.Syntax.Title})
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
			in.Core = append(in.Core, x.ref(id))
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
		in.Relations[i].Label = x.written.Label(r.Property)
	}
	in.Classes = in.Concepts - in.Individuals
	for _, id := range g.Roots() {
		in.Roots = append(in.Roots, x.ref(id))
	}
	in.Labels, in.Definitions = labelCounts(g)
	for _, e := range o.Cycles {
		in.Cycles = append(in.Cycles, e.Error())
	}
	return in
}

// relationCounts counts edges by kind and property, the strongest kind first,
// of one kind the property with most edges.
func relationCounts(g *ontology.Graph) []relationCount {
	type key struct {
		rel      ontology.Relation
		property string
	}
	counts := map[key]int{}
	for _, e := range g.Edges() {
		counts[key{e.Rel, e.Property}]++
	}
	var all []relationCount
	for k, n := range counts {
		all = append(all, relationCount{Relation: k.rel.String(), Property: k.property, Count: n})
	}
	rank := []string{"Is-a", "Synonym", "Includes", "Other"}
	slices.SortFunc(all, func(a, b relationCount) int {
		return cmp.Or(cmp.Compare(slices.Index(rank, a.Relation), slices.Index(rank, b.Relation)),
			cmp.Compare(b.Count, a.Count), cmp.Compare(a.Property, b.Property))
	})
	return all
}

// labelCounts counts labels and definitions by language, the commonest first.
func labelCounts(g *ontology.Graph) ([]labelCount, []langCount) {
	labels, definitions := map[string]*labelCount{}, map[string]int{}
	for i := range g.Len() {
		c := g.Concept(ontology.ID(i))
		has := map[string]bool{}
		for _, l := range c.Labels {
			n := labels[l.Lang]
			if n == nil {
				n = &labelCount{Lang: l.Lang}
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
	var ls []labelCount
	for _, n := range labels {
		ls = append(ls, *n)
	}
	slices.SortFunc(ls, func(a, b labelCount) int {
		return cmp.Or(cmp.Compare(b.Concepts, a.Concepts), cmp.Compare(a.Lang, b.Lang))
	})
	var ds []langCount
	for lang, n := range definitions {
		ds = append(ds, langCount{lang, n})
	}
	slices.SortFunc(ds, func(a, b langCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Lang, b.Lang))
	})
	return ls, ds
}
