package diff

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// vector reads one entry a line: IRI, weight, folded members after "=", terms
// after "|", each with its language.
func vector(t *testing.T, lines string) []Weighted {
	t.Helper()
	var all []Weighted
	for line := range strings.Lines(lines) {
		left, terms, _ := strings.Cut(strings.TrimSpace(line), "|")
		head, members, _ := strings.Cut(left, "=")
		var w Weighted
		if _, err := fmt.Sscan(head, &w.IRI, &w.Weight); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		w.Members = strings.Fields(members)
		for _, f := range strings.Fields(terms) {
			text, lang, _ := strings.Cut(f, "@")
			w.Terms = append(w.Terms, Term{Text: text, Lang: lang})
		}
		all = append(all, w)
	}
	return all
}

func effect(e Effect) string {
	var s []string
	show := func(p *float64) string {
		if p == nil {
			return "-"
		}
		return fmt.Sprint(*p)
	}
	for _, w := range e.Weights {
		s = append(s, fmt.Sprintf("%s %s>%s", w.Concept.IRI, show(w.Before), show(w.After)))
	}
	for _, t := range e.Lost {
		s = append(s, "-"+t.Text+" of "+t.Concept.IRI)
	}
	for _, t := range e.Gained {
		s = append(s, "+"+t.Text+" of "+t.Concept.IRI)
	}
	return strings.Join(s, ", ")
}

func TestVectors(t *testing.T) {
	tests := []struct{ name, before, after, renamed, want string }{
		{"nothing", "A 1\n B .5", "B .5\n A 1", "", ""},
		{"the greatest change first", "A 1\n B .5\n C .5", "A 1\n B .6\n C .25", "", "C 0.5>0.25, B 0.5>0.6"},
		{"of equal changes by IRI", "C .5\n B .5", "B .25\n C .75", "", "B 0.5>0.25, C 0.5>0.75"},
		{"added and removed", "A .5", "B .25", "", "A 0.5>-, B ->0.25"},
		{"renamed", "A .5", "B .5", "A B", ""},
		{"renamed and changed", "A .5", "B .75", "A B", "B 0.5>0.75"},
		{"folded into a synonym: its weight is the group's", "A 1\n B .5", "A 1 = B", "", "B 0.5>1"},
		{"the same group under another head", "A .5 = B", "B .5 = A", "", ""},
		{"terms", "A 1 | x@en Y@en", "A 1 | y@zh z@en", "", "-x of A, +z of A"},
		{"a term that goes to another concept", "A 1 | x@en\n B 1 |", "A 1 |\n B 1 | x@en", "", ""},
		{"a term given twice", "A 1 |", "A 1 | x@en X@zh", "", "+x of A"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := &Diff{}
			if f := strings.Fields(tt.renamed); len(f) == 2 {
				d.Renamed = []Rename{{Old: Ref{IRI: f[0]}, New: Ref{IRI: f[1]}}}
			}
			got := effect(d.Vectors(vector(t, tt.before), vector(t, tt.after), strings.ToLower))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
