package ontology

import (
	"strings"
	"testing"
)

func TestParseRelation(t *testing.T) {
	for _, r := range []Relation{Other, Synonym, IsA, Includes} {
		for _, name := range []string{r.String(), strings.ToLower(r.String())} {
			if got, ok := ParseRelation(name); !ok || got != r {
				t.Errorf("%s: %v %v", name, got, ok)
			}
		}
	}
	if got, ok := ParseRelation("isa"); !ok || got != IsA {
		t.Errorf("isa: %v %v", got, ok)
	}
	if _, ok := ParseRelation("causes"); ok {
		t.Error("causes is a relation")
	}
}
