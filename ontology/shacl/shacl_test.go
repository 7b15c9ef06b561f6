package shacl_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/shacl"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

const prefixes = `@prefix : <http://x.example/> . @prefix sh: <http://www.w3.org/ns/shacl#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`

func parse(t *testing.T, ttl string) (triples []rdf.Triple) {
	t.Helper()
	err := turtle.Decode(strings.NewReader(prefixes+ttl), rdfio.Options{}, func(x rdf.Triple) error { triples = append(triples, x); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return triples
}

const storms = `:Shape a sh:NodeShape ; sh:targetClass :Storm ; sh:closed true ; sh:ignoredProperties ( <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> :near ) ;
  sh:property [ sh:path :wind ; sh:minCount 1 ; sh:datatype xsd:integer ; sh:maxInclusive 120 ; sh:message "wind in m/s" ] ,
    [ sh:path :name ; sh:pattern "^[A-Z]" ; sh:maxCount 1 ] , [ sh:path ( :near :part ) ; sh:class :Sea ] , [ sh:path :colour ; sh:in ( "red" "blue" ) ] .`

// Each result was found by hand.
func TestValidate(t *testing.T) {
	s, err := shacl.Parse(parse(t, storms))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, data, want string }{
		{"nothing", ``, ""},
		{"conforms", `:k a :Storm ; :wind 40 ; :name "Kanu" ; :near [ :part :pacific ] ; :colour "red" . :pacific a :Sea .`, ""},
		{"missing", `:k a :Storm .`, "MinCount"},
		{"wrong type", `:k a :Storm ; :wind "strong" .`, "Datatype MaxInclusive"},
		{"two names, one small", `:k a :Storm ; :wind 1 ; :name "Kanu", "kanu" .`, "MaxCount Pattern"},
		{"by a path", `:k a :Storm ; :wind 1 ; :near [ :part :land ] .`, "Class"},
		{"not in the list, and unknown", `:k a :Storm ; :wind 1 ; :colour "green" ; :eye 1 .`, "In Closed"},
	} {
		r, err := s.Validate(context.Background(), parse(t, tt.data))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, x := range r.Results {
			got = append(got, x.Constraint)
		}
		if g := strings.Join(got, " "); g != tt.want || r.Conforms != (tt.want == "") {
			t.Errorf("%s: %q, conforms %v, want %q", tt.name, g, r.Conforms, tt.want)
		}
	}
}

func TestShapesWithFaults(t *testing.T) {
	for _, tt := range []struct{ shapes, want string }{
		{`:a :b :c .`, "it has no shape with a target"},
		{`:S sh:targetClass :C ; sh:property [ sh:path :p ; sh:minCout 1 ] .`, "the shape of <http://x.example/p>: sh:minCout is no property of SHACL Core; did you mean sh:minCount?"},
		{`:S sh:targetClass :C ; sh:property [ sh:path :p ; sh:minCount "one" ] .`, `sh:minCount has "one", but must have a whole number of 0 or more`},
		{`:S sh:targetClass :C ; sh:property [ sh:path :p ; sh:pattern "(" ] .`, "a regular expression"},
		{`:S sh:targetClass :C ; sh:property [ sh:minCount 1 ] .`, "a shape with 0 sh:path"},
		{`:S sh:targetClass "C" .`, `sh:targetClass has "C", but must have an IRI`},
		{`:S sh:targetClass :C ; sh:nodeKind sh:Iri .`, "one of sh:BlankNode"},
		{`:S sh:targetClass :C ; sh:in 1 .`, "sh:in must have a list"},
		{`:S sh:targetClass :C ; sh:or _:l . _:l <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> :A ; <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> _:l .`, "sh:or must have a list"},
		{`:S sh:targetClass :C ; sh:node :T . :T sh:property [ sh:path :p ; sh:node :S ] .`, "refers to itself"},
		{`:S sh:targetClass :C ; sh:sparql [ sh:select "SELECT" ] .`, "sh:sparql is not evaluated: only SHACL Core is"},
		{`:S sh:targetClass :C ; sh:uniqueLang 1 .`, "true or false"},
	} {
		_, err := shacl.Parse(parse(t, tt.shapes))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.shapes, err, tt.want)
		}
	}
	if _, err := shacl.Parse(nil); !errors.Is(err, shacl.ErrNoShape) {
		t.Errorf("no shapes: %v", err)
	}
}

func TestReportIsSafe(t *testing.T) {
	s, err := shacl.Parse(parse(t, storms))
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Validate(context.Background(), parse(t, `:k a :Storm ; :wind "\u001b[2J" .`))
	if err != nil {
		t.Fatal(err)
	}
	if says := r.Message().String(); strings.Contains(says, "\x1b") || !strings.Contains(says, "It does not conform: 2 results.") {
		t.Error(says)
	}
}

func TestValidateStops(t *testing.T) {
	s, err := shacl.Parse(parse(t, storms))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Validate(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestValues: results differ by the language and the datatype of their values, and each one counts (section 3.6.2).
func TestValues(t *testing.T) {
	s, err := shacl.Parse(parse(t, `:S sh:targetNode :x ; sh:closed "1"^^xsd:boolean ; sh:property [ sh:path :label ; sh:languageIn ( "en" ) ] .`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Validate(t.Context(), parse(t, `:x :label "Berg"@de , "Berg"@da , "Berg"^^:own , "Berg" , "mountain"@en .`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range r.Results {
		got = append(got, x.Value+"@"+x.Language+"^"+x.Datatype)
	}
	if g := strings.Join(got, " "); g != "Berg@^ Berg@^http://x.example/own Berg@da^ Berg@de^" {
		t.Error(g)
	}
}
