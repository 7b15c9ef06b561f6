package peers

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/functional"
	"github.com/ontocrawl/ontocrawl/ontology/template"
)

// templateInput is an ontology whose names tables use.
const templateInput = `Prefix(:=<http://e/>)
Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Ontology(<http://e/input>
Declaration(ObjectProperty(:partOf)) AnnotationAssertion(rdfs:label :partOf "part of")
Declaration(DataProperty(:depth)) AnnotationAssertion(rdfs:label :depth "depth")
Declaration(AnnotationProperty(:source)) AnnotationAssertion(rdfs:label :source "source of it")
Declaration(Class(:Storm)) AnnotationAssertion(rdfs:label :Storm "storm")
Declaration(Class(:Sea)) AnnotationAssertion(rdfs:label :Sea "deep sea")
)`

// Of each table ROBOT makes the axioms that we make.
func TestJudgeTemplate(t *testing.T) {
	classpath := os.Getenv("PEERS_ROBOT")
	if classpath == "" {
		t.Skip("SKIPPED: PEERS_ROBOT names no class path of ROBOT (bench/peers/install)")
	}
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	input := write("input.ofn", templateInput)
	in, err := functional.Parse(strings.NewReader(templateInput), rdfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string]string{
		"classes":     "a,b,c,d\nID,LABEL,SC % SPLIT=|,DC %\nex:A,red gale,'part of' some 'big storm'|storm,\nex:B,big storm,,deep sea\n",
		"equivalence": "a,b,c\nID,EC %,EC 'part of' some %\nex:A,storm,deep sea\nex:B,,storm\nex:C,(not storm),\n",
		"by type":     "a,b,c\nID,CLASS_TYPE,C %\nex:A,disjoint,storm\nex:B,subclass,(storm and 'deep sea')\nex:C,equivalent,(storm or 'deep sea')\n",
		"annotations": "a,b,c,d,e\nID,A rdfs:comment SPLIT=|,AL rdfs:label@zh,AT rdfs:comment^^xsd:integer,AI rdfs:seeAlso\n" +
			"ex:A,\"one \"\"two\"\"|three\",台风,12,http://x.org/y\n",
		"notes":       "a,b,c,d,e\nID,SC %,>A source of it,A rdfs:comment,>AL rdfs:comment@en\nex:A,storm,a book,said,so\n",
		"cardinality": "a,b\nID,SC 'part of' min 2 %\nex:A,storm\nex:B,(storm and ('part of' only 'deep sea'))\n",
		"properties": "a,b,c,d,e,f,g\nID,LABEL,TYPE,SP %,DOMAIN,RANGE,CHARACTERISTIC SPLIT=;\n" +
			"ex:p,over,owl:ObjectProperty,part of,storm,deep sea,transitive;asymmetric\nex:d,height,data property,depth,storm,xsd:integer,functional\n",
		"inverse":     "a,b,c,d\nID,LABEL,TYPE,IP %\nex:p,over,object property,part of\n",
		"individuals": "a,b,c,d,e,f\nID,LABEL,TYPE,I part of,I depth,DI %\nex:x,first,storm,second,,second\nex:y,second,individual,,,\n",
	}
	args := []string{"-Xmx1g", "-cp", classpath, filepath.Join("java", "Template.java"), input, "ex", "http://ex/"}
	for name, text := range tables {
		args = append(args, write(name+".csv", text))
	}
	out, err := exec.Command("java", args...).CombinedOutput()
	if err != nil || strings.Contains(string(out), ".csv: ") {
		t.Errorf("%v: %.2000s", err, out)
	}
	for name, text := range tables {
		table := filepath.Join(dir, name+".csv")
		file, err := os.Open(table + ".ofn")
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := functional.Parse(file, rdfio.Options{})
		file.Close()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		ours, err := template.Read(strings.NewReader(text), template.Options{File: table, Prefixes: map[string]string{"ex": "http://ex/"}, Input: in.Axioms})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if a, b := saidBy(ours), saidBy(theirs); !slices.Equal(a, b) {
			t.Errorf("%s: ours\n%s\n\ntheirs\n%s", name, strings.Join(a, "\n"), strings.Join(b, "\n"))
		}
	}
}

// saidBy are the axioms of an ontology as text, in order; those that state what a file declares are left out.
func saidBy(o *axiom.Ontology) (all []string) {
	for _, a := range axiom.Sorted(o.Axioms) {
		if a.Op != axiom.Declaration {
			a.Args = unordered(a.Args, a.Op)
			all = append(all, a.String())
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// unordered are the arguments of an op, put in order where their order says nothing.
func unordered(args []axiom.Expr, op axiom.Op) []axiom.Expr {
	args = slices.Clone(args)
	for i := range args {
		args[i].Args = unordered(args[i].Args, args[i].Op)
	}
	switch op {
	case axiom.DisjointClasses, axiom.EquivalentClasses, axiom.InverseObjectProperties, axiom.ObjectUnionOf, axiom.ObjectIntersectionOf, axiom.DifferentIndividuals:
		slices.SortFunc(args, func(a, b axiom.Expr) int { return strings.Compare(a.String(), b.String()) })
	}
	return args
}
