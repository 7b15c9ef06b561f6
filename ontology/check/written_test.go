package check

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

func read(t *testing.T, turtle string) (*Written, *owl.Ontology) {
	t.Helper()
	w := &Written{}
	o, err := owl.Load(strings.NewReader(prefixes+turtle), owl.Options{File: "o.ttl", Statement: w.Add})
	if err != nil {
		t.Fatal(err)
	}
	return w, o
}

func TestUnread(t *testing.T) {
	w, o := read(t, `:A a owl:Class ; rdfs:label " a  b "@en ; rdfs:comment " c "@en ; :source "book" , "paper" ; :core true ; owl:disjointWith :B .
:B a owl:Class ; :source "web" ; :note "n" .
:p a owl:ObjectProperty , owl:TransitiveProperty , owl:FunctionalProperty .
:causes a owl:AnnotationProperty . :A :causes "B" .`)
	want := []Unread{
		{What: "characteristics of properties", Count: 2},
		{What: "disjoint classes", Count: 1},
		{What: "values of a property", Property: "http://x.org/o#source", Count: 3},
		{What: "values of a property", Property: "http://x.org/o#note", Count: 1},
	}
	if d := cmp.Diff(want, w.Unread(o.Graph)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestLabel(t *testing.T) {
	w, _ := read(t, `:p a owl:ObjectProperty ; rdfs:comment "c" ; rdfs:label " has  part"@en , "b" . :A a owl:Class .`)
	for iri, want := range map[string]string{"http://x.org/o#p": "has part", "http://x.org/o#A": "", "http://x.org/o#q": ""} {
		if got := w.Label(iri); got != want {
			t.Errorf("Label(%s) = %q, want %q", iri, got, want)
		}
	}
	if got := (&Written{}).Label("x:y"); got != "" {
		t.Errorf("the zero Written has a label %q", got)
	}
}

func TestLines(t *testing.T) {
	const iri = "http://x.org/o#Typhoon"
	tests := []struct {
		name, text string
		want       int
	}{
		{"Turtle", ":A rdfs:subClassOf :Typhoon .\n:Typhoon a owl:Class .", 2},
		{"Turtle, another prefix", "hz:A :p hz:Typhoon .", 1},
		{"Turtle, full", "\n<http://x.org/o#Typhoon>\n a owl:Class .", 2},
		{"N-Triples", "<a:b> <c:d> <http://x.org/o#Typhoon> .\n<http://x.org/o#Typhoon> <c:d> <a:b> .", 2},
		{"RDF/XML", "<owl:Class rdf:about=\"a\">\n<rdfs:subClassOf rdf:resource=\"http://x.org/o#Typhoon\"/>\n<owl:Class rdf:about=\"#Typhoon\">", 3},
		{"RDF/XML, a member of a list", "<rdf:Description rdf:about=\"http://x.org/o#Typhoon\"/>\n<owl:Class rdf:about=\"http://x.org/o#Typhoon\">", 2},
		{"RDF/XML, no more than declared", "<rdfs:range rdf:resource=\"#Typhoon\"/>\n<owl:Class rdf:about=\"#Typhoon\"/>", 2},
		{"RDF/XML, rdf:ID", "Typhoon\n<owl:Class rdf:ID=\"Typhoon\">", 2},
		{"RDF/XML, entity", "\n\n<owl:Class rdf:about=\"&hz;Typhoon\">", 3},
		{"OWL/XML", "<SubClassOf><Class IRI=\"#Typhoon\"/>\n<Declaration>\n  <Class IRI=\"#Typhoon\"/>", 3},
		{"functional", "SubClassOf(:Typhoon :A)\nDeclaration(Class(:Typhoon))", 2},
		{"Manchester", "SubClassOf: Typhoon\n\nClass: Typhoon", 3},
		{"Manchester, prefix", "Class: A\n SubClassOf: hz:Typhoon\nClass: hz:Typhoon", 3},
		{"JSON", "{\"id\" : \"http://x.org/o#A\"},\n{\"id\" : \"http://x.org/o#Typhoon\"}", 2},
		{"only in words", "A Typhoon is a storm. See rdfs:label \"Typhoon\".", 0},
		{"another namespace in full", "<http://y.org/o#Typhoon> a owl:Class .", 0},
		{"a longer name", ":TyphoonEye a owl:Class .", 0},
	}
	for _, tt := range tests {
		l := newLines()
		l.Want(iri)
		l.Read("f", strings.NewReader(tt.text))
		if file, line := l.Of(iri); line != tt.want || line > 0 && file != "f" {
			t.Errorf("%s: line %d, want %d", tt.name, line, tt.want)
		}
	}
	l := newLines()
	l.Want("http://purl.obolibrary.org/obo/HZ_0001")
	l.Read("f", strings.NewReader("[Term]\nid: HZ:0002\nis_a: HZ:0001\n\n[Term]\nid: HZ:0001\n"))
	if _, line := l.Of("http://purl.obolibrary.org/obo/HZ_0001"); line != 6 {
		t.Errorf("OBO: line %d, want 6", line)
	}
	l = newLines()
	l.Want("http://x.org/a#T")
	l.Want("http://x.org/b#T")
	l.Read("f", strings.NewReader(":T a owl:Class ."))
	if _, line := l.Of("http://x.org/a#T"); line != 0 {
		t.Errorf("of two with one local name one was found at line %d", line)
	}
}

func FuzzLines(f *testing.F) {
	f.Add(":Typhoon a owl:Class .")
	f.Add("<owl:Class rdf:about=\"&hz;Typhoon\">\n#Typhoon:::///..")
	f.Fuzz(func(t *testing.T, text string) {
		l := newLines()
		l.Want("http://x.org/o#Typhoon")
		l.Read("f", strings.NewReader(text))
		if _, line := l.Of("http://x.org/o#Typhoon"); line > 1+strings.Count(text, "\n") {
			t.Errorf("line %d of %d", line, 1+strings.Count(text, "\n"))
		}
	})
}
