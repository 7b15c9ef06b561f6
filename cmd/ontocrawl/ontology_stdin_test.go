package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// What a verb reads from a file it reads from a pipe too, with the lines of
// its findings.
func TestOntologyFromStandardInput(t *testing.T) {
	t.Chdir(t.TempDir())
	file := write(t, t.TempDir(), "hazards.ttl", hazards)
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"ontology", "inspect", "-"}, cli.ExitOK, "-  Turtle, UTF-8, 36 statements"},
		{[]string{"ontology", "inspect", "-", "--map", ":nearTo: ignore"}, cli.ExitOK, "4: 4 classes"},
		{[]string{"ontology", "validate", "-", "--topic", "hazard"}, cli.ExitOK, "-:7"},
		{[]string{"ontology", "diff", "-", file}, cli.ExitOK, "they say the same"},
		{[]string{"ontology", "diff", "typhoon", "-", "--topic", "hazard"}, 1, "the topic hazard is new"},
		{[]string{"ontology", "diff", "-", "-"}, cli.ExitUsage, "both are standard input"},
		{[]string{"ontology", "tree", "hazard", "--ontology", "-"}, cli.ExitOK, "[Is-a] storm"},
		{[]string{"ontology", "export", "-", "--format", "csv"}, cli.ExitOK, "http://h.example/o#Storm"},
		{[]string{"ontology", "view", "-", "--no-open"}, cli.ExitOK, "ontology.html"},
		{[]string{"similarity", "storm", "flood", "--ontology", "-"}, cli.ExitOK, "storm (风暴) ~ flood (洪水)"},
		{[]string{"topic", "hazard", "--ontology", "-"}, cli.ExitOK, "Topic hazard"},
	} {
		r := ontocrawlIn(t, hazards, tt.args...)
		if r.code != tt.code || !strings.Contains(r.out+r.err, tt.want) {
			t.Errorf("%q: code %d, want %d and %q\n%s%s", tt.args, r.code, tt.code, tt.want, r.out, r.err)
		}
	}
	if r := ontocrawlIn(t, "<!DOCTYPE html><html></html>", "ontology", "inspect", "-"); r.code != cli.ExitUsage || !strings.Contains(r.err, "HTML") {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
	if n, err := filepath.Glob("*"); err != nil || len(n) != 1 {
		t.Errorf("files left: %v, %v", n, err)
	}
}
