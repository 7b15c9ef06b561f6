package manchester_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/manchester"
)

// header takes three lines: what follows begins in line 4.
func TestErrors(t *testing.T) {
	tests := []struct{ in, want string }{
		{"Klass: A", `4:1: expected a frame such as "Class:", found "Klass:"`},
		{"Class:", "4:7: expected a class, a restriction or a bracket, found the end of the file"},
		{"Class: A B", `4:10: expected a section such as "Annotations:" or the next frame, found "B"`},
		{"Class: A\n SubClassOf:", "5:13: expected a class, a restriction or a bracket, found the end of the file"},
		{"Class: A\n SubClassOf: B,", "5:16: expected a class"},
		{"Class: A\n SubClassOf: B and", "5:19: expected a class"},
		{"Class: A\n SubClassOf: (B or C", `5:21: expected ")" at the end of the bracket, found the end of the file`},
		{"Class: A\n SubClassOf: p some", "5:20: expected a class"},
		{"Class: A\n SubClassOf: p min some B", `5:20: expected a number such as 3, found "some"`},
		{"Class: A\n SubClassOf: p min 1.5 B", `5:20: expected a number such as 3, found "1.5"`},
		{"Class: A\n SubClassOf: inverse p", "5:23: expected some, only, value, Self, min, max or exactly after the property, found the end of the file"},
		{"Class: A\n SubClassOf: p value", "5:21: expected an individual or a literal after \"value\", found the end of the file"},
		{"Class: A\n SubClassOf: q:B", `5:14: the prefix of "q:B" is not declared; expected "Prefix: q: <…>" at the beginning`},
		{"Class: A\n SubClassOf: 'storm'", `5:14: nothing in this file has the rdfs:label "'storm'"`},
		{"Class: A\n Annotations: rdfs:label \"s\"\nClass: B\n Annotations: rdfs:label \"s\"\n SubClassOf: 's'", `8:14: more than one entity has the rdfs:label "'s'"`},
		{"Class: A\n SubClassOf: q\u009b31m:B", `5:14: the prefix of "q\u009b31m:B" is not declared; expected "Prefix: q\u009b31m: <…>"`},
		{"Class: A\n SubClassOf: {i", `5:16: expected "}" at the end of the enumeration, found the end of the file`},
		{"Class: A\n SubClassOf: {1}", `5:14: expected individuals inside the { } of a class, found the literal "1"`},
		{"Class: A\n SubClassOf: xsd:int[> 5]", "5:14: expected a class, found a datatype with facets"},
		{"Class: A\n SubClassOf: p some xsd:int[5]", `5:29: expected a facet such as >=, < or minLength, found "5"`},
		{"Class: A\n SubClassOf: p some xsd:int[> 5", `5:32: expected "]" after the facets`},
		{"DataProperty: d\n Range: p some B", "5:9: expected a data range such as xsd:integer[>= 5], found a restriction"},
		{"Class: A\n Domain: B", "5:2: Domain: does not belong in a frame Class:"},
		{"Individual: i\n SubClassOf: B", "5:2: SubClassOf: does not belong in a frame Individual:"},
		{"SubClassOf: B", `4:1: expected a frame such as "Class:", found SubClassOf:`},
		{"Class: A\n Annotations: rdfs:label", "5:25: expected what the annotation says"},
		{"Class: A\n Annotations: rdfs:label \"x\"@zh_CN", `5:32: expected a section such as "Annotations:"`},
		{"Class: A\n Annotations: rdfs:label \"x\"@1", `5:29: "@1" is not a language tag`},
		{"Class: A\n Annotations: rdfs:label \"x", `5:26: expected " at the end of the text that begins here, found the end of the file`},
		{"Class: A\n Annotations: rdfs:label \"x\"^^", "5:31: expected a datatype after ^^, found the end of the file"},
		{"Class: <http://x.org/A", `4:8: expected '>' at the end of the IRI "<http://x.org/A"`},
		{"Class: <http://x.org/A\n B>", `4:8: expected '>' at the end of the IRI "<http://x.org/A"`},
		{"Class: A ^ B", "4:10: unexpected character '^'"},
		{"Class: A\xff", "4:8: bytes that are not UTF-8 in a name"},
		{"ObjectProperty: p\n Characteristics: Fast", `5:19: expected a characteristic such as Functional or Transitive, found "Fast"`},
		{"DataProperty: p\n Characteristics: Transitive", `5:19: expected a characteristic`},
		{"ObjectProperty: p\n SubPropertyChain: q", "5:21: expected \"o\" and another property of the chain, found the end of the file"},
		{"ObjectProperty: inverse p\n Annotations: rdfs:label \"x\"", "5:2: only what has a name can be annotated"},
		{"DisjointClasses: A", "4:1: DisjointClasses: takes at least 2 arguments, not 1"},
		{"DisjointClasses: A, B C", `4:23: expected ',' and more, or the next frame, found "C"`},
		{"DisjointUnionOf: A", `4:1: expected a frame`},
		{"Individual: _:a b", `4:17: expected a section`},
		{"Individual: _:", `4:13: "" is not the label of a blank node`},
		{"Individual: i\n Facts: inverse p \"x\"", "5:9: DataPropertyAssertion: argument 1 must be a data property"},
		{"Rule: A(?x)", `4:12: expected "->" after the conditions of the rule, found the end of the file`},
		{"Rule: A(?x -> B(?x)", `4:12: expected ")" at the end of the atom, found "-"`},
		{"Rule: A(?) -> B(?x)", "4:9: expected a name or an IRI in angle brackets after '?'"},
		{"Rule: p(?x) -> B(?x)\nObjectProperty: p", `4:7: "p" is said of 1 things`},
		{"Class: A\n SubClassOf: " + strings.Repeat("(", 3000), "more than 1000 expressions inside each other"},
		{"Class: A\n Annotations: " + strings.Repeat("Annotations: ", 3000), "more than 1000 expressions inside each other"},
	}
	for _, tt := range tests {
		in := strings.TrimSuffix(header, "\n") + "\n" + tt.in
		_, err := manchester.Parse(strings.NewReader(in), rdfio.Options{File: "f"})
		var syn *rdfio.SyntaxError
		if !errors.As(err, &syn) || !strings.Contains(err.Error(), tt.want) || tt.want[0] < 'a' && !strings.HasPrefix(err.Error(), "f:"+tt.want) {
			t.Errorf("%.60q\n got %v\nwant f:%s", tt.in, err, tt.want)
		}
	}
}

