package template

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/manchester"
)

const ns = "http://e/"

// input is an ontology whose names a table may use.
func input(t *testing.T) []axiom.Axiom {
	t.Helper()
	o, err := manchester.Parse(strings.NewReader(`Prefix: : <http://e/>
Ontology:
ObjectProperty: partOf
  Annotations: rdfs:label "part of"
DataProperty: depth
  Annotations: rdfs:label "depth"
AnnotationProperty: source
  Annotations: rdfs:label "source of it"
Class: Storm
  Annotations: rdfs:label "storm"
Class: Two
  Annotations: rdfs:label "twice"
Class: Three
  Annotations: rdfs:label "twice"
`), rdfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return o.Axioms
}

func read(t *testing.T, table string) (*axiom.Ontology, error) {
	t.Helper()
	return Read(strings.NewReader(table), Options{File: "t.csv", IRI: "http://e/made", Prefixes: map[string]string{"e": ns}, Input: input(t)})
}

// said are the axioms of a table, in the functional syntax, without the namespace.
func said(t *testing.T, o *axiom.Ontology) (all []string) {
	t.Helper()
	for _, a := range o.Axioms {
		if err := a.Check(); err != nil {
			t.Error(err)
		}
		all = append(all, strings.NewReplacer("<"+ns, "", ">", "", "<http://www.w3.org/2000/01/rdf-schema#", "rdfs:", "<http://www.w3.org/2001/XMLSchema#", "xsd:").Replace(a.String()))
	}
	slices.Sort(all)
	return all
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ name, table, want string }{
		{"a class of a class of the input", "ID,Label,Parent\nID,LABEL,SC %\ne:A,gale,storm\n", `
AnnotationAssertion(rdfs:label A "gale")
Declaration(Class(A))
SubClassOf(A Storm)`},
		{"labels of rows below, with spaces; an expression; several values", "a,b,c\nID,LABEL,SC % SPLIT=|\ne:A,red gale,'part of' some 'big storm'|storm\ne:B,big storm,\n,,\n", `
AnnotationAssertion(rdfs:label A "red gale")
AnnotationAssertion(rdfs:label B "big storm")
Declaration(Class(A))
Declaration(Class(B))
SubClassOf(A ObjectSomeValuesFrom(partOf B))
SubClassOf(A Storm)`},
		{"a row is what the EC columns have in common", "a,b,c\nID,EC %,EC 'part of' some %\ne:A,storm,<http://e/B>\n", `
Declaration(Class(A))
EquivalentClasses(A ObjectIntersectionOf(Storm ObjectSomeValuesFrom(partOf B)))`},
		{"CLASS_TYPE", "a,b,c\nID,CLASS_TYPE,C %\ne:A,disjoint,storm\ne:B,,storm\ne:C,Equivalent,e:D\n", `
Declaration(Class(A))
Declaration(Class(B))
Declaration(Class(C))
DisjointClasses(A Storm)
EquivalentClasses(C D)
SubClassOf(B Storm)`},
		{"annotations, and annotations of axioms", "a,b,c,d,e,f,g\nID,A comment,>A source of it,AL rdfs:label@zh,AT e:when^^xsd:date,AI rdfs:seeAlso,SC %\n" +
			"e:A,\"says \"\"so\"\" \\ \nand more\",a book,台风,2020-01-01,http://x/y,\n", `
AnnotationAssertion(Annotation(source "a book") rdfs:comment A "says \"so\" \\ 
and more")
AnnotationAssertion(rdfs:label A "台风"@zh)
AnnotationAssertion(rdfs:seeAlso A <http://x/y)
AnnotationAssertion(when A "2020-01-01"^^xsd:date)
Declaration(Class(A))`},
		{"an annotated inclusion", "a,b,c\nID,SC %,>A comment\ne:A,storm,surely\n", `
Declaration(Class(A))
SubClassOf(Annotation(rdfs:comment "surely") A Storm)`},
		{"properties", "a,b,c,d,e,f,g\nID,TYPE,SP %,DOMAIN,RANGE,CHARACTERISTIC SPLIT=;,IP %\n" +
			"e:p,owl:ObjectProperty,part of,storm,'part of' some storm,transitive; functional,e:q\ne:d,data property,depth,,xsd:integer,functional,\n", `
DataPropertyRange(d xsd:integer)
Declaration(DataProperty(d))
Declaration(ObjectProperty(p))
FunctionalDataProperty(d)
FunctionalObjectProperty(p)
InverseObjectProperties(p q)
ObjectPropertyDomain(p Storm)
ObjectPropertyRange(p ObjectSomeValuesFrom(partOf Storm))
SubDataPropertyOf(d depth)
SubObjectPropertyOf(p partOf)
TransitiveObjectProperty(p)`},
		{"individuals", "a,b,c,d,e,f\nID,TYPE,I part of,I depth,TI 'part of' some %,DI %\ne:x,storm,e:y,12,storm,e:y\ne:y,individual,,,,\n", `
ClassAssertion(ObjectSomeValuesFrom(partOf Storm) x)
ClassAssertion(Storm x)
DataPropertyAssertion(depth x "12")
Declaration(NamedIndividual(x))
Declaration(NamedIndividual(y))
DifferentIndividuals(x y)
ObjectPropertyAssertion(partOf x y)`},
		{"a row about a class of the input, by its label", "a,b\nLABEL,SC %\nstorm,e:Weather\n", `
AnnotationAssertion(rdfs:label Storm "storm")
Declaration(Class(Storm))
SubClassOf(Storm Weather)`},
		{"a column without a template string is for people", "a,b\nID,\ne:A,not read: ))((\n", `
Declaration(Class(A))`},
		{"a mark of the byte order, and short rows", "\ufeffid,b\nID,SC %\ne:A\n", `
Declaration(Class(A))`},
	} {
		o, err := read(t, c.table)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := "\n" + strings.Join(said(t, o), "\n"); got != c.want {
			t.Errorf("%s:%s", c.name, got)
		}
		if o.IRI != "http://e/made" {
			t.Errorf("%s: %s", c.name, o.IRI)
		}
	}
}

