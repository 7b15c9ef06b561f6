package owl

import (
	"fmt"
	"testing"
)

// What the user says of a property holds for those below it and equivalent to
// it, and turned round for its inverse, however the inverse is written.
func TestMappingIsInherited(t *testing.T) {
	const classes = prefixes + ":A a owl:Class . :B a owl:Class . :影响 a owl:ObjectProperty .\n"
	const edge = " :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B ] ."
	tests := []struct {
		name, text string
		m          Meaning
		want       string
	}{
		{"sub-property", ":p rdfs:subPropertyOf :影响 ." + edge, includes, "A inc B"},
		{"sub-property of a sub-property", ":p rdfs:subPropertyOf :q . :q rdfs:subPropertyOf :影响 ." + edge, isA, "A isa B"},
		{"equivalent property", ":影响 owl:equivalentProperty :p ." + edge, synonym, "A = B"},
		{"inverse", ":p owl:inverseOf :影响 ." + edge, includes, "B inc A"},
		{"inverse, said of the other", ":影响 owl:inverseOf :p ." + edge, includedBy, "A inc B"},
		{"inverse of is-a", ":影响 owl:inverseOf :p ." + edge, isA, "B isa A"},
		{"below the inverse", ":p rdfs:subPropertyOf :q . :q owl:inverseOf :影响 ." + edge, includes, "B inc A"},
		{"unnamed inverse", ":A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty [ owl:inverseOf :影响 ] ; owl:someValuesFrom :B ] .", includes, "B inc A"},
		{"ignored with all below", ":p rdfs:subPropertyOf :影响 ." + edge, ignore, ""},
		{"a property that says it itself", ":causes rdfs:subPropertyOf :影响 . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom :B ] .", isA, "A inc B"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := load(t, classes+tt.text, Options{Mapping: map[string]Meaning{"影响": tt.m}})
			if got := edges(o.Graph); got != tt.want {
				t.Errorf("edges %q\nwant  %q", got, tt.want)
			}
		})
	}
}

// Of two keys that fit one property, the more exact one counts.
func TestMappingByIRIGoesFirst(t *testing.T) {
	const text = prefixes + `:A a owl:Class . :B a owl:Class . :p rdfs:label "a long label"@en .
:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B ] .`
	o := load(t, text, Options{Mapping: map[string]Meaning{"a long label": isA, "p": isA, "http://x.org/o#p": includes}})
	if got := edges(o.Graph); got != "A inc B" {
		t.Errorf("edges %q", got)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"affects", "hasEffect", "partOf", "影响范围", "x"}
	for _, tt := range []struct{ text, want string }{
		{"afects", "[affects]"},
		{"Part-of", "[partOf]"},
		{"part", "[partOf]"},
		{"影响", "[影响范围]"},
		{"effect", "[hasEffect affects]"},
		{"", "[]"},
		{"something else", "[]"},
	} {
		if got := fmt.Sprint(nearest(tt.text, names, 3)); got != tt.want {
			t.Errorf("nearest(%q) = %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestMeaningHints(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"inculdes", `unknown property meaning "inculdes": did you mean "includes"? Want one of ignore, synonym, is-a, has-kind, includes, included-by, core`},
		{"causes", `unknown property meaning "causes": did you mean "includes"? Want one of ignore, synonym, is-a, has-kind, includes, included-by, core`},
		{"partOf", `unknown property meaning "partOf": did you mean "included-by"? Want one of ignore, synonym, is-a, has-kind, includes, included-by, core`},
	} {
		if _, err := ParseMeaning(tt.text); err == nil || err.Error() != tt.want {
			t.Errorf("got  %v\nwant %s", err, tt.want)
		}
	}
}