func TestErrorsOfHeader(t *testing.T) {
	for in, want := range map[string]string{
		"Prefix: x <http://x.org/>":         `1:9: expected a prefix that ends in a colon, such as rdfs:, found "x"`,
		"Prefix: x: y":                      `1:12: expected an IRI in angle brackets after the prefix, found "y"`,
		"Ontology: q:o":                     `1:11: the prefix of "q:o" is not declared`,
		"Ontology: <http://x.org/> Import:": "1:34: expected the IRI of an ontology to import, found the end of the file",
		"Class: A":                          `1:8: "A" has no prefix and none is declared for such names`,
		"<html>":                            `1:1: expected a frame such as "Class:", found "<html>"`,
		"<!DOCTYPE html>":                   "1:1: expected '>' at the end of the IRI",
		"\x00":                              "1:1: unexpected character '\\x00'",
	} {
		_, err := manchester.Parse(strings.NewReader(in), rdfio.Options{})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", in, err, want)
		}
	}
}

// The OWL API leaves out the empty prefix, even where it is all of a name.
func TestFlaws(t *testing.T) {
	doc := header + "Class: A\n SubClassOf: geo:B, geo:B\nIndividual: \n Types: A"
	if _, err := manchester.Parse(strings.NewReader(doc), rdfio.Options{}); err == nil {
		t.Error("flaws are passed over in silence")
	}
	var flaws []string
	o, err := manchester.Parse(strings.NewReader(doc), rdfio.Options{File: "f", Warn: func(e *rdfio.SyntaxError) { flaws = append(flaws, e.Error()) }})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := axioms(o, false), "SubClassOf(:A :geo:B)\nSubClassOf(:A :geo:B)\nClassAssertion(:A :)"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(flaws) != 2 || !strings.HasPrefix(flaws[0], "f:5:14: the prefix of") || !strings.HasPrefix(flaws[1], "f:7:2: expected the name") {
		t.Errorf("flaws %q", flaws)
	}
}
