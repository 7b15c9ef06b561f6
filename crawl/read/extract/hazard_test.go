package extract

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

const hazardsNS = "https://ontocrawl.github.io/ontologies/hazards#"

// glideOf reads the GLIDE letters of the classes of the embedded ontology of hazards.
func glideOf(t *testing.T, text []byte) map[string]string {
	t.Helper()
	value, code := map[string]string{}, map[string]string{}
	var above [][2]string
	err := syntax.Decode(bytes.NewReader(text), rdfio.Options{Syntax: "rdfxml", File: "hazards"}, func(tr rdf.Triple) error {
		switch ontology.LocalName(tr.Pred.String()) {
		case "hasValue":
			value[tr.Subj.String()] = tr.Obj.String()
		case "subClassOf":
			above = append(above, [2]string{tr.Subj.String(), tr.Obj.String()})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range above {
		if v := value[a[1]]; v != "" {
			code[a[0]] = v
		}
	}
	return code
}

// TestHazardsOntology: the classes of the embedded ontology of hazards have in the table the letters that they have there,
// of their own or from above; and where the table knows a kind by such letters, the class or a kind of it has that kind.
func TestHazardsOntology(t *testing.T) {
	t.Parallel()
	text, err := ontologies.FS.ReadFile("hazards.owl")
	if err != nil {
		t.Fatal(err)
	}
	o, err := owl.Load(bytes.NewReader(text), owl.Options{File: "hazards"})
	if err != nil {
		t.Fatal(err)
	}
	code, g := glideOf(t, text), o.Graph
	kinds := map[string]string{} // by letters, of the rows of other ontologies
	for _, r := range builtin().rows {
		if !strings.HasPrefix(r.class, hazardsNS) && kinds[r.GLIDE] == "" {
			kinds[r.GLIDE] = r.Kind
		}
	}
	rows := 0
	for _, r := range builtin().rows {
		if !strings.HasPrefix(r.class, hazardsNS) {
			continue
		}
		rows++
		id, ok := g.ByIRI(r.class)
		if !ok {
			t.Errorf("%s is no class", r.class)
			continue
		}
		var letters []string
		for _, a := range g.Ancestors(id) {
			if c := code[g.Concept(a).IRI]; c != "" {
				letters = append(letters, c)
			}
		}
		if len(letters) > 0 && !slices.Contains(letters, r.GLIDE) || kinds[r.GLIDE] != r.Kind {
			t.Errorf("%s is %s %s, and in the ontology %v; others of these letters are %s", r.class, r.Kind, r.GLIDE, letters, kinds[r.GLIDE])
		}
	}
	for class, c := range code {
		id, _ := g.ByIRI(class)
		if kind := kinds[c]; kind != "" && c != "AC" && c != "ST" && !slices.ContainsFunc(ontology.Kinds(g, id), func(k ontology.ID) bool {
			h := builtin().Of(g.Concept(k).IRI)
			return h != nil && h.Kind == kind
		}) {
			t.Errorf("%s, %s, has no row of %s", class, c, kind)
		}
	}
	if rows < 25 || len(code) != 25 {
		t.Errorf("%d rows, %d classes with letters", rows, len(code))
	}
}
