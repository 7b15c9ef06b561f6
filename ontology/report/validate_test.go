package report

import (
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/check"
)

func TestWrap(t *testing.T) {
	t.Parallel()
	got := wrap("one two three 风暴潮 four", 9)
	want := []string{"one two", "three", "风暴潮", "four"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// SARIF of 10^5 findings holds the worst that a code host takes, and says how many it leaves out.
func TestSarifIsBounded(t *testing.T) {
	t.Parallel()
	v := &Validation{}
	for i := range 100_000 {
		f := check.Finding{Rule: check.MalformedOWL, Level: check.Error, Message: "m", File: "o.ttl", Line: i + 1}
		v.Findings = append(v.Findings, HintedFinding{Finding: f})
	}
	run := v.Sarif().Runs[0]
	if n := len(run.Results); n != 25_000 || run.Results[n-1].Locations[0].Physical.Region.StartLine != n {
		t.Errorf("%d results", n)
	}
	if notes := run.Invocations[0].Notes; len(notes) != 1 || !strings.Contains(notes[0].Message.Text, "75000 findings are left out") {
		t.Errorf("notes %+v", notes)
	}
	v.Findings = v.Findings[:25_000]
	if run := v.Sarif().Runs[0]; len(run.Results) != 25_000 || run.Invocations[0].Notes != nil {
		t.Errorf("%d results, notes %+v", len(run.Results), run.Invocations[0].Notes)
	}
}