// TestFaults: each fault names its line and column.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ name, table, want string }{
		{"no table", "", "t.csv: a template has"},
		{"quotes", "a\n\"ID", "t.csv: "},
		{"no ID", "a\nSC %\nstorm\n", "t.csv: no column is ID or LABEL"},
		{"unknown string", "a,My column\nID,SCC %\n", `t.csv:2: column "My column": "SCC %" is no template string`},
		{"no language", "a,b\nID,AL comment\n", `t.csv:2: column "b": "AL comment" has no language`},
		{"nothing behind", "a,b\nID,SC\n", `t.csv:2: column "b": "SC" ends too early`},
		{"unknown name", "a,b\nID,SC %\ne:A,no such thing\n", `t.csv:3: column "b": `},
		{"unknown quoted name", "a,b\nID,SC %\ne:A,'no such thing' and storm\n", `t.csv:3: column "b": nothing has the label "no such thing"`},
		{"label of two", "a,b\nID,SC %\ne:A,'twice'\n", `t.csv:3: column "b": "twice" is the label of several: http://e/Two, http://e/Three`},
		{"unknown prefix", "a\nID\nGO:1\n", `t.csv:3: column "a": "GO:1" has the prefix "GO"`},
		{"unknown label", "a\nLABEL\nnobody\n", `t.csv:3: column "a": "nobody" is no label`},
		{"open bracket", "a,b,c\nID,SC %,A comment\ne:A,(storm,so\n", `t.csv:3: column "b": `},
		{"open bracket at the end of a row", "a,b\nID,SC %\ne:A,(storm\ne:B,storm\n", `t.csv:3: column "b": `},
		{"open bracket at the end", "a,b\nID,SC %\ne:A,(storm\n", `t.csv:3: column "b": `},
		{"a bracket at the end of a name", "a,b\nID,SC 'part of' some %\ne:A,e:B)\n", `t.csv:3: column "b": `},
		{"another section", "a,b\nID,SC %\ne:A,storm SubClassOf: e:C\n", `t.csv:3: column "b": "SubClassOf:" begins a section`},
		{"a class column of a property", "a,b,c\nID,TYPE,SC %\ne:p,object property,storm\n", `t.csv:3: column "c": SC says nothing of an object property`},
		{"a characteristic", "a,b,c\nID,TYPE,CHARACTERISTIC\ne:p,object property,odd\n", `t.csv:3: column "c": "odd" is no characteristic`},
		{"a class type", "a,b,c\nID,CLASS_TYPE,C %\ne:A,odd,storm\n", `t.csv:3: column "c": CLASS_TYPE is "odd"`},
		{"hostile IRI", "a\nID\n<http://e/> Class: <http://evil>\n", `t.csv:3: column "a": `},
		{"hostile language", "a,b\nID,AL comment@en Class: <http://evil>\ne:A,x\n", `t.csv:2: column "b": "en Class: <http://evil>" is no language`},
	} {
		o, err := read(t, c.table)
		if err == nil {
			t.Errorf("%s is read: %v", c.name, said(t, o))
		} else if !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// TestManyFaults: all faults are told at once, and no more than twenty.
func TestManyFaults(t *testing.T) {
	_, err := read(t, "a,b\nID,SC %\ne:A,(storm\ne:B,storm\ne:C,storm and\n")
	if want := []int{3, 5}; !slices.Equal(lines(err), want) {
		t.Errorf("%v, want faults of lines %d", err, want)
	}
	_, err = read(t, "a,b\nID,SC %\n"+strings.Repeat("e:A,'nothing'\n", 1000))
	if n := len(lines(err)); n != mostFaults {
		t.Errorf("%d faults", n)
	}
}

func lines(err error) (all []int) {
	var many interface{ Unwrap() []error }
	if !errors.As(err, &many) {
		return nil
	}
	for _, e := range many.Unwrap() {
		var cell *CellError
		if errors.As(e, &cell) {
			all = append(all, cell.Line)
		}
	}
	return all
}

// FuzzRead: no table ends the program, and what is read are axioms that hold together.
func FuzzRead(f *testing.F) {
	f.Add("a,b\nID,SC %\ne:A,(storm\n")
	f.Add("a,b,c\nID,LABEL,EC 'part of' some % SPLIT=|\ne:A,x,storm|'x'\n")
	f.Fuzz(func(t *testing.T, table string) {
		if o, err := read(t, table); err == nil {
			for _, a := range o.Axioms {
				if err := a.Check(); err != nil {
					t.Errorf("%v of %q", err, table)
				}
			}
		}
	})
}
