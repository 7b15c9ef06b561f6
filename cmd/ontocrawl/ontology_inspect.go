package main

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/check"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

func newInspect(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "inspect FILE|typhoon|rainstorm",
		Short: "Say what was understood of an ontology, and what was not",
		Long: `Prints what an ontology holds as the crawl reads it: its IRI, version and
imports, concepts, relations by kind and property, labels by language, depth,
roots and core marks; then what is written in it and has no part in the graph.

"ontocrawl ontology validate" judges the same file by rules and says how to mend
it.

Exit codes: 0 it was read, whatever was found; 2 the command line is wrong, or
FILE cannot be read.`,
		Example: `  ontocrawl ontology inspect typhoon
  ontocrawl ontology inspect hazards.owl --map "影响: includes"
  ontocrawl ontology inspect envo.owl --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.load(cmd)
			if err != nil {
				return err
			}
			x, err := a.examine(c, args[0])
			if err != nil {
				return err
			}
			in := x.inspection()
			if asJSON {
				return a.json(in)
			}
			return a.printInspection(in, c.Lang)
		},
	}
	config.Bind(cmd.Flags(), readFlags...)
	a.fetchFlag(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// examined is an ontology read for those who mend it: circles are no error,
// and what is written is kept beside what was understood.
type examined struct {
	*source // without a measure
	written *check.Written
}

func (a *app) examine(c *config.Config, name string) (*examined, error) {
	mapping, err := propertyMap(c)
	if err != nil {
		return nil, err
	}
	w := &check.Written{}
	ont, err := load(name, owl.Options{Mapping: mapping, CutCycles: true, Statement: w.Add, Fetch: a.fetch, Limits: a.limits.Limits})
	if err != nil {
		return nil, err
	}
	return &examined{&source{name: name, ont: ont, finder: lexicon.NewFinder(ont.Graph)}, w}, nil
}

// unpacked opens a file of an ontology, or an embedded one, unpacked.
func unpacked(name string) (io.ReadCloser, *bufio.Reader, error) {
	var f io.ReadCloser
	var err error
	if slices.Contains(ontologies.Names(), name) {
		f, err = ontologies.Open(name)
	} else {
		f, err = os.Open(name)
	}
	if err != nil {
		return nil, nil, err
	}
	b := bufio.NewReader(f)
	if head, _ := b.Peek(2); bytes.Equal(head, []byte{0x1f, 0x8b}) { // RFC 1952 section 2.3.1
		z, err := gzip.NewReader(b)
		if err != nil {
			f.Close()
			return nil, nil, err
		}
		b = bufio.NewReader(z)
	}
	return f, b, nil
}

// text opens a file of an ontology as UTF-8.
func text(name string) (io.ReadCloser, error) {
	f, b, err := unpacked(name)
	if err != nil {
		return nil, err
	}
	r, err := rdfio.NewReader(b, rdfio.Options{})
	if err != nil {
		f.Close()
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{r, f}, nil
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
	o, g := x.ont, x.ont.Graph
	in := &inspection{
		Ontology: x.name, IRI: o.IRI, Version: o.Version, SHA256: o.Hash, Triples: o.Triples,
		Imports: o.Imports, Concepts: g.Len(), Findings: o.Findings, Unread: x.written.Unread(g),
		Relations: relationCounts(g),
	}
	for _, f := range o.Read {
		in.Files = append(in.Files, inspectedFile{f, f.Syntax.Name()})
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

func (a *app) printInspection(in *inspection, lang string) error {
	b := bufio.NewWriter(a.out)
	in.header(b)
	in.size(b, lang)
	in.tables(b)
	in.rest(b)
	return b.Flush()
}

// fact prints a line of the head of an inspection.
func fact(w io.Writer, name, format string, args ...any) {
	fmt.Fprintf(w, "%-11s %s\n", name, safe(fmt.Sprintf(format, args...)))
}

func (in *inspection) header(w io.Writer) {
	fact(w, "Ontology", "%s", cmp.Or(in.IRI, "without an IRI"))
	fact(w, "Version", "%s", cmp.Or(in.Version, "none stated"))
	for i, f := range in.Files {
		fact(w, once("Files", i), "%s  %s, %s, %s", f.Name, f.Syntax, strings.ToUpper(f.Charset), several(f.Triples, "statement"))
	}
	fact(w, "SHA-256", "%s", in.SHA256)
	for i, im := range in.Imports {
		fact(w, once("Imports", i), "%s: %s", im.IRI, in.fate(im))
	}
	if len(in.Imports) == 0 {
		fact(w, "Imports", "none")
	}
	fmt.Fprintln(w)
}

// once is a name in the first of several lines.
func once(name string, i int) string {
	if i > 0 {
		return ""
	}
	return name
}

// fate says what became of an import.
func (in *inspection) fate(im owl.Import) string {
	by := ""
	if len(in.Files) > 1 {
		by = ", imported by " + im.By
	}
	switch im.Found {
	case owl.InCatalog:
		return im.File + " (by catalog-v001.xml" + by + ")"
	case owl.InFolder:
		return im.File + " (in the same folder" + by + ")"
	case owl.Fetched:
		return "fetched from " + im.File + strings.Replace(by, ", ", " (", 1) + strings.Repeat(")", min(1, len(by)))
	case owl.Already:
		return strings.TrimSpace("read already " + im.File)
	case owl.Vocabulary:
		return "not read, and not needed: a known vocabulary"
	case owl.Unreadable:
		return "CANNOT BE READ: " + im.File + by
	}
	return "NOT FOUND" + by
}

func (in *inspection) size(w io.Writer, lang string) {
	classes := fmt.Sprintf("%d classes", in.Classes)
	if in.Classes == 1 {
		classes = "1 class"
	}
	fact(w, "Concepts", "%d: %s, %s; %d when synonyms are one", in.Concepts,
		classes, several(in.Individuals, "individual"), in.Folded)
	fact(w, "Depth", "%s, %s with nothing below", several(in.Depth, "level"), several(in.Leaves, "concept"))
	fact(w, "Roots", "%s", someOf(in.Roots, lang))
	fact(w, "Core", "%s", someOf(in.Core, lang))
	if in.Unlabelled > 0 {
		fact(w, "No label", "%s", several(in.Unlabelled, "concept"))
	}
	fmt.Fprintln(w)
}

// someOf is "12: a, b, c and 9 more".
func someOf(refs []semsim.Ref, lang string) string {
	const most = 8
	if len(refs) == 0 {
		return "none"
	}
	var names []string
	for _, r := range refs[:min(most, len(refs))] {
		names = append(names, refName(r, lang))
	}
	text := fmt.Sprintf("%d: %s", len(refs), strings.Join(names, ", "))
	if more := len(refs) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func (in *inspection) tables(w io.Writer) {
	t := &table{head: []string{"relation", ">edges", "said by"}}
	for _, r := range in.Relations {
		by := cmp.Or(r.Property, "the language itself (subclass, equivalent class, instance)")
		if r.Label != "" && r.Label != ontology.LocalName(r.Property) {
			by += " (" + r.Label + ")"
		}
		t.add(r.Relation, strconv.Itoa(r.Count), by)
	}
	t.write(w)
	fmt.Fprintln(w)
	t = &table{head: []string{"labels in", ">concepts", ">names", ">synonyms", ">hidden", ">loose", ">definitions"}}
	defined := map[string]int{}
	for _, d := range in.Definitions {
		defined[d.Lang] = d.Count
	}
	for _, l := range in.Labels {
		t.add(cmp.Or(l.Lang, "no language"), strconv.Itoa(l.Concepts), strconv.Itoa(l.Preferred), strconv.Itoa(l.Alternative),
			strconv.Itoa(l.Hidden), strconv.Itoa(l.Loose), strconv.Itoa(defined[l.Lang]))
		delete(defined, l.Lang)
	}
	for _, d := range in.Definitions {
		if n := defined[d.Lang]; n > 0 {
			t.add(cmp.Or(d.Lang, "no language"), "0", "0", "0", "0", "0", strconv.Itoa(n))
		}
	}
	t.write(w)
}

// rest tells what is not in the graph, and the findings.
func (in *inspection) rest(w io.Writer) {
	if len(in.Unread) > 0 {
		fmt.Fprintf(w, "\nWritten, but without a part in the graph:\n")
		for _, u := range in.Unread {
			what := u.What
			if u.Property != "" {
				what = "values of " + u.Property
			}
			fmt.Fprintf(w, "  %6d  %s\n", u.Count, safe(what))
		}
	}
	if len(in.Cycles)+len(in.Findings) == 0 {
		return
	}
	fmt.Fprintf(w, "\nFindings (ontocrawl ontology validate --fix-hints says how to mend them):\n")
	for _, c := range in.Cycles {
		fmt.Fprintf(w, "  error: %s\n", safe(c))
	}
	for _, f := range in.Findings {
		fmt.Fprintf(w, "  %s\n", safe(f.String()))
	}
}
