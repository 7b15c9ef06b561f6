package owl

import (
	"fmt"
	"strings"
	"testing"
)

// Files that are small and ask for much: each ends soon, in a graph or in an
// error. What they would cost otherwise is said beside them.
func TestHostile(t *testing.T) {
	const n = 20_000
	repeat := func(format string) string {
		var s strings.Builder
		for i := range n {
			fmt.Fprintf(&s, format, i, i+1)
		}
		return s.String()
	}
	tests := []struct{ name, text, err string }{
		{"a chain of super-properties: n² steps",
			repeat(":p%d rdfs:subPropertyOf :p%d .\n") + repeat(":A%d a owl:Class ; :p%[1]d :A%d .\n"), ""},
		{"one list in many unions: n² members",
			repeat("_:l%d rdf:first 1 ; rdf:rest _:l%d .\n") +
				repeat(":A%d owl:unionOf _:l0 . # %d\n"), "share too many parts"},
		{"one union in many fillers: n² nodes",
			"_:u owl:unionOf _:l0 .\n" + repeat("_:l%d rdf:first :B%[1]d ; rdf:rest _:l%[2]d .\n") +
				repeat("_:u%[1]d owl:unionOf ( _:u ) . :A%[1]d rdfs:subClassOf [ owl:onProperty :causes ; owl:someValuesFrom _:u%[1]d ] .\n"), "a.ttl: "},
		{"halves of halves: 2^n walks",
			repeat("_:e%[1]d owl:intersectionOf ( _:e%[2]d _:e%[2]d ) .\n") + ":A rdfs:subClassOf _:e19900 .", ""},
		{"one label on all, and named: n² pairs", ":包含 a owl:AnnotationProperty .\n" +
			repeat(`:A%[1]d a owl:Class ; rdfs:label "x"@en-%[2]d ; :包含 "x" .`+"\n"), ""},
		{"all synonyms of one", repeat(":A%[1]d owl:equivalentClass :A0 . # %[2]d\n"), ""},
		{"all parents of one", repeat(":A rdfs:subClassOf :A%[1]d . # %[2]d\n"), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Load(strings.NewReader(prefixes+tt.text), Options{File: "a.ttl", Limits: Limits{Relations: 200_000}})
			if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
				t.Errorf("error %v, want %q", err, tt.err)
			}
		})
	}
}
